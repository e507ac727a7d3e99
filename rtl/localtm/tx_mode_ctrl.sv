// Masks and modes of the transactions of all wavefronts (GPU-LocalTM paper, section 3.1): the transaction conflict mask
// (TCM), EXEC of the attempt and at the first begin, and how the next attempt runs.
//
// A wavefront's attempt starts with a begin and ends with a commit; lanes whose TCM bit is set then start again, with
// EXEC = TCM. When TCM is the same after two attempts in a row, the next one lets one of its lanes run (wavefront
// serialization); if that changes nothing either, the next one has the work-group for itself (work-group serialization):
// transactions of its other wavefronts are aborted, and their begins wait until the lane has committed.
// An attempt in which a lane found no room for a backup and no lane commits goes on to work-group serialization at once.
// With RowSerial, wavefront serialization first lets the lanes run that were the first to conflict with their rows; if
// that does not change TCM either, one lane, and then the work-group is serialized.
// Ours, where the papers are silent: work-group serialization is granted round robin; an attempt that was aborted from
// outside is repeated in its mode, and does not count as one that changed nothing; a begin inside a transaction is
// counted (depth_full: no further one can be), and only its outermost commit ends the transaction.
//
// Lanes can also be withdrawn from an attempt that runs (ours): they are in TCM from then on, and their rows are restored
// as after a conflict. It is for transactions that another system decides, which has aborted these lanes.
//
// begin_i, commit_i and withdraw_i: at most one a cycle; the first two are answered by a pulse on done_o. A commit is decided
// in its own cycle, and so is a begin, unless it waits for another wavefront's serialization or for the walk of its
// wavefront's last commit.
// walk_*: what the banks have to restore or release, in this order of priority: conflicts, aborts from outside, commits.
// older_i lets passes that are older than commit_i go first, hold_release_i those that are older than earlier commits.
// next_o: as it will be after this cycle's clock edge, for answers that are made in this cycle.
// What decisions ask of whole masks (is a lane left, is TCM as before) is kept in a bit each, one cycle ahead: the masks are
// too wide to be reduced in the cycle of the decision.
//
// Lanes: of a wavefront. Wavefronts: at least 2, a multiple of WorkGroups; those of a work-group are neighbours. RowSerial:
// see above. The types follow from the sizes; a parent hands its own down.

