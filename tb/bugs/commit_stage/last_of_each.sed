# Every write is said to be the last of its entry.
s/assign l2_write_last_o( *)= beat\.last;/assign l2_write_last_o\1= 1'b1;/
