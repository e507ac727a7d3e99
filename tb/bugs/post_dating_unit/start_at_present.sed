# The committed timestamp is sampled at the start instead of at the snapshot.
s/b_q\.snapshot_timestamp \+ 1/committed_timestamp_q + 1/
