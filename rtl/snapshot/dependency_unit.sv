// Snapshot isolation made serializable (ISCA 2017 paper, sections 4 and 5): takes the operations of all transactions as
// one stream, derives the dependencies between them, orders these by timestamps (post_dating_unit) and refuses
// operations of transactions that must abort. The stream's order is that of the events: a snapshot holds all commits
// before its DepSnapshot.
//
//   read     the reader precedes each concurrent writer of the block, and follows those that its snapshot holds
//   write    each reader of the block precedes the writer, and each writer that its snapshot holds; a concurrent writer
//            refuses it: a running one by the single-writer rule, a committed one because the first committer wins
//   commit   after all dependencies of the transaction's own operations have their verdicts. DepSuspected: its place is
//            below a released transaction, which it may have seen without a known dependency
//   publish  with Versions: all commits so far form a version, on which transactions can begin until it has ended
//            (version_snapshots). Such a snapshot is as of the publication. The user tracks whether memory has the
//            version. All commits have to be published in the end: a flush waits for that
//
// Two transactions are concurrent unless one had committed before the other's snapshot. Answers come in the
// order of the operations, each as if it had been alone. A transaction with a refused access (DepSecondWriter
// to DepExhausted) stays in the tables until its DepAbort or DepCommit, which does not commit it (DepDoomed).
// Either is the last operation of an id; a snapshot answered by DepWait or DepGone has given none.
// Overflow: a table without room refuses the access, and all new snapshots until ids have been freed or a reclaim pass
// has ended. When timestamps or commits run out (DepExhausted), everything is refused until all transactions have
// ended; then timestamps start from 0. The user aborts refused transactions and asks again.
// Latency:    17 cycles to the answer of a read or a write, 20 with a dependency, 12 of other operations.
// Throughput: one operation each cycle, as far as access_tables goes, less one cycle for each committed transaction; a
//             commit waits for the verdicts of its own transaction, a snapshot for the timestamp of its version.
// Reset:      operations wait until the tables are empty: for a quarter of the rows of a way of the
//             reader list, or the rows of a part of the writer table, if more, and a few cycles.
//             Ids are free after a cycle an id.
//
// Parameters: Txns ids, a power of two; sizes of the tables as in access_tables; timestamps as in post_dating_unit;
// SeqWidth: bits of the number of commits between two flushes; Passes: reclaim passes that visit all rows; Versions: to
// begin on, a power of two; 0: a snapshot is as of its operation, and nothing is published; Queue: waiting operations;
// Protection: of ecc_pkg; after a word that could not be corrected, no answer leaves (docs/protection.md).

`include "gputm_assert.svh"

`default_nettype none

module dependency_unit
  import dependency_pkg::*;
  import snapshot_pkg::*;
