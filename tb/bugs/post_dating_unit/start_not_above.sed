# A transaction starts at the committed date, not above it.
s/b_q\.snapshot_date \+ 1'b1/b_q.snapshot_date/
