# The owner's byte is written into the first byte of its array row.
s/port_write = byte_q;/port_write = 4'b0001;/
