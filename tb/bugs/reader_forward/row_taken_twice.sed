# A free row that the item in front is taking still counts as free.
s/taken_o\[probe\] = 1'b1;/taken_o[probe] = 1'b0;/
