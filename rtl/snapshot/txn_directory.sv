// What the dependency_unit knows of each transaction id: whether it runs, since how many commits it has had its
// snapshot, or which commit it was; and the way of an id from its end to its next use:
//
//   ended      aborted, or committed and needed as long as some transaction runs whose snapshot is older
//   dead       a scan over all ids has found that nobody needs it; the tables name it no longer
//   reclaimed  Passes reclaim passes, which together visit all rows of the tables, have begun and ended since
//   fenced     whatever the tables named before that has left the pipeline
//   free       handed out again
//
// Each pass visits its share of the rows, and goes on where the one before has ended. So an id waits for the rows to be
// visited once, from wherever the passes were when it died, and ids come free in small groups: those that the passes until
// then have reclaimed are found, fenced and freed during the next one.
//
// The scan looks at one id a cycle. Its minimum over the snapshots of running transactions, with the number of commits
// at its start, is a bound for all that run when it ends, because those that begin during the scan have later
// snapshots.
//
// Latency:    a record read in one cycle is there in the next, and stays until the next read; it has the update of the
//             cycle of the read. Throughput: one read of two records and one update each cycle. After reset no id is
//             free for Txns cycles.
//
// Txns: ids, a power of two, at least 2. SeqWidth: bits of the number of commits. Passes: 1 or more.

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

  input  wire logic                update_i,       // DepSnapshot, DepCommit, DepAbort, DepFree or DepFlush
  input  wire dep_op_e             update_op_i,
  input  wire logic [TxnWidth-1:0] update_txn_i,
  output      logic                full_o,         // no commit more can be counted

  output      logic                free_valid_o,   // an id for a new transaction
  output      logic [TxnWidth-1:0] free_txn_o,
  input  wire logic                free_ready_i,

  output      logic [Txns-1:0]     dead_o,
  output      logic                reclaim_o,
  input  wire logic                reclaiming_i,
  output      logic                fence_valid_o,        // put a fence into the stream
  input  wire logic                fence_ready_i,
  input  wire logic                fence_passed_i,
  output      logic                reuse_valid_o,  // ask for DepFree of this id
  input  wire logic                reuse_ready_i,
  output      logic [TxnWidth-1:0] reuse_txn_o,
  output      logic                freed_o,        // for a cycle: ids have been freed

  output      logic [NumWidth-1:0] live_o,         // transactions that run
  output      logic [NumWidth-1:0] free_o,         // ids that are free
  output      logic                busy_o
);

  if (Txns < 2 || (Txns & (Txns - 1)) != 0) begin : gen_check_txns
    $error("txn_directory: Txns=%0d must be a power of two, at least 2", Txns);
  end

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

  // Records: one copy a reader.
  record_t record, txn_record, other_record, scan_record;
  logic                write;
  logic [TxnWidth-1:0] waddr;

  always_comb begin
    write  = starting_q || (update_i && update_op_i != DepFlush);
    waddr  = starting_q ? scan_q : update_txn_i;
    record = '0;
    if (!starting_q && update_op_i == DepSnapshot) record = '{state: TxnLive, seq: commits_q};
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
  logic free_ready, free_push;
  logic [TxnWidth-1:0] free_in;

  assign free_push = starting_q || (update_i && update_op_i == DepFree);
  assign free_in   = starting_q ? scan_q : update_txn_i;

  fifo_sync #(
    .Width(TxnWidth),
    .Depth(Txns)
  ) u_free (
    .clk_i,
    .rst_ni,
    .in_valid_i (free_push),
    .in_ready_o (free_ready),
    .in_data_i  (free_in),
    .out_valid_o(free_valid_o),
    .out_ready_i(free_ready_i),
    .out_data_o (free_txn_o),
    .count_o    (free_o)
  );

  // Scan: the oldest snapshot, and committed transactions that are not needed.
  logic scanned_q, scanned_last_q, retire;
  logic [TxnWidth-1:0] scanned_txn_q;
  logic [SeqWidth-1:0] least_q, least, oldest_q;

  assign least  = scan_record.state == TxnLive && scan_record.seq < least_q ? scan_record.seq : least_q;
  assign retire = scanned_q && scan_record.state == TxnCommitted && scan_record.seq <= oldest_q;

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
      least_q        <= scan_q == '0 ? commits_q : least;
      if (scanned_q && scanned_last_q) oldest_q <= least;
      if (update_i && update_op_i == DepFlush) begin
        least_q  <= '0;
        oldest_q <= '0;
      end
    end
  end

  // The dead, and their way to their next use. It takes as long as a pass, or longer.
  typedef enum logic [2:0] {
    ReclaimIdle,
    ReclaimStart,    // a pass begins
    ReclaimCollect,  // while all ids are scanned: those that the passes before it have reclaimed
    ReclaimFence,    // until the fence is in the stream
    ReclaimPass,     // until it has passed
    ReclaimFree,     // the reclaimed ids are handed back, one after the other
    ReclaimRun       // until the pass has ended
  } reclaim_state_e;

  // When an id died: the number of the last pass that had begun, of which enough bits are kept.
  localparam int unsigned PassWidth = $clog2(Passes + 2);

  typedef struct packed {
    logic                 dead;
    logic [PassWidth-1:0] begun;
  } death_t;

  reclaim_state_e reclaim_q;
  logic [Txns-1:0] dead_q, reclaimed_q;
  logic [TxnWidth-1:0] walk_q;
  logic [PassWidth-1:0] passes_q;
  logic walk_last, walked_q, reusing_q, found_q, found, next_pass;  // reusing: one DepFree is on its way
  logic dies, freed, retires;
  death_t death, scan_death;

  assign dies    = update_i && update_op_i == DepAbort;
  assign freed   = update_i && update_op_i == DepFree;
  // While ids become free, a record may be that of a former occupant. There is one death a cycle; the next scan finds
  // the other.
  assign retires = retire && !scan_death.dead && reclaim_q != ReclaimFree && !dies && !freed;
  assign death   = '{dead: dies || retires, begun: passes_q};

  ram_1r1w_fwd #(
    .Width($bits(death_t)),
    .Depth(Txns)
  ) u_death (
    .clk_i,
    .write_i(starting_q || dies || freed || retires),
    .waddr_i(starting_q ? scan_q : (retires ? scanned_txn_q : update_txn_i)),
    .wdata_i(starting_q ? '0 : death),
    .read_i (1'b1),
    .raddr_i(scan_q),
    .rdata_o(scan_death)
  );

  // All of the last Passes passes but the one that runs had not begun.
  assign found = reclaim_q == ReclaimCollect && scanned_q && scan_death.dead &&
                 passes_q - scan_death.begun == PassWidth'(Passes + 1);

  assign walk_last     = walk_q == TxnWidth'(Txns - 1);
  assign dead_o        = dead_q;
  assign reclaim_o     = reclaim_q == ReclaimStart;
  assign fence_valid_o = reclaim_q == ReclaimFence;
  assign reuse_txn_o   = walk_q;
  assign reuse_valid_o = reclaim_q == ReclaimFree && reclaimed_q[walk_q] && !reusing_q && !walked_q;
  assign freed_o       = reclaim_q == ReclaimFree && walked_q && !reusing_q;
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
      reusing_q   <= 1'b0;
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
          if (reuse_valid_o && reuse_ready_i) reusing_q <= 1'b1;
          if (freed) reusing_q <= 1'b0;
          if (!walked_q && !reusing_q && (!reclaimed_q[walk_q] || reuse_ready_i)) begin
            walk_q   <= walk_q + 1'b1;
            walked_q <= walk_last;
          end
          if (freed_o) reclaim_q <= ReclaimRun;
        end
        ReclaimRun: if (!reclaiming_i) reclaim_q <= next_pass ? ReclaimStart : ReclaimIdle;
        default: reclaim_q <= ReclaimIdle;
      endcase
      if (found) reclaimed_q[scanned_txn_q] <= 1'b1;
      if (retires) dead_q[scanned_txn_q] <= 1'b1;
      if (dies) dead_q[update_txn_i] <= 1'b1;
      if (freed) begin
        dead_q[update_txn_i]      <= 1'b0;
        reclaimed_q[update_txn_i] <= 1'b0;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni && free_push) begin
      a_room_for_ids :
      assert (free_ready)
      else $error("txn_directory: id %0d is freed when %0d of %0d are free", free_in, free_o, Txns);
    end
    if (rst_ni && update_i) begin
      unique case (update_op_i)
        DepFree: begin
          a_free_the_reclaimed :
          assert (reclaimed_q[update_txn_i] && dead_q[update_txn_i])
          else $error("txn_directory: id %0d is freed before it is reclaimed", update_txn_i);
        end
        DepSnapshot: begin
          a_start_undead :
          assert (!dead_q[update_txn_i])
          else $error("txn_directory: a transaction starts with the dead id %0d", update_txn_i);
        end
        DepFlush: begin
          a_flush_empty :
          assert (live_q == '0)
          else $error("txn_directory: a flush while %0d transactions run", live_q);
        end
        default: ;
      endcase
    end
  end

  // What the tests have to reach (tb/coverage).
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      b_commits_are_used_up : cover (full_o);
      b_no_id_is_free : cover (!starting_q && free_o == '0);
      b_flush : cover (update_i && update_op_i == DepFlush);
      b_pass_follows_pass : cover (next_pass && reclaim_q == ReclaimRun);
      b_reused_id_waits : cover (reuse_valid_o && !reuse_ready_i);
    end
  end

  // ---- Streams keep their promises --------------------------------------------------------------------------------

  stream_check #(
    .Width(TxnWidth)
  ) u_check_free (
    .clk_i,
    .rst_ni,
    .valid_i(free_valid_o),
    .ready_i(free_ready_i),
    .data_i (free_txn_o)
  );

  stream_check #(
    .Width(1)
  ) u_check_fence (
    .clk_i,
    .rst_ni,
    .valid_i(fence_valid_o),
    .ready_i(fence_ready_i),
    .data_i (1'b1)
  );

  stream_check #(
    .Width(TxnWidth)
  ) u_check_reuse (
    .clk_i,
    .rst_ni,
    .valid_i(reuse_valid_o),
    .ready_i(reuse_ready_i),
    .data_i (reuse_txn_o)
  );

endmodule

`default_nettype wire
