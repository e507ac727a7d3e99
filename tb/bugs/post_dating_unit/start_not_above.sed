# A transaction starts at the committed timestamp, not above it.
s/b_q\.snapshot_timestamp \+ 1'b1/b_q.snapshot_timestamp/
