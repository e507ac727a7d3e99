// Masks and modes of the transactions of all wavefronts (GPU-LocalTM paper, section 3.1): the transaction
// conflict mask (TCM), EXEC of the attempt and at the first begin, and the mode of the next attempt.
//
// A wavefront's attempt starts with a begin and ends with a commit; lanes with a set TCM bit then start again, with
// EXEC = TCM. When TCM is the same after two attempts in a row, the next one lets one of its lanes run (wavefront
// serialization); if that does not change TCM either, the next one has the work-group exclusively (work-group
// serialization): transactions of its other wavefronts are aborted, and their begins wait until the lane has
// committed. An attempt in which a lane found no free backup and no lane commits goes on to work-group
// serialization at once. With RowSerial, wavefront serialization first lets the lanes run that were the first to
// conflict with their rows; if that does not change TCM either, one lane, and then the work-group is serialized.
// Ours, where the papers are silent: work-group serialization is granted round robin; an attempt that another
// wavefront has aborted is repeated in its mode, and does not count as one without a change of TCM; a begin inside
// a transaction is counted (depth_full: no further one can be), and only its outermost commit ends the transaction.
//
// Lanes can also be withdrawn from a running attempt (ours): they are in TCM from then on, and their rows are restored
// as after a conflict. It is for transactions that are decided by another system, which has aborted these lanes.
//
// begin_i, commit_i and withdraw_i: at most one a cycle; the first two are answered by a pulse on
// done_o. A commit is decided in its own cycle, and so is a begin, unless it waits for another
// wavefront's serialization or for the walk of its wavefront's last commit. walk_*: restores and
// releases for the banks, in this order of priority: conflicts, aborts by other wavefronts,
// commits. older_i lets passes that are older than commit_i go first, hold_release_i those that are
// older than earlier commits. attempt_o: registers; the result of a pulse on done_o is there in the
// next cycle. A wavefront stays settled in the next cycle unless lanes of decided_i that conflict,
// or lanes that are withdrawn, are in its owners_o.
// Reductions of whole masks (is a lane left, is TCM as before) are kept in a bit for each of their
// parts, one cycle ahead: the masks are too wide to be reduced in the cycle of the decision. Those
// for a restart are made at the commit before it, when TCM has its last value.
//
// Lanes: of a wavefront. Wavefronts: at least 2, a multiple of WorkGroups; those of a work-group are neighbours. RowSerial:
// see above. The types follow from the sizes; a parent hands its own down.

`include "gputm_assert.svh"
`include "localtm_types.svh"