#(
  parameter int unsigned WriterParts      = 3,                            // sub-tables of the writer table, 2 or more
  parameter int unsigned WriterWays       = 4,                            // ways of a row of the writer table
  parameter int unsigned WriterRows       = 250,                          // rows of a sub-table of the writer table
  parameter int unsigned ReaderWays       = 4,                            // ways of the reader list, 2 or more
  parameter int unsigned ReaderRows       = 21964,                        // rows of each way, a multiple of 4, from 8
  parameter int unsigned BlockWidth       = snapshot_pkg::BlockBits,      // bits of a block's number
  parameter int unsigned IdWidth          = snapshot_pkg::TxnBits,        // log2 of the number of transactions
  parameter int unsigned LeafWidth        = 5,                            // log2 of the transactions of a leaf
  parameter int unsigned GenWidth         = snapshot_pkg::GenBits,        // bits of the generation of a leaf's ids
  parameter int unsigned SeqWidth         = 24,                           // bits of the commits between two flushes
  parameter int unsigned TimestampWidth   = snapshot_pkg::TimestampBits,  // bits of a timestamp
  parameter int unsigned LastTimestamp    = 2 ** TimestampWidth - 2,      // largest timestamp, at least Increment + 2
  parameter int unsigned Increment        = 10,                           // room left above a CTS, at least 1
  parameter int unsigned PropagationDepth = 16,                           // raised by one propagation, at most; 0: none
  parameter int unsigned PropagationSuccs = 8,                            // successors listed of each, at least 1
  parameter int unsigned Passes           = 8,                            // reclaim passes that visit all rows
  parameter int unsigned Versions         = 0,                            // versions to begin on; 0: only now
  parameter int unsigned Queue            = 128,                          // waiting operations, 2 or more
  parameter int unsigned Protection       = 0,                            // of memories (ecc_pkg): none, parity, SECDED

  localparam int unsigned Txns       = 2 ** IdWidth,
  localparam int unsigned Groups     = 2 ** (IdWidth - LeafWidth),
  localparam int unsigned NumWidth   = $clog2(Txns + 1),
  localparam int unsigned WriterUsed = $clog2(WriterParts * WriterWays * WriterRows + 1),
  localparam int unsigned ReaderUsed = $clog2(ReaderWays * ReaderRows + 1)
) (
  input  wire logic                  clk_i,
  input  wire logic                  rst_ni,

  input  wire logic                  op_valid_i,
  output      logic                  op_ready_o,
  input  wire dep_op_e               op_i,            // event: DepSnapshot to DepPublish
  input  wire logic [IdWidth-1:0]    op_txn_i,        // transaction; with Versions, of a snapshot: version number
  input  wire logic [BlockWidth-1:0] op_block_i,      // read, write: number of the block

  output      logic                  rsp_valid_o,
  input  wire logic                  rsp_ready_i,
  output      dep_op_e               rsp_op_o,  // operation of the answer
  output      dep_result_e           rsp_result_o,  // result of the operation
  output      logic [IdWidth-1:0]    rsp_txn_o,  // transaction; of a snapshot the new id, of a version its number
  output      logic [TimestampWidth-1:0]  rsp_timestamp_o,      // done: a snapshot's or version's CTS, a commit's PDTS

  // Requests to the post_dating_unit, in the order of the operations, for statistics and tests
  output      logic                  edge_valid_o,  // pulse
  output      logic [IdWidth-1:0]    edge_pred_o,  // first in the serial order
  output      logic [IdWidth-1:0]    edge_succ_o,  // second in the serial order
  output      logic                  passes_o,  // pulse: last edge of a user's operation
  output      logic                  retire_valid_o,  // pulse: a committed transaction is released
  output      logic [IdWidth-1:0]    retire_txn_o,  // released id, concurrent with no running or future transaction

  output      logic                  start_o,         // a snapshot would get an id, and should be requested
  output      logic [NumWidth-1:0]   live_o,          // running transactions
  output      logic [NumWidth-1:0]   free_o,          // free ids
  output      logic [WriterUsed-1:0] writer_used_o,   // entries in use of the writer table
  output      logic [ReaderUsed-1:0] reader_used_o,  // entries in use of the reader list
  output      logic                  busy_o,          // work is left without new operations

  output      ecc_pkg::ram_report_t  memory_report_o  // errors of memories, with Protection
);
  localparam bit [2:0] Legal = {
    param_pkg::in_range("dependency_unit: Protection", Protection, ecc_pkg::None, ecc_pkg::Secded),
    tables_are_legal(
        WriterParts, WriterWays, WriterRows, ReaderWays, ReaderRows, BlockWidth, IdWidth, LeafWidth, GenWidth, Passes
    ),
    queues_are_legal(IdWidth, SeqWidth, Versions, Queue)
  };
  `GPUTM_ASSERT_PARAMS(Legal == '1)

  // Operations come in bursts, as those of a warp do, and some take long: a write that meets many readers
  // has a cycle for each of them, and a propagation takes tens. Operations that arrive meanwhile wait here.
  localparam int unsigned OpWidth = $bits(dep_op_e) + IdWidth + BlockWidth;
  logic queued_valid, queued_ready, next_valid, next_ready;
  logic [OpWidth-1:0] queued_op;
  dep_op_e next_op;
  logic [IdWidth-1:0] next_txn;
  logic [BlockWidth-1:0] next_block;

  // Errors of memories, numbered as in docs/protection.md
  localparam int unsigned TableMemories = WriterParts + 1 + 4 * ReaderWays + 3 + 1;
  localparam int unsigned CenterMemories = 18;
  localparam int unsigned Memories = CenterMemories + 1 + TableMemories;
  ecc_pkg::ram_error_t [Memories-1:0] memory_errors;
  logic stop;

  error_report #(
    .Memories  (Memories),
    .Protection(Protection)
  ) u_error_report (
    .clk_i,
    .rst_ni,
    .errors_i(memory_errors),
    .stop_o  (stop),
    .report_o(memory_report_o)
  );

  fifo_parity #(
    .Width     (OpWidth),
    .Depth     (Queue),
    .Protection(Protection)
  ) u_ops (
    .clk_i,
    .rst_ni,
    .in_valid_i (op_valid_i),
    .in_ready_o (op_ready_o),
    .in_data_i  ({op_i, op_txn_i, op_block_i}),
    .out_valid_o(queued_valid),
    .out_ready_i(queued_ready),
    .out_data_o (queued_op),
    .count_o    (),
    .error_o    (memory_errors[CenterMemories])
  );

  // A block is hashed in the cycle in which it leaves this queue, not in that of the RAM's read.
  skid_buffer #(
    .Width(OpWidth)
  ) u_next (
    .clk_i,
    .rst_ni,
    .in_valid_i (queued_valid),
    .in_ready_o (queued_ready),
    .in_data_i  (queued_op),
    .out_valid_o(next_valid),
    .out_ready_i(next_ready),
    .out_data_o ({next_op, next_txn, next_block})
  );

  // The tables: each operation leaves them with the other transactions that it meets.
  logic table_valid, table_ready, table_last, table_snapshot, table_skip;
  access_beat_t table_beat;
  logic [IdWidth-1:0] table_txn, table_other;
  logic [Groups-1:0][GenWidth-1:0] gen;
  logic fence_valid, fence_ready, reclaim, reclaiming, tables_busy, center_busy;
  logic answered, answered_ready, edge_valid, passes, retire_valid;
  logic [Txns-1:0] dead;

  access_tables #(
    .WriterParts(WriterParts),
    .WriterWays (WriterWays),
    .WriterRows (WriterRows),
    .ReaderWays (ReaderWays),
    .ReaderRows (ReaderRows),
    .BlockWidth (BlockWidth),
    .IdWidth    (IdWidth),
    .LeafWidth  (LeafWidth),
    .GenWidth   (GenWidth),
    .Passes     (Passes),
    .Protection (Protection)
  ) u_tables (
    .clk_i,
    .rst_ni,
    .op_valid_i     (next_valid),
    .op_ready_o     (next_ready),
    .op_i           (next_op),
    .op_txn_i       (next_txn),
    .op_block_i     (next_block),
    .fence_valid_i  (fence_valid),
    .fence_ready_o  (fence_ready),
    .beat_valid_o   (table_valid),
    .beat_ready_i   (table_ready),
    .beat_o         (table_beat),
    .beat_last_o    (table_last),
    .beat_txn_o     (table_txn),
    .beat_other_o   (table_other),
    .beat_snapshot_o(table_snapshot),
    .beat_skip_i    (table_skip),
    .dead_i         (dead),
    .gen_i          (gen),
    .reclaim_i      (reclaim),
    .reclaiming_o   (reclaiming),
    .writer_used_o,
    .reader_used_o,
    .busy_o         (tables_busy),
    .errors_o       (memory_errors[CenterMemories+1+:TableMemories])
  );

  dependency_center #(
    .IdWidth         (IdWidth),
    .LeafWidth       (LeafWidth),
    .GenWidth        (GenWidth),
    .SeqWidth        (SeqWidth),
    .TimestampWidth  (TimestampWidth),
    .LastTimestamp   (LastTimestamp),
    .Increment       (Increment),
    .PropagationDepth(PropagationDepth),
    .PropagationSuccs(PropagationSuccs),
    .Passes          (Passes),
    .Versions        (Versions),
    .Protection      (Protection)
  ) u_center (
    .clk_i,
    .rst_ni,
    .in_valid_i    (table_valid),
    .in_ready_o    (table_ready),
    .in_beat_i     (table_beat),
    .in_last_i     (table_last),
    .in_txn_i      (table_txn),
    .in_other_i    (table_other),
    .in_snapshot_i (table_snapshot),
    .in_skip_o     (table_skip),
    .fence_valid_o (fence_valid),
    .fence_ready_i (fence_ready),
    .dead_o        (dead),
    .gen_o         (gen),
    .reclaim_o     (reclaim),
    .reclaiming_i  (reclaiming),
    .rsp_valid_o   (answered),
    .rsp_ready_i   (answered_ready),
    .rsp_op_o,
    .rsp_result_o,
    .rsp_txn_o,
    .rsp_timestamp_o,
    .edge_valid_o  (edge_valid),
    .edge_pred_o,
    .edge_succ_o,
    .passes_o      (passes),
    .retire_valid_o(retire_valid),
    .retire_txn_o,
    .start_o,
    .live_o,
    .free_o,
    .busy_o        (center_busy),
    .errors_o      (memory_errors[0+:CenterMemories])
  );

  // After a word that could not be corrected, no answer leaves, and no request is shown. An offer stays until it is taken.
  assign edge_valid_o   = edge_valid && !stop;
  assign passes_o       = passes && !stop;
  assign retire_valid_o = retire_valid && !stop;

  stream_gate u_rsp_gate (
    .clk_i,
    .rst_ni,
    .open_i     (!stop),
    .in_valid_i (answered),
    .in_ready_o (answered_ready),
    .out_valid_o(rsp_valid_o),
    .out_ready_i(rsp_ready_i)
  );

  assign busy_o = queued_valid || next_valid || tables_busy || reclaiming || center_busy;

  `GPUTM_ASSERT_IF(a_op_from_outside, op_i <= DepAbort || (Versions != 0 && op_i == DepPublish), op_valid_i,
                   ("dependency_unit: operation %0d is not for users", op_i))

  // ---- Handshake assertions -----------------------------------------------------------------------------------------

  `GPUTM_STREAM(u_check_op, op_valid_i, op_ready_o, {op_i, op_txn_i, op_block_i})

  `GPUTM_STREAM(u_check_rsp, rsp_valid_o, rsp_ready_i, {rsp_op_o, rsp_result_o, rsp_txn_o, rsp_timestamp_o})

endmodule

`default_nettype wire
