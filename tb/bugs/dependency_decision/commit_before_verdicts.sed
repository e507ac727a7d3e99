# A commit does not wait for the verdicts of its own transaction.
s/DepCommit: +stall_o = own_in_flight_i;/DepCommit: stall_o = 1'b0;/
