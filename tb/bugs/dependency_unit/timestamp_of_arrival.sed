# The committed timestamp is sampled when a start comes, not when its turn does, after the commits in front of it.
s/ts_op, pred, succ, snapshot_timestamp/ts_op, pred, succ, arrival_timestamp_q/
s/\.req_snapshot_now_i +\(Versions == 0\)/.req_snapshot_now_i(1'b0)/
s/\.committed_timestamp_o +\(\)/.committed_timestamp_o(committed_timestamp)/
s/^  logic .*ts_busy;/&\n  logic [TimestampWidth-1:0] committed_timestamp, arrival_timestamp_q;\n  always_ff @(posedge clk_i) if (takes) arrival_timestamp_q <= committed_timestamp;/
