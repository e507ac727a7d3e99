// Masks and modes of the transactions of all wavefronts (GPU-LocalTM paper, section 3.1): the transaction conflict mask
// (TCM), EXEC of the attempt and at the first begin, and how the next attempt runs.
//
// A wavefront's attempt starts with a begin and ends with a commit; lanes whose TCM bit is set then start again, with
// EXEC = TCM. When TCM is the same after two attempts in a row, the next one lets one of its lanes run (wavefront
// serialization); if that changes nothing either, the next one has the work-group for itself (work-group serialization):
// transactions of its other wavefronts are aborted, and their begins wait until the lane has committed.
// An attempt in which a lane found no room for a backup and no lane commits goes on to work-group serialization at once.
// Ours, where the papers are silent: work-group serialization is granted round robin; an attempt that was aborted from
// outside is repeated in its mode, and does not count as one that changed nothing; a begin inside a transaction is
// counted, and only its outermost commit ends the transaction.
//
// begin_i and commit_i: at most one a cycle, answered by a pulse on done_o, at the earliest in the next cycle.
// walk_*: what the banks have to restore or release, in this order of priority: conflicts, aborts from outside, commits.
// A commit is answered when its walk is accepted.
//
// Lanes: of a wavefront. Wavefronts: a multiple of WorkGroups; those of a work-group are neighbours.

