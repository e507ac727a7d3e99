# The committed date is sampled when a start comes, not when its snapshot is taken, behind the commits in front of it.
s/\.req_snapshot_date_i\(committed_date\)/.req_snapshot_date_i(arrival_date_q)/
s/^  logic +date_busy;/&\n  logic [DateWidth-1:0] arrival_date_q;\n  always_ff @(posedge clk_i) if (move) arrival_date_q <= committed_date;/
