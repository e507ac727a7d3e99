# A row is written back though an operation has read it meanwhile, which writes it later.
s/if \(op_read_i\[probe\] && op_rows_i\[probe\]\[way\] == row_q\[step\]\)/if (1'b0)/
