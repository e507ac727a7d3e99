// Proves for post_dating_unit with propagation, at most two transactions raised and one stored successor, by induction
// over its requests: from any consistent state of three slots, a request, optionally followed by a dependency, leads to
// a consistent state. Consistent: CTS <= PDTS, and PDTS(predecessor) < CTS(successor) for every accepted dependency and
// for every one through released transactions; so no accepted dependency closes a cycle. Either a successor is stored,
// or the predecessor's PDTS must not rise. A committing transaction may depend on any released one without a report:
// its CTS is above the predecessors of those, whose PDTS must not rise either. The depth is that of a propagation that
// raises two transactions and reads both their lists, with a dependency behind it, or of two shorter propagations. With
// reused slots a propagation may read up to four lists, which takes 36 cycles and is not covered.
//
// bound: abc bmc3 20
// deep: abc bmc3 28
// cover: 28
// bug: timestamp_propagation/unpinned abc bmc3 20
// bug: timestamp_propagation/released_ignored abc bmc3 20
// bug: commit_timestamps/released_passed abc bmc3 20
// bug: post_dating_unit/no_reread abc bmc3 20
// bug: dependency_timestamps/cts_falls abc bmc3 20

`default_nettype none

module timestamp_propagation_formal
  import snapshot_pkg::*;
(
  input wire logic           clk_i,
  input wire logic           req_valid_i,
  input wire timestamp_op_e       req_op_i,
  input wire logic     [1:0] req_pred_i,
  input wire logic     [1:0] req_succ_i
);

  localparam int unsigned TimestampWidth = 4;
  localparam int unsigned LastTimestamp = 14;
  localparam int unsigned Slots = 3;

  typedef logic [TimestampWidth-1:0] timestamp_t;

  logic first = 1'b1;
  always_ff @(posedge clk_i) first <= 1'b0;

  logic req_ready, rsp_valid, rsp_changed, busy;
  verdict_e rsp_verdict;
  timestamp_t rsp_pdts, rsp_cts, committed_timestamp;

  post_dating_unit #(
    .Txns            (4),
    .TimestampWidth  (TimestampWidth),
    .Increment       (2),
    .PropagationDepth(2),
    .PropagationSuccs(1)
  ) u_dut (
    .clk_i,
    .rst_ni                  (1'b1),
    .req_valid_i,
    .req_ready_o             (req_ready),
    .req_op_i,
    .req_pred_i,
    .req_pred_former_i       (1'b0),
    .req_succ_i,
    .req_succ_former_i       (1'b0),
    .req_snapshot_timestamp_i('0),
    .req_snapshot_now_i      (1'b1),
    .rsp_valid_o             (rsp_valid),
    .rsp_ready_i             (1'b1),
    .rsp_verdict_o           (rsp_verdict),
    .rsp_changed_o           (rsp_changed),
    .rsp_pdts_o              (rsp_pdts),
    .rsp_cts_o               (rsp_cts),
    .committed_timestamp_o   (committed_timestamp),
    .busy_o                  (busy),
    .memory_errors_o         (),
    .memory_report_o         ()
  );

  // The request being answered, and requests in flight.
  timestamp_op_e d_op_q;
  logic [1:0] pred, succ;
  logic in_b, in_c, in_d, done;

  always_ff @(posedge clk_i) begin
    if (u_dut.advance) d_op_q <= u_dut.c_q.op;
  end
  assign in_b = u_dut.b_valid_q;
  assign in_c = u_dut.c_valid_q;
  assign in_d = u_dut.d_valid_q;
  assign pred = u_dut.d_pred_q;
  assign succ = u_dut.d_succ_q;
  assign done = rsp_valid && rsp_verdict == VerdictAccepted;

  // State of the answered requests; free in the first cycle.
  logic [Slots-1:0] live_q, committed_q;
  logic [Slots-1:0][Slots-1:0] after_q;  // [i][j]: j depends on i
  logic [Slots-1:0] lost_q;  // [i]: committed, as has a transaction that depends on i and has been released
  logic [Slots-1:0][Slots-1:0] past_q;  // [i][j]: j depends on i through a released transaction

  always_ff @(posedge clk_i) begin
    if (done) begin
      unique case (d_op_q)
        TsEdge: after_q[pred][succ] <= 1'b1;
        TsStart: live_q[pred] <= 1'b1;
        TsCommit: begin
          live_q[pred]      <= 1'b0;
          committed_q[pred] <= 1'b1;
          for (int unsigned i = 0; i < Slots; i++) begin
            if (lost_q[i]) past_q[i][pred] <= 1'b1;
          end
        end
        default: begin
          for (int unsigned i = 0; i < Slots; i++) begin
            if (d_op_q == TsRelease && (after_q[i][pred] || past_q[i][pred])) begin
              if (after_q[i][pred]) lost_q[i] <= 1'b1;
              past_q[i] <= (past_q[i] | after_q[pred] | past_q[pred]) & ~(Slots'(1'b1) << i);
            end
          end
          live_q[pred]      <= 1'b0;
          committed_q[pred] <= 1'b0;
          lost_q[pred]      <= 1'b0;
          after_q[pred]     <= '0;
          past_q[pred]      <= '0;
          for (int unsigned i = 0; i < Slots; i++) begin
            after_q[i][pred] <= 1'b0;
            past_q[i][pred]  <= 1'b0;
          end
        end
      endcase
    end
  end

  // Consistency, when nothing is in flight.
  timestamp_t [Slots-1:0] cts, pdts;
  timestamp_t [Slots-1:0] released_at;
  logic [Slots-1:0] exists, copies, timestamps, kept;
  logic  [Slots-1:0][Slots-1:0] ordered;
  logic                         consistent;
  assign exists = live_q | committed_q;

  for (genvar i = 0; i < Slots; i++) begin : gen_slot
    slot_state_t state;
    logic [3:0]  list;  // overflow, number, slot: one successor at most
    assign cts[i]  = u_dut.u_table.u_succ_below.gen_forward.u_ram.u_ram.mem[i] + 1'b1;
    assign pdts[i] = u_dut.u_table.u_succ_pdts.gen_forward.u_ram.u_ram.mem[i];
    assign state   = u_dut.u_table.u_state.gen_forward.u_ram.u_ram.mem[i];
    assign list    = u_dut.u_table.gen_list.u_list.gen_forward.u_ram.u_ram.mem[i];

    timestamp_t committed_at;
    assign committed_at   = u_dut.u_table.gen_list.u_committed.gen_forward.u_ram.u_ram.mem[i];
    assign released_at[i] = u_dut.u_table.gen_list.u_released.gen_forward.u_ram.u_ram.mem[i];

    assign copies[i] = state == {1'b0, committed_q[i], live_q[i]} && !(live_q[i] && committed_q[i]) &&
                       (!exists[i] || (u_dut.u_table.u_succ_below.gen_forward.u_ram.u_ram.mem[i] == u_dut.u_table.u_pred_below.gen_forward.u_ram.u_ram.mem[i] &&
                                       pdts[i] == u_dut.u_table.u_pred_pdts.gen_forward.u_ram.u_ram.mem[i]));
    assign timestamps[i] = released_at[i] <= committed_timestamp &&
                           (!exists[i] || (cts[i] != '0 && cts[i] <= pdts[i] && cts[i] <= timestamp_t'(LastTimestamp))) &&
                           (!committed_q[i] || (pdts[i] <= committed_timestamp && committed_at <= committed_timestamp));
    for (genvar j = 0; j < Slots; j++) begin : gen_successor
      logic remembered;
      assign remembered    = list[3] || (list[2] && list[1:0] == 2'(j));
      assign ordered[i][j] = (!after_q[i][j] || (exists[i] && exists[j] && pdts[i] < cts[j] && remembered)) &&
                             (!past_q[i][j] || (lost_q[i] && exists[j] && pdts[i] < cts[j]));
    end
    logic gone;  // its PDTS must not rise
    assign gone    = list[3] || (list[2] && released_at[list[1:0]] >= committed_at);
    assign kept[i] = ordered[i] == '1 && list[2:0] != {1'b1, 2'(Slots)} && !after_q[i][i] && !past_q[i][i] &&
                     (!lost_q[i] || (committed_q[i] && gone && pdts[i] <= u_dut.u_commits.released_q));
  end
  assign consistent = copies == '1 && timestamps == '1 && kept == '1 &&
                      u_dut.u_commits.released_q <= committed_timestamp &&
                      committed_timestamp <= timestamp_t'(LastTimestamp);

  // Dependencies may follow each other closely; other requests wait until all are answered.
  logic alone, after_edges;
  logic [1:0] requests_q;
  assign alone       = !in_b && !in_c && !in_d;
  assign after_edges = (!in_b || u_dut.b_q.op == TsEdge) && (!in_c || u_dut.c_q.op == TsEdge) &&
                       (!in_d || d_op_q == TsEdge);

  logic       held_q;  // a request is held until it is taken
  logic [6:0] held_request_q;

  always_ff @(posedge clk_i) begin
    held_q         <= req_valid_i && !req_ready;
    held_request_q <= {req_op_i, req_pred_i, req_succ_i};
    if (!first && held_q) begin
      m_held : assume (req_valid_i && {req_op_i, req_pred_i, req_succ_i} == held_request_q);
    end
    if (first)
      m_nothing_offered :
      assume (!u_dut.u_check_req.waiting_q && !u_dut.u_check_rsp.waiting_q &&
      !u_dut.u_rsp_gate.u_check_in.waiting_q && !u_dut.u_rsp_gate.u_check_out.waiting_q && !u_dut.u_rsp_gate.offered_q);
  end

  always_ff @(posedge clk_i) begin
    requests_q <= first ? 2'(req_valid_i) : requests_q + 2'(req_valid_i && req_ready);
    if (first) begin
      m_consistent :
      assume (consistent && alone && !u_dut.clearing && !u_dut.reload_q && !u_dut.u_commits.raised_q && u_dut.gen_propagation.u_propagation.state_q == '0);
      m_request : assume (req_valid_i);
    end else if (requests_q == 2'd2) begin
      m_two : assume (!req_valid_i);
    end
    if (req_valid_i) begin
      m_slots : assume (req_pred_i != 2'd3 && req_succ_i != 2'd3);
      m_one_slot : assume ((req_op_i == TsEdge) == (req_pred_i != req_succ_i));
      unique case (req_op_i)
        TsEdge: begin
          m_edge :
          assume (after_edges && (live_q[req_pred_i] || live_q[req_succ_i]) &&
                           exists[req_pred_i] && exists[req_succ_i]);
        end
        TsStart: m_start : assume (alone && !exists[req_pred_i]);
        TsCommit, TsAbort: m_end : assume (alone && live_q[req_pred_i]);
        // No running transaction is concurrent with it, so it precedes all of them.
        TsRelease: begin
          m_release :
          assume (alone && committed_q[req_pred_i] && !(live_q[0] && after_q[0][req_pred_i]) &&
                  !(live_q[1] && after_q[1][req_pred_i]) && !(live_q[2] && after_q[2][req_pred_i]));
        end
        default: m_others : assume (1'b0);
      endcase
    end
  end

  timestamp_t [Slots-1:0] cts_before_q;
  logic  [Slots-1:0] live_before_q;
  logic              reaches;  // the predecessor follows from the successor
  logic [Slots-1:0][Slots-1:0] all;  // dependencies of both kinds
  assign all     = after_q | past_q;
  assign reaches = all[succ][pred] || |(all[succ] & {all[2][pred], all[1][pred], all[0][pred]});

  always_ff @(posedge clk_i) begin
    cts_before_q  <= cts;
    live_before_q <= live_q;
    if (!first) begin
      if (alone) a_consistent : assert (consistent);
      if (done && d_op_q == TsEdge) a_no_missed_cycle : assert (!reaches);
      if (done && d_op_q == TsCommit) begin
        for (int unsigned i = 0; i < Slots; i++) begin
          if (lost_q[i]) assert (!all[pred][i] && !(|(all[pred] &{all[2][i], all[1][i], all[0][i]})));
        end
      end
      for (int unsigned i = 0; i < Slots; i++) begin
        if (live_q[i] && live_before_q[i]) assert (cts[i] >= cts_before_q[i]);
      end
    end
  end

  // Since the last answer: a propagation; a propagation that has written two raised transactions.
  logic propagated_q, two_raised_q;
  always_ff @(posedge clk_i) begin
    propagated_q <= !first && (u_dut.propagating || (propagated_q && !rsp_valid));
    two_raised_q <= !first && ((u_dut.propagation_write && u_dut.gen_propagation.u_propagation.count_q == 2'd2)
                               || (two_raised_q && !rsp_valid));
    if (!first && rsp_valid && propagated_q) begin
      c_propagated : cover (rsp_verdict == VerdictAccepted && two_raised_q);
      c_cycle : cover (rsp_verdict == VerdictCycle && reaches);
      c_suspected : cover (rsp_verdict == VerdictSuspected && !reaches);
    end
  end

endmodule

`default_nettype wire
