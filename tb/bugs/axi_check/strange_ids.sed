# A read that has not been sent may be answered.
s/!r_valid_i \|\| reads_q\[r_id_i\]/1'b1/