`default_nettype none

module tx_mode_ctrl
  import localtm_pkg::*;
#(
  parameter  int unsigned Lanes      = 64,                 // lanes of a wavefront
  parameter  int unsigned Wavefronts = 4,                  // wavefronts, at least 2, a multiple of WorkGroups
  parameter  int unsigned WorkGroups = 1,                  // work-groups, each of neighbouring wavefronts
  parameter  bit          RowSerial  = 1'b0,               // first lanes of their rows run before a single lane does
  localparam int unsigned WfWidth    = $clog2(Wavefronts),

  parameter type decided_t    = `LOCALTM_DECIDED(Lanes, WfWidth),
  parameter type walk_t       = `LOCALTM_WALK(Lanes, WfWidth),
  parameter type tx_state_t   = `LOCALTM_TX_STATE(Lanes),
  parameter type tx_attempt_t = `LOCALTM_TX_ATTEMPT(Lanes)
) (
  input  wire logic clk_i,
  input  wire logic rst_ni,

  input  wire logic               begin_i,  // pulse: a transaction begins
  input  wire logic               commit_i,  // pulse: an attempt ends
  input  wire logic               withdraw_i,  // pulse: lanes leave the running attempt
  input  wire logic [WfWidth-1:0] wavefront_i,  // wavefront of begin_i, commit_i and withdraw_i
  input  wire logic [Lanes-1:0]   exec_i,       // begin: lanes that run; withdrawal: lanes that leave

  input  wire decided_t decided_i,  // the banks' decisions of this cycle; no lanes: none

  // A walk; the request may change until it is granted, since more urgent walks go first.
  input  wire logic  older_i,  // passes older than commit_i have not reached the banks
  input  wire logic  hold_release_i,  // passes older than earlier commits have not reached the banks
  output      logic  walk_req_o,  // a walk is requested
  input  wire logic  walk_gnt_i,  // walk_o goes to the banks in this cycle
  output      walk_t walk_o,  // lanes with rows to restore or release

  output tx_state_t [Wavefronts-1:0] state_o,  // state of each wavefront
  output logic      [Wavefronts-1:0] masked_o,  // its tcm has lanes, while it is in_tx
  output tx_mode_e  [Wavefronts-1:0] mode_o,  // mode of its attempt
  output logic      [Wavefronts-1:0] done_o,     // a begin or commit is finished in this cycle
  output logic      [Wavefronts-1:0] settled_o,  // no conflict waits for its walk
  output logic [Wavefronts-1:0][Lanes-1:0] owners_o,  // running lanes with rows: they need a walk if they lose
  output tx_attempt_t [Wavefronts-1:0] attempt_o,  // masks and mode of each wavefront
  output logic                       busy_o      // a begin or a walk waits, or summaries follow
);

  localparam int unsigned GroupWavefronts = Wavefronts / WorkGroups;
  localparam int unsigned DepthWidth = 8;  // bits of the number of begins inside a transaction

  localparam bit [2:0] Legal = {
    param_pkg::in_range("tx_mode_ctrl: Lanes", Lanes, 2, 256, 1),
    param_pkg::multiple("tx_mode_ctrl: Wavefronts", Wavefronts, WorkGroups, 2, 64, 1),
    param_pkg::in_range("tx_mode_ctrl: WorkGroups", WorkGroups, 1, Wavefronts, 1)
  };
  `GPUTM_ASSERT_PARAMS(Legal == '1)

  typedef enum logic [1:0] {
    StateOutside,
    StateBegin,   // waits for its turn
    StateRunning,
    StateRestart  // waits for the begin of the next attempt
  } state_e;

  // A wavefront's transaction
  typedef struct packed {
    state_e                state;
    logic                  running;    // state is StateRunning; a register, since every lane uses it
    tx_mode_e              mode;
    tx_outcome_e           outcome;
    logic                  old_valid;  // tcm_old_q is of the previous attempt
    logic                  aborted;
    logic                  overflow;
    logic                  serial;     // has the work-group exclusively
    logic                  by_row;     // several lanes run, one for each row
    logic                  inner;      // depth is not 0
    logic                  full;       // depth is at its maximum
    logic [DepthWidth-1:0] depth;      // begins inside the transaction
    logic [Lanes-1:0]      tcm;
    logic [Lanes-1:0]      owns;       // lanes with an access in the attempt
    logic [Lanes-1:0]      first;      // lanes that conflicted first with their rows
    logic [Lanes-1:0]      to_restore; // lanes that a walk has to restore
    logic [Lanes-1:0]      to_release; // lanes to be released, if the summary says that there are any
  } transaction_t;

  localparam int unsigned Leaves = 2 ** $clog2(Lanes);
  localparam int unsigned Parts = Leaves >= 16 ? 4 : Leaves >= 4 ? 2 : 1;  // parts of a mask
  localparam int unsigned PartLanes = Leaves / Parts;
  typedef logic [Parts-1:0] parts_t;

  // Summaries of its masks, used in any cycle: whether there are lanes, for each part of the masks
  typedef struct packed {
    parts_t left;        // lanes of EXEC that are not in TCM
    parts_t left_owns;   // lanes of these with an access
    parts_t conflict;    // lanes in TCM
    parts_t to_restore;  // lanes to be restored
    logic   to_release;  // lanes to be released, in any part
  } summary_t;

  // Number of lanes of a mask, for each of its parts
  typedef struct packed {
    parts_t one;   // at least one
    parts_t more;  // more than one
  } count_t;

  // Summaries for a failed attempt
  typedef struct packed {
    count_t           conflicts;   // lanes of TCM
    count_t           firsts;      // lanes that were the first with their rows
    parts_t           not_first;   // lanes in TCM that were not the first
    tx_mode_e         mode;        // mode of the next attempt
    logic [Lanes-1:0] but_lowest;  // TCM without the lowest lane of each part
  } failure_t;

  // Whether there are lanes, for each part
  function automatic parts_t any(logic [Lanes-1:0] mask);
    logic [Leaves-1:0] leaves;
    parts_t parts;
    leaves = Leaves'(mask);
    for (int unsigned part = 0; part < Parts; part++) parts[part] = leaves[part*PartLanes+:PartLanes] != '0;
    return parts;
  endfunction

  // Whether there is one, and whether there are more, by halves of the whole mask: a simulator does this
  // faster than bit by bit, and in gates a carry chain and the OR over its result would take longer. The
  // first bits of each step's parts combine those of the previous step; others are undefined.
  function automatic count_t count(logic [Lanes-1:0] mask);
    logic [Leaves-1:0] one, more;
    count_t lanes;
    one  = Leaves'(mask);
    more = '0;
    for (int unsigned width = PartLanes / 2; width > 0; width = width / 2) begin
      more = more | more >> width | one & one >> width;
      one  = one | one >> width;
    end
    for (int unsigned part = 0; part < Parts; part++) begin
      lanes.one[part]  = one[part*PartLanes];
      lanes.more[part] = more[part*PartLanes];
    end
    return lanes;
  endfunction

  // Whether there is more than one lane in all parts together
  function automatic logic several(count_t lanes);
    return lanes.more != '0 || (lanes.one & (lanes.one - 1'b1)) != '0;
  endfunction

  // The mask without the lowest lane of each part
  function automatic logic [Lanes-1:0] without_lowest(logic [Lanes-1:0] mask);
    logic [Leaves-1:0] leaves;
    leaves = Leaves'(mask);
    for (int unsigned part = 0; part < Parts; part++) begin
      leaves[part*PartLanes+:PartLanes] =
          leaves[part*PartLanes+:PartLanes] & (leaves[part*PartLanes+:PartLanes] - 1'b1);
    end
    return leaves[Lanes-1:0];
  endfunction

  // All lanes of parts above the lowest one with lanes
  function automatic logic [Lanes-1:0] above(parts_t parts);
    logic [Leaves-1:0] leaves;
    leaves = '0;
    for (int unsigned part = 1; part < Parts; part++) begin
      if ((parts & parts_t'((1 << part) - 1)) != '0) leaves[part*PartLanes+:PartLanes] = '1;
    end
    return leaves[Lanes-1:0];
  endfunction

  transaction_t [Wavefronts-1:0] tx_q;
  summary_t [Wavefronts-1:0] some_q;
  failure_t [Wavefronts-1:0] failure_q;
  logic [Wavefronts-1:0][Lanes-1:0] exec_q, tcm_old_q, exit_exec_q;

  // Work-group serialization: the wavefront that has the work-group
  logic [Wavefronts-1:0] serial_request, serial_grant, serial, serial_d;
  logic [Wavefronts-1:0] other_serial_d, other_serial_q;  // another wavefront of the work-group has it
  logic [Wavefronts-1:0] others_alive, alive, runs, abort_wanted, commits, releases, restores, waits, busy;

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
      assign other_serial_d[w] = |(serial_d[First+:GroupWavefronts] & ~(GroupWavefronts'(1) << (w - First)));
      assign others_alive[w] = |(alive[First+:GroupWavefronts] & ~(GroupWavefronts'(1) << (w - First)));
    end
  end

  logic [Wavefronts-1:0][Lanes-1:0] releasable;  // the lanes of a commit may be walked in its own cycle

  for (genvar w = 0; w < Wavefronts; w++) begin : gen_wishes
    assign commits[w]        = commit_i && wavefront_i == WfWidth'(w) && tx_q[w].running && !tx_q[w].inner;
    assign releasable[w]     = commits[w] ? exec_q[w] & ~tx_q[w].tcm & tx_q[w].owns : tx_q[w].to_release;
    // An attempt without running lanes owns nothing, and needs no abort; nor does one that commits in this cycle.
    assign runs[w]           = tx_q[w].running && some_q[w].left != '0;
    assign alive[w]          = runs[w] || some_q[w].to_release;
    assign releases[w] = !hold_release_i && (commits[w] ? some_q[w].left_owns != '0 && !older_i : some_q[w].to_release);
    assign serial_request[w] = tx_q[w].state == StateBegin && tx_q[w].mode == ModeWorkGroupSerial && !tx_q[w].serial;
    assign abort_wanted[w]   = other_serial_q[w] && runs[w] && !(commit_i && wavefront_i == WfWidth'(w));
    assign waits[w]          = tx_q[w].state == StateBegin || other_serial_q[w] && runs[w];  // for its begin or abort
    assign busy[w]           = restores[w] || some_q[w].to_release || waits[w];
    assign restores[w]       = some_q[w].to_restore != '0;
    assign serial[w]         = tx_q[w].serial;
    assign masked_o[w]       = some_q[w].conflict != '0;
    assign mode_o[w]         = tx_q[w].mode;
    assign state_o[w]        = '{
        in_tx: tx_q[w].running,
        depth_full: tx_q[w].full,
        tcm: tx_q[w].tcm
    };
  end

  // The next walk: the lowest wavefront of the most urgent kind
  logic [Wavefronts-1:0] restore_turn, abort_turn, release_turn;

  // The lowest, without a carry chain
  function automatic logic [Wavefronts-1:0] lowest_of(logic [Wavefronts-1:0] wishes);
    logic [Wavefronts-1:0] lowest;
    for (int unsigned w = 0; w < Wavefronts; w++) begin
      lowest[w] = wishes[w] && (wishes & ((Wavefronts'(1) << w) - 1'b1)) == '0;
    end
    return lowest;
  endfunction

  assign restore_turn = lowest_of(restores);
  assign abort_turn   = restores != '0 ? '0 : lowest_of(abort_wanted);
  assign release_turn = (restores | abort_wanted) != '0 ? '0 : lowest_of(releases);

  always_comb begin
    walk_o.kind      = restores != '0 ? WalkRestore : abort_wanted != '0 ? WalkAbort : WalkRelease;
    walk_o.wavefront = '0;
    for (int unsigned w = 0; w < Wavefronts; w++) begin
      if (restore_turn[w] || abort_turn[w] || release_turn[w]) walk_o.wavefront = WfWidth'(w);
    end
    unique case (walk_o.kind)
      WalkRestore: walk_o.lanes = tx_q[walk_o.wavefront].to_restore;
      WalkAbort:   walk_o.lanes = exec_q[walk_o.wavefront] & ~tx_q[walk_o.wavefront].tcm;
      default:     walk_o.lanes = releasable[walk_o.wavefront];
    endcase
  end

  logic settles_q;  // summaries follow a begin, the end of an attempt or a walk, a cycle later

  assign walk_req_o = restores != '0 || abort_wanted != '0 || releases != '0;
  assign busy_o     = busy != '0 || settles_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      other_serial_q <= '0;
      settles_q      <= 1'b1;
    end else begin
      other_serial_q <= other_serial_d;
      settles_q      <= begin_i || commit_i || walk_req_o && walk_gnt_i;
    end
  end

  // Each wavefront
  for (genvar w = 0; w < Wavefronts; w++) begin : gen_state
    transaction_t tx, tx_d;
    summary_t some, some_d;
    logic enter, commit, mine, accesses, nested, starts, by_row;
    failure_t failure;
    logic restored, released, stopped;
    logic [Lanes-1:0] exec_d, but_one, withdrawn;
    logic [Lanes-1:0] tcm_then, first_then, owns_new, hit;  // after this cycle's accesses
    tx_mode_e next_mode, failed_mode;

    assign tx        = tx_q[w];
    assign some      = some_q[w];
    assign failure   = failure_q[w];
    assign enter     = begin_i && wavefront_i == WfWidth'(w);
    assign commit    = commit_i && wavefront_i == WfWidth'(w);
    assign mine      = decided_i.wavefront == WfWidth'(w);
    assign accesses  = mine && tx.running;
    assign nested    = tx.running && (enter || commit && tx.inner);
    assign restored  = walk_gnt_i && restore_turn[w];
    assign released  = walk_gnt_i && release_turn[w];
    assign stopped   = walk_gnt_i && abort_turn[w];

    // The lowest lane of TCM runs alone: the other bits stay set.
    assign but_one = failure.but_lowest | tx.tcm & above(failure.conflicts.one);

    // Conflicts are those of a running attempt. A lane that conflicts in its first access has nothing to restore.
    assign withdrawn  = withdraw_i && wavefront_i == WfWidth'(w) ? exec_i & exec_q[w] : '0;
    assign tcm_then   = tx.tcm | withdrawn | (mine ? decided_i.conflict : '0);
    assign first_then = mine ? tx.first | decided_i.first : tx.first;
    assign hit        = (withdrawn | (mine ? decided_i.conflict : '0)) & ~tx.tcm & tx.owns;
    assign owns_new   = decided_i.lanes & ~decided_i.conflict;

    assign owners_o[w]    = ~tx.tcm & tx.owns;

    always_comb begin
      next_mode = tx.mode;
      if (enter && tx.state == StateOutside) next_mode = ModeTx;
      else if (enter && tx.state == StateRestart) next_mode = failure.mode;
    end

    // At a commit: mode of the next attempt
    always_comb begin
      failed_mode = tx.mode;
      if (!tx.aborted) begin
        failed_mode = ModeTx;
        if (tx.overflow && some.left == '0) failed_mode = ModeWorkGroupSerial;
        else if (tx.old_valid && tx.tcm == tcm_old_q[w])
          failed_mode = tx.mode == ModeTx || tx.by_row ? ModeWavefrontSerial : ModeWorkGroupSerial;
      end
    end

    // By rows after attempts of all lanes only, so that the next step is one lane.
    assign by_row = RowSerial && next_mode == ModeWavefrontSerial && tx.mode == ModeTx && several(failure.firsts);

    assign serial_d[w] = tx_d.serial;

    assign starts = (enter && !nested || tx.state == StateBegin) && !some.to_release &&
                    (next_mode == ModeWorkGroupSerial ? tx.serial && !others_alive[w] :
                                                        !tx.serial && !other_serial_q[w]);

    always_comb begin
      tx_d        = tx;
      tx_d.mode   = next_mode;
      tx_d.serial = tx.serial || serial_grant[w];
      tx_d.tcm    = tcm_then;
      tx_d.first  = first_then;
      if (accesses) tx_d.owns = tx.owns | owns_new;
      if (restored) tx_d.to_restore = '0;
      tx_d.to_restore = tx_d.to_restore | hit;
      tx_d.to_release = releasable[w];
      exec_d = exec_q[w];

      if (accesses && decided_i.overflow) tx_d.overflow = 1'b1;
      if (stopped) tx_d.aborted = 1'b1;

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
          tx_d.tcm = next_mode == ModeTx ? '0 : but_one;
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
        if (some.left != '0) tx_d.overflow = 1'b0;
        if (some.conflict == '0) begin
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
      tx_d.running = tx_d.state == StateRunning;
      tx_d.inner   = tx_d.depth != '0;
      tx_d.full    = tx_d.depth == '1;
      // No lane is left. Computed last, since it is known late: conflicts are lanes of EXEC, and no
      // attempt begins or ends.
      if (stopped) tx_d.tcm = tx_d.tcm | exec_q[w];
    end

    // The summary of the next state. EXEC and TCM change by more than accesses at an abort, which leaves no
    // lane, and at a begin: then the lanes of EXEC run, or the lowest of TCM, or the first with their rows.
    always_comb begin
      some_d.left       = any(exec_q[w] & ~tcm_then);
      some_d.left_owns  = any(exec_q[w] & ~tcm_then & (accesses ? tx.owns | owns_new : tx.owns));
      some_d.conflict   = any(tcm_then);
      some_d.to_restore = (restored ? '0 : some.to_restore) | any(hit);
      some_d.to_release = (commits[w] ? some.left_owns != '0 : some.to_release) && !released;
      if (stopped) begin
        some_d.left      = '0;
        some_d.left_owns = '0;
        some_d.conflict  = '1;
      end
      if (enter && !nested) begin
        some_d.left      = tx.state == StateRestart ? '1 : any(exec_i);
        some_d.left_owns = '0;
        some_d.conflict  = '0;
        if (tx.state == StateRestart && next_mode != ModeTx && (by_row ? failure.not_first != '0 : several(
                failure.conflicts
            )))
          some_d.conflict = '1;
      end
    end

    assign done_o[w]      = starts || nested || commits[w];
    assign settled_o[w]   = some.to_restore == '0;
    assign attempt_o[w] = '{
            aborted: tx.aborted,
            mode: tx.mode,
            outcome: tx.outcome,
            tcm: tx.tcm,
            exec: exec_q[w]
        };

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        tx_q[w]   <= '0;  // outside of a transaction
        some_q[w] <= '0;
      end else begin
        tx_q[w]   <= tx_d;
        some_q[w] <= some_d;
      end
    end

    always_ff @(posedge clk_i) begin
      exec_q[w] <= exec_d;
      // All verdicts of the attempt have come, and TCM stays until the next one.
      if (commits[w]) begin
        failure_q[w] <= '{
            conflicts: count(tx.tcm),
            firsts: count(tx.first),
            not_first: any(tx.tcm & ~tx.first),
            mode: failed_mode,
            but_lowest: without_lowest(tx.tcm)
        };
      end
      if (enter && tx.state == StateOutside) exit_exec_q[w] <= exec_i;
      if (enter && tx.state == StateRestart && !tx.aborted) tcm_old_q[w] <= tx.tcm;
    end

    logic withdrew_q;  // lanes of the attempt have been withdrawn, for the assertion

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) withdrew_q <= 1'b0;
      else withdrew_q <= !starts && (withdrew_q || withdrawn != '0);
    end

    `GPUTM_ASSERT(a_summary_of_walks,
                  (some.to_restore != '0) == (tx.to_restore != '0) && (!some.to_release || tx.to_release != '0),
                  ("tx_mode_ctrl: wavefront %0d restores %h and releases %h", w, tx.to_restore, tx.to_release))
    logic attempt_is_summed, restart_is_summed;
    assign attempt_is_summed = (some.left != '0) == ((exec_q[w] & ~tx.tcm) != '0) &&
        (some.left_owns != '0) == ((exec_q[w] & ~tx.tcm & tx.owns) != '0) && (some.conflict != '0) == (tx.tcm != '0);
    assign restart_is_summed = failure.mode == failed_mode && but_one == (tx.tcm & (tx.tcm - 1'b1)) &&
        several(failure.conflicts) == ((tx.tcm & (tx.tcm - 1'b1)) != '0) &&
        several(failure.firsts) == ((tx.first & (tx.first - 1'b1)) != '0) &&
        (failure.not_first != '0) == ((tx.tcm & ~tx.first) != '0);
    `GPUTM_ASSERT_IF(a_summary_of_attempt, attempt_is_summed, tx.state == StateRunning,
                     ("tx_mode_ctrl: wavefront %0d runs lanes %h, TCM %h", w, exec_q[w], tx.tcm))
    `GPUTM_ASSERT_IF(a_summary_of_restart, restart_is_summed, tx.state == StateRestart,
                     ("tx_mode_ctrl: wavefront %0d restarts lanes %h, first %h", w, tx.tcm, tx.first))
    `GPUTM_ASSERT(a_conflict_of_exec, !stopped || (tcm_then & ~exec_q[w]) == '0,
                  ("tx_mode_ctrl: lanes %h of wavefront %0d conflict, EXEC is %h", tcm_then, w, exec_q[w]))
    `GPUTM_ASSERT(a_first_conflict, (tx.first & ~tx.tcm) == '0,
                  ("tx_mode_ctrl: wavefront %0d: lanes %h are the first with their rows, TCM %h", w, tx.first, tx.tcm))
    `GPUTM_ASSERT(a_restart_with_tcm, !(enter && tx.state == StateRestart) || exec_i == tx.tcm,
                  ("tx_mode_ctrl: wavefront %0d restarts with lanes %h instead of %h", w, exec_i, tx.tcm))
    `GPUTM_ASSERT(a_begin_expected, !enter || tx.state != StateBegin,
                  ("tx_mode_ctrl: wavefront %0d begins while its begin waits", w))
    `GPUTM_ASSERT(a_begin_counted, !(nested && enter) || tx.depth != '1,
                  ("tx_mode_ctrl: wavefront %0d begins inside %0d others", w, tx.depth))
    `GPUTM_ASSERT(a_withdrawal_expected, !(withdraw_i && wavefront_i == WfWidth'(w)) || tx.state == StateRunning,
                  ("tx_mode_ctrl: lanes %h of wavefront %0d are withdrawn in state %0d", exec_i, w, tx.state))
    `GPUTM_ASSERT(a_commit_expected, !commit || tx.state == StateRunning,
                  ("tx_mode_ctrl: wavefront %0d commits in state %0d", w, tx.state))
    `GPUTM_ASSERT(a_conflict_of_running,
                  decided_i.conflict == '0 || decided_i.wavefront != WfWidth'(w) || tx.state == StateRunning,
                  ("tx_mode_ctrl: lanes %h of wavefront %0d conflict in state %0d", decided_i.conflict, w, tx.state))
    `GPUTM_ASSERT(a_commit_settled, !commit || tx.to_restore == '0,
                  ("tx_mode_ctrl: wavefront %0d commits before lanes %h are restored", w, tx.to_restore))
    `GPUTM_ASSERT(a_released_once, !commits[w] || !some.to_release,
                  ("tx_mode_ctrl: wavefront %0d commits before lanes %h are released", w, tx.to_release))
    `GPUTM_ASSERT(a_progress, !(commits[w] && tx.serial) || withdrew_q || (exec_q[w] & ~tx.tcm) != '0,
                  ("tx_mode_ctrl: wavefront %0d has its work-group for itself, and lanes %h conflict", w, tx.tcm))
    `GPUTM_ASSERT(a_alone, !(tx.state == StateRunning && tx.serial) || !others_alive[w],
                  ("tx_mode_ctrl: wavefront %0d is not alone: %b are alive", w, alive))
    // Coverage points (tb/coverage)
    `GPUTM_COVER(b_wavefront_serial,
                 starts && tx.state != StateRunning && next_mode == ModeWavefrontSerial && !tx_d.by_row)
    `GPUTM_COVER(b_work_group_serial, starts && next_mode == ModeWorkGroupSerial)
    `GPUTM_COVER(b_one_lane_for_each_row, enter && by_row)
    `GPUTM_COVER(b_serial_for_want_of_backups, enter && tx.state == StateRestart && !tx.aborted && tx.overflow)
    `GPUTM_COVER(b_stopped_by_a_serial_one, stopped)
    `GPUTM_COVER(b_waits_for_a_serial_one,
                 tx.state == StateBegin && next_mode != ModeWorkGroupSerial && other_serial_q[w])
    `GPUTM_COVER(b_lanes_are_withdrawn, withdrawn != '0)
    `GPUTM_COVER(b_begin_inside, nested && enter)
    `GPUTM_COVER(b_begin_waits_for_releases, tx.state == StateBegin && some.to_release)
    `GPUTM_COVER(b_conflicts_while_restoring, hit != '0 && some.to_restore != '0)
  end

endmodule

`default_nettype wire
