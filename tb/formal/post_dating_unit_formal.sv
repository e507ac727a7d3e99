// Proves for post_dating_unit without propagation, for three slots with commits, aborts, reuse and symbolic snapshots:
// CTS <= PDTS; CTS only rises and PDTS only falls; every accepted dependency keeps PDTS(predecessor) < CTS(successor);
// no dependency that closes a cycle is accepted. By induction; the properties are in dependency_state, the second half
// here states what holds of memories and pipeline.
//
// prove: smtbmc yices 2
// cover: 22
// bug: dependency_timestamps/cts_falls abc bmc3 20
// bug: dependency_timestamps/open_is_a_number 16
// bug: post_dating_unit/start_not_above 16
// bug: post_dating_unit/no_forwarding 16

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
  logic [TimestampWidth-1:0] rsp_pdts, rsp_cts, committed_timestamp, snapshot_date;

  post_dating_unit #(
    .Txns            (4),
    .TimestampWidth  (TimestampWidth),
    .Increment       (2),
    .PropagationDepth(0),
    .PropagationSuccs(1)
  ) u_dut (
    .clk_i,
    .rst_ni             (rst_n),
    .req_valid_i,
    .req_ready_o        (req_ready),
    .req_op_i,
    .req_pred_i,
    .req_pred_former_i,
    .req_succ_i,
    .req_succ_former_i,
    .req_snapshot_date_i(snapshot_date),
    .rsp_valid_o        (rsp_valid),
    .rsp_ready_i,
    .rsp_verdict_o      (rsp_verdict),
    .rsp_changed_o      (rsp_changed),
    .rsp_pdts_o         (rsp_pdts),
    .rsp_cts_o          (rsp_cts),
    .committed_date_o   (committed_timestamp),
    .busy_o             (busy)
  );

  // The timestamps with what waits to be written.
  logic [3:0][TimestampWidth-1:0] cts, pdts;
  slot_state_t [2:0] state;
  logic              writes;
  assign writes = u_dut.c_valid_q;

  for (genvar i = 0; i < 3; i++) begin : gen_slot
    logic is_pred, is_succ;
    assign is_pred = writes && u_dut.c_pred_q == 2'(i);
    assign is_succ = writes && u_dut.c_succ_q == 2'(i);
    assign cts[i]   = is_succ && u_dut.c_result_q.write.cts ? u_dut.c_result_q.cts
                                                            : u_dut.u_table.u_succ_cts.u_ram.mem[i];
    assign pdts[i]  = is_pred && u_dut.c_result_q.write.pdts ? u_dut.c_result_q.pdts
                                                             : u_dut.u_table.u_succ_pdts.u_ram.mem[i];
    assign state[i] = is_pred && u_dut.c_result_q.write.state ? u_dut.c_result_q.state
                                                              : u_dut.u_table.u_state.u_ram.mem[i];
  end

  assign cts[3]  = gen_slot[0].is_pred && u_dut.c_result_q.write.former ? u_dut.c_result_q.former_cts
                                                                        : u_dut.u_table.gen_former.u_cts.u_ram.mem[0];
  assign pdts[3] = gen_slot[0].is_pred && u_dut.c_result_q.write.former ? u_dut.c_result_q.former_pdts
                                                                        : u_dut.u_table.gen_former.u_pdts.u_ram.mem[0];

  dependency_state #(
    .TimestampWidth(TimestampWidth)
  ) u_state (
    .clk_i,
    .rst_ni          (rst_n),
    .snapshot_i,
    .flush_i         (u_dut.flush),
    .step_i          (u_dut.advance && u_dut.b_valid_q),
    .op_i            (u_dut.b_q.op),
    .pred_i          (u_dut.b_q.pred),
    .pred_former_i   (u_dut.b_q.pred_former),
    .succ_i          (u_dut.b_q.succ),
    .succ_former_i   (u_dut.b_q.succ_former),
    .accepted_i      (u_dut.result.verdict == VerdictAccepted),
    .known_i         (!u_dut.clearing),
    .cts_i           (cts),
    .pdts_i          (pdts),
    .state_i         (state),
    .committed_date_i(committed_timestamp),
    .snapshot_date_o (snapshot_date),
    .any_live_o      (any_live)
  );

  // The user keeps a request up until it is taken.
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
      m_op : assume (req_op_i <= TsFlush);
      m_one_slot : assume (req_op_i inside {TsEdge, TsFlush} || req_pred_i == req_succ_i);
    end
    // A start on its way has the last snapshot.
    if (snapshot_i) begin
      m_start_has_snapshot :
      assume (!(req_valid_i && req_op_i == TsStart) && !(u_dut.b_valid_q && u_dut.b_q.op == TsStart));
    end
  end

  // ---- Invariants -------------------------------------------------------------------------------------------------

  // Slots that are cleared, when clearing.
  logic [2:0] cleared;

  for (genvar i = 0; i < 3; i++) begin : gen_invariant
    logic exists;
    assign exists     = u_state.live_q[i] || u_state.committed_q[i];
    assign cleared[i] = !u_dut.clearing || u_dut.u_table.clear_row_q > 2'(i);

    always_ff @(posedge clk_i) begin
      if (rst_n) begin
        // Both copies of what both sides read.
        a_cts_twice :
        assert (!exists || (gen_slot[i].is_succ && u_dut.c_result_q.write.cts)
                              || u_dut.u_table.u_pred_cts.u_ram.mem[i]
                                                     == u_dut.u_table.u_succ_cts.u_ram.mem[i]);
        a_pdts_twice :
        assert (!exists || (gen_slot[i].is_pred && u_dut.c_result_q.write.pdts)
                               || u_dut.u_table.u_pred_pdts.u_ram.mem[i]
                                                      == u_dut.u_table.u_succ_pdts.u_ram.mem[i]);
        if (cleared[i] && u_dut.clearing) a_cleared : assert (u_dut.u_table.u_state.u_ram.mem[i] == '0);
      end
    end
  end

  logic [1:0] b_pred, b_succ;
  assign b_pred = u_dut.b_q.pred;
  assign b_succ = u_dut.b_q.succ;

  always_ff @(posedge clk_i) begin
    if (rst_n) begin
      if (u_dut.clearing) begin
        a_clearing_alone :
        assert (!(u_dut.b_valid_q && u_dut.b_q.op != TsFlush)
                                   && !(u_dut.c_valid_q && u_dut.c_result_q.write != '0)
                                   && !any_live && u_state.committed_q == '0);
      end
      if (u_dut.c_valid_q) a_no_propagation : assert (!u_dut.c_result_q.propagate);
      if (u_dut.b_valid_q && u_dut.b_q.op != TsFlush) begin
        a_rows :
        assert (u_dut.row_state == u_dut.u_table.u_state.u_ram.mem[b_pred]
                         && u_dut.row_pred_cts == u_dut.u_table.u_pred_cts.u_ram.mem[b_pred]
                         && u_dut.row_pred_pdts == u_dut.u_table.u_pred_pdts.u_ram.mem[b_pred]
                         && u_dut.row_pred_former_pdts == u_dut.u_table.gen_former.u_pdts.u_ram.mem[b_pred]
                         && u_dut.row_succ_cts == u_dut.u_table.u_succ_cts.u_ram.mem[b_succ]
                         && u_dut.row_succ_pdts == u_dut.u_table.u_succ_pdts.u_ram.mem[b_succ]
                         && u_dut.row_succ_former_cts == u_dut.u_table.gen_former.u_cts.u_ram.mem[b_succ]);
        a_meets :
        assert (u_dut.pred_is_pred_q == (u_dut.c_valid_q && b_pred == u_dut.c_pred_q)
                          && u_dut.pred_is_succ_q == (u_dut.c_valid_q && b_pred == u_dut.c_succ_q)
                          && u_dut.succ_is_pred_q == (u_dut.c_valid_q && b_succ == u_dut.c_pred_q)
                          && u_dut.succ_is_succ_q == (u_dut.c_valid_q && b_succ == u_dut.c_succ_q));
        a_op : assert (u_dut.b_q.op < TsFlush);
        a_one_slot : assert (u_dut.b_q.op == TsEdge || b_pred == b_succ);
        if (u_dut.b_q.op == TsStart) a_snapshot : assert (u_dut.b_q.snapshot_timestamp == snapshot_date);
      end
      if (u_dut.c_valid_q && u_dut.c_result_q.write.state) a_c_one_slot : assert (u_dut.c_pred_q == u_dut.c_succ_q);
      a_three_slots :
      assert (!u_dut.c_valid_q || !(u_dut.c_result_q.write.cts || u_dut.c_result_q.write.pdts
                                                    || u_dut.c_result_q.write.state)
                              || (u_dut.c_pred_q != 2'd3 && u_dut.c_succ_q != 2'd3));
    end
  end

endmodule

`default_nettype wire
