# A write may be answered with another id.
s/!b_valid_i \|\| b_id_i == '0/1'b1/
