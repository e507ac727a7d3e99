# The committed timestamp is sampled when a start comes, not when its snapshot is taken, after the commits in front of it.
s/\.req_snapshot_date_i\(committed_timestamp\)/.req_snapshot_date_i(arrival_timestamp_q)/
s/^  logic .*ts_busy;/&\n  logic [TimestampWidth-1:0] arrival_timestamp_q;\n  always_ff @(posedge clk_i) if (move) arrival_timestamp_q <= committed_timestamp;/
