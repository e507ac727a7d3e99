// State and properties of three transaction slots of a post_dating_unit, for any user behaviour: the transactions that
// exist, the order required between them, and the properties that timestamps have to keep. A node is the occupant of a
// slot (0 to 2) or the former occupant of slot 0 (3): only slot 0 is reused while its former occupant matters, and not
// for a third transaction.

`default_nettype none

module dependency_state
  import snapshot_pkg::*;
#(
  parameter int unsigned TimestampWidth = 4,
  parameter int unsigned LastTimestamp  = 2 ** TimestampWidth - 2
) (
  input wire logic clk_i,
  input wire logic rst_ni,

  input wire logic           snapshot_i,     // a snapshot is taken now
  input wire logic           flush_i,
  // A request gets its verdict.
  input wire logic           step_i,
  input wire timestamp_op_e       op_i,
  input wire logic     [1:0] pred_i,
  input wire logic           pred_former_i,
  input wire logic     [1:0] succ_i,
  input wire logic           succ_former_i,
  input wire logic           accepted_i,

  // The unit's timestamps after all requests with a verdict.
  input wire logic                      known_i,
  input wire logic [3:0][TimestampWidth-1:0] cts_i,
  input wire logic [3:0][TimestampWidth-1:0] pdts_i,
  input wire slot_state_t [2:0]         state_i,
  input wire logic [TimestampWidth-1:0]      committed_timestamp_i,

  output logic [TimestampWidth-1:0] snapshot_timestamp_o,
  output logic                 any_live_o
);

  localparam int unsigned Nodes = 4;
  localparam int unsigned Former = 3;

  logic [Nodes-1:0] live_q = '0, committed_q = '0, in_snapshot_q = '0;
  logic [Nodes-1:0][Nodes-1:0] order_q = '0;  // [i][j]: j depends on i, perhaps through others, which may have ended
  logic [TimestampWidth-1:0] snapshot_timestamp_q = '0;

  logic [1:0] p, s;
  assign p = op_i == TsEdge && pred_former_i ? 2'(Former) : pred_i;
  assign s = op_i == TsEdge && succ_former_i ? 2'(Former) : succ_i;

  function automatic logic [Nodes-1:0][Nodes-1:0] without(logic [Nodes-1:0][Nodes-1:0] order, logic [1:0] n);
    logic [Nodes-1:0][Nodes-1:0] rest;
    rest = order;
    for (int unsigned i = 0; i < Nodes; i++) rest[i][n] = 1'b0;
    rest[n] = '0;
    return rest;
  endfunction

  logic [Nodes-1:0] live, committed, in_snapshot;
  logic [Nodes-1:0][Nodes-1:0] order;

  always_comb begin
    live        = live_q;
    committed   = committed_q;
    in_snapshot = in_snapshot_q;
    order       = order_q;
    if (step_i && accepted_i) begin
      unique case (op_i)
        TsEdge: begin
          for (int unsigned i = 0; i < Nodes; i++) begin
            for (int unsigned j = 0; j < Nodes; j++) begin
              order[i][j] |= (2'(i) == p || order_q[i][p]) && (2'(j) == s || order_q[s][j]);
            end
          end
        end
        TsStart: begin
          if (committed[p]) begin
            committed[Former]   = 1'b1;
            in_snapshot[Former] = in_snapshot[p];
            order[Former]       = order[p];
            for (int unsigned i = 0; i < Nodes; i++) order[i][Former] = order[i][p];
            order = without(order, p);
          end
          live[p]        = 1'b1;
          committed[p]   = 1'b0;
          in_snapshot[p] = 1'b0;
          for (int unsigned i = 0; i < Nodes; i++) begin
            order[i][p] = in_snapshot[i] || |(order[i] & in_snapshot);
          end
        end
        TsCommit: begin
          live[p]      = 1'b0;
          committed[p] = 1'b1;
        end
        TsAbort: begin
          live[p] = 1'b0;
          order   = without(order, p);
        end
        TsRelease: begin
          committed[p]   = 1'b0;
          in_snapshot[p] = 1'b0;
          order          = without(order, p);
        end
        TsReleaseFormer: begin
          committed[Former]   = 1'b0;
          in_snapshot[Former] = 1'b0;
          order               = without(order, 2'(Former));
        end
        default: ;
      endcase
    end
    if (snapshot_i) in_snapshot = committed;
  end

  // The largest committed timestamp includes a commit one cycle after its verdict.
  logic commits;
  assign commits = step_i && op_i == TsCommit;

  always_ff @(posedge clk_i) begin
    if (flush_i) begin
      live_q          <= '0;
      committed_q     <= '0;
      in_snapshot_q   <= '0;
      order_q         <= '0;
      snapshot_timestamp_q <= '0;
    end else if (rst_ni) begin
      live_q        <= live;
      committed_q   <= committed;
      in_snapshot_q <= in_snapshot;
      order_q       <= order;
      if (snapshot_i) snapshot_timestamp_q <= committed_timestamp_i;
    end
  end

  assign snapshot_timestamp_o = snapshot_timestamp_q;
  assign any_live_o      = |live_q;

  // Obligations of the user
  always_ff @(posedge clk_i) begin
    if (snapshot_i) m_snapshot : assume (!commits && !flush_i);
    if (flush_i) m_flush : assume (!any_live_o);
    if (rst_ni && step_i) begin
      m_three_slots : assume (pred_i != 2'd3 && succ_i != 2'd3);
      unique case (op_i)
        TsEdge: begin
          m_present : assume ((live_q[p] || committed_q[p]) && (live_q[s] || committed_q[s]));
          m_former : assume (!(pred_former_i && pred_i != 2'd0) && !(succ_former_i && succ_i != 2'd0));
          m_one_end_lives : assume ((live_q[p] || live_q[s]) && p != s);
        end
        TsStart: m_start : assume (!live_q[p] && !(committed_q[p] && (p != 2'd0 || committed_q[Former])));
        TsCommit, TsAbort: m_live : assume (live_q[p]);
        // No live transaction is concurrent with it: all have it in their snapshots.
        TsRelease: m_release : assume (committed_q[p] && (live_q & ~order_q[p]) == '0);
        TsReleaseFormer:
        m_release_former : assume (p == 2'd0 && committed_q[Former] && (live_q & ~order_q[Former]) == '0);
        default: ;
      endcase
    end
  end

  // Obligations of the unit
  logic [3:0][TimestampWidth-1:0] cts_before_q, pdts_before_q;
  logic [3:0] compare_q = '0;

  always_ff @(posedge clk_i) begin
    cts_before_q  <= cts_i;
    pdts_before_q <= pdts_i;
    // Timestamps of one transaction before and after
    for (int unsigned i = 0; i < 3; i++) begin
      compare_q[i] <= rst_ni && known_i && live_q[i] && !flush_i
                      && !(step_i && pred_i == 2'(i) && op_i inside {TsAbort, TsStart});
    end
    compare_q[Former] <= 1'b0;
    if (!rst_ni) begin
      a_empty :
      assert (live_q == '0 && committed_q == '0 && in_snapshot_q == '0 && order_q == '0
                        && snapshot_timestamp_q == '0 && compare_q == '0);
    end else begin
      if (step_i && op_i == TsEdge && accepted_i) begin
        a_no_missed_cycle : assert (!order_q[s][p]);
      end
      a_timestamps_left :
      assert (committed_timestamp_i <= TimestampWidth'(LastTimestamp) && snapshot_timestamp_q <= committed_timestamp_i);
      for (int unsigned i = 0; i < Nodes; i++) begin
        if (known_i && (live_q[i] || committed_q[i])) begin
          assert (cts_i[i] != '0 && cts_i[i] <= pdts_i[i] && cts_i[i] <= TimestampWidth'(LastTimestamp));
          if (committed_q[i]) assert (pdts_i[i] <= committed_timestamp_i);
          if (in_snapshot_q[i]) assert (committed_q[i] && pdts_i[i] <= snapshot_timestamp_q);
          for (int unsigned j = 0; j < Nodes; j++) begin
            if (order_q[i][j]) assert (pdts_i[i] < cts_i[j]);
          end
        end
        for (int unsigned j = 0; j < Nodes; j++) begin
          if (order_q[i][j]) assert ((live_q[i] || committed_q[i]) && (live_q[j] || committed_q[j]));
        end
        if (in_snapshot_q[i]) assert (committed_q[i]);
      end
      a_occupants : assert ((live_q & committed_q) == '0 && !live_q[Former]);
      for (int unsigned i = 0; i < 3; i++) begin
        if (known_i) begin
          assert (state_i[i] == {i == 0 && committed_q[Former], committed_q[i], live_q[i]});
        end
        if (compare_q[i] && known_i) begin
          assert (cts_i[i] >= cts_before_q[i]);
          assert (pdts_i[i] <= pdts_before_q[i]);
        end
      end
      c_order : cover (step_i && op_i == TsEdge && accepted_i && order_q[s] != '0 && committed_q[Former]);
      c_suspected : cover (step_i && op_i == TsEdge && !accepted_i && order_q[s][p]);
    end
  end

endmodule

`default_nettype wire
