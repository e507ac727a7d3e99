# The committed timestamp is sampled at the start instead of at the snapshot.
s/c_q\.snapshot_now \? committed_timestamp_o : c_q\.snapshot_timestamp/committed_timestamp_o/
