# An id may be read with again before its answer.
s/!ar_valid_i \|\| !reads_q\[ar_id_i\]/1'b1/
