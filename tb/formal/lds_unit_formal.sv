// The local memory's unit with two wavefronts of two lanes and two banks that answer as they like (lds_unit/), for any lane of
// any wavefront: what the lane owns is released only if it has won, and restored only if it has lost; it makes no access once it
// has lost, and none in a new attempt while an older one's rows are its own; an answer comes when the restore of what was lost
// has its place in the order of passes and walks. With what lds_bank_formal proves of a bank's walks and accesses, a
// transaction is atomic. Bounded: the depth holds two attempts with a conflict, its restore and a commit.
//
// What the unit and its parts assert themselves holds for any number of cycles, but for three things: that an attempt makes
// progress is tx_mode_ctrl_formal's, that conflicts are of lanes in EXEC and the count of stores that are under way
// are proved to the bound only.
//
// bound: abc bmc3 20
// bug: tx_mode_ctrl/begin_overtakes_release abc bmc3 20
// bug: tx_mode_ctrl/withdrawn_commit abc bmc3 20
// bug: tx_mode_ctrl/tcm_copied_late abc bmc3 20
// bug: lds_answers/not_withdrawn abc bmc3 20
// bug: lds_issue/masked_at_port abc bmc3 20
//
// leave: a_*
// leave: u_dut.*.a_progress
// leave: u_dut.*.a_conflict_of_exec
// leave: u_dut.a_only_accesses_behind_stores
// leave: u_dut.a_stores_are_known
// prove: abc pdr

