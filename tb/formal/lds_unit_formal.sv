// The local memory's unit with two wavefronts of two lanes and two banks that answer as they like (lds_unit/), for any lane of
// any wavefront: what the lane owns is released only if it has won, and restored only if it has lost; it makes no access once it
// has lost, and none in a new attempt while an older one's rows are its own; an answer comes when the restore of what was lost
// has its place in the order of passes and walks. With what lds_bank_formal proves of a bank's walks and accesses, a
// transaction is atomic. And all that the unit and its parts assert themselves, but that an attempt makes progress: with banks that
// find conflicts where they like it does not; it is tx_mode_ctrl_formal's. For any number of cycles, by induction.
//
// leave: u_dut.*.a_progress
// prove: smtbmc yices 3
// cover: 16
// bug: tx_mode_ctrl/begin_overtakes_release abc bmc3 20
// bug: tx_mode_ctrl/withdrawn_commit abc bmc3 20
// bug: tx_mode_ctrl/tcm_copied_late abc bmc3 20
// bug: lds_answers/not_withdrawn abc bmc3 20
// bug: lds_issue/masked_at_port abc bmc3 20
//
// with: row_serial RowSerial=1
// leave: u_dut.*.a_progress
// prove: smtbmc yices 3

`default_nettype none

module lds_unit_formal
  import localtm_pkg::*;
#(
  parameter int unsigned RowSerial = 0  // of the unit
) (
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
    .FilterBits(2),
    .RowSerial (RowSerial)
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
  logic placed_q = 1'b0;  // a walk of it has
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
    // The access that a bank answers in a walk's first cycle is the walk's, too.
    holds_q <= (holds_q || takes) && !walked;
    if (walked) begin
      old_q    <= 1'b0;
      doomed_q <= 1'b0;
    end
    if ((loses || withdrawn) && holds_q && !old_q && !walked) doomed_q <= 1'b1;
    placed_q <= ordered || placed_q && !walked;
    owed_q   <= (owed_q || loses && holds_q && !placed_q) && !ordered;
    if (rst_n) begin
      a_winners_are_released : assert (!walked || !holds_q || kind != WalkRelease || !doomed_q);
      a_losers_are_restored : assert (!walked || !holds_q || kind != WalkRestore || doomed_q || loses);
      a_losers_rest : assert (!passes || !lost_q);
      a_one_attempt : assert (!passes || !old_q);
      c_released : cover (walked && holds_q && kind == WalkRelease);
      c_restored : cover (walked && holds_q && kind == WalkRestore);
      c_waits_for_restore : cover (ordered && owed_q && asked_q[wavefront_i]);
      a_answer_behind_restore : assert (!(rsp_valid && rsp_wavefront == wavefront_i) || !owed_q || ordered);
    end
  end

  // What the unit's registers hold at any time, of which the properties above follow by induction. First where passes are: in the
  // register for requests, in front of the banks, at the banks, and decided.
  typedef struct packed {
    logic       valid;
    logic       tx;
    logic       posted;
    logic       last;
    logic       wavefront;
    logic [1:0] lanes;
  } pass_t;

  pass_t in_slot, issued, at_banks, said;
  logic said_q = 1'b0, run_tx_q, said_tx_q, takes_q = 1'b0, loses_q = 1'b0;

  always_ff @(posedge clk_i) begin
    if (u_dut.event_pass_o) run_tx_q <= u_dut.issue.tx;
    said_q    <= u_dut.u_answers.run_valid_q;
    said_tx_q <= run_tx_q;
    takes_q   <= takes;
    loses_q   <= loses;
  end

  assign in_slot = '{
          valid: u_dut.u_issue.slot_valid_q[0],
          tx: u_dut.u_issue.slot_q[0].tx,
          posted: u_dut.u_issue.slot_kind_q[0].last_wins,
          last: 1'b1,
          wavefront: u_dut.u_issue.slot_q[0].wavefront,
          lanes: u_dut.u_issue.slot_q[0].exec
      };
  assign issued = '{
          valid: u_dut.made_valid && !u_dut.made.is_walk,
          tx: u_dut.made.tx,
          posted: u_dut.route.posted,
          last: u_dut.route.last,
          wavefront: u_dut.made.wavefront,
          lanes: u_dut.made.lanes
      };
  assign at_banks = '{
          valid: u_dut.u_answers.run_valid_q,
          tx: run_tx_q,
          posted: u_dut.u_answers.run_q.posted,
          last: u_dut.u_answers.run_q.last,
          wavefront: u_dut.u_answers.run_wavefront_q,
          lanes: u_dut.u_answers.run_lanes_q
      };
  assign said = '{
          valid: said_q,
          tx: said_tx_q,
          posted: u_dut.u_answers.said_route.posted,
          last: u_dut.u_answers.said_route.last,
          wavefront: u_dut.u_answers.said_wavefront,
          lanes: u_dut.u_answers.said_lanes
      };

  function automatic logic same_request(pass_t a, pass_t b);
    return a.valid && b.valid && {a.tx, a.posted, a.wavefront} == {b.tx, b.posted, b.wavefront};
  endfunction

  always_ff @(posedge clk_i) begin
    if (rst_n) begin
      l_allocated : assert (u_dut.u_admission.allocation_q[0].transactional == (up_q != 2'd0));
      l_one_serial :
      assert (u_dut.u_mode_ctrl.serial != 2'b11 &&
          u_dut.u_mode_ctrl.other_serial_q == {u_dut.u_mode_ctrl.serial[0], u_dut.u_mode_ctrl.serial[1]});
      l_posted :
      assert (!(in_slot.valid && in_slot.posted && in_slot.tx) && !(issued.valid && issued.posted && issued.tx) &&
          !(at_banks.valid && at_banks.posted && at_banks.tx) && !(said.valid && said.posted && said.tx));
      // The rest of a request follows.
      l_rest_issued : assert (!issued.valid || issued.last || same_request(issued, in_slot));
      l_rest_at_banks :
      assert (!at_banks.valid || at_banks.last || same_request(at_banks, issued.valid ? issued : in_slot));
      l_rest_said :
      assert (!said.valid || said.last || same_request(
          said, at_banks.valid ? at_banks : issued.valid ? issued : in_slot
      ));
      l_stored : assert (stored == (said.valid && said.posted && said.last));
      // What a request's lanes have been found to be
      if (in_slot.valid) begin
        l_kind : assert (!u_dut.u_issue.slot_kind_q[0].merge || !in_slot.tx);
        for (int unsigned a = 0; a < 2; a++) begin
          for (int unsigned b = 0; b < 2; b++) begin
            assert (a == b || u_dut.u_issue.gen_compared_at_port.same_bank_q[0][a][b] ==
                    (u_dut.u_issue.slot_q[0].addr[a][2] == u_dut.u_issue.slot_q[0].addr[b][2]));
          end
        end
      end
      l_banks_answer : assert (bank_answers == (at_banks.valid ? u_dut.u_answers.run_awaited_q : 2'b00));
      l_nothing_said : assert (said.valid || u_dut.u_answers.said_valid == '0);
      for (int unsigned b = 0; b < 2; b++) begin
        // In a transaction, a bank serves one lane, and a lane has one bank.
        if (issued.valid && issued.tx && u_dut.issue_bank_valid[b]) begin
          assert (issued.lanes[u_dut.issue_bank_lane[b]] && u_dut.route.bank[u_dut.issue_bank_lane[b]] == b[0]);
        end
        if (issued.valid && issued.tx && issued.lanes[b]) begin
          assert (u_dut.issue_bank_valid[u_dut.route.bank[b]] && u_dut.issue_bank_lane[u_dut.route.bank[b]] == b[0]);
        end
        if (bank_answers[b]) begin
          assert (bank_tx[b] == at_banks.tx && bank_owner[b] == {at_banks.wavefront, u_dut.u_answers.run_bank_lane_q[b]});
        end
        if (bank_answers[b] && at_banks.tx) begin
          assert (at_banks.lanes[bank_owner[b][0]] && u_dut.u_answers.run_q.bank[bank_owner[b][0]] == b[0]);
        end
        if (at_banks.valid && at_banks.tx && at_banks.lanes[b]) begin
          assert (bank_answers[u_dut.u_answers.run_q.bank[b]] && bank_owner[u_dut.u_answers.run_q.bank[b]][0] == b[0]);
        end
      end
    end
  end

  // Requests of each wavefront, and its transaction
  for (genvar w = 0; w < 2; w++) begin : gen_wavefront
    wire in_slot_here  = in_slot.valid && in_slot.wavefront == w;
    wire issued_here   = issued.valid && issued.wavefront == w;
    wire at_banks_here = at_banks.valid && at_banks.wavefront == w;
    wire said_here     = said.valid && said.wavefront == w;
    wire [3:0] where   = {in_slot_here, issued_here, at_banks_here, said_here};
    wire [3:0] in_tx   = {in_slot.tx, issued.tx, at_banks.tx, said.tx};

    wire begins  = u_dut.u_mode_ctrl.tx_q[w].state == 2'd1;
    wire running = u_dut.u_mode_ctrl.tx_q[w].running;
    wire outside = u_dut.u_mode_ctrl.tx_q[w].state == 2'd0;
    wire restart = u_dut.u_mode_ctrl.tx_q[w].state == 2'd3;
    wire tx_outcome_e made = u_dut.u_mode_ctrl.tx_q[w].outcome;
    wire finished = u_dut.u_answers.finished_q[w];
    wire chosen   = u_dut.u_answers.chosen_q && rsp_wavefront == w;
    wire stays    = u_dut.u_answers.pending_q[w].stays;
    wire passes   = in_slot_here && !in_slot.posted || issued_here && issued.last && !issued.posted ||
                    at_banks_here && at_banks.last && !at_banks.posted;

    // Lanes in a transaction, where they are
    wire [3:0][1:0] lanes_at = {in_slot_here && in_slot.tx ? in_slot.lanes : 2'b0, issued_here && issued.tx ? issued.lanes : 2'b0,
                                at_banks_here && at_banks.tx ? at_banks.lanes : 2'b0, said_here && said.tx ? said.lanes : 2'b0};
    wire [1:0] lanes = lanes_at[3] | lanes_at[2] | lanes_at[1] | lanes_at[0];
    wire [1:0] runs = (running ? u_dut.u_mode_ctrl.tx_q[w].owns | lanes : '0) | (outside ? '0 : u_dut.u_mode_ctrl.tx_q[w].tcm);

    always_ff @(posedge clk_i) begin
      if (rst_n) begin
        l_one_place : assert ($countones(lanes_at) == $countones(lanes));
        l_runs : assert ((runs & ~u_dut.u_mode_ctrl.exec_q[w]) == '0);
        l_serial : assert (!u_dut.u_mode_ctrl.serial[w] || begins || running);
        if (begins) begin
          l_summary :
          assert ((u_dut.u_mode_ctrl.some_q[w].left != '0) ==
                  ((u_dut.u_mode_ctrl.exec_q[w] & ~u_dut.u_mode_ctrl.tx_q[w].tcm) != '0) &&
              u_dut.u_mode_ctrl.some_q[w].left_owns == '0 &&
              (u_dut.u_mode_ctrl.some_q[w].conflict != '0) == (u_dut.u_mode_ctrl.tx_q[w].tcm != '0));
        end
        if (running) l_released : assert (!u_dut.u_mode_ctrl.some_q[w].to_release);
        l_running : assert (running == (u_dut.u_mode_ctrl.tx_q[w].state == 2'd2));
        l_of_a_transaction : assert ((where & in_tx) == '0 || running);
        l_plain : assert ((where & ~in_tx) == '0 || outside);
        l_stores :
        assert (stores_q[w] == 3'(in_slot_here && in_slot.posted) + 3'(issued_here && issued.last && issued.posted) +
                3'(at_banks_here && at_banks.last && at_banks.posted) + 3'(stored && stored_wavefront == w) &&
                u_dut.stores_q[w] == 8'(stores_q[w]));
        l_asked : assert (asked_q[w] == (passes || begins || finished || chosen));
        l_waits : assert (u_dut.u_answers.waiting[w] == asked_q[w] && u_dut.requested_q[w] == asked_q[w]);
        l_once :
        assert ($countones(
            {in_slot_here && !in_slot.posted, issued_here && issued.last && !issued.posted,
                            at_banks_here && at_banks.last && !at_banks.posted, begins, finished, chosen}
        ) <= 1);
        l_stays : assert (!passes || stays);
        if (begins) l_begins : assert (!in_tx_q[w] && !stays && u_dut.u_mode_ctrl.tx_q[w].owns == '0);
        if ((finished || chosen) && !stays) begin
          l_ended :
          assert (made == OutcomeEnter ? running && !in_tx_q[w] : made == OutcomeExit ? outside && in_tx_q[w] :
                  made == OutcomeRestart ? restart && in_tx_q[w] : running && in_tx_q[w]);
        end else if (!begins) begin
          l_in_tx : assert (in_tx_q[w] == running);
        end
        if (chosen && !u_dut.u_answers.fresh_q) begin
          l_kept :
          assert (u_dut.u_answers.masks_q.outcome == made && u_dut.u_answers.masks_q.exec == u_dut.u_mode_ctrl.exec_q[w]);
        end
        if (restart) begin
          l_restarts :
          assert (!u_dut.u_mode_ctrl.tx_q[w].full && (asked_q[w] ? (finished || chosen) && !stays : restarts_q[w]));
        end
        if (chosen || !asked_q[w]) l_settled : assert (u_dut.u_mode_ctrl.tx_q[w].to_restore == '0);
        if (in_tx_q[w] && running || restarts_q[w]) l_exec : assert (exec_q[w] == u_dut.u_mode_ctrl.exec_q[w]);
        if (restart)
          l_restarted :
          assert (u_dut.u_mode_ctrl.exec_q[w] == u_dut.u_mode_ctrl.tx_q[w].tcm && u_dut.u_mode_ctrl.exec_q[w] != '0);
        if (restarts_q[w]) l_begins_again : assert (restart || begins || running && !in_tx_q[w]);
      end
    end
  end

  // The lane
  wire lane_in_slot  = in_slot.valid && in_slot.tx && in_slot.wavefront == wavefront_i && in_slot.lanes[lane_i];
  wire lane_issued   = issued.valid && issued.tx && issued.wavefront == wavefront_i && issued.lanes[lane_i];
  wire lane_at_banks = at_banks.valid && at_banks.tx && at_banks.wavefront == wavefront_i && at_banks.lanes[lane_i];
  wire lane_said     = said.valid && said.tx && said.wavefront == wavefront_i && said.lanes[lane_i];
  wire lane_walk     = u_dut.made_valid && u_dut.made.is_walk && u_dut.issue_walk[0].wavefront == wavefront_i &&
                       u_dut.issue_walk[0].lanes[lane_i];
  wire walk_e walk_kind = u_dut.issue_walk[0].kind;
  wire state_running = u_dut.u_mode_ctrl.tx_q[wavefront_i].running;
  wire owns          = u_dut.u_mode_ctrl.tx_q[wavefront_i].owns[lane_i];
  wire masked        = u_dut.u_mode_ctrl.tx_q[wavefront_i].tcm[lane_i];
  wire to_restore    = u_dut.u_mode_ctrl.tx_q[wavefront_i].to_restore[lane_i];
  wire to_release    = u_dut.u_mode_ctrl.some_q[wavefront_i].to_release && u_dut.u_mode_ctrl.tx_q[wavefront_i].to_release[lane_i];

  always_ff @(posedge clk_i) begin
    if (rst_n) begin
      l_said : assert (lane_said == (takes_q || loses_q) && !(takes_q && loses_q));
      if (lane_said) l_decided : assert (u_dut.decided.lanes[lane_i] && u_dut.decided.conflict[lane_i] == loses_q);
      l_placed : assert (placed_q == lane_walk);
      l_holds :
      assert (!holds_q || to_restore || to_release || lane_walk || state_running && !masked && (owns || takes_q));
      l_doomed :
      assert (!doomed_q || holds_q && (to_restore || lane_walk && walk_kind != WalkRelease || loses_q && owns && !masked));
      l_old : assert (!old_q || holds_q && lane_walk);
      l_restores :
      assert (!to_restore || state_running && masked && owns && (!holds_q || doomed_q) && !to_release && (!lane_walk || walk_kind == WalkAbort));
      l_releases : assert (!to_release || !state_running && !lane_walk && !doomed_q);
      if (lane_walk) begin
        l_walk : assert (!state_running || masked || !owns);
        l_walk_restores : assert (walk_kind != WalkRestore || !holds_q || doomed_q);
        if (walk_kind == WalkRelease) begin
          l_walk_releases :
          assert (!doomed_q && (!state_running || !owns && (!holds_q || old_q || !in_tx_q[wavefront_i])));
        end
        l_walk_alone : assert (!(lane_at_banks || lane_said) || walk_kind == WalkAbort && state_running && masked);
      end
      if (state_running && !in_tx_q[wavefront_i]) l_fresh : assert (!owns && !takes_q && !loses_q && !to_restore);
      l_lost : assert (!lost_q || !in_tx_q[wavefront_i] || masked || loses_q);
      l_losers_rest : assert (!lost_q || !(lane_in_slot || lane_issued || lane_at_banks));
      l_masked_in_slot : assert (!(lane_in_slot && masked) || u_dut.u_issue.aborts_q);
      l_masked_issued : assert (!(lane_issued && masked));
      l_masked_at_banks : assert (!(lane_at_banks && masked) || lane_walk && walk_kind == WalkAbort);
      l_owed :
      assert (!owed_q || to_restore || loses_q && owns && !masked && u_dut.u_answers.said_hit && said.wavefront == wavefront_i);
    end
  end

endmodule

`default_nettype wire
