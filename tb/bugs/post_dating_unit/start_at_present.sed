# The committed date is sampled at the start instead of at the snapshot.
s/b_q\.snapshot_date \+ 1/committed_timestamp_q + 1/
