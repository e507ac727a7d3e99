# The last write ahead of a retirement is not waited for.
s/\(\{in_id_i, accepted_d\}\)/({in_id_i, accepted_d - 1'b1})/
