// Proves for post_dating_unit without propagation, for three slots with commits, aborts, reuse and symbolic snapshots:
// CTS <= PDTS; CTS only rises and PDTS only falls; every accepted dependency keeps PDTS(predecessor) < CTS(successor);
// no accepted dependency closes a cycle; a publication changes nothing, and is answered with the CTS that a start in
// its place would get. By induction: dependency_state has the properties, the second half here the invariants of
// memories and pipeline.
//
// prove: smtbmc yices 2
// cover: 22
// bug: dependency_timestamps/open_is_a_number 16
// bug: post_dating_unit/start_not_above 16
// bug: post_dating_unit/no_forwarding 16
// bug: post_dating_unit/no_wait 16
// bug: post_dating_unit/publication_of_a_snapshot 16

`default_nettype none

module post_dating_unit_formal
  import snapshot_pkg::*;
(
  input wire logic           clk_i,
  input wire logic           req_valid_i,
  input wire timestamp_op_e       req_op_i,
  input wire logic     [1:0] req_pred_i,
  input wire logic           req_pred_former_i,
  input wire logic     [1:0] req_succ_i,
  input wire logic           req_succ_former_i,
  input wire logic           rsp_ready_i,
  input wire logic           snapshot_i
);

  localparam int unsigned TimestampWidth = 4;

  logic rst_n = 1'b0;
  always_ff @(posedge clk_i) rst_n <= 1'b1;

  logic req_ready, rsp_valid, rsp_changed, busy, any_live;
  verdict_e rsp_verdict;
  logic [TimestampWidth-1:0] rsp_pdts, rsp_cts, committed_timestamp, snapshot_timestamp;

  post_dating_unit #(
    .Txns            (4),
    .TimestampWidth  (TimestampWidth),
    .Increment       (2),
    .PropagationDepth(0),
    .PropagationSuccs(1)
  ) u_dut (
    .clk_i,
    .rst_ni                  (rst_n),
    .req_valid_i,
    .req_ready_o             (req_ready),
    .req_op_i,
    .req_pred_i,
    .req_pred_former_i,
    .req_succ_i,
    .req_succ_former_i,
    .req_snapshot_timestamp_i(snapshot_timestamp),
    .req_snapshot_now_i      (1'b0),
    .rsp_valid_o             (rsp_valid),
    .rsp_ready_i,
    .rsp_verdict_o           (rsp_verdict),
    .rsp_changed_o           (rsp_changed),
    .rsp_pdts_o              (rsp_pdts),
    .rsp_cts_o               (rsp_cts),
    .committed_timestamp_o   (committed_timestamp),
    .busy_o                  (busy),
    .memory_errors_o         (),
    .memory_report_o         ()
  );

  // Timestamps including pending writes. A CTS is stored as the timestamp below it.
  logic [3:0][TimestampWidth-1:0] cts, pdts;
  slot_state_t [2:0] state;
  timestamp_write_t writes;
  logic [TimestampWidth-1:0] written_below, written_pdts;
  assign writes        = u_dut.d_valid_q ? u_dut.d_write_q : '0;
  assign written_below = u_dut.d_cuts_q ? u_dut.d_cut_q : u_dut.d_below_q;
  assign written_pdts  = u_dut.d_cuts_q ? u_dut.d_cut_q : u_dut.d_pdts_q;

  for (genvar i = 0; i < 3; i++) begin : gen_slot
    logic is_pred, is_succ;
    assign is_pred  = u_dut.d_pred_q == 2'(i);
    assign is_succ  = u_dut.d_succ_q == 2'(i);
    assign cts[i]   = 1'b1 + (is_succ && writes.cts ? written_below : u_dut.u_table.u_succ_below.gen_forward.u_ram.u_ram.mem[i]);
    assign pdts[i]  = is_pred && writes.pdts ? written_pdts : u_dut.u_table.u_succ_pdts.gen_forward.u_ram.u_ram.mem[i];
    assign state[i] = is_pred && writes.state ? u_dut.d_state_q : u_dut.u_table.u_state.gen_forward.u_ram.u_ram.mem[i];
  end

  logic writes_former;
  assign writes_former = gen_slot[0].is_pred && writes.former;
  assign cts[3]  = 1'b1 + (writes_former ? u_dut.d_former_below_q : u_dut.u_table.gen_former.u_below.gen_forward.u_ram.u_ram.mem[0]);
  assign pdts[3] = writes_former ? u_dut.d_former_pdts_q : u_dut.u_table.gen_former.u_pdts.gen_forward.u_ram.u_ram.mem[0];

  dependency_state #(
    .TimestampWidth(TimestampWidth)
  ) u_state (
    .clk_i,
    .rst_ni               (rst_n),
    .snapshot_i,
    .flush_i              (u_dut.flush),
    .step_i               (u_dut.advance && u_dut.c_valid_q),
    .op_i                 (u_dut.c_q.op),
    .pred_i               (u_dut.c_q.pred),
    .pred_former_i        (u_dut.c_q.pred_former),
    .succ_i               (u_dut.c_q.succ),
    .succ_former_i        (u_dut.c_q.succ_former),
    .accepted_i           (u_dut.verdict == VerdictAccepted),
    .known_i              (!u_dut.clearing),
    .cts_i                (cts),
    .pdts_i               (pdts),
    .state_i              (state),
    .committed_timestamp_i(committed_timestamp),
    .snapshot_timestamp_o (snapshot_timestamp),
    .any_live_o           (any_live)
  );

  // The user holds a request until it is taken.
  logic held_q = 1'b0;
  logic [8:0] held_request_q, request;
  assign request = {req_op_i, req_pred_i, req_pred_former_i, req_succ_i, req_succ_former_i};

  always_ff @(posedge clk_i) begin
    held_q         <= rst_n && req_valid_i && !req_ready;
    held_request_q <= request;
    if (held_q) m_held : assume (req_valid_i && request == held_request_q);
  end

  always_ff @(posedge clk_i) begin
    if (rst_n && req_valid_i) begin
      m_one_slot : assume (req_op_i inside {TsEdge, TsFlush} || req_pred_i == req_succ_i);
    end
    // A start in flight has the last snapshot.
    if (snapshot_i) begin
      m_start_has_snapshot :
      assume (!(req_valid_i && req_op_i == TsStart) && !(u_dut.b_valid_q && u_dut.b_q.op == TsStart) &&
              !(u_dut.c_valid_q && u_dut.c_q.op == TsStart));
    end
  end

  // ---- Invariants -------------------------------------------------------------------------------------------------

  // Slots that are cleared during clearing.
  logic [2:0] cleared;

  for (genvar i = 0; i < 3; i++) begin : gen_invariant
    logic exists;
    assign exists     = u_state.live_q[i] || u_state.committed_q[i];
    assign cleared[i] = !u_dut.clearing || u_dut.u_table.clear_row > 2'(i);

    always_ff @(posedge clk_i) begin
      if (rst_n) begin
        // Both copies of the data that both sides read.
        a_cts_twice :
        assert (!exists || (gen_slot[i].is_succ && writes.cts) ||
                u_dut.u_table.u_pred_below.gen_forward.u_ram.u_ram.mem[i] == u_dut.u_table.u_succ_below.gen_forward.u_ram.u_ram.mem[i]);
        a_pdts_twice :
        assert (!exists || (gen_slot[i].is_pred && writes.pdts) ||
                u_dut.u_table.u_pred_pdts.gen_forward.u_ram.u_ram.mem[i] == u_dut.u_table.u_succ_pdts.gen_forward.u_ram.u_ram.mem[i]);
        if (cleared[i] && u_dut.clearing)
          a_cleared : assert (u_dut.u_table.u_state.gen_forward.u_ram.u_ram.mem[i] == '0);
      end
    end
  end

  logic [1:0] b_pred, b_succ, c_pred, c_succ, d_pred, d_succ;
  assign {b_pred, b_succ} = {u_dut.b_q.pred, u_dut.b_q.succ};
  assign {c_pred, c_succ} = {u_dut.c_q.pred, u_dut.c_q.succ};
  assign {d_pred, d_succ} = {u_dut.d_pred_q, u_dut.d_succ_q};

  // The pipeline: pairs of requests on one slot, and memory contents from the point where a request has read them.
  logic b_alive, c_alive, c_meets_d;
  assign b_alive   = u_dut.b_valid_q && u_dut.b_q.op != TsFlush;
  assign c_alive   = u_dut.c_valid_q && u_dut.c_q.op != TsFlush;
  assign c_meets_d = c_pred == d_pred || c_pred == d_succ || c_succ == d_pred || c_succ == d_succ;

  // A publication being answered, and the committed timestamp when it was decided.
  logic published_q = 1'b0;
  logic [TimestampWidth-1:0] published_at_q;

  always_ff @(posedge clk_i) begin
    if (u_dut.advance) begin
      published_q    <= rst_n && u_dut.c_valid_q && u_dut.c_q.op == TsPublish;
      published_at_q <= committed_timestamp;
    end
    if (rst_n && published_q) begin
      a_publication :
      assert (u_dut.d_valid_q && writes == '0 && !u_dut.d_edge_q &&
              (rsp_verdict == VerdictExhausted || rsp_cts == published_at_q + 1'b1));
      c_publication : cover (rsp_valid && rsp_verdict == VerdictAccepted && published_at_q != '0);
    end
    if (rst_n && u_dut.b_valid_q && u_dut.b_q.op == TsPublish) a_b_now : assert (u_dut.b_q.snapshot_now);
    if (rst_n && u_dut.c_valid_q && u_dut.c_q.op == TsPublish) a_c_now : assert (u_dut.c_q.snapshot_now);
  end

  always_ff @(posedge clk_i) begin
    if (rst_n) begin
      a_no_propagation : assert (!u_dut.reload_q && !(u_dut.d_valid_q && u_dut.d_propagate_q));
      if (u_dut.clearing) begin
        a_clearing_alone : assert (!b_alive && !c_alive && writes == '0 && !any_live && u_state.committed_q == '0);
      end
      a_flush_alone :
      assert (!(u_dut.b_valid_q && !b_alive && (u_dut.c_valid_q || u_dut.d_valid_q)) &&
              !(u_dut.c_valid_q && !c_alive && u_dut.d_valid_q));
      if (b_alive) begin
        a_rows :
        assert (u_dut.row_state == u_dut.u_table.u_state.gen_forward.u_ram.u_ram.mem[b_pred]
                         && u_dut.row_pred_below == u_dut.u_table.u_pred_below.gen_forward.u_ram.u_ram.mem[b_pred]
                         && u_dut.row_pred_pdts == u_dut.u_table.u_pred_pdts.gen_forward.u_ram.u_ram.mem[b_pred]
                         && u_dut.row_pred_former_pdts == u_dut.u_table.gen_former.u_pdts.gen_forward.u_ram.u_ram.mem[b_pred]
                         && u_dut.row_succ_below == u_dut.u_table.u_succ_below.gen_forward.u_ram.u_ram.mem[b_succ]
                         && u_dut.row_succ_pdts == u_dut.u_table.u_succ_pdts.gen_forward.u_ram.u_ram.mem[b_succ]
                         && u_dut.row_succ_former_below == u_dut.u_table.gen_former.u_below.gen_forward.u_ram.u_ram.mem[b_succ]);
        a_b_meets_c :
        assert (!u_dut.c_valid_q ||
                u_dut.b_meets_c_q == {b_pred == c_pred, b_pred == c_succ, b_succ == c_pred, b_succ == c_succ});
        a_b_meets_d :
        assert (!u_dut.d_valid_q ||
                u_dut.b_meets_d_q == {b_pred == d_pred, b_pred == d_succ, b_succ == d_pred, b_succ == d_succ});
        a_b_op :
        assert (u_dut.b_q.op != TsFlush &&
                (u_dut.b_q.op == TsEdge || (b_pred == b_succ && !u_dut.b_q.pred_former && !u_dut.b_q.succ_former)));
        if (u_dut.b_q.op == TsStart)
          a_b_snapshot : assert (u_dut.b_q.snapshot_timestamp == snapshot_timestamp && !u_dut.b_q.snapshot_now);
      end
      if (c_alive) begin
        a_operands :
        assert (u_dut.c_state_q == u_dut.u_table.u_state.gen_forward.u_ram.u_ram.mem[c_pred] &&
                u_dut.c_pred_below_q == (u_dut.c_q.pred_former ? u_dut.u_table.gen_former.u_pdts.gen_forward.u_ram.u_ram.mem[c_pred] :
                                                                u_dut.u_table.u_pred_below.gen_forward.u_ram.u_ram.mem[c_pred]) &&
                u_dut.c_pred_pdts_q == (u_dut.c_q.pred_former ? u_dut.u_table.gen_former.u_pdts.gen_forward.u_ram.u_ram.mem[c_pred] :
                                                               u_dut.u_table.u_pred_pdts.gen_forward.u_ram.u_ram.mem[c_pred]) &&
                u_dut.c_succ_below_q == (u_dut.c_q.succ_former ? u_dut.u_table.gen_former.u_below.gen_forward.u_ram.u_ram.mem[c_succ] :
                                                                u_dut.u_table.u_succ_below.gen_forward.u_ram.u_ram.mem[c_succ]) &&
                u_dut.c_succ_pdts_q == u_dut.u_table.u_succ_pdts.gen_forward.u_ram.u_ram.mem[c_succ] &&
                u_dut.c_pred_former_pdts_q == u_dut.u_table.gen_former.u_pdts.gen_forward.u_ram.u_ram.mem[c_pred] &&
                u_dut.c_succ_former_below_q == u_dut.u_table.gen_former.u_below.gen_forward.u_ram.u_ram.mem[c_succ]);
        a_forwarded :
        assert (u_dut.c_new_pred_below_q == (writes.cts && c_pred == d_succ && !u_dut.c_q.pred_former) &&
                u_dut.c_new_pred_pdts_q == (writes.pdts && c_pred == d_pred && !u_dut.c_q.pred_former) &&
                u_dut.c_new_succ_below_q == (writes.cts && c_succ == d_succ && !u_dut.c_q.succ_former) &&
                u_dut.c_new_succ_pdts_q == (writes.pdts && c_succ == d_pred));
        a_waited : assert (!u_dut.d_valid_q || u_dut.d_edge_q || writes == '0 || !c_meets_d);
        a_c_op :
        assert (u_dut.c_q.op != TsFlush &&
                (u_dut.c_q.op == TsEdge || (c_pred == c_succ && !u_dut.c_q.pred_former && !u_dut.c_q.succ_former)));
        if (u_dut.c_q.op == TsStart)
          a_c_snapshot : assert (u_dut.c_q.snapshot_timestamp == snapshot_timestamp && !u_dut.c_q.snapshot_now);
      end
      a_nothing_written : assert (u_dut.d_valid_q || u_dut.d_write_q == '0);
      if (u_dut.d_valid_q) begin
        a_cut :
        assert (u_dut.d_edge_q == u_dut.d_cuts_q &&
                (!u_dut.d_cuts_q || !(writes.cts || writes.pdts) || u_dut.d_cut_q < 2 ** TimestampWidth - 2));
        if (u_dut.d_edge_q)
          a_edge_writes :
          assert (!writes.state && !writes.former);
          else a_d_one_slot : assert (writes == '0 || d_pred == d_succ);
        a_three_slots : assert (!(writes.cts || writes.pdts || writes.state) || (d_pred != 2'd3 && d_succ != 2'd3));
      end
    end
  end

endmodule

`default_nettype wire
