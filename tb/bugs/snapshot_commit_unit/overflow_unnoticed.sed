# Words that find no room are forgotten.
s/overflow_q\[set_id_i\] <= 1'b1;/overflow_q[set_id_i] <= 1'b0;/
