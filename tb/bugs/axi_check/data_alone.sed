# Data of a write whose address is not offered are let pass.
s/aw_valid_i \|\| !\(/1'b1 || !(/
