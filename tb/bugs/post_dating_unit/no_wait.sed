# A request does not wait until the end or start of a transaction that it meets is written.
s/(assign b_waits += ).*/\11'b0 \&\& ((c_valid_q \&\& c_q.op != TsEdge \&\& b_meets_c_q != '0) ||/
