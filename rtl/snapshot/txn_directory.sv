// The dependency_unit's records of all transaction ids: running, with the number of commits in its
// snapshot, or committed, with the number of its commit; and the way of an id from its end to its next use:
//
//   ended      aborted, or committed and needed as long as a transaction with an older snapshot runs
//   retired    a scan over all ids has found a committed one that is not needed, and its DepRetire
//              is under way
//   dead       aborted, or retired: its record is unused, and the tables name it no longer
//   reclaimed  Passes reclaim passes, which together visit all rows of the tables, have begun and ended since
//   fenced     all operations that met the tables' names before that have left the pipeline
//   free       available for a new transaction
//
// Operations in front of a DepRetire in the pipeline may still name the transaction, and read its
// record; those behind it may, too, and find none; operations that read the tables after it do not
// name it any more. One id at a time waits for its DepRetire to be taken, and then for its end:
// other ids found meanwhile are found again by the next scan.
//
// Each pass visits its share of the rows, and continues where the previous one has ended. So an id waits
// for one visit of all rows, from the passes' position at its death, and ids come free in small groups:
// those that the passes until then have reclaimed are found, fenced and freed during the next one.
//
// The scan visits one id a cycle. Its minimum over the snapshots of running transactions, with the
// oldest one that could be taken at its start, is a bound for all that run when it ends, because
// those that begin during the scan have no older snapshots.
//
// Latency:    a record read in one cycle is there in the next, and stays until the next read; it has the update of the
//             cycle of the read. Throughput: one read of two records and one update each cycle. After reset no id is
//             free for Txns cycles.
//
// Txns: ids, a power of two, at least 2. SeqWidth: bits of the number of commits. Passes: 1 or more.

`include "gputm_assert.svh"

`default_nettype none

module txn_directory
  import dependency_pkg::*;
