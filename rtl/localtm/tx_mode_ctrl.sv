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
// counted (depth_full_o: no further one can be), and only its outermost commit ends the transaction.
//
// begin_i and commit_i: at most one a cycle, answered by a pulse on done_o. A commit is decided in its own cycle, and so is
// a begin, unless it waits for another wavefront's serialization or for the walk of its wavefront's last commit.
// walk_*: what the banks have to restore or release, in this order of priority: conflicts, aborts from outside, commits.
// older_i lets passes that are older than commit_i go first, hold_release_i those that are older than earlier commits.
// *_next_o: as it will be behind this cycle's clock edge, for answers that are made in this cycle.
//
// Lanes: of a wavefront. Wavefronts: at least 2, a multiple of WorkGroups; those of a work-group are neighbours. RowSerial:
// see above.

`default_nettype none

module tx_mode_ctrl
  import localtm_pkg::*;
#(
  parameter  int unsigned Lanes      = 64,
  parameter  int unsigned Wavefronts = 4,
  parameter  int unsigned WorkGroups = 1,
  parameter  bit          RowSerial  = 1'b0,
  localparam int unsigned WfWidth    = $clog2(Wavefronts)
) (
  input  wire logic clk_i,
  input  wire logic rst_ni,

  input  wire logic               begin_i,
  input  wire logic               commit_i,
  input  wire logic [WfWidth-1:0] wavefront_i,  // of begin_i and commit_i
  input  wire logic [Lanes-1:0]   exec_i,       // begin

  input  wire logic [WfWidth-1:0] access_wavefront_i,
  input  wire logic [Lanes-1:0]   access_lanes_i,    // whose accesses the banks have decided
  input  wire logic [Lanes-1:0]   conflict_lanes_i,  // of these, those that conflict
  input  wire logic [Lanes-1:0]   first_lanes_i,     // of these, the first of the attempt with their rows
  input  wire logic               overflow_i,        // a conflict for want of a backup

  input  wire logic               older_i,
  input  wire logic               hold_release_i,
  output      logic               walk_valid_o,
  input  wire logic               walk_ready_i,
  output walk_e                   walk_kind_o,
  output      logic [WfWidth-1:0] walk_wavefront_o,
  output      logic [Lanes-1:0]   walk_lanes_o,

  output logic        [Wavefronts-1:0]            done_o,
  output logic        [Wavefronts-1:0]            in_tx_o,
  output logic        [Wavefronts-1:0]            depth_full_o,    // no further begin can be counted
  output logic        [Wavefronts-1:0][Lanes-1:0] tcm_o,
  output tx_mode_e    [Wavefronts-1:0]            mode_o,
  output logic        [Wavefronts-1:0]            settled_next_o,  // no conflict of this wavefront waits for its walk
  output logic        [Wavefronts-1:0][Lanes-1:0] tcm_next_o,
  output logic        [Wavefronts-1:0][Lanes-1:0] exec_next_o,     // of the attempt, or after the commit
  output tx_mode_e    [Wavefronts-1:0]            mode_next_o,
  output tx_outcome_e [Wavefronts-1:0]            outcome_next_o,  // of the last begin or commit
  output logic        [Wavefronts-1:0]            aborted_next_o,  // from outside
  output logic                                    busy_o           // some walk waits
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

  state_e [Wavefronts-1:0] state_q, state_d;
  tx_mode_e [Wavefronts-1:0] mode_q, mode_d;
  tx_outcome_e [Wavefronts-1:0] outcome_q, outcome_d;
  logic [Wavefronts-1:0][Lanes-1:0] tcm_q, tcm_d, tcm_old_q, exec_q, exec_d, exit_exec_q;
  logic [Wavefronts-1:0][Lanes-1:0] owns_q, owns_d;  // lanes with an access in the attempt
  logic [Wavefronts-1:0][Lanes-1:0] first_q, first_d;  // lanes that conflicted first with their rows
  logic [Wavefronts-1:0] by_row_q, by_row_d;  // more than one lane runs, one for each row
  logic [Wavefronts-1:0][Lanes-1:0] restore_q, restore_d, release_q, release_d;  // lanes to be walked
  logic [Wavefronts-1:0] old_valid_q, old_valid_d, aborted_q, aborted_d, overflow_q, overflow_d;
  logic [Wavefronts-1:0][DepthWidth-1:0] depth_q, depth_d;  // begins inside the transaction

  // Work-group serialization: who has the work-group
  logic [Wavefronts-1:0] serial_request, serial_grant, serial_q, serial_d, group_taken;
  logic [Wavefronts-1:0] others_alive, alive, runs, abort_wanted, commits, releases;

  for (genvar group = 0; group < WorkGroups; group++) begin : gen_group
    localparam int unsigned First = group * GroupWavefronts;
    logic taken;
    logic [GroupWavefronts-1:0] grant;

    assign taken = |serial_q[First+:GroupWavefronts];

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

  logic [Wavefronts-1:0][Lanes-1:0] to_release;  // the lanes of a commit may be walked in its own cycle

  for (genvar w = 0; w < Wavefronts; w++) begin : gen_wishes
    assign commits[w]        = commit_i && wavefront_i == WfWidth'(w) && state_q[w] == StateRunning && depth_q[w] == '0;
    assign to_release[w]     = commits[w] ? exec_q[w] & ~tcm_q[w] & owns_q[w] : release_q[w];
    // An attempt without lanes that still run owns nothing, and needs no abort; nor does one that commits right now.
    assign runs[w]           = state_q[w] == StateRunning && (exec_q[w] & ~tcm_q[w]) != '0;
    assign alive[w]          = runs[w] || release_q[w] != '0;
    assign releases[w]       = to_release[w] != '0 && !hold_release_i && !(commits[w] && older_i);
    assign serial_request[w] = state_q[w] == StateBegin && mode_q[w] == ModeWorkGroupSerial && !serial_q[w];
    assign abort_wanted[w]   = group_taken[w] && !serial_q[w] && runs[w] && !(commit_i && wavefront_i == WfWidth'(w));
    assign in_tx_o[w]        = state_q[w] == StateRunning;
    assign depth_full_o[w]   = depth_q[w] == '1;
    assign settled_next_o[w] = restore_d[w] == '0;
  end

  // The next walk
  logic               walk_taken;
  walk_e              walk;
  logic [WfWidth-1:0] walk_wavefront;
  logic [Lanes-1:0]   walk_lanes;

  always_comb begin
    walk           = WalkRelease;
    walk_wavefront = '0;
    // Descending: the lowest wavefront of the most urgent kind stands.
    for (int w = Wavefronts - 1; w >= 0; w--) begin
      if (releases[w]) begin
        walk           = WalkRelease;
        walk_wavefront = WfWidth'(unsigned'(w));
      end
    end
    for (int w = Wavefronts - 1; w >= 0; w--) begin
      if (abort_wanted[w]) begin
        walk           = WalkAbort;
        walk_wavefront = WfWidth'(unsigned'(w));
      end
    end
    for (int w = Wavefronts - 1; w >= 0; w--) begin
      if (restore_q[w] != '0) begin
        walk           = WalkRestore;
        walk_wavefront = WfWidth'(unsigned'(w));
      end
    end
  end

  always_comb begin
    unique case (walk)
      WalkRestore: walk_lanes = restore_q[walk_wavefront];
      WalkAbort:   walk_lanes = exec_q[walk_wavefront] & ~tcm_q[walk_wavefront];
      default:     walk_lanes = to_release[walk_wavefront];
    endcase
  end

  assign walk_valid_o     = restore_q != '0 || abort_wanted != '0 || releases != '0;
  assign walk_taken       = walk_valid_o && walk_ready_i;
  assign walk_kind_o      = walk;
  assign walk_wavefront_o = walk_wavefront;
  assign walk_lanes_o     = walk_lanes;
  assign busy_o           = restore_q != '0 || release_q != '0;

  // Each wavefront
  for (genvar w = 0; w < Wavefronts; w++) begin : gen_state
    logic enter, commit, accesses, nested, walked, unchanged, starts;
    logic [Lanes-1:0] one_released;
    logic several;
    tx_mode_e next_mode;

    assign enter     = begin_i && wavefront_i == WfWidth'(w);
    assign commit    = commit_i && wavefront_i == WfWidth'(w);
    assign accesses  = state_q[w] == StateRunning && access_wavefront_i == WfWidth'(w);
    assign nested    = state_q[w] == StateRunning && (enter || commit && depth_q[w] != '0);
    assign walked    = walk_taken && walk_wavefront == WfWidth'(w);
    assign unchanged = old_valid_q[w] && tcm_q[w] == tcm_old_q[w];

    // The lowest lane of TCM runs alone: the other bits stay set.
    assign one_released = tcm_q[w] & (tcm_q[w] - 1'b1);
    assign several      = (first_q[w] & (first_q[w] - 1'b1)) != '0;

    always_comb begin
      next_mode = mode_q[w];
      if (enter && state_q[w] == StateOutside) begin
        next_mode = ModeTx;
      end else if (enter && state_q[w] == StateRestart && !aborted_q[w]) begin
        next_mode = ModeTx;
        if (overflow_q[w]) next_mode = ModeWorkGroupSerial;
        else if (unchanged) next_mode = mode_q[w] == ModeTx || by_row_q[w] ? ModeWavefrontSerial : ModeWorkGroupSerial;
      end
    end

    assign starts = (enter && !nested || state_q[w] == StateBegin) && release_q[w] == '0 &&
                    (next_mode == ModeWorkGroupSerial ? serial_q[w] && !others_alive[w] : !group_taken[w]);

    assign done_o[w] = starts || nested || commits[w];

    always_comb begin
      state_d[w]     = state_q[w];
      mode_d[w]      = next_mode;
      outcome_d[w]   = outcome_q[w];
      old_valid_d[w] = old_valid_q[w];
      aborted_d[w]   = aborted_q[w];
      overflow_d[w]  = overflow_q[w];
      serial_d[w]    = serial_q[w] || serial_grant[w];
      depth_d[w]     = depth_q[w];
      tcm_d[w]       = tcm_q[w];
      exec_d[w]      = exec_q[w];
      owns_d[w]      = owns_q[w];
      first_d[w]     = first_q[w];
      by_row_d[w]    = by_row_q[w];
      restore_d[w]   = walked && walk == WalkRestore ? '0 : restore_q[w];
      release_d[w]   = walked && walk == WalkRelease ? '0 : to_release[w];

      // A lane that conflicts in its first access has nothing to be restored.
      if (accesses) begin
        owns_d[w]    = owns_q[w] | access_lanes_i & ~conflict_lanes_i;
        tcm_d[w]     = tcm_q[w] | conflict_lanes_i;
        restore_d[w] = restore_d[w] | conflict_lanes_i & ~tcm_q[w] & owns_q[w];
        first_d[w]   = first_q[w] | first_lanes_i;
        if (overflow_i) overflow_d[w] = 1'b1;
      end
      if (walked && walk == WalkAbort) begin
        tcm_d[w]     = exec_q[w];
        aborted_d[w] = 1'b1;
      end

      if (nested) begin
        depth_d[w]   = enter ? depth_q[w] + 1'b1 : depth_q[w] - 1'b1;
        outcome_d[w] = OutcomeContinue;
      end else if (enter) begin
        state_d[w]   = StateBegin;
        aborted_d[w] = 1'b0;
        owns_d[w]    = '0;
        first_d[w]   = '0;
        by_row_d[w]  = 1'b0;
        if (state_q[w] == StateOutside) begin
          old_valid_d[w] = 1'b0;
          depth_d[w]     = '0;
          tcm_d[w]       = '0;
          exec_d[w]      = exec_i;
        end else begin
          if (!aborted_q[w]) old_valid_d[w] = 1'b1;
          tcm_d[w] = next_mode == ModeTx ? '0 : one_released;
          // By rows after attempts of all lanes only, so that the next step is one lane.
          if (RowSerial && next_mode == ModeWavefrontSerial && mode_q[w] == ModeTx && several) begin
            tcm_d[w]    = tcm_q[w] & ~first_q[w];
            by_row_d[w] = 1'b1;
          end
        end
      end
      if (starts) begin
        state_d[w]    = StateRunning;
        overflow_d[w] = 1'b0;
        outcome_d[w]  = OutcomeEnter;
      end
      if (commits[w]) begin
        serial_d[w] = 1'b0;
        if ((exec_q[w] & ~tcm_q[w]) != '0) overflow_d[w] = 1'b0;
        if (tcm_q[w] == '0) begin
          state_d[w]   = StateOutside;
          mode_d[w]    = ModeNone;
          outcome_d[w] = OutcomeExit;
          exec_d[w]    = exit_exec_q[w];
        end else begin
          state_d[w]   = StateRestart;
          outcome_d[w] = OutcomeRestart;
          exec_d[w]    = tcm_q[w];
        end
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        state_q[w]     <= StateOutside;
        mode_q[w]      <= ModeNone;
        outcome_q[w]   <= OutcomeContinue;
        old_valid_q[w] <= 1'b0;
        aborted_q[w]   <= 1'b0;
        overflow_q[w]  <= 1'b0;
        serial_q[w]    <= 1'b0;
        depth_q[w]     <= '0;
        tcm_q[w]       <= '0;
        owns_q[w]      <= '0;
        first_q[w]     <= '0;
        by_row_q[w]    <= 1'b0;
        restore_q[w]   <= '0;
        release_q[w]   <= '0;
      end else begin
        state_q[w]     <= state_d[w];
        mode_q[w]      <= mode_d[w];
        outcome_q[w]   <= outcome_d[w];
        old_valid_q[w] <= old_valid_d[w];
        aborted_q[w]   <= aborted_d[w];
        overflow_q[w]  <= overflow_d[w];
        serial_q[w]    <= serial_d[w];
        depth_q[w]     <= depth_d[w];
        tcm_q[w]       <= tcm_d[w];
        owns_q[w]      <= owns_d[w];
        first_q[w]     <= first_d[w];
        by_row_q[w]    <= by_row_d[w];
        restore_q[w]   <= restore_d[w];
        release_q[w]   <= release_d[w];
      end
    end

    always_ff @(posedge clk_i) begin
      exec_q[w] <= exec_d[w];
      if (enter && state_q[w] == StateOutside) exit_exec_q[w] <= exec_i;
      if (enter && state_q[w] == StateRestart && !aborted_q[w]) tcm_old_q[w] <= tcm_q[w];
    end

    always_ff @(posedge clk_i) begin
      if (rst_ni) begin
        if (enter && state_q[w] == StateRestart) begin
          a_restart_with_tcm : assert (exec_i == tcm_q[w]);
        end
        a_begin_expected : assert (!enter || state_q[w] != StateBegin);
        a_begin_counted : assert (!(nested && enter) || !depth_full_o[w]);
        a_commit_expected : assert (!commit || state_q[w] == StateRunning);
        a_conflict_of_running :
        assert (conflict_lanes_i == '0 || access_wavefront_i != WfWidth'(w) || state_q[w] == StateRunning);
        a_commit_settled : assert (!commit || restore_q[w] == '0);
        a_released_once : assert (!commits[w] || release_q[w] == '0);
        // The lane that has the work-group for itself commits.
        a_progress : assert (!(commits[w] && serial_q[w]) || (exec_q[w] & ~tcm_q[w]) != '0);
        a_alone : assert (!(state_q[w] == StateRunning && serial_q[w]) || !others_alive[w]);
      end
    end
  end

  assign tcm_o          = tcm_q;
  assign mode_o         = mode_q;
  assign tcm_next_o     = tcm_d;
  assign exec_next_o    = exec_d;
  assign mode_next_o    = mode_d;
  assign outcome_next_o = outcome_d;
  assign aborted_next_o = aborted_d;

endmodule

`default_nettype wire
