# The committed timestamp is sampled at the start instead of at the snapshot.
s/(d_below_q +<= )c_q\.snapshot_timestamp/\1committed_timestamp_q/