#(
  parameter  int unsigned Txns     = 2 ** snapshot_pkg::TxnBits,
  parameter  int unsigned SeqWidth = 24,
  parameter  int unsigned Passes   = 8,
  localparam int unsigned TxnWidth = $clog2(Txns),
  localparam int unsigned NumWidth = $clog2(Txns + 1)
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

  output      logic                retire_valid_o,  // requests DepRetire of this id, when the previous one is done
  input  wire logic                retire_ready_i,
  output      logic [TxnWidth-1:0] retire_txn_o,

  output      logic [Txns-1:0]     dead_o,
  output      logic                reclaim_o,
  input  wire logic                reclaiming_i,
  output      logic                fence_valid_o,        // requests a fence in the stream
  input  wire logic                fence_ready_i,
  input  wire logic                fence_passed_i,
  output      logic                freed_o,        // pulse: ids have been freed

  output      logic [NumWidth-1:0] live_o,         // running transactions
  output      logic [NumWidth-1:0] free_o,         // free ids
  output      logic                busy_o
);

  localparam bit [1:0] Legal = {
    param_pkg::power_of_two("txn_directory: Txns", Txns, 2, 65536, 2),
    param_pkg::in_range("txn_directory: SeqWidth", SeqWidth, 2, 32, 2)
  };
  `GPUTM_ASSERT_PARAMS(Legal == '1)

  typedef struct packed {
    txn_state_e          state;
    logic [SeqWidth-1:0] seq;
  } record_t;

  // After reset all ids become free.
  logic                starting_q;
  logic [TxnWidth-1:0] scan_q;
  logic                scan_last;
  logic [SeqWidth-1:0] commits_q;

  assign scan_last = scan_q == TxnWidth'(Txns - 1);
  assign full_o    = &commits_q;
  assign commits_o = commits_q;

  // Records: one copy for each reader
  record_t record, txn_record, other_record, scan_record;
  logic                write;
  logic [TxnWidth-1:0] waddr;

  always_comb begin
    write  = starting_q || (update_i && update_op_i != DepFlush);
    waddr  = starting_q ? scan_q : update_txn_i;
    record = '0;
    if (!starting_q && update_op_i == DepSnapshot) record = '{state: TxnLive, seq: update_seq_i};
    if (!starting_q && update_op_i == DepCommit) record = '{state: TxnCommitted, seq: commits_q + 1'b1};
  end

  ram_1r1w_fwd #(
    .Width($bits(record_t)),
    .Depth(Txns)
  ) u_txn (
    .clk_i,
    .write_i(write),
    .waddr_i(waddr),
    .wdata_i(record),
    .read_i,
    .raddr_i(txn_i),
    .rdata_o(txn_record)
  );

  ram_1r1w_fwd #(
    .Width($bits(record_t)),
    .Depth(Txns)
  ) u_other (
    .clk_i,
    .write_i(write),
    .waddr_i(waddr),
    .wdata_i(record),
    .read_i,
    .raddr_i(other_i),
    .rdata_o(other_record)
  );

  ram_1r1w_fwd #(
    .Width($bits(record_t)),
    .Depth(Txns)
  ) u_scan (
    .clk_i,
    .write_i(write),
    .waddr_i(waddr),
    .wdata_i(record),
    .read_i (1'b1),
    .raddr_i(scan_q),
    .rdata_o(scan_record)
  );

  assign txn_state_o   = txn_record.state;
  assign txn_seq_o     = txn_record.seq;
  assign other_state_o = other_record.state;
  assign other_seq_o   = other_record.seq;

  logic [NumWidth-1:0] live_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      commits_q <= '0;
      live_q    <= '0;
    end else if (update_i) begin
      if (update_op_i == DepFlush) commits_q <= '0;
      if (update_op_i == DepCommit) commits_q <= commits_q + 1'b1;
      if (update_op_i == DepSnapshot) live_q <= live_q + 1'b1;
      if (update_op_i == DepCommit || update_op_i == DepAbort) live_q <= live_q - 1'b1;
    end
  end
  assign live_o = live_q;

  // Free ids.
  logic free_ready, free_push, free_any, frees;  // frees: a reclaimed id
  logic [TxnWidth-1:0] free_in, walk_q;

  assign free_push = starting_q || frees;
  assign free_in   = starting_q ? scan_q : walk_q;

  fifo_sync #(
    .Width(TxnWidth),
    .Depth(Txns)
  ) u_free (
    .clk_i,
    .rst_ni,
    .in_valid_i (free_push),
    .in_ready_o (free_ready),
    .in_data_i  (free_in),
    .out_valid_o(free_any),
    .out_ready_i(free_ready_i),
    .out_data_o (free_txn_o),
    .count_o    (free_o)
  );

  // No record is updated before all are written.
  assign free_valid_o = free_any && !starting_q;

  // Scan: the oldest snapshot, and committed transactions that are not needed
  logic scanned_q, scanned_last_q, unneeded;
  logic [TxnWidth-1:0] scanned_txn_q;
  logic [SeqWidth-1:0] least_q, least, oldest_q;

  assign least    = scan_record.state == TxnLive && scan_record.seq < least_q ? scan_record.seq : least_q;
  assign unneeded = scanned_q && scan_record.state == TxnCommitted && scan_record.seq <= oldest_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      starting_q     <= 1'b1;
      scan_q         <= '0;
      scanned_q      <= 1'b0;
      scanned_last_q <= 1'b0;
      scanned_txn_q  <= '0;
      least_q        <= '0;
      oldest_q       <= '0;
    end else begin
      if (scan_last) starting_q <= 1'b0;
      scan_q         <= scan_q + 1'b1;
      scanned_q      <= !starting_q;
      scanned_last_q <= scan_last;
      scanned_txn_q  <= scan_q;
      least_q        <= scan_q == '0 ? oldest_seq_i : least;
      if (scanned_q && scanned_last_q) oldest_q <= least;
      if (update_i && update_op_i == DepFlush) begin
        least_q  <= '0;
        oldest_q <= '0;
      end
    end
  end

  // An id that is not needed waits until its DepRetire is taken, and is in flight then until that
  // comes back as an update. Its record is TxnCommitted as long, so the scan may find it again.
  logic retire_valid_q, retire_sent_q, retire, retire_taken;
  logic [TxnWidth-1:0] retire_txn_q, retire_sent_txn_q;

  assign retire_taken = retire_valid_o && retire_ready_i;
  assign retire = unneeded && (!retire_valid_q || retire_taken) &&
                  !(retire_valid_q && scanned_txn_q == retire_txn_q) &&
                  !(retire_sent_q && scanned_txn_q == retire_sent_txn_q);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      retire_valid_q <= 1'b0;
      retire_sent_q  <= 1'b0;
    end else begin
      if (retire) retire_valid_q <= 1'b1;
      else if (retire_taken) retire_valid_q <= 1'b0;
      if (retire_taken) retire_sent_q <= 1'b1;
      else if (update_i && update_op_i == DepRetire) retire_sent_q <= 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (retire) retire_txn_q <= scanned_txn_q;
    if (retire_taken) retire_sent_txn_q <= retire_txn_q;
  end

  assign retire_valid_o = retire_valid_q && !retire_sent_q;
  assign retire_txn_o   = retire_txn_q;

  // The dead, and their way to their next use. It takes as long as a pass, or longer.
  typedef enum logic [2:0] {
    ReclaimIdle,
    ReclaimStart,    // a pass begins
    ReclaimCollect,  // while all ids are scanned for those that the previous passes have reclaimed
    ReclaimFence,    // until the fence is in the stream
    ReclaimPass,     // until the fence has passed
    ReclaimFree,     // the reclaimed ids are freed, one after the other
    ReclaimRun       // until the pass has ended
  } reclaim_state_e;

  // Death of an id: the number of the last pass that had begun (sufficient low bits)
  localparam int unsigned PassWidth = $clog2(Passes + 2);

  typedef struct packed {
    logic                 dead;
    logic [PassWidth-1:0] begun;
  } death_t;

  reclaim_state_e reclaim_q;
  logic [Txns-1:0] dead_q, reclaimed_q;
  logic [PassWidth-1:0] passes_q;
  logic walk_last, walked_q, found_q, found, next_pass, dies;
  death_t scan_death;

  assign dies  = update_i && (update_op_i == DepAbort || update_op_i == DepRetire);
  // When another one dies, the next cycle is early enough.
  assign frees = reclaim_q == ReclaimFree && !walked_q && reclaimed_q[walk_q] && !dies;

  ram_1r1w_fwd #(
    .Width($bits(death_t)),
    .Depth(Txns)
  ) u_death (
    .clk_i,
    .write_i(starting_q || dies || frees),
    .waddr_i(dies ? update_txn_i : free_in),
    .wdata_i({dies, passes_q}),
    .read_i (1'b1),
    .raddr_i(scan_q),
    .rdata_o(scan_death)
  );

  // Of the last Passes passes, all but the running one had not begun.
  assign found = reclaim_q == ReclaimCollect && scanned_q && scan_death.dead &&
                 passes_q - scan_death.begun == PassWidth'(Passes + 1);

  assign walk_last     = walk_q == TxnWidth'(Txns - 1);
  assign dead_o        = dead_q;
  assign reclaim_o     = reclaim_q == ReclaimStart;
  assign fence_valid_o = reclaim_q == ReclaimFence;
  assign freed_o       = reclaim_q == ReclaimFree && walked_q;
  assign busy_o        = starting_q || reclaim_q != ReclaimIdle;
  assign next_pass     = dead_q != '0 && (reclaim_q == ReclaimIdle || (reclaim_q == ReclaimRun && !reclaiming_i));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      reclaim_q   <= ReclaimIdle;
      dead_q      <= '0;
      reclaimed_q <= '0;
      passes_q    <= '0;
      walk_q      <= '0;
      walked_q    <= 1'b0;
      found_q     <= 1'b0;
    end else begin
      if (next_pass) passes_q <= passes_q + 1'b1;
      unique case (reclaim_q)
        ReclaimIdle: if (next_pass) reclaim_q <= ReclaimStart;
        ReclaimStart: begin
          walk_q    <= '0;
          walked_q  <= 1'b0;
          found_q   <= 1'b0;
          reclaim_q <= ReclaimCollect;
        end
        ReclaimCollect: begin
          walk_q  <= walk_q + 1'b1;
          found_q <= found_q || found;
          if (walk_last) reclaim_q <= found_q || found ? ReclaimFence : ReclaimRun;
        end
        ReclaimFence: if (fence_ready_i) reclaim_q <= ReclaimPass;
        ReclaimPass: if (fence_passed_i) reclaim_q <= ReclaimFree;
        ReclaimFree: begin
          if (!walked_q && (!reclaimed_q[walk_q] || frees)) begin
            walk_q   <= walk_q + 1'b1;
            walked_q <= walk_last;
          end
          if (freed_o) reclaim_q <= ReclaimRun;
        end
        ReclaimRun: if (!reclaiming_i) reclaim_q <= next_pass ? ReclaimStart : ReclaimIdle;
        default: reclaim_q <= ReclaimIdle;
      endcase
      if (found) reclaimed_q[scanned_txn_q] <= 1'b1;
      if (dies) dead_q[update_txn_i] <= 1'b1;
      if (frees) begin
        dead_q[walk_q]      <= 1'b0;
        reclaimed_q[walk_q] <= 1'b0;
      end
    end
  end

  `GPUTM_ASSERT_IF(a_room_for_ids, free_ready, free_push,
                   ("txn_directory: id %0d is freed when %0d of %0d are free", free_in, free_o, Txns))
  `GPUTM_ASSERT_IF(a_retire_one_at_a_time, update_i && update_op_i == DepRetire, retire_taken && retire_sent_q,
                   ("txn_directory: id %0d is taken while %0d is on its way", retire_txn_q, retire_sent_txn_q))
  `GPUTM_ASSERT_IF(a_free_the_dead, dead_q[walk_q], frees, ("txn_directory: id %0d is freed but not dead", walk_q))
  `GPUTM_ASSERT_IF(a_retire_the_offered, retire_sent_q && retire_sent_txn_q == update_txn_i && !dead_q[update_txn_i],
                   update_i && update_op_i == DepRetire, ("txn_directory: id %0d is retired unasked", update_txn_i))
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
  `GPUTM_COVER(b_pass_follows_pass, next_pass && reclaim_q == ReclaimRun)
  `GPUTM_COVER(b_retirement_waits, retire_valid_o && !retire_ready_i)
  `GPUTM_COVER(b_found_while_another_waits, unneeded && retire_valid_q && scanned_txn_q != retire_txn_q)
  `GPUTM_COVER(b_death_while_an_id_is_freed, reclaim_q == ReclaimFree && reclaimed_q[walk_q] && dies)

  // ---- Handshake assertions -----------------------------------------------------------------------------------------

  `GPUTM_STREAM(u_check_free, free_valid_o, free_ready_i, free_txn_o)

  `GPUTM_STREAM(u_check_fence, fence_valid_o, fence_ready_i)

  `GPUTM_STREAM(u_check_retire, retire_valid_o, retire_ready_i, retire_txn_o)

endmodule

`default_nettype wire
