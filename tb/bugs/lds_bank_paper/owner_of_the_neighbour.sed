# The owner's byte is written into the first byte of its array row.
s/port_bytes = 4'b0001 << row_q\[1:0\]/port_bytes = 4'b0001/
