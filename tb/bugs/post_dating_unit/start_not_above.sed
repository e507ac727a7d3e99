# A transaction starts at the committed timestamp, not above it.
s/(d_below_q +<= .*: )snapshot_timestamp;/\1snapshot_timestamp - 1'b1;/