`default_nettype none

module lds_unit_formal
  import localtm_pkg::*;
(
  input wire logic        clk_i,
  input wire logic        wavefront_i,      // the lane: constant
  input wire logic        lane_i,
  input wire logic        req_valid_i,
  input wire logic        req_wavefront_i,
  input wire lds_op_e     req_op_i,
  input wire logic [1:0]  req_exec_i,
  input wire addr_t [1:0] req_addr_i,
  input wire logic        rsp_ready_i
);

  logic rst_n = 1'b0;
  logic [1:0] up_q = '0;  // the allocation is made in the first cycle after reset
  always_ff @(posedge clk_i) begin
    rst_n <= 1'b1;
    if (rst_n && up_q != 2'd2) up_q <= up_q + 1'b1;
  end

  logic wavefront_q, lane_q;
  always_ff @(posedge clk_i) begin
    wavefront_q <= wavefront_i;
    lane_q      <= lane_i;
    if (rst_n) m_constant : assume (wavefront_i == wavefront_q && lane_i == lane_q);
  end

  logic req_valid, req_ready, req_posted, rsp_valid, rsp_wavefront, event_pass, event_walk, event_wavefront, aborted;
  logic stored, stored_wavefront;
  logic [1:0] conflict, tcm, exec, event_lanes;
  lds_error_e error;
  tx_outcome_e outcome;
  walk_e kind;
  assign req_valid = req_valid_i && up_q == 2'd2;

  lds_tx_unit #(
    .Lanes     (2),
    .PassLanes (2),
    .Banks     (2),
    .Wavefronts(2),
    .Rows      (4),
    .FilterBits(2)
  ) u_dut (
    .clk_i,
    .rst_ni               (rst_n),
    .alloc_valid_i        (rst_n && up_q == '0),
    .alloc_group_i        ('0),
    .alloc_base_i         ('0),
    .alloc_rows_i         (3'd2),
    .alloc_transactional_i(1'b1),
    .alloc_error_o        (),
    .req_valid_i          (req_valid),
    .req_ready_o          (req_ready),
    .req_posted_o         (req_posted),
    .req_wavefront_i,
    .req_op_i,
    .req_exec_i,
    .req_addr_i,
    .req_data_i           ('0),
    .rsp_valid_o          (rsp_valid),
    .rsp_ready_i,
    .rsp_wavefront_o      (rsp_wavefront),
    .rsp_error_o          (error),
    .rsp_data_o           (),
    .rsp_conflict_o       (conflict),
    .rsp_true_o           (),
    .rsp_reader_o         (),
    .rsp_overflow_o       (),
    .rsp_race_o           (),
    .rsp_tcm_o            (tcm),
    .rsp_exec_o           (exec),
    .rsp_outcome_o        (outcome),
    .rsp_mode_o           (),
    .rsp_aborted_o        (aborted),
    .stored_valid_o       (stored),
    .stored_wavefront_o   (stored_wavefront),
    .stored_race_o        (),
    .event_pass_o         (event_pass),
    .event_walk_o         (event_walk),
    .event_kind_o         (kind),
    .event_wavefront_o    (event_wavefront),
    .event_lanes_o        (event_lanes),
    .busy_o               ()
  );

  stream_assume #(
    .Width(1 + $bits(lds_op_e) + 2 + 2 * AddrBits)
  ) u_assume_req (
    .clk_i,
    .rst_ni (rst_n),
    .valid_i(req_valid),
    .ready_i(req_ready),
    .data_i ({req_wavefront_i, req_op_i, req_exec_i, req_addr_i})
  );

  // A wavefront asks for one thing at a time, with stores under way for accesses alone, and in a transaction for lanes of it.
  logic [1:0] asked_q = '0;
  logic [1:0][2:0] stores_q = '0;
  logic [1:0] in_tx_q = '0;
  logic [1:0] restarts_q = '0;  // goes back to its begin
  logic [1:0][1:0] exec_q = '1;  // lanes that may take part: outside of transactions any
  always_comb begin
    assume (req_op_i <= OpWithdraw);
    assume (req_addr_i[0] < addr_t'(16) && req_addr_i[1] < addr_t'(16));  // two banks of two rows
    if (req_valid) begin
      assume (!asked_q[req_wavefront_i]);
      assume ((req_exec_i & ~exec_q[req_wavefront_i]) == '0);
      assume (!restarts_q[req_wavefront_i] || (req_op_i == OpBegin && req_exec_i == exec_q[req_wavefront_i]));
      assume (req_op_i < OpBegin || stores_q[req_wavefront_i] == '0);
    end
    assume (stores_q[0] < 3'd7 && stores_q[1] < 3'd7);
  end
  always_ff @(posedge clk_i) begin
    if (rsp_valid && rsp_ready_i) begin
      asked_q[rsp_wavefront] <= 1'b0;
      restarts_q[rsp_wavefront] <= outcome == OutcomeRestart;
      if (outcome != OutcomeContinue) in_tx_q[rsp_wavefront] <= outcome == OutcomeEnter;
      if (outcome == OutcomeEnter || outcome == OutcomeRestart) exec_q[rsp_wavefront] <= exec;
      if (outcome == OutcomeExit) exec_q[rsp_wavefront] <= '1;
    end
    if (req_valid && req_ready && !req_posted) asked_q[req_wavefront_i] <= 1'b1;
    for (int unsigned w = 0; w < 2; w++) begin
      stores_q[w] <= stores_q[w] + 3'(req_valid && req_ready && req_posted && req_wavefront_i == 1'(w)) -
          3'(stored && stored_wavefront == 1'(w));
    end
  end

  // The lane: rows that it owns, of which attempt, and whether it has lost.
  logic holds_q = 1'b0, old_q = 1'b0, doomed_q = 1'b0;  // it owns rows, of an older attempt, which has lost them
  logic lost_q = 1'b0, owed_q = 1'b0;  // it has lost this attempt; its restore has no place yet in the order of passes
  logic passes, ordered, walked, takes, loses, withdrawn;
  logic [1:0] bank_answers, bank_conflicts, bank_tx;
  logic [1:0][1:0] bank_owner;
  assign bank_answers   = {u_dut.gen_banks[1].u_bank.answer_q, u_dut.gen_banks[0].u_bank.answer_q};
  assign bank_conflicts = {u_dut.gen_banks[1].u_bank.rsp_conflict_o, u_dut.gen_banks[0].u_bank.rsp_conflict_o};
  assign bank_tx        = {u_dut.gen_banks[1].u_bank.tx_q, u_dut.gen_banks[0].u_bank.tx_q};
  assign bank_owner     = {u_dut.gen_banks[1].u_bank.owner_q, u_dut.gen_banks[0].u_bank.owner_q};

  always_comb begin
    takes = 1'b0;
    loses = 1'b0;
    for (int unsigned b = 0; b < 2; b++) begin
      if (bank_answers[b] && bank_tx[b] && bank_owner[b] == {wavefront_i, lane_i}) begin
        takes |= !bank_conflicts[b];
        loses |= bank_conflicts[b];
      end
    end
  end
  assign passes    = event_pass && event_wavefront == wavefront_i && event_lanes[lane_i] && u_dut.issue.tx;
  assign walked    = event_walk && event_wavefront == wavefront_i && event_lanes[lane_i];
  assign ordered   = u_dut.walk_req && u_dut.walk_gnt && u_dut.walk.wavefront == wavefront_i && u_dut.walk.lanes[lane_i];
  assign withdrawn = req_valid && req_ready && req_op_i == OpWithdraw && req_wavefront_i == wavefront_i &&
                     req_exec_i[lane_i] && in_tx_q[wavefront_i];

  always_ff @(posedge clk_i) begin
    if (rsp_valid && rsp_ready_i && rsp_wavefront == wavefront_i && outcome == OutcomeEnter) begin
      lost_q <= 1'b0;
      old_q  <= holds_q;
    end
    if (loses || withdrawn) lost_q <= 1'b1;
    if (walked) begin
      holds_q  <= 1'b0;
      old_q    <= 1'b0;
      doomed_q <= 1'b0;
    end
    if (takes) holds_q <= 1'b1;
    if ((loses || withdrawn) && holds_q && !old_q && !walked) doomed_q <= 1'b1;
    if (ordered) owed_q <= 1'b0;
    if (loses && holds_q) owed_q <= 1'b1;
    if (rst_n) begin
      a_winners_are_released : assert (!walked || !holds_q || kind != WalkRelease || !doomed_q);
      a_losers_are_restored : assert (!walked || !holds_q || kind != WalkRestore || doomed_q || loses);
      a_losers_rest : assert (!passes || !lost_q);
      a_one_attempt : assert (!passes || !old_q);
      a_answer_behind_restore : assert (!(rsp_valid && rsp_wavefront == wavefront_i) || !owed_q || ordered);
    end
  end

endmodule

`default_nettype wire
