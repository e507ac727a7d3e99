# Of a row, only the first group of lanes that has some is looked at.
s/assign group_last  = left_after == '0;/assign group_last  = 1'b1;/
