# A write counts as answered when its data have been taken.
s/assign answered_o( *)= b_valid_q;/assign answered_o\1= w_valid_o \&\& w_ready_i;/
