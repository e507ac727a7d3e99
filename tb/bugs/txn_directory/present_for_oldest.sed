# What has committed is held back by snapshots that are live, not by those that can still be taken.
s/scan_q == '0 \? oldest_seq_i : least/scan_q == '0 ? commits_q : least/
