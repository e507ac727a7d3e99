# A commit does not wait for the verdicts of its own transaction.
s/beat_i\.op == DepCommit && own_in_flight_i/1'b0/
