# A commit does not wait for the verdicts of its own transaction.
s/stall   = own_in_flight;/stall   = 1'b0;/
