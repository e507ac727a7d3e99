# A commit does not wait for the verdicts of its own transaction.
s/\(beat_i\.op == DepCommit \|\| begins\) && own_in_flight_i/(begins \&\& own_in_flight_i)/
