# The operation behind a change of versions does not wait for its row.
s/alone_q\s*<= accepted_op != OpNone .*;/alone_q <= 1'b0;/
