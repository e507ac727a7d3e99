# The word in the skid register is dropped when the stall ends.
s/out_valid_q  <= skid_valid_q \|\| in_valid_i;/out_valid_q  <= in_valid_i;/
