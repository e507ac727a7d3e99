// tx_mode_ctrl with two wavefronts of two lanes, against any order of begins, commits, conflicts and walks: a
// wavefront's attempt fails at most three times in a row without an external abort, then one of its lanes commits; with
// serialization by rows at most four times, for any lanes first with their rows. A wavefront that owns the work-group
// is alone. With withdrawals, attempts with lanes withdrawn by another system do not count, and such lanes lose at once
// and do not commit in any attempt in progress.
//
// prove: abc pdr
// cover: 40
// bug: tx_mode_ctrl/no_escalation abc bmc3 60
// bug: tx_mode_ctrl/no_abort abc bmc3 60
//
// with: rows RowSerial=1 Attempts=4
// prove: abc pdr
// cover: 50
// bug: tx_mode_ctrl/rows_forever abc bmc3 80
//
// with: withdrawals Withdrawals=1
// prove: abc pdr
// cover: 40
// bug: tx_mode_ctrl/withdrawn_commit abc bmc3 20

`default_nettype none

module tx_mode_ctrl_formal
  import localtm_pkg::*;
#(
  parameter bit          RowSerial   = 1'b0,
  parameter bit          Withdrawals = 1'b0,  // another system withdraws lanes
  parameter int unsigned Attempts    = 3      // failures in a row, at most
) (
  input wire logic       clk_i,
  input wire logic       begin_i,
  input wire logic       commit_i,
  input wire logic       withdraw_i,
  input wire logic       wavefront_i,
  input wire logic [1:0] exec_i,
  input wire logic       access_wavefront_i,
  input wire logic [1:0] access_lanes_i,
  input wire logic [1:0] conflict_lanes_i,
  input wire logic [1:0] first_lanes_i,
  input wire logic       overflow_i,
  input wire logic       older_i,
  input wire logic       hold_release_i,
  input wire logic       walk_gnt_i
);

  logic rst_n = 1'b0;
  always_ff @(posedge clk_i) rst_n <= 1'b1;

  typedef struct packed {
    logic       wavefront;
    logic [1:0] lanes;
    logic [1:0] conflict;
    logic [1:0] first;
    logic       overflow;
  } decided_t;
  typedef struct packed {
    walk_e      kind;
    logic       wavefront;
    logic [1:0] lanes;
  } walk_t;
  typedef struct packed {
    logic       in_tx;
    logic       depth_full;
    logic [1:0] tcm;
  } tx_state_t;
  typedef struct packed {
    logic        aborted;
    tx_mode_e    mode;
    tx_outcome_e outcome;
    logic [1:0]  tcm;
    logic [1:0]  exec;
  } tx_attempt_t;

  logic withdraw;
  assign withdraw = Withdrawals && withdraw_i;

  decided_t decided;
  walk_t walk;
  tx_state_t [1:0] state;
  tx_attempt_t [1:0] attempt;
  logic [1:0][1:0] owners;
  tx_mode_e [1:0] mode;
  logic walk_req, busy;
  logic [1:0] done, settled, masked;

  assign decided = '{
          wavefront: access_wavefront_i,
          lanes: access_lanes_i,
          conflict: conflict_lanes_i,
          first: first_lanes_i,
          overflow: overflow_i
      };

  tx_mode_ctrl #(
    .Lanes       (2),
    .Wavefronts  (2),
    .WorkGroups  (1),
    .RowSerial   (RowSerial),
    .decided_t   (decided_t),
    .walk_t      (walk_t),
    .tx_state_t  (tx_state_t),
    .tx_attempt_t(tx_attempt_t)
  ) u_dut (
    .clk_i,
    .rst_ni    (rst_n),
    .begin_i,
    .commit_i,
    .withdraw_i(withdraw),
    .wavefront_i,
    .exec_i,
    .decided_i (decided),
    .older_i,
    .hold_release_i,
    .walk_req_o(walk_req),
    .walk_gnt_i,
    .walk_o    (walk),
    .state_o   (state),
    .masked_o  (masked),
    .mode_o    (mode),
    .done_o    (done),
    .settled_o (settled),
    .owners_o  (owners),
    .attempt_o (attempt),
    .busy_o    (busy)
  );

  // State of each wavefront, from the ports
  logic [1:0] in_tx, aborted;
  logic [1:0][1:0] tcm, exec;
  tx_outcome_e [1:0] outcome;

  for (genvar w = 0; w < 2; w++) begin : gen_wavefront
    assign in_tx[w]   = state[w].in_tx;
    assign tcm[w]     = state[w].tcm;
    assign aborted[w] = attempt[w].aborted;
    assign exec[w]    = attempt[w].exec;
    assign outcome[w] = attempt[w].outcome;
  end

  // A wavefront has one request at a time, and commits what it has begun; nested begins are left to simulation. The
  // effect of a begin or commit is visible in the cycle after it is done.
  logic [1:0] waiting_q = '0, inside_q = '0, restart_q = '0, done_q = '0;
  logic [1:0] in_attempt, restart;
  logic [1:0][1:0] exec_q = '0, tcm_q = '0;  // previous cycle
  logic [1:0][1:0] withdrawn_q = '0, withdrawn_before_q = '0;  // withdrawn lanes, now and one cycle ago

  for (genvar w = 0; w < 2; w++) begin : gen_done
    assign in_attempt[w]  = done_q[w] ? outcome[w] == OutcomeEnter : inside_q[w];
    assign restart[w] = done_q[w] ? outcome[w] == OutcomeRestart : restart_q[w];
  end

  always_ff @(posedge clk_i) begin
    if (rst_n) begin
      exec_q    <= exec;
      tcm_q     <= tcm;
      done_q    <= done;
      inside_q  <= in_attempt;
      restart_q <= restart;
      withdrawn_before_q <= withdrawn_q;
      for (int w = 0; w < 2; w++) begin
        if (done[w]) begin
          waiting_q[w]   <= 1'b0;
          withdrawn_q[w] <= '0;
        end else if ((begin_i || commit_i) && wavefront_i == 1'(w)) begin
          waiting_q[w] <= 1'b1;
        end else if (withdraw && wavefront_i == 1'(w)) begin
          withdrawn_q[w] <= withdrawn_q[w] | exec_i;
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_n) begin
      m_one_a_cycle : assume ($onehot0({begin_i, commit_i, withdraw}));
      if (begin_i) m_begin : assume (!waiting_q[wavefront_i] && !in_attempt[wavefront_i]);
      if (begin_i && !restart[wavefront_i]) m_someone_begins : assume (exec_i != '0);
      if (begin_i && restart[wavefront_i]) m_exec_is_tcm : assume (exec_i == tcm[wavefront_i]);
      if (commit_i) begin
        m_commit : assume (!waiting_q[wavefront_i] && in_attempt[wavefront_i] && settled[wavefront_i]);
      end
      // The controller cannot bound how often another system withdraws lanes.
      if (withdraw) begin
        m_withdraw :
        assume (!waiting_q[wavefront_i] && in_attempt[wavefront_i] && settled[wavefront_i] && exec_i != '0 &&
                (exec_i & ~exec[wavefront_i]) == '0);
      end
      m_conflicts_are_accesses : assume ((conflict_lanes_i & ~access_lanes_i) == '0);
      m_first_are_conflicts : assume ((first_lanes_i & ~conflict_lanes_i) == '0);
      m_overflow_is_conflict : assume (!overflow_i || conflict_lanes_i != '0);
      if (conflict_lanes_i != '0) begin
        // Lanes that an abort has stopped may still conflict.
        m_conflict :
        assume (in_attempt[access_wavefront_i] && in_tx[access_wavefront_i] &&
                             !(commit_i && wavefront_i == access_wavefront_i) &&
                             (conflict_lanes_i & ~exec[access_wavefront_i]) == '0);
        // No other wavefront owns rows.
        m_alone : assume (mode[access_wavefront_i] != ModeWorkGroupSerial);
      end
    end else begin
      m_reset : assume (!begin_i && !commit_i && !withdraw && conflict_lanes_i == '0);
    end
  end

  // Attempts of each wavefront that failed since a lane committed or an external abort
  logic [1:0][2:0] failed_q = '0;

  always_ff @(posedge clk_i) begin
    if (rst_n) begin
      for (int w = 0; w < 2; w++) begin
        if (done_q[w] && outcome[w] == OutcomeRestart) begin
          failed_q[w] <= aborted[w] || withdrawn_before_q[w] != '0 || (exec_q[w] & ~tcm_q[w]) != '0 ? '0 :
                         failed_q[w] + 1'b1;
        end
        if (done_q[w] && outcome[w] == OutcomeExit) failed_q[w] <= '0;
      end
      a_first_progresses : assert (failed_q[0] <= 3'(Attempts));
      a_second_progresses : assert (failed_q[1] <= 3'(Attempts));
      a_one_serial :
      assert (!(in_tx[0] && in_tx[1] && mode[0] == ModeWorkGroupSerial && mode[1] == ModeWorkGroupSerial));
      for (int w = 0; w < 2; w++) begin
        // No label in loops: slang repeats it.
        assert (!in_tx[w] || (withdrawn_q[w] & ~tcm[w]) == '0);
        if (done_q[w] && outcome[w] == OutcomeExit) assert (withdrawn_before_q[w] == '0);
      end
      c_withdrawn : cover (!Withdrawals || withdrawn_before_q[1] != '0 && done_q[1] && outcome[1] == OutcomeRestart);
      c_serial : cover (in_tx[1] && mode[1] == ModeWorkGroupSerial && failed_q[1] == 3'(Attempts));
      c_abort : cover (walk_req && walk_gnt_i && walk.kind == WalkAbort);
      c_exit : cover (failed_q[1] == 3 && done_q[1] && outcome[1] == OutcomeExit);
    end
  end

endmodule

`default_nettype wire
