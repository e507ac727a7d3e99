# A row that conflicts twice in a row, in two passes one after the other, counts twice.
s/conflict_i\[bank\] \&\& said_wavefront_q == wavefront_q/1'b0/
