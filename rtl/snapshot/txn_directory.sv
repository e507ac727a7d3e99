// The dependency_unit's records of all transaction ids: running, with the number of commits in its
// snapshot, or committed, with the number of its commit; and the way of an id from its end to its next use:
//
//   ended      aborted, or committed and needed as long as a transaction with an older snapshot runs
//   retired    a scan over all ids has found a committed one that is not needed, and its DepRetire
//              is under way
//   dead       aborted, or retired: its record is unused, and the tables name it no longer
//   fenced     all ids of its group are dead, and all operations that met the tables' names before that have left the
//              pipeline
//   free       available for a new transaction: its group has the next generation
//
// Operations in front of a DepRetire in the pipeline may still name the transaction, and read its
// record; those behind it may, too, and find none; operations that read the tables after it do not
// name it any more.
//
// Ids of a group are handed out one after the other, each once in a generation. Entries of the tables carry the
// generation, and are dead if it is not their group's present one. So an id can be used again while entries of former
// transactions with the same id are left, as long as these are of other generations: reclaim passes, Passes of which visit
// all rows of the tables, must have removed all entries of a generation before its next use. A generation that was no
// longer present before Passes passes began and ended is clean. At the begin of each pass the generations are sampled, and
// a group's mark is the sample from Passes passes ago: generations from the mark on, up to the present one, may have
// entries. The next one must not be the mark.
//
// The scan visits ScanIds ids a cycle. Its minimum over the snapshots of running transactions, with the
// oldest one that could be taken at its start, is a bound for all that run when it ends, because
// those that begin during the scan have no older snapshots. It stops at each id that it finds until that is taken, and at
// its end until all found ones are dead.
//
// Latency:    a record read in one cycle is there in the next, and stays until the next read; it has the update of the
//             cycle of the read. Throughput: one read of two records and one update each cycle. After reset no id is
//             free for Txns cycles.
//
// Txns: ids, a power of two. SeqWidth: bits of the number of commits. GroupWidth: log2 of the ids of a group, 1 or more.
// GenWidth: bits of a generation. Passes: 1 or more. Protection: of ecc_pkg.

`include "gputm_assert.svh"

`default_nettype none

module txn_directory
  import dependency_pkg::*;
