// The local memory's unit with two wavefronts of two lanes and two banks with free answers (lds_unit/), for a symbolic
// lane: its rows are released only if it has won, and restored only if it has lost; it makes no access after it has
// lost, and none in a new attempt while it owns rows from an older one; it is answered only when the restore of lost
// rows has its place in the order of passes and walks. Every bank gets every walk. Together with lds_bank_formal,
// transactions are atomic. All assertions of the unit and its parts are proven, too, except that an attempt makes
// progress: banks with free conflicts prevent it, so tx_mode_ctrl_formal proves that. For any number of cycles, by
// induction.
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
//
// with: staged Staged=1
// leave: u_dut.*.a_progress
// prove: smtbmc yices 3
// cover: 21
// bug: lds_tx_unit/walk_not_awaited abc bmc3 20
// bug: late_ready_buffer/one_turn abc bmc3 20
//
// with: stall_leaving StallLeaving=1
// leave: u_dut.*.a_progress
// prove: smtbmc yices 3
// cover: 18
// bug: lds_restore_first/passes_go_on abc bmc3 20
// bug: lds_restore_first/walk_comes_late abc bmc3 20
// bug: lds_stalled_access/conflict_counts abc bmc3 20

`default_nettype none

module lds_unit_formal
  import localtm_pkg::*;
#(
  // Parameters of the unit
  parameter int unsigned RowSerial    = 0,
  parameter int unsigned StallLeaving = 0,
  parameter int unsigned Staged       = 0
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
    .Lanes       (2),
    .PassLanes   (2),
    .Banks       (2),
    .Wavefronts  (2),
    .Rows        (4),
    .FilterBits  (2),
    .StallLeaving(StallLeaving),
    .RowSerial   (RowSerial),
    .Staged      (Staged)
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
    .memory_report_o      (),
    .stuck_o              (),
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

  // A wavefront makes one request at a time, stores may be in flight only with accesses, and a transaction's request is
  // for its lanes.
  logic [1:0] asked_q = '0;
  logic [1:0][3:0] stores_q = '0;
  logic [1:0] in_tx_q = '0;
  logic [1:0] restarts_q = '0;  // the transaction restarts
  logic [1:0][1:0] exec_q = '1;  // lanes that may take part; outside of transactions any
  always_comb begin
    assume (req_op_i <= OpWithdraw);
    assume (req_addr_i[0] < addr_t'(16) && req_addr_i[1] < addr_t'(16));  // two banks of two rows
    if (req_valid) begin
      assume (!asked_q[req_wavefront_i]);
      assume ((req_exec_i & ~exec_q[req_wavefront_i]) == '0);
      assume (!restarts_q[req_wavefront_i] || (req_op_i == OpBegin && req_exec_i == exec_q[req_wavefront_i]));
      assume (req_op_i < OpBegin || stores_q[req_wavefront_i] == '0);
    end
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
      stores_q[w] <= stores_q[w] + 4'(req_valid && req_ready && req_posted && req_wavefront_i == 1'(w)) -
          4'(stored && stored_wavefront == 1'(w));
    end
  end

  // The lane: the rows that it owns, the attempt that took them, and whether it has lost.
  logic holds_q = 1'b0, old_q = 1'b0, doomed_q = 1'b0;  // owns rows, from an older attempt, which has lost
  logic lost_q = 1'b0, owed_q = 1'b0;  // this attempt has lost; its restore has no place yet in the order of passes
  logic placed_q = 1'b0;  // a walk for the lane has a place
  logic passes, ordered, walked, takes, loses, withdrawn;
  logic [1:0] bank_works, bank_answers, bank_conflicts, bank_tx;
  logic [1:0][1:0] bank_owner;
  assign bank_works     = {u_dut.gen_banks[1].u_bank.works, u_dut.gen_banks[0].u_bank.works};
  assign bank_answers   = {u_dut.gen_banks[1].u_bank.rsp_valid_o, u_dut.gen_banks[0].u_bank.rsp_valid_o};
  assign bank_conflicts = {u_dut.gen_banks[1].u_bank.rsp_conflict_o, u_dut.gen_banks[0].u_bank.rsp_conflict_o};
  assign bank_tx        = {u_dut.gen_banks[1].u_bank.work.tx, u_dut.gen_banks[0].u_bank.work.tx};
  assign bank_owner     = {u_dut.gen_banks[1].u_bank.work.owner, u_dut.gen_banks[0].u_bank.work.owner};

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
    // The access that a bank answers in a walk's first cycle comes before the walk.
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

  // The banks are told what is observed here: each takes a walk in the same cycle, with Staged in the next.
  logic [5:0] walk_now, walk_q, walk_told;
  assign walk_now  = {event_walk, kind, event_wavefront, event_lanes};
  assign walk_told = Staged != 0 ? walk_q : walk_now;
  always_ff @(posedge clk_i) walk_q <= rst_n ? walk_now : '0;

  for (genvar b = 0; b < 2; b++) begin : gen_told
    wire walks = u_dut.gen_banks[b].u_bank.cmd_valid_i && u_dut.gen_banks[b].u_bank.cmd_walk_i;
    always_ff @(posedge clk_i) begin
      if (rst_n) begin
        a_bank_is_ready : assert (!u_dut.gen_banks[b].u_bank.cmd_valid_i || u_dut.gen_banks[b].u_bank.cmd_ready_o);
        a_bank_walks : assert (walks == walk_told[5]);
        a_bank_walk :
        assert (!walks || {u_dut.gen_banks[b].u_bank.cmd_restore_i, u_dut.gen_banks[b].u_bank.cmd_wavefront_i,
                           u_dut.gen_banks[b].u_bank.cmd_lanes_i} == {walk_told[4:3] != WalkRelease, walk_told[2:0]});
      end
    end
  end

  // Induction invariants of the unit's registers. First the places of passes and walks, oldest first: decided; at the
  // banks; with StallLeaving, a restore that goes ahead; in front of the banks; with Staged, in front of the crossbar
  // and in both words of the buffer before it; and in the request registers.
  localparam int unsigned Issued = StallLeaving != 0 ? 3 : 2;
  localparam int unsigned Slot = Staged != 0 ? Issued + 4 : Issued + 1;  // first request register
  localparam int unsigned Places = Staged != 0 ? Slot + 2 : Slot + 1;

  typedef struct packed {
    logic       valid;
    logic       tx;
    logic       posted;
    logic       last;       // last pass of its request
    logic       wavefront;
    logic [1:0] lanes;      // lanes not decided before
  } pass_t;

  typedef struct packed {
    logic       valid;
    walk_e      kind;
    logic       wavefront;
    logic [1:0] lanes;
  } lane_walk_t;

  pass_t [Places-1:0] at, behind;  // behind: the next younger pass
  lane_walk_t [Places-1:0] walk_at;
  logic said_q = 1'b0, done_q, run_tx_q, said_tx_q, takes_q = 1'b0, loses_q = 1'b0;
  wire [1:0] awaited = {
    u_dut.u_answers.run_awaited_q[u_dut.u_answers.run_q.bank[1]],
    u_dut.u_answers.run_awaited_q[u_dut.u_answers.run_q.bank[0]]
  };

  always_ff @(posedge clk_i) begin
    if (u_dut.event_pass_o) run_tx_q <= u_dut.issue.tx;
    said_q    <= u_dut.u_answers.run_valid_q;
    done_q    <= u_dut.u_answers.run_done;
    said_tx_q <= run_tx_q;
    takes_q   <= takes;
    loses_q   <= loses;
  end

  assign at[0] = {
    said_q, said_tx_q, u_dut.u_answers.said_route.posted, u_dut.u_answers.said_route.last && done_q,
    u_dut.u_answers.said_wavefront, u_dut.decided.lanes
  };
  assign at[1] = {
    u_dut.u_answers.run_valid_q, run_tx_q, u_dut.u_answers.run_q.posted, u_dut.u_answers.run_q.last,
    u_dut.u_answers.run_wavefront_q, u_dut.u_answers.run_lanes_q & awaited
  };
  assign at[Issued] = {
    u_dut.made_valid && !u_dut.made.is_walk, u_dut.made.tx, u_dut.route.posted, u_dut.route.last,
    u_dut.made.wavefront, u_dut.made.lanes
  };
  assign walk_at[1:0]    = '0;
  assign walk_at[Issued] = {u_dut.made_valid && u_dut.made.is_walk, u_dut.made_walk[0]};

  for (genvar s = 0; s < Places - Slot; s++) begin : gen_slot
    wire slot = u_dut.u_issue.turn_q ^ s[0];
    assign at[Slot+s] = {
      u_dut.u_issue.slot_valid_q[slot], u_dut.u_issue.slot_q[slot].tx, u_dut.u_issue.slot_kind_q[slot].last_wins, 1'b1,
      u_dut.u_issue.slot_q[slot].wavefront, u_dut.u_issue.slot_q[slot].exec
    };
    assign walk_at[Slot+s] = '0;

    // Conditions on pairs of lanes, same bank and same word, are symmetric.
    wire [1:0][1:0] same_bank = u_dut.u_issue.gen_compared_at_port.same_bank_q[s];
    wire [1:0][1:0] equal = u_dut.u_issue.gen_compared_at_port.equal_q[s];
    wire compared = same_bank[0][1] == same_bank[1][0] && equal[0][1] == equal[1][0] && equal[0][0] && equal[1][1];

    // Registers are undefined before the first clock, and an assertion of lds_pass_select has no reset.
    always_comb begin
      if (Staged != 0 && !rst_n) m_power_up : assume (compared);
    end

    always_ff @(posedge clk_i) begin
      if (rst_n) begin
        l_compared : assert (compared);
        if (u_dut.u_issue.slot_valid_q[s]) begin
          l_kind : assert (!u_dut.u_issue.slot_kind_q[s].merge || !u_dut.u_issue.slot_q[s].tx);
          l_bank :
          assert (same_bank[0][1] == (u_dut.u_issue.slot_q[s].addr[0][2] == u_dut.u_issue.slot_q[s].addr[1][2]));
        end
      end
    end
  end

  if (StallLeaving != 0) begin : gen_ahead
    assign at[2]      = '0;
    assign walk_at[2] = {u_dut.restore, u_dut.u_restore_first.gen_first.walk_q};

    always_ff @(posedge clk_i) begin
      if (rst_n) begin
        l_ahead : assert (!walk_at[2].valid || walk_at[2].kind == WalkRestore);
        l_inverted :
        assert (u_dut.u_restore_first.gen_first.walk_q == ~u_dut.u_restore_first.gen_first.inverted_walk_q);
      end
    end
  end

  if (Staged != 0) begin : gen_staged
    typedef struct packed {  // crossed_t of lds_issue, and the columns that request a bank
      logic [1:0] active;
      logic       is_walk;
      logic [4:0] walk;       // lane_walk_t's kind, wavefront and lanes
      lds_op_e    op;
      logic       tx;
      logic       wavefront;
      logic [1:0] lanes;
      logic       last;
      logic       posted;
      logic       part;
      logic [1:0] bank;
      logic [75:0] words;     // data, rows and bytes
    } staged_t;

    wire turn = u_dut.u_issue.gen_stage.u_stage.take_turn_q;
    wire [1:0] words = u_dut.u_issue.gen_stage.u_stage.valid_q;
    wire [2:0] valid = {words == '1, words != '0, u_dut.u_issue.crossed_valid};
    staged_t [2:0] staged;
    assign staged[0] = {2'b00, u_dut.u_issue.crossed};
    assign staged[1] = u_dut.u_issue.gen_stage.u_stage.data_q[turn];
    assign staged[2] = u_dut.u_issue.gen_stage.u_stage.data_q[!turn];

    for (genvar p = 0; p < 3; p++) begin : gen_stage
      assign at[Issued+1+p] = {
        valid[p] && !staged[p].is_walk, staged[p].tx, staged[p].posted, staged[p].last, staged[p].wavefront, staged[p].lanes
      };
      assign walk_at[Issued+1+p] = {valid[p] && staged[p].is_walk, staged[p].walk};
    end

    always_ff @(posedge clk_i) begin
      if (rst_n) begin
        l_slots :
        assert (u_dut.u_issue.fill_q == (u_dut.u_issue.turn_q ^ ^u_dut.u_issue.slot_valid_q) &&
                (at[Slot].valid || !at[Slot+1].valid));
        l_idle : assert (u_dut.u_issue.gen_turns.idle_q == !u_dut.u_issue.turn_q);
        l_put_turn : assert (u_dut.u_issue.gen_stage.u_stage.put_turn_q == (turn ^ ^words));
        for (int unsigned b = 0; b < 2; b++) begin
          if (u_dut.bank_open[b]) assert (u_dut.bank_ready[b] && !u_dut.walk_waits[b]);
          // A transaction's pass serves the lowest lane of each bank.
          for (int unsigned p = 1; p < 3; p++) begin
            if (at[Issued+1+p].valid && staged[p].tx) begin
              assert (staged[p].lanes[b] ==
                      (staged[p].active[b] && !(b == 1 && staged[p].active[0] && staged[p].bank[0] == staged[p].bank[1])));
            end
          end
          if (at[Issued+1].valid && staged[0].tx && u_dut.u_issue.crossed_bank_valid[b]) begin
            assert (staged[0].lanes[u_dut.u_issue.crossed_bank_column[b]] &&
                    staged[0].bank[u_dut.u_issue.crossed_bank_column[b]] == b[0]);
          end
          if (at[Issued+1].valid && staged[0].tx && staged[0].lanes[b]) begin
            assert (u_dut.u_issue.crossed_bank_valid[staged[0].bank[b]] &&
                    u_dut.u_issue.crossed_bank_column[staged[0].bank[b]] == b[0]);
          end
        end
        for (int unsigned p = 0; p < 3; p++) assert (!valid[p] || !staged[p].part);
      end
    end
  end

  function automatic logic same_request(pass_t a, pass_t b);
    return a.valid && b.valid && {a.tx, a.posted, a.wavefront} == {b.tx, b.posted, b.wavefront};
  endfunction

  always_comb begin
    behind[Places-1] = '0;
    for (int unsigned p = Places - 1; p > 0; p--) behind[p-1] = at[p].valid ? at[p] : behind[p];
  end

  always_ff @(posedge clk_i) begin
    if (rst_n) begin
      l_allocated : assert (u_dut.u_admission.allocation_q[0].transactional == (up_q != 2'd0));
      l_one_serial :
      assert (u_dut.u_mode_ctrl.serial != 2'b11 &&
          u_dut.u_mode_ctrl.other_serial_q == {u_dut.u_mode_ctrl.serial[0], u_dut.u_mode_ctrl.serial[1]});
      for (int unsigned p = 0; p < Places; p++) begin
        assert (!(at[p].valid && at[p].posted && at[p].tx));
        assert (!at[p].valid || at[p].last || same_request(at[p], behind[p]));  // the rest of a request follows
      end
      l_walks_of_all_banks : assert (!walk_at[Issued].valid || u_dut.made_bank_valid == '1);
      l_both_walks : assert (u_dut.made_walk[0] == u_dut.made_walk[1]);
      l_stored : assert (stored == (at[0].valid && at[0].posted && at[0].last));
      l_banks_work : assert (bank_works == u_dut.u_answers.run_awaited_q && (at[1].valid || bank_works == '0));
      l_nothing_said : assert (at[0].valid || u_dut.u_answers.said_valid == '0);
      for (int unsigned b = 0; b < 2; b++) begin
        // A transaction's bank serves one lane, and a lane has one bank.
        if (at[Issued].valid && at[Issued].tx && u_dut.made_bank_valid[b]) begin
          assert (at[Issued].lanes[u_dut.issue_bank_lane[b]] && u_dut.route.bank[u_dut.issue_bank_lane[b]] == b[0]);
        end
        if (at[Issued].valid && at[Issued].tx && at[Issued].lanes[b]) begin
          assert (u_dut.made_bank_valid[u_dut.route.bank[b]] && u_dut.issue_bank_lane[u_dut.route.bank[b]] == b[0]);
        end
        if (bank_works[b]) begin
          assert (bank_tx[b] == at[1].tx && bank_owner[b] == {at[1].wavefront, u_dut.u_answers.run_bank_lane_q[b]});
          assert (!at[1].tx || at[1].lanes[bank_owner[b][0]] && u_dut.u_answers.run_q.bank[bank_owner[b][0]] == b[0]);
        end
        if (at[1].valid && at[1].tx && at[1].lanes[b]) begin
          assert (bank_owner[u_dut.u_answers.run_q.bank[b]][0] == b[0]);
        end
      end
    end
  end

  // Requests of each wavefront, and its transaction
  for (genvar w = 0; w < 2; w++) begin : gen_wavefront
    wire begins  = u_dut.u_mode_ctrl.tx_q[w].state == 2'd1;
    wire running = u_dut.u_mode_ctrl.tx_q[w].running;
    wire outside = u_dut.u_mode_ctrl.tx_q[w].state == 2'd0;
    wire restart = u_dut.u_mode_ctrl.tx_q[w].state == 2'd3;
    wire tx_outcome_e made = u_dut.u_mode_ctrl.tx_q[w].outcome;
    wire finished = u_dut.u_answers.finished_q[w];
    wire chosen   = u_dut.u_answers.chosen_q && rsp_wavefront == w;
    wire stays    = u_dut.u_answers.pending_q[w].stays;

    // Places of its passes: in a transaction or outside; last passes of undecided requests, with and without an answer
    logic [Places-1:0] in_tx, plain, asks, posts;
    logic [1:0] lanes, lanes_twice;  // lanes with a pass in a transaction; lanes with two
    always_comb begin
      {in_tx, plain, asks, posts, lanes, lanes_twice} = '0;
      for (int unsigned p = 0; p < Places; p++) begin
        if (at[p].valid && at[p].wavefront == w) begin
          in_tx[p] = at[p].tx;
          plain[p] = !at[p].tx;
          asks[p]  = p != 0 && at[p].last && !at[p].posted;
          posts[p] = p != 0 && at[p].last && at[p].posted;
          if (at[p].tx) begin
            lanes_twice |= lanes & at[p].lanes;
            lanes |= at[p].lanes;
          end
        end
      end
    end
    wire passes = asks != '0;
    wire [1:0] runs = (running ? u_dut.u_mode_ctrl.tx_q[w].owns | lanes : '0) | (outside ? '0 : u_dut.u_mode_ctrl.tx_q[w].tcm);

    always_ff @(posedge clk_i) begin
      if (rst_n) begin
        l_one_place : assert (lanes_twice == '0);
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
        l_of_a_transaction : assert (in_tx == '0 || running);
        l_plain : assert (plain == '0 || outside);
        l_stores :
        assert (stores_q[w] == $countones(
            {posts, stored && stored_wavefront == w}
        ) && u_dut.stores_q[w] == 8'(stores_q[w]));
        l_asked : assert (asked_q[w] == (passes || begins || finished || chosen));
        l_waits : assert (u_dut.u_answers.waiting[w] == asked_q[w] && u_dut.requested_q[w] == asked_q[w]);
        l_once : assert ($countones({asks, begins, finished, chosen}) <= 1);
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

  // The lane: its passes and walks, and for each place whether there are older or younger ones
  logic [Places-1:0] lane_at, lane_walks, older_pass, older_walk, younger_walk;
  walk_e walk_kind;  // kind of the oldest walk
  always_comb begin
    walk_kind = WalkRelease;
    for (int unsigned p = 0; p < Places; p++) begin
      lane_at[p]    = at[p].valid && at[p].tx && at[p].wavefront == wavefront_i && at[p].lanes[lane_i];
      lane_walks[p] = walk_at[p].valid && walk_at[p].wavefront == wavefront_i && walk_at[p].lanes[lane_i];
    end
    for (int unsigned p = 0; p < Places; p++) begin
      older_pass[p]   = (lane_at & ((Places'(1) << p) - 1'b1)) != '0;
      older_walk[p]   = (lane_walks & ((Places'(1) << p) - 1'b1)) != '0;
      younger_walk[p] = (lane_walks >> (p + 1)) != '0;
      if (lane_walks[p] && !older_walk[p]) walk_kind = walk_at[p].kind;
    end
  end
  wire lane_walk = lane_walks != '0;
  wire state_running = u_dut.u_mode_ctrl.tx_q[wavefront_i].running;
  wire owns          = u_dut.u_mode_ctrl.tx_q[wavefront_i].owns[lane_i];
  wire masked        = u_dut.u_mode_ctrl.tx_q[wavefront_i].tcm[lane_i];
  wire to_restore    = u_dut.u_mode_ctrl.tx_q[wavefront_i].to_restore[lane_i];
  wire to_release    = u_dut.u_mode_ctrl.some_q[wavefront_i].to_release && u_dut.u_mode_ctrl.tx_q[wavefront_i].to_release[lane_i];

  always_ff @(posedge clk_i) begin
    if (rst_n) begin
      l_said : assert (lane_at[0] == (takes_q || loses_q) && !(takes_q && loses_q));
      if (lane_at[0]) l_decided : assert (u_dut.decided.conflict[lane_i] == loses_q);
      l_placed : assert (!placed_q || lane_walk);
      l_holds :
      assert (!holds_q || to_restore || to_release || lane_walk || state_running && !masked && (owns || takes_q));
      l_doomed :
      assert (!doomed_q || holds_q && (to_restore || lane_walk && walk_kind != WalkRelease || loses_q && owns && !masked));
      l_old : assert (!old_q || holds_q && lane_walk);
      l_restores :
      assert (!to_restore || state_running && masked && owns && (!holds_q || doomed_q) && !to_release && lane_at == '0);
      l_releases : assert (!to_release || !state_running && !lane_walk && !doomed_q);
      if (lane_walk) begin
        l_walk : assert (!state_running || masked || !owns);
        l_walk_restores : assert (walk_kind != WalkRestore || !holds_q || doomed_q);
        if (walk_kind == WalkRelease) begin
          l_walk_releases :
          assert (!doomed_q && (!state_running || !owns && (!holds_q || old_q || !in_tx_q[wavefront_i])));
        end
      end
      for (int unsigned p = 0; p < Places; p++) begin
        if (lane_walks[p]) begin
          // A pass in flight is followed by at most one abort; a walk is not followed by a release.
          assert (!older_pass[p] || walk_at[p].kind == WalkAbort && state_running && masked);
          assert (!older_walk[p] || walk_at[p].kind != WalkRelease);
          assert (!to_restore || walk_at[p].kind == WalkAbort && !older_walk[p]);
        end
        if (lane_at[p]) begin
          assert (!old_q || older_walk[p]);
          assert ($onehot0(lane_walks >> (p + 1)));
          assert (p == 0 || !lost_q && (!(holds_q && younger_walk[p]) || older_walk[p] || placed_q));
          assert (!masked || (p >= Slot ? u_dut.u_issue.aborts_q : p == 0 || younger_walk[p]));
        end
      end
      if (state_running && !in_tx_q[wavefront_i]) l_fresh : assert (!owns && !takes_q && !loses_q && !to_restore);
      l_lost : assert (!lost_q || !in_tx_q[wavefront_i] || masked || loses_q);
      l_owed :
      assert (!owed_q || to_restore || loses_q && owns && !masked && u_dut.u_answers.said_hit && at[0].wavefront == wavefront_i);
    end
  end

endmodule

`default_nettype wire
