# Two buffers are taken where one is left.
s/two_left = .*/two_left = left_q != '0;/
