# A word is taken although the queue is full.
s/assign push = .*/assign push = in_valid_i;/
/a_count_/,/\$error/d