#(
  parameter  int unsigned Txns       = 2 ** snapshot_pkg::TxnBits,
  parameter  int unsigned SeqWidth   = 24,
  parameter  int unsigned GroupWidth = 5,
  parameter  int unsigned GenWidth   = snapshot_pkg::GenBits,
  parameter  int unsigned Passes     = 8,
  parameter  int unsigned Protection = ecc_pkg::None,
  localparam int unsigned Memories   = 8,
  localparam int unsigned Groups     = Txns / 2 ** GroupWidth,
  localparam int unsigned TxnWidth   = $clog2(Txns),
  localparam int unsigned NumWidth   = $clog2(Txns + 1)
) (
  input  wire logic                clk_i,
  input  wire logic                rst_ni,

  input  wire logic                read_i,
  input  wire logic [TxnWidth-1:0] txn_i,
  input  wire logic [TxnWidth-1:0] other_i,
  output      txn_state_e          txn_state_o,
  output      logic [SeqWidth-1:0] txn_seq_o,
  output      txn_state_e          other_state_o,
  output      logic [SeqWidth-1:0] other_seq_o,

  input  wire logic                update_i,       // DepSnapshot, DepCommit, DepAbort, DepRetire or DepFlush
  input  wire dep_op_e             update_op_i,
  input  wire logic [TxnWidth-1:0] update_txn_i,
  input  wire logic [SeqWidth-1:0] update_seq_i,   // DepSnapshot: commits that it holds
  input  wire logic [SeqWidth-1:0] oldest_seq_i,   // commits of the oldest new snapshot; falls by DepFlush alone
  output      logic [SeqWidth-1:0] commits_o,      // number of commits so far
  output      logic                full_o,         // no further commit can be counted

  output      logic                free_valid_o,   // an id for a new transaction
  output      logic [TxnWidth-1:0] free_txn_o,
  input  wire logic                free_ready_i,

  output      logic                retire_valid_o,  // requests DepRetire of this id
  input  wire logic                retire_ready_i,
  output      logic [TxnWidth-1:0] retire_txn_o,

  output      logic [Txns-1:0]                 dead_o,
  output      logic [Groups-1:0][GenWidth-1:0] gen_o,    // present generation of each group
  output      logic                            reclaim_o,
  input  wire logic                            reclaiming_i,
  output      logic                            freed_o,        // pulse: ids are free, or a pass has ended
  output      logic                            fence_valid_o,  // requests a fence in the stream
  input  wire logic                            fence_ready_i,
  input  wire logic                            fence_passed_i,

  output      logic [NumWidth-1:0] live_o,         // running transactions
  output      logic [NumWidth-1:0] held_o,         // ids handed out and not dead
  output      logic [NumWidth-1:0] free_o,         // free ids
  output      logic                busy_o,

  // Records of the transaction, of the other one; free groups; generations at passes; records of each lane of the scan
  output      ecc_pkg::ram_error_t [Memories-1:0] errors_o
);

  localparam int unsigned GroupIds = 2 ** GroupWidth;
  localparam int unsigned GroupBits = $clog2(Groups);  // bits of a group's number
  localparam int unsigned ScanIds = GroupIds > 4 ? 4 : GroupIds;
  localparam int unsigned ScanRows = Txns / ScanIds;
  localparam int unsigned LaneWidth = $clog2(ScanIds);
  localparam int unsigned RowWidth = $clog2(ScanRows);

  localparam bit [3:0] Legal = {
    param_pkg::power_of_two("txn_directory: Txns", Txns, 4, 65536, 2),
    param_pkg::in_range("txn_directory: SeqWidth", SeqWidth, 2, 32, 2),
    param_pkg::in_range("txn_directory: GroupWidth", GroupWidth, 1, TxnWidth - 1, 2),
    param_pkg::in_range("txn_directory: GenWidth", GenWidth, 1, 8, 2)
  };
  `GPUTM_ASSERT_PARAMS(Legal == '1)

  typedef struct packed {
    txn_state_e          state;
    logic [SeqWidth-1:0] seq;
  } record_t;

  // After reset all ids become free.
  logic                starting_q;
  logic [TxnWidth-1:0] start_q;
  logic [SeqWidth-1:0] commits_q;

  assign full_o    = &commits_q;
  assign commits_o = commits_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      starting_q <= 1'b1;
      start_q    <= '0;
    end else if (starting_q) begin
      starting_q <= start_q != TxnWidth'(Txns - 1);
      start_q    <= start_q + 1'b1;
    end
  end

  // Records: one copy for each reader
  record_t record, txn_record, other_record;
  record_t [ScanIds-1:0] scan_record;
  logic write, scan_read;
  logic [TxnWidth-1:0] waddr;
  logic [RowWidth-1:0] scan_q;

  always_comb begin
    write  = starting_q || (update_i && update_op_i != DepFlush);
    waddr  = starting_q ? start_q : update_txn_i;
    record = '0;
    if (!starting_q && update_op_i == DepSnapshot) record = '{state: TxnLive, seq: update_seq_i};
    if (!starting_q && update_op_i == DepCommit) record = '{state: TxnCommitted, seq: commits_q + 1'b1};
  end

  ram_1r1w_ecc #(
    .Width     ($bits(record_t)),
    .Depth     (Txns),
    .Protection(Protection),
    .Forward   (1'b1)
  ) u_txn (
    .clk_i,
    .rst_ni,
    .write_i(write),
    .waddr_i(waddr),
    .wdata_i(record),
    .read_i,
    .check_i(!starting_q),
    .raddr_i(txn_i),
    .rdata_o(txn_record),
    .bad_o  (),
    .error_o(errors_o[0])
  );

  ram_1r1w_ecc #(
    .Width     ($bits(record_t)),
    .Depth     (Txns),
    .Protection(Protection),
    .Forward   (1'b1)
  ) u_other (
    .clk_i,
    .rst_ni,
    .write_i(write),
    .waddr_i(waddr),
    .wdata_i(record),
    .read_i,
    .check_i(!starting_q),
    .raddr_i(other_i),
    .rdata_o(other_record),
    .bad_o  (),
    .error_o(errors_o[1])
  );

  for (genvar lane = 0; lane < ScanIds; lane++) begin : gen_scan
    ram_1r1w_ecc #(
      .Width     ($bits(record_t)),
      .Depth     (ScanRows),
      .Protection(Protection),
      .Forward   (1'b1)
    ) u_scan (
      .clk_i,
      .rst_ni,
      .write_i(write && waddr[LaneWidth-1:0] == LaneWidth'(lane)),
      .waddr_i(waddr[TxnWidth-1:LaneWidth]),
      .wdata_i(record),
      .read_i (scan_read),
      .check_i(!starting_q),
      .raddr_i(scan_q),
      .rdata_o(scan_record[lane]),
      .bad_o  (),
      .error_o(errors_o[4+lane])
    );
  end

  for (genvar lane = ScanIds; lane < Memories - 4; lane++) begin : gen_no_scan
    assign errors_o[4+lane] = '0;
  end

  assign txn_state_o   = txn_record.state;
  assign txn_seq_o     = txn_record.seq;
  assign other_state_o = other_record.state;
  assign other_seq_o   = other_record.seq;

  logic [NumWidth-1:0] live_q, held_q;
  logic dies, hands_out;

  assign dies      = update_i && (update_op_i == DepAbort || update_op_i == DepRetire);
  assign hands_out = free_valid_o && free_ready_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      commits_q <= '0;
      live_q    <= '0;
      held_q    <= '0;
    end else begin
      held_q <= held_q + NumWidth'(hands_out) - NumWidth'(dies);
      if (update_i) begin
        if (update_op_i == DepFlush) commits_q <= '0;
        if (update_op_i == DepCommit) commits_q <= commits_q + 1'b1;
        if (update_op_i == DepSnapshot) live_q <= live_q + 1'b1;
        if (update_op_i == DepCommit || update_op_i == DepAbort) live_q <= live_q - 1'b1;
      end
    end
  end
  assign live_o = live_q;
  assign held_o = held_q;

  // Free ids: groups with a new generation, and the next id of the first of them
  logic group_push, group_ready, group_valid;
  logic [GroupBits-1:0] group_in, opened, free_group;
  logic [GroupWidth-1:0] next_q;
  logic [NumWidth-1:0] free_q;

  assign group_in = starting_q ? start_q[TxnWidth-1:GroupWidth] : opened;

  fifo_parity #(
    .Width     (GroupBits),
    .Depth     (Groups),
    .Protection(Protection)
  ) u_free (
    .clk_i,
    .rst_ni,
    .in_valid_i (group_push),
    .in_ready_o (group_ready),
    .in_data_i  (group_in),
    .out_valid_o(group_valid),
    .out_ready_i(hands_out && next_q == '1),
    .out_data_o (free_group),
    .count_o    (),
    .error_o    (errors_o[2])
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      next_q <= '0;
      free_q <= '0;
    end else begin
      next_q <= next_q + GroupWidth'(hands_out);
      free_q <= free_q + (group_push ? NumWidth'(GroupIds) : '0) - NumWidth'(hands_out);
    end
  end

  // No record is updated before all are written.
  assign free_valid_o = group_valid && !starting_q;
  assign free_txn_o   = {free_group, next_q};
  assign free_o       = free_q;

  // Scan: the oldest snapshot, and committed transactions that are not needed
  logic scanned_q, scanned_last_q, advance, oldest_due_q;
  logic [RowWidth-1:0] scanned_row_q;
  logic [SeqWidth-1:0] begin_seq_q, oldest_q, oldest;
  logic [ScanIds-1:0][SeqWidth-1:0] least_q, least;  // of each lane
  logic [ScanIds-1:0] unneeded, found_q, first, rest;
  logic [LaneWidth-1:0] first_lane;

  always_comb begin
    for (int unsigned lane = 0; lane < ScanIds; lane++) begin
      least[lane] = scanned_row_q == '0 ? begin_seq_q : least_q[lane];
      if (scan_record[lane].state == TxnLive && scan_record[lane].seq < least[lane]) begin
        least[lane] = scan_record[lane].seq;
      end
      unneeded[lane] = scanned_q && !found_q[lane] && scan_record[lane].state == TxnCommitted &&
                       scan_record[lane].seq <= oldest_q;
    end
    oldest = least_q[0];
    for (int unsigned lane = 1; lane < ScanIds; lane++) begin
      if (least_q[lane] < oldest) oldest = least_q[lane];
    end
    first      = unneeded & ~(unneeded - 1'b1);
    first_lane = '0;
    for (int unsigned lane = 0; lane < ScanIds; lane++) begin
      if (first[lane]) first_lane |= LaneWidth'(lane);
    end
  end

  // A found id waits until its DepRetire is taken, and is under way then until that comes back as an update.
  logic retire_valid_q, retire, retire_taken, retired;
  logic [NumWidth-1:0] retiring_q;  // found ids that are not dead
  logic [TxnWidth-1:0] retire_txn_q;

  assign retire_taken = retire_valid_q && retire_ready_i;
  assign retired      = update_i && update_op_i == DepRetire;
  assign retire       = unneeded != '0 && (!retire_valid_q || retire_taken);
  assign rest         = retire ? unneeded & ~first : unneeded;
  assign advance      = rest == '0 && !(scanned_q && scanned_last_q && (retire || retiring_q != '0));
  assign scan_read    = advance && held_q != '0;  // otherwise there is nothing to find: the clock may stop

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      scan_q         <= '0;
      scanned_q      <= 1'b0;
      scanned_last_q <= 1'b0;
      scanned_row_q  <= '0;
      begin_seq_q    <= '0;
      least_q        <= '0;
      oldest_due_q   <= 1'b0;
      oldest_q       <= '0;
      found_q        <= '0;
    end else begin
      oldest_due_q <= scanned_q && scanned_last_q && advance;
      if (oldest_due_q) oldest_q <= oldest;
      if (retire) found_q <= found_q | first;
      if (advance) begin
        found_q   <= '0;
        scanned_q <= scan_read;
        if (scanned_q) least_q <= least;
      end
      if (scan_read) begin
        scan_q         <= scan_q + 1'b1;
        scanned_last_q <= scan_q == '1;
        scanned_row_q  <= scan_q;
        if (scan_q == '0) begin_seq_q <= oldest_seq_i;
      end
      if (update_i && update_op_i == DepFlush) begin
        begin_seq_q <= '0;
        least_q     <= '0;
        oldest_q    <= '0;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      retire_valid_q <= 1'b0;
      retiring_q     <= '0;
    end else begin
      if (retire) retire_valid_q <= 1'b1;
      else if (retire_taken) retire_valid_q <= 1'b0;
      retiring_q <= retiring_q + NumWidth'(retire) - NumWidth'(retired);
    end
  end

  always_ff @(posedge clk_i) begin
    if (retire) retire_txn_q <= {scanned_row_q, first_lane};
  end

  assign retire_valid_o = retire_valid_q;
  assign retire_txn_o   = retire_txn_q;

  // Groups whose ids are all dead get the next generation, if that is clean, and are free.
  typedef enum logic [1:0] {
    OpenIdle,
    OpenFence,  // until the fence is in the stream
    OpenPass,   // until the fence has passed
    OpenGroups  // the fenced groups, one after the other
  } open_state_e;

  open_state_e open_q;
  logic [Txns-1:0] dead_q;
  logic [Groups-1:0][GenWidth-1:0] gen_q, mark_q;
  logic [Groups-1:0] closed, fenced_q, fenced_first, fenced_rest;
  logic opens, opened_q;  // a group becomes free; its id comes to the head of the queue

  always_comb begin
    for (int unsigned group = 0; group < Groups; group++) begin
      closed[group] = dead_q[group*GroupIds+:GroupIds] == '1 && gen_q[group] + 1'b1 != mark_q[group];
    end
    fenced_rest  = fenced_q & (fenced_q - 1'b1);
    fenced_first = fenced_q & ~fenced_rest;
    opened       = '0;
    for (int unsigned group = 0; group < Groups; group++) begin
      if (fenced_first[group]) opened |= GroupBits'(group);
    end
  end

  assign opens      = open_q == OpenGroups;
  assign group_push = starting_q ? start_q[GroupWidth-1:0] == '0 : opens;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      open_q   <= OpenIdle;
      opened_q <= 1'b0;
      fenced_q <= '0;
      dead_q   <= '0;
      gen_q    <= '0;
    end else begin
      opened_q <= opens;
      unique case (open_q)
        OpenIdle: begin
          fenced_q <= closed;
          if (closed != '0) open_q <= OpenFence;
        end
        OpenFence: if (fence_ready_i) open_q <= OpenPass;
        OpenPass: if (fence_passed_i) open_q <= OpenGroups;
        OpenGroups: begin
          fenced_q <= fenced_rest;
          if (fenced_rest == '0) open_q <= OpenIdle;
        end
        default: open_q <= OpenIdle;
      endcase
      if (dies) dead_q[update_txn_i] <= 1'b1;
      for (int unsigned group = 0; group < Groups; group++) begin
        if (opens && fenced_first[group]) begin
          dead_q[group*GroupIds+:GroupIds] <= '0;
          gen_q[group]                     <= gen_q[group] + 1'b1;
        end
      end
    end
  end

  assign dead_o        = dead_q;
  assign gen_o         = gen_q;
  assign fence_valid_o = open_q == OpenFence;

  // Reclaim passes until, since the last death, Passes have begun and ended, and one more that the marks follow
  typedef enum logic [1:0] {
    ReclaimIdle,
    ReclaimStart,  // a pass begins
    ReclaimRun,    // until it has ended
    ReclaimMark    // the marks follow, and the generations are sampled for the next pass
  } reclaim_state_e;

  localparam int unsigned PassWidth = $clog2(Passes + 2);
  localparam int unsigned SamplesWidth = Passes * GenWidth;

  reclaim_state_e reclaim_q;
  logic [PassWidth-1:0] begun_q;  // passes since the last death
  logic due, marks_q, walk_last;
  logic [GroupBits-1:0] walk_q, marked_q;  // group that is read, and marked
  logic [SamplesWidth-1:0] samples, next_samples;  // before each of the last passes, the newest first from bit 0 up

  assign due         = begun_q != PassWidth'(Passes + 1);
  assign walk_last   = walk_q == GroupBits'(Groups - 1);
  assign reclaim_o   = reclaim_q == ReclaimStart;
  assign freed_o     = opens || (reclaim_q == ReclaimRun && !reclaiming_i);
  assign busy_o      = starting_q || due || reclaim_q != ReclaimIdle || open_q != OpenIdle || opened_q || marks_q ||
                       closed != '0 || scanned_q || oldest_due_q || retire_valid_q;

  ram_1r1w_ecc #(
    .Width     (SamplesWidth),
    .Depth     (Groups),
    .Protection(Protection)
  ) u_samples (
    .clk_i,
    .rst_ni,
    .write_i(starting_q || marks_q),
    .waddr_i(starting_q ? start_q[TxnWidth-1:GroupWidth] : marked_q),
    .wdata_i(starting_q ? '0 : next_samples),
    .read_i (reclaim_q == ReclaimMark),
    .check_i(!starting_q),
    .raddr_i(walk_q),
    .rdata_o(samples),
    .bad_o  (),
    .error_o(errors_o[3])
  );

  if (Passes == 1) begin : gen_one_sample
    assign next_samples = gen_q[marked_q];
  end else begin : gen_samples
    assign next_samples = {samples[SamplesWidth-GenWidth-1:0], gen_q[marked_q]};
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      reclaim_q <= ReclaimIdle;
      begun_q   <= PassWidth'(Passes + 1);
      walk_q    <= '0;
      marks_q   <= 1'b0;
      marked_q  <= '0;
      mark_q    <= '0;
    end else begin
      unique case (reclaim_q)
        ReclaimIdle: if (due) reclaim_q <= ReclaimStart;
        ReclaimStart: reclaim_q <= ReclaimRun;
        ReclaimRun: if (!reclaiming_i) reclaim_q <= ReclaimMark;
        ReclaimMark: begin
          walk_q <= walk_q + 1'b1;
          if (walk_last) reclaim_q <= ReclaimIdle;
        end
        default: reclaim_q <= ReclaimIdle;
      endcase
      if (dies) begun_q <= '0;
      else if (reclaim_o && due) begun_q <= begun_q + 1'b1;
      marks_q  <= reclaim_q == ReclaimMark;
      marked_q <= walk_q;
      if (marks_q) mark_q[marked_q] <= samples[SamplesWidth-GenWidth+:GenWidth];
    end
  end

  `GPUTM_ASSERT_IF(a_room_for_groups, group_ready, group_push,
                   ("txn_directory: group %0d is free when %0d of %0d ids are free", group_in, free_o, Txns))
  `GPUTM_ASSERT_IF(a_retire_the_found, retiring_q != '0 && !dead_q[update_txn_i], retired,
                   ("txn_directory: id %0d is retired unasked", update_txn_i))
  `GPUTM_ASSERT_IF(a_open_the_dead, dead_q[32'(opened)*GroupIds+:GroupIds] == '1, opens,
                   ("txn_directory: group %0d is free and not dead", opened))
  `GPUTM_ASSERT_IF(a_open_clean, gen_q[opened] + 1'b1 != mark_q[opened], opens,
                   ("txn_directory: group %0d gets a generation that may have entries", opened))
  `GPUTM_ASSERT_IF(a_snapshot_can_be_taken, update_seq_i >= oldest_seq_i && update_seq_i <= commits_q,
                   update_i && update_op_i == DepSnapshot,
                   ("txn_directory: a snapshot with %0d commits of %0d", update_seq_i, commits_q))
  `GPUTM_ASSERT_IF(a_start_undead, !dead_q[update_txn_i], update_i && update_op_i == DepSnapshot,
                   ("txn_directory: a transaction starts with the dead id %0d", update_txn_i))
  `GPUTM_ASSERT_IF(a_flush_empty, live_q == '0, update_i && update_op_i == DepFlush,
                   ("txn_directory: a flush while %0d transactions run", live_q))

  // Coverage points (tb/coverage)
  `GPUTM_COVER(b_commits_are_used_up, full_o)
  `GPUTM_COVER(b_no_id_is_free, !starting_q && free_o == '0)
  `GPUTM_COVER(b_flush, update_i && update_op_i == DepFlush)
  `GPUTM_COVER(b_pass_follows_pass, reclaim_q == ReclaimMark && walk_last && due)
  `GPUTM_COVER(b_retirement_waits, retire_valid_o && !retire_ready_i)
  `GPUTM_COVER(b_scan_waits_for_retirements, rest == '0 && !advance)
  `GPUTM_COVER(b_several_found_in_a_row, retire && rest != '0)
  `GPUTM_COVER(b_several_groups_fenced, opens && fenced_rest != '0)
  `GPUTM_COVER(b_no_clean_generation, dead_q[GroupIds-1:0] == '1 && gen_q[0] + 1'b1 == mark_q[0])

  // ---- Handshake assertions -----------------------------------------------------------------------------------------

  `GPUTM_STREAM(u_check_free, free_valid_o, free_ready_i, free_txn_o)

  `GPUTM_STREAM(u_check_fence, fence_valid_o, fence_ready_i)

  `GPUTM_STREAM(u_check_retire, retire_valid_o, retire_ready_i, retire_txn_o)

endmodule

`default_nettype wire
