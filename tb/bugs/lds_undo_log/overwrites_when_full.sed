# The last entry is taken again when all are in use.
s/assign full_o      = &valid_q;/assign full_o      = 1'b0;/