`default_nettype none

module tx_mode_ctrl
  import localtm_pkg::*;
#(
  parameter  int unsigned Lanes      = 64,                 // of a wavefront
  parameter  int unsigned Wavefronts = 4,                  // at least 2, a multiple of WorkGroups
  parameter  int unsigned WorkGroups = 1,                  // whose wavefronts are neighbours
  parameter  bit          RowSerial  = 1'b0,               // the first lanes of their rows run before a single one does
  localparam int unsigned WfWidth    = $clog2(Wavefronts),

  parameter type decided_t = struct packed {
    logic [WfWidth-1:0] wavefront;
    logic [Lanes-1:0]   lanes;      // whose accesses the banks have decided
    logic [Lanes-1:0]   conflict;   // of these, those that conflict
    logic [Lanes-1:0]   first;      // of these, the first of the attempt with their rows
    logic               overflow;   // a conflict for want of a backup
  },
  parameter type walk_t = struct packed {
    walk_e              kind;
    logic [WfWidth-1:0] wavefront;
    logic [Lanes-1:0]   lanes;
  },
  parameter type tx_state_t = struct packed {
    logic             in_tx;
    logic             depth_full;  // no further begin can be counted
    logic [Lanes-1:0] tcm;
  },
  parameter type tx_next_t = struct packed {
    logic             aborted;  // from outside
    tx_mode_e         mode;
    tx_outcome_e      outcome;  // of the last begin or commit
    logic [Lanes-1:0] tcm;
    logic [Lanes-1:0] exec;     // of the attempt, or after the commit
  }
) (
  input  wire logic clk_i,
  input  wire logic rst_ni,

  input  wire logic               begin_i,  // pulse: a transaction begins
  input  wire logic               commit_i,  // pulse: an attempt ends
  input  wire logic               withdraw_i,  // pulse: lanes leave the attempt that runs
  input  wire logic [WfWidth-1:0] wavefront_i,  // of begin_i, commit_i and withdraw_i
  input  wire logic [Lanes-1:0]   exec_i,       // begin: lanes that run; withdrawal: that leave

  input  wire decided_t decided_i,  // what the banks decided in this cycle; no lanes: nothing

  // A walk; what is requested may change until it is granted, since more urgent walks go first.
  input  wire logic  older_i,  // passes that are older than commit_i have not reached the banks
  input  wire logic  hold_release_i,  // nor have those that are older than earlier commits
  output      logic  walk_req_o,  // a walk is asked for
  input  wire logic  walk_gnt_i,  // walk_o goes to the banks in this cycle
  output      walk_t walk_o,  // whose rows are restored or released

  output tx_state_t [Wavefronts-1:0] state_o,  // of each wavefront
  output tx_mode_e  [Wavefronts-1:0] mode_o,  // how its attempt runs
  output logic      [Wavefronts-1:0] done_o,     // a begin or commit is finished in this cycle
  output logic      [Wavefronts-1:0] settled_o,  // no conflict waits for its walk after this cycle
  output tx_next_t  [Wavefronts-1:0] next_o,  // state after this cycle's clock edge
  output logic                       busy_o      // some walk waits
);

  localparam int unsigned GroupWavefronts = Wavefronts / WorkGroups;
  localparam int unsigned DepthWidth = 8;  // of the number of begins inside a transaction

  if (Wavefronts < 2 || Wavefronts % WorkGroups != 0) begin : gen_check_wavefronts
    $error("tx_mode_ctrl: Wavefronts=%0d must be at least 2 and a multiple of WorkGroups=%0d", Wavefronts, WorkGroups);
  end

  typedef enum logic [1:0] {
    StateOutside,
    StateBegin,   // waits for its turn
    StateRunning,
    StateRestart  // waits for the begin of the next attempt
  } state_e;

  // A wavefront's transaction
  typedef struct packed {
    state_e                state;
    tx_mode_e              mode;
    tx_outcome_e           outcome;
    logic                  old_valid;  // tcm_old_q is that of the attempt before
    logic                  aborted;
    logic                  overflow;
    logic                  serial;     // has the work-group
    logic                  by_row;     // more than one lane runs, one for each row
    logic [DepthWidth-1:0] depth;      // begins inside the transaction
    logic [Lanes-1:0]      tcm;
    logic [Lanes-1:0]      owns;       // lanes with an access in the attempt
    logic [Lanes-1:0]      first;      // lanes that conflicted first with their rows
    logic [Lanes-1:0]      to_restore; // lanes that a walk has to restore
    logic [Lanes-1:0]      to_release; // and to release
  } transaction_t;

  // What is asked of its masks
  typedef struct packed {
    logic left;        // a lane of EXEC is not in TCM
    logic left_owns;   // such a lane has an access
    logic conflict;    // a lane is in TCM
    logic conflicts;   // more than one lane is
    logic not_first;   // a lane is in TCM that was not the first with its row
    logic firsts;      // more than one lane was the first with its row
    logic unchanged;   // TCM is tcm_old_q
    logic to_restore;  // there are lanes to be restored
    logic to_release;  // and to be released
  } summary_t;

  localparam int unsigned Leaves = 2 ** $clog2(Lanes);

  // Whether more than one bit is set, by halves: a chain of carries and the OR over its result would take longer. The lower
  // half of each step's bits says of those of the step before; bits above it mean nothing.
  function automatic logic several(logic [Lanes-1:0] mask);
    logic [Leaves-1:0] one, more;
    one  = Leaves'(mask);
    more = '0;
    for (int unsigned width = Leaves / 2; width > 0; width = width / 2) begin
      more = more | more >> width | one & one >> width;
      one  = one | one >> width;
    end
    return more[0];
  endfunction

  transaction_t [Wavefronts-1:0] tx_q;
  summary_t [Wavefronts-1:0] some_q;
  logic [Wavefronts-1:0][Lanes-1:0] exec_q, tcm_old_q, exit_exec_q;

  // Work-group serialization: who has the work-group
  logic [Wavefronts-1:0] serial_request, serial_grant, serial, group_taken;
  logic [Wavefronts-1:0] others_alive, alive, runs, abort_wanted, commits, some_releasable, releases, restores, busy;

  for (genvar group = 0; group < WorkGroups; group++) begin : gen_group
    localparam int unsigned First = group * GroupWavefronts;
    logic taken;
    logic [GroupWavefronts-1:0] grant;

    assign taken = |serial[First+:GroupWavefronts];

    if (GroupWavefronts > 1) begin : gen_arbiter
      logic unused_valid;
      logic [$clog2(GroupWavefronts)-1:0] unused_index;
      rr_arbiter #(
        .Requests(GroupWavefronts)
      ) u_arbiter (
        .clk_i,
        .rst_ni,
        .req_i   (serial_request[First+:GroupWavefronts]),
        .valid_o (unused_valid),
        .grant_o (grant),
        .index_o (unused_index),
        .accept_i(!taken)
      );
    end else begin : gen_alone
      assign grant = serial_request[First];
    end

    assign serial_grant[First+:GroupWavefronts] = taken ? '0 : grant;
    for (genvar w = First; w < First + GroupWavefronts; w++) begin : gen_wavefront
      assign group_taken[w]  = taken;
      assign others_alive[w] = |(alive[First+:GroupWavefronts] & ~(GroupWavefronts'(1) << (w - First)));
    end
  end

  logic [Wavefronts-1:0][Lanes-1:0] releasable;  // the lanes of a commit may be walked in its own cycle

  for (genvar w = 0; w < Wavefronts; w++) begin : gen_wishes
    assign commits[w]        = commit_i && wavefront_i == WfWidth'(w) && tx_q[w].state == StateRunning &&
                               tx_q[w].depth == '0;
    assign releasable[w]     = commits[w] ? exec_q[w] & ~tx_q[w].tcm & tx_q[w].owns : tx_q[w].to_release;
    assign some_releasable[w] = commits[w] ? some_q[w].left_owns : some_q[w].to_release;
    // An attempt without lanes that still run owns nothing, and needs no abort; nor does one that commits right now.
    assign runs[w]           = tx_q[w].state == StateRunning && some_q[w].left;
    assign alive[w]          = runs[w] || some_q[w].to_release;
    assign releases[w]       = some_releasable[w] && !hold_release_i && !(commits[w] && older_i);
    assign serial_request[w] = tx_q[w].state == StateBegin && tx_q[w].mode == ModeWorkGroupSerial && !tx_q[w].serial;
    assign abort_wanted[w]   = group_taken[w] && !tx_q[w].serial && runs[w] &&
                               !(commit_i && wavefront_i == WfWidth'(w));
    assign busy[w]           = restores[w] || some_q[w].to_release;
    assign restores[w]       = some_q[w].to_restore;
    assign serial[w]         = tx_q[w].serial;
    assign mode_o[w] = tx_q[w].mode;
    assign state_o[w]        = '{
        in_tx: tx_q[w].state == StateRunning,
        depth_full: tx_q[w].depth == '1,
        tcm: tx_q[w].tcm
    };
  end

  // The next walk
  logic walk_taken;

  always_comb begin
    walk_o.kind      = WalkRelease;
    walk_o.wavefront = '0;
    // Descending: the lowest wavefront of the most urgent kind stands.
    for (int w = Wavefronts - 1; w >= 0; w--) begin
      if (releases[w]) begin
        walk_o.kind      = WalkRelease;
        walk_o.wavefront = WfWidth'(unsigned'(w));
      end
    end
    for (int w = Wavefronts - 1; w >= 0; w--) begin
      if (abort_wanted[w]) begin
        walk_o.kind      = WalkAbort;
        walk_o.wavefront = WfWidth'(unsigned'(w));
      end
    end
    for (int w = Wavefronts - 1; w >= 0; w--) begin
      if (restores[w]) begin
        walk_o.kind      = WalkRestore;
        walk_o.wavefront = WfWidth'(unsigned'(w));
      end
    end
    unique case (walk_o.kind)
      WalkRestore: walk_o.lanes = tx_q[walk_o.wavefront].to_restore;
      WalkAbort:   walk_o.lanes = exec_q[walk_o.wavefront] & ~tx_q[walk_o.wavefront].tcm;
      default:     walk_o.lanes = releasable[walk_o.wavefront];
    endcase
  end

  assign walk_req_o = restores != '0 || abort_wanted != '0 || releases != '0;
  assign walk_taken = walk_req_o && walk_gnt_i;
  assign busy_o     = busy != '0;

  // Each wavefront
  for (genvar w = 0; w < Wavefronts; w++) begin : gen_state
    transaction_t tx, tx_d;
    summary_t some, some_d;
    logic enter, commit, mine, accesses, nested, starts, by_row;
    logic walked, restored, released, stopped;
    logic [Lanes-1:0] exec_d, one_released, withdrawn;
    logic [Lanes-1:0] tcm_then, first_then, owns_new, hit;  // after this cycle's accesses
    tx_mode_e next_mode;

    assign tx        = tx_q[w];
    assign some      = some_q[w];
    assign enter     = begin_i && wavefront_i == WfWidth'(w);
    assign commit    = commit_i && wavefront_i == WfWidth'(w);
    assign mine      = decided_i.wavefront == WfWidth'(w);
    assign accesses  = mine && tx.state == StateRunning;
    assign nested    = tx.state == StateRunning && (enter || commit && tx.depth != '0);
    assign walked    = walk_taken && walk_o.wavefront == WfWidth'(w);
    assign restored  = walked && walk_o.kind == WalkRestore;
    assign released  = walked && walk_o.kind == WalkRelease;
    assign stopped   = walked && walk_o.kind == WalkAbort;

    // The lowest lane of TCM runs alone: the other bits stay set.
    assign one_released = tx.tcm & (tx.tcm - 1'b1);

    // Conflicts are those of a running attempt. A lane that conflicts in its first access has nothing to be restored.
    assign withdrawn  = withdraw_i && wavefront_i == WfWidth'(w) && tx.state == StateRunning ? exec_i & exec_q[w] : '0;
    assign tcm_then   = tx.tcm | withdrawn | (mine ? decided_i.conflict : '0);
    assign first_then = mine ? tx.first | decided_i.first : tx.first;
    assign hit        = (withdrawn | (mine ? decided_i.conflict : '0)) & ~tx.tcm & tx.owns;
    assign owns_new   = decided_i.lanes & ~decided_i.conflict;

    always_comb begin
      next_mode = tx.mode;
      if (enter && tx.state == StateOutside) begin
        next_mode = ModeTx;
      end else if (enter && tx.state == StateRestart && !tx.aborted) begin
        next_mode = ModeTx;
        if (tx.overflow) next_mode = ModeWorkGroupSerial;
        else if (tx.old_valid && some.unchanged)
          next_mode = tx.mode == ModeTx || tx.by_row ? ModeWavefrontSerial : ModeWorkGroupSerial;
      end
    end

    // By rows after attempts of all lanes only, so that the next step is one lane.
    assign by_row = RowSerial && next_mode == ModeWavefrontSerial && tx.mode == ModeTx && some.firsts;

    assign starts = (enter && !nested || tx.state == StateBegin) && !some.to_release &&
                    (next_mode == ModeWorkGroupSerial ? tx.serial && !others_alive[w] : !group_taken[w]);

    always_comb begin
      tx_d        = tx;
      tx_d.mode   = next_mode;
      tx_d.serial = tx.serial || serial_grant[w];
      tx_d.tcm    = tcm_then;
      tx_d.first  = first_then;
      if (accesses) tx_d.owns = tx.owns | owns_new;
      if (restored) tx_d.to_restore = '0;
      tx_d.to_restore = tx_d.to_restore | hit;
      tx_d.to_release = released ? '0 : releasable[w];
      exec_d          = exec_q[w];

      if (accesses && decided_i.overflow) tx_d.overflow = 1'b1;
      if (stopped) begin
        tx_d.tcm     = exec_q[w];
        tx_d.aborted = 1'b1;
      end

      if (nested) begin
        tx_d.depth   = enter ? tx.depth + 1'b1 : tx.depth - 1'b1;
        tx_d.outcome = OutcomeContinue;
      end else if (enter) begin
        tx_d.state   = StateBegin;
        tx_d.aborted = 1'b0;
        tx_d.owns    = '0;
        tx_d.first   = '0;
        tx_d.by_row  = 1'b0;
        if (tx.state == StateOutside) begin
          tx_d.old_valid = 1'b0;
          tx_d.depth     = '0;
          tx_d.tcm       = '0;
          exec_d         = exec_i;
        end else begin
          if (!tx.aborted) tx_d.old_valid = 1'b1;
          tx_d.tcm = next_mode == ModeTx ? '0 : one_released;
          if (by_row) begin
            tx_d.tcm    = tx.tcm & ~tx.first;
            tx_d.by_row = 1'b1;
          end
        end
      end
      if (starts) begin
        tx_d.state    = StateRunning;
        tx_d.overflow = 1'b0;
        tx_d.outcome  = OutcomeEnter;
      end
      if (commits[w]) begin
        tx_d.serial = 1'b0;
        if (some.left) tx_d.overflow = 1'b0;
        if (!some.conflict) begin
          tx_d.state   = StateOutside;
          tx_d.mode    = ModeNone;
          tx_d.outcome = OutcomeExit;
          exec_d       = exit_exec_q[w];
        end else begin
          tx_d.state   = StateRestart;
          tx_d.outcome = OutcomeRestart;
          exec_d       = tx.tcm;
        end
      end
    end

    // The summary of the next state. EXEC and TCM change by more than accesses at an abort, which leaves no lane, and at a
    // begin: then the lanes of EXEC run, or the lowest of TCM, or the first with their rows.
    always_comb begin
      some_d.left       = (exec_q[w] & ~tcm_then) != '0;
      some_d.left_owns  = (exec_q[w] & ~tcm_then & tx.owns) != '0 ||
                          accesses && (exec_q[w] & ~tcm_then & owns_new) != '0;
      some_d.conflict   = tcm_then != '0;
      some_d.conflicts  = several(tcm_then);
      some_d.not_first  = (tcm_then & ~first_then) != '0;
      some_d.firsts     = several(first_then);
      some_d.unchanged  = tcm_then == tcm_old_q[w];
      some_d.to_restore = some.to_restore && !restored || hit != '0;
      some_d.to_release = some_releasable[w] && !released;
      if (stopped) begin
        some_d.left      = 1'b0;
        some_d.left_owns = 1'b0;
        some_d.conflict  = 1'b1;
      end
      if (enter && !nested) begin
        some_d.left      = tx.state == StateRestart || exec_i != '0;
        some_d.left_owns = 1'b0;
        some_d.conflict  = tx.state == StateRestart && next_mode != ModeTx &&
                           (by_row ? some.not_first : some.conflicts);
      end
    end

    assign done_o[w]    = starts || nested || commits[w];
    assign settled_o[w] = !some_d.to_restore;
    assign next_o[w] = '{
            aborted: tx_d.aborted,
            mode: tx_d.mode,
            outcome: tx_d.outcome,
            tcm: tx_d.tcm,
            exec: exec_d
        };

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        tx_q[w]   <= '0;  // outside
        some_q[w] <= '0;
      end else begin
        tx_q[w]   <= tx_d;
        some_q[w] <= some_d;
      end
    end

    always_ff @(posedge clk_i) begin
      exec_q[w] <= exec_d;
      if (enter && tx.state == StateOutside) exit_exec_q[w] <= exec_i;
      if (enter && tx.state == StateRestart && !tx.aborted) tcm_old_q[w] <= tx.tcm;
    end

    logic withdrew_q;  // lanes of the attempt have been withdrawn, for the assertion

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) withdrew_q <= 1'b0;
      else withdrew_q <= !starts && (withdrew_q || withdrawn != '0);
    end

    always_ff @(posedge clk_i) begin
      if (rst_ni) begin
        a_summary_of_walks :
        assert (some.to_restore == (tx.to_restore != '0) && some.to_release == (tx.to_release != '0))
        else $error("tx_mode_ctrl: wavefront %0d restores %h and releases %h", w, tx.to_restore, tx.to_release);
        a_summary_of_attempt :
        assert (tx.state != StateRunning || some.left == ((exec_q[w] & ~tx.tcm) != '0) &&
                some.left_owns == ((exec_q[w] & ~tx.tcm & tx.owns) != '0) && some.conflict == (tx.tcm != '0))
        else $error("tx_mode_ctrl: wavefront %0d runs lanes %h, TCM %h", w, exec_q[w], tx.tcm);
        a_summary_of_restart :
        assert (tx.state != StateRestart || some.unchanged == (tx.tcm == tcm_old_q[w]) &&
                some.conflicts == ((tx.tcm & (tx.tcm - 1'b1)) != '0) &&
                some.not_first == ((tx.tcm & ~tx.first) != '0) &&
                some.firsts == ((tx.first & (tx.first - 1'b1)) != '0))
        else $error("tx_mode_ctrl: wavefront %0d restarts lanes %h, first %h", w, tx.tcm, tx.first);
        a_first_conflict :
        assert ((tx.first & ~tx.tcm) == '0)
        else $error("tx_mode_ctrl: wavefront %0d: lanes %h are the first with their rows, TCM %h", w, tx.first, tx.tcm);
        a_restart_with_tcm :
        assert (!(enter && tx.state == StateRestart) || exec_i == tx.tcm)
        else $error("tx_mode_ctrl: wavefront %0d restarts with lanes %h instead of %h", w, exec_i, tx.tcm);
        a_begin_expected :
        assert (!enter || tx.state != StateBegin)
        else $error("tx_mode_ctrl: wavefront %0d begins while its begin waits", w);
        a_begin_counted :
        assert (!(nested && enter) || tx.depth != '1)
        else $error("tx_mode_ctrl: wavefront %0d begins inside %0d others", w, tx.depth);
        a_withdrawal_expected :
        assert (!(withdraw_i && wavefront_i == WfWidth'(w)) || tx.state == StateRunning)
        else $error("tx_mode_ctrl: lanes %h of wavefront %0d are withdrawn in state %0d", exec_i, w, tx.state);
        a_commit_expected :
        assert (!commit || tx.state == StateRunning)
        else $error("tx_mode_ctrl: wavefront %0d commits in state %0d", w, tx.state);
        a_conflict_of_running :
        assert (decided_i.conflict == '0 || decided_i.wavefront != WfWidth'(w) || tx.state == StateRunning)
        else $error("tx_mode_ctrl: lanes %h of wavefront %0d conflict in state %0d", decided_i.conflict, w, tx.state);
        a_commit_settled :
        assert (!commit || tx.to_restore == '0)
        else $error("tx_mode_ctrl: wavefront %0d commits before lanes %h are restored", w, tx.to_restore);
        a_released_once :
        assert (!commits[w] || tx.to_release == '0)
        else $error("tx_mode_ctrl: wavefront %0d commits before lanes %h are released", w, tx.to_release);
        a_progress :
        assert (!(commits[w] && tx.serial) || withdrew_q || (exec_q[w] & ~tx.tcm) != '0)
        else $error("tx_mode_ctrl: wavefront %0d has its work-group for itself, and lanes %h conflict", w, tx.tcm);
        a_alone :
        assert (!(tx.state == StateRunning && tx.serial) || !others_alive[w])
        else $error("tx_mode_ctrl: wavefront %0d is not alone: %b are alive", w, alive);
        // What the tests have to reach (tb/coverage).
        b_wavefront_serial :
        cover (starts && tx.state != StateRunning && next_mode == ModeWavefrontSerial && !tx_d.by_row);
        b_work_group_serial : cover (starts && next_mode == ModeWorkGroupSerial);
        b_one_lane_for_each_row : cover (enter && by_row);
        b_serial_for_want_of_backups : cover (enter && tx.state == StateRestart && !tx.aborted && tx.overflow);
        b_stopped_by_a_serial_one : cover (stopped);
        b_waits_for_a_serial_one : cover (tx.state == StateBegin && next_mode != ModeWorkGroupSerial && group_taken[w]);
        b_lanes_are_withdrawn : cover (withdrawn != '0);
        b_begin_inside : cover (nested && enter);
        b_begin_waits_for_releases : cover (tx.state == StateBegin && some.to_release);
        b_conflicts_while_restoring : cover (hit != '0 && some.to_restore);
      end
    end
  end

endmodule

`default_nettype wire