`default_nettype none

module tx_mode_ctrl
  import localtm_pkg::*;
#(
  parameter  int unsigned Lanes      = 64,
  parameter  int unsigned Wavefronts = 4,
  parameter  int unsigned WorkGroups = 1,
  localparam int unsigned WfWidth    = $clog2(Wavefronts)
) (
  input  wire logic clk_i,
  input  wire logic rst_ni,

  input  wire logic               begin_i,
  input  wire logic               commit_i,
  input  wire logic [WfWidth-1:0] wavefront_i,  // of begin_i and commit_i
  input  wire logic [Lanes-1:0]   exec_i,       // begin

  input  wire logic               conflict_i,
  input  wire logic [WfWidth-1:0] conflict_wavefront_i,
  input  wire logic [Lanes-1:0]   conflict_lanes_i,
  input  wire logic               conflict_overflow_i,  // a backup was missing

  output      logic               walk_valid_o,
  input  wire logic               walk_ready_i,
  output walk_e                   walk_kind_o,
  output      logic [WfWidth-1:0] walk_wavefront_o,
  output      logic [Lanes-1:0]   walk_lanes_o,

  output logic        [Wavefronts-1:0]            done_o,
  output logic        [Wavefronts-1:0]            in_tx_o,
  output logic        [Wavefronts-1:0]            settled_o,  // no conflict of this wavefront waits for its walk
  output logic        [Wavefronts-1:0][Lanes-1:0] tcm_o,
  output logic        [Wavefronts-1:0][Lanes-1:0] exec_o,     // of the attempt, or after the commit
  output tx_mode_e    [Wavefronts-1:0]            mode_o,
  output tx_outcome_e [Wavefronts-1:0]            outcome_o   // of the last begin or commit
);

  localparam int unsigned GroupWavefronts = Wavefronts / WorkGroups;
  localparam int unsigned DepthWidth      = 8;

  typedef enum logic [2:0] {
    StateOutside,
    StateBegin,    // waits for its turn
    StateRunning,
    StateCommit,   // waits for its walk
    StateRestart   // waits for the begin of the next attempt
  } state_e;

  state_e [Wavefronts-1:0]                 state_q;
  tx_mode_e [Wavefronts-1:0]               mode_q;
  tx_outcome_e [Wavefronts-1:0]            outcome_q;
  logic [Wavefronts-1:0][Lanes-1:0]        tcm_q, tcm_old_q, exec_q, exit_exec_q, restore_q;
  logic [Wavefronts-1:0]                   old_valid_q, aborted_q, overflow_q, done_q;
  logic [Wavefronts-1:0][DepthWidth-1:0]   depth_q;  // begins inside the transaction

  // Work-group serialization: who has the work-group
  logic [Wavefronts-1:0] serial_request, serial_grant, serial_q, group_taken;
  logic [Wavefronts-1:0] others_alive, alive, abort_wanted, commits;

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

  for (genvar w = 0; w < Wavefronts; w++) begin : gen_wishes
    // An attempt without lanes that still run owns nothing, and needs no abort.
    assign alive[w]          = state_q[w] inside {StateRunning, StateCommit} && (exec_q[w] & ~tcm_q[w]) != '0;
    assign commits[w]        = state_q[w] == StateCommit;
    assign serial_request[w] = state_q[w] == StateBegin && mode_q[w] == ModeWorkGroupSerial && !serial_q[w];
    assign abort_wanted[w]   = group_taken[w] && !serial_q[w] && state_q[w] == StateRunning && alive[w];
    assign settled_o[w]      = restore_q[w] == '0;
    assign in_tx_o[w]        = state_q[w] == StateRunning;
  end

  // The next walk
  logic               walk_any, walk_done;
  walk_e              walk;
  logic [WfWidth-1:0] walk_wavefront;
  logic [Lanes-1:0]   walk_lanes;

  always_comb begin
    walk           = WalkRelease;
    walk_wavefront = '0;
    // Descending: the lowest wavefront of the most urgent kind stands.
    for (int w = Wavefronts - 1; w >= 0; w--) begin
      if (commits[w]) begin
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
      if (!settled_o[w]) begin
        walk           = WalkRestore;
        walk_wavefront = WfWidth'(unsigned'(w));
      end
    end
  end

  assign walk_any   = settled_o != '1 || abort_wanted != '0 || commits != '0;
  assign walk_lanes = walk == WalkRestore ? restore_q[walk_wavefront]
                                         : exec_q[walk_wavefront] & ~tcm_q[walk_wavefront];
  assign walk_valid_o     = walk_any && walk_lanes != '0;
  assign walk_done        = walk_any && (walk_ready_i || walk_lanes == '0);
  assign walk_kind_o      = walk;
  assign walk_wavefront_o = walk_wavefront;
  assign walk_lanes_o     = walk_lanes;

  // Each wavefront
  for (genvar w = 0; w < Wavefronts; w++) begin : gen_state
    logic enter, commit, conflict, walked, unchanged, may_start;
    logic [Lanes-1:0] one_released;
    tx_mode_e next_mode;

    assign enter     = begin_i && wavefront_i == WfWidth'(w);
    assign commit    = commit_i && wavefront_i == WfWidth'(w);
    assign conflict  = conflict_i && conflict_wavefront_i == WfWidth'(w);
    assign walked    = walk_done && walk_wavefront == WfWidth'(w);
    assign unchanged = old_valid_q[w] && tcm_q[w] == tcm_old_q[w];
    assign may_start = mode_q[w] == ModeWorkGroupSerial ? serial_q[w] && !others_alive[w] : !group_taken[w];

    // The lowest lane of TCM runs alone: the other bits stay set.
    assign one_released = tcm_q[w] & (tcm_q[w] - 1'b1);

    always_comb begin
      next_mode = ModeTx;
      if (aborted_q[w]) begin
        next_mode = mode_q[w];
      end else if (overflow_q[w]) begin
        next_mode = ModeWorkGroupSerial;
      end else if (unchanged) begin
        next_mode = mode_q[w] == ModeTx ? ModeWavefrontSerial : ModeWorkGroupSerial;
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
        done_q[w]      <= 1'b0;
        serial_q[w]    <= 1'b0;
        depth_q[w]     <= '0;
        tcm_q[w]       <= '0;
        restore_q[w]   <= '0;
      end else begin
        done_q[w] <= 1'b0;

        unique case (state_q[w])
          StateOutside: begin
            if (enter) begin
              state_q[w]     <= StateBegin;
              mode_q[w]      <= ModeTx;
              old_valid_q[w] <= 1'b0;
              aborted_q[w]   <= 1'b0;
              depth_q[w]     <= '0;
              tcm_q[w]       <= '0;
            end
          end
          StateRestart: begin
            if (enter) begin
              state_q[w]   <= StateBegin;
              mode_q[w]    <= next_mode;
              aborted_q[w] <= 1'b0;
              tcm_q[w]     <= next_mode == ModeTx ? '0 : one_released;
              if (!aborted_q[w]) old_valid_q[w] <= 1'b1;
            end
          end
          StateBegin: begin
            if (serial_grant[w]) serial_q[w] <= 1'b1;
            if (may_start) begin
              state_q[w]    <= StateRunning;
              overflow_q[w] <= 1'b0;
              outcome_q[w] <= OutcomeEnter;
              done_q[w]    <= 1'b1;
            end
          end
          StateRunning: begin
            if (enter || commit && depth_q[w] != '0) begin
              depth_q[w]   <= enter ? depth_q[w] + 1'b1 : depth_q[w] - 1'b1;
              outcome_q[w] <= OutcomeContinue;
              done_q[w]    <= 1'b1;
            end else if (commit) begin
              state_q[w] <= StateCommit;
            end
            if (conflict) tcm_q[w] <= tcm_q[w] | conflict_lanes_i;
            if (conflict && conflict_overflow_i) overflow_q[w] <= 1'b1;
            if (walked && walk == WalkAbort) begin
              tcm_q[w]     <= exec_q[w];
              aborted_q[w] <= 1'b1;
            end
          end
          StateCommit: begin
            if (walked && walk == WalkRelease) begin
              done_q[w]   <= 1'b1;
              serial_q[w] <= 1'b0;
              if ((exec_q[w] & ~tcm_q[w]) != '0) overflow_q[w] <= 1'b0;
              if (tcm_q[w] == '0) begin
                state_q[w]   <= StateOutside;
                mode_q[w]    <= ModeNone;
                outcome_q[w] <= OutcomeExit;
              end else begin
                state_q[w]   <= StateRestart;
                outcome_q[w] <= OutcomeRestart;
              end
            end
          end
          default: state_q[w] <= StateOutside;
        endcase

        if (walked && walk == WalkRestore) restore_q[w] <= '0;
        if (conflict) begin
          restore_q[w] <= (walked && walk == WalkRestore ? '0 : restore_q[w]) | conflict_lanes_i & ~tcm_q[w];
        end
      end
    end

    always_ff @(posedge clk_i) begin
      if (state_q[w] == StateOutside && enter) begin
        exec_q[w]      <= exec_i;
        exit_exec_q[w] <= exec_i;
      end
      if (state_q[w] == StateRestart && enter && !aborted_q[w]) tcm_old_q[w] <= tcm_q[w];
      if (walked && walk == WalkRelease) exec_q[w] <= tcm_q[w] == '0 ? exit_exec_q[w] : tcm_q[w];
    end

    always_ff @(posedge clk_i) begin
      if (rst_ni) begin
        if (enter && state_q[w] == StateRestart) begin
          a_restart_with_tcm : assert (exec_i == tcm_q[w]);
        end
        a_begin_expected : assert (!enter || state_q[w] inside {StateOutside, StateRestart, StateRunning});
        a_commit_expected : assert (!commit || state_q[w] == StateRunning);
        a_conflict_of_running : assert (!conflict || state_q[w] == StateRunning);
        a_commit_settled : assert (state_q[w] != StateCommit || settled_o[w]);
        // The lane that has the work-group for itself commits.
        a_progress : assert (!(state_q[w] == StateCommit && serial_q[w]) || (exec_q[w] & ~tcm_q[w]) != '0);
        a_alone : assert (!(state_q[w] == StateRunning && serial_q[w]) || !others_alive[w]);
      end
    end
  end

  assign done_o    = done_q;
  assign tcm_o     = tcm_q;
  assign exec_o    = exec_q;
  assign mode_o    = mode_q;
  assign outcome_o = outcome_q;

endmodule

`default_nettype wire
