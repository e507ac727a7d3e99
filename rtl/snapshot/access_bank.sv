// One of the banks of a banked_dependency_unit: the tables of the blocks of this bank (access_tables). A read or write that
// meets no other transaction is answered here; all others, and those without room in a table, go to the dependency_center.
//
// Answers of the bank overtake those of the center, and the other way round.
//
// Latency:    13 cycles to an answer or a beat of an operation that does not wait for others.
// Throughput: that of access_tables: one operation each cycle with at most one other transaction.
//
// Parameters: as in access_tables. Queue: waiting operations. TagWidth: bits of the number of an operation; more operations
// than a bank can have behind its tables and in front of the center.

`include "gputm_assert.svh"

`default_nettype none

module access_bank
  import dependency_pkg::*;
#(
  parameter  int unsigned WriterParts = 3,
  parameter  int unsigned WriterWays  = 4,
  parameter  int unsigned WriterRows  = 40,
  parameter  int unsigned ReaderWays  = 4,
  parameter  int unsigned ReaderRows  = 2748,
  parameter  int unsigned BlockWidth  = snapshot_pkg::BlockBits,
  parameter  int unsigned IdWidth     = snapshot_pkg::TxnBits,
  parameter  int unsigned LeafWidth   = 5,
  parameter  int unsigned GenWidth    = snapshot_pkg::GenBits,
  parameter  int unsigned Passes      = 8,
  parameter  int unsigned Queue       = 32,
  parameter  int unsigned TagWidth    = 3,
  parameter  int unsigned Protection  = ecc_pkg::None,
  localparam int unsigned Memories    = 1 + WriterParts + 1 + 4 * ReaderWays + 3 + 1,
  localparam int unsigned Txns        = 2 ** IdWidth,
  localparam int unsigned Groups      = 2 ** (IdWidth - LeafWidth),
  localparam int unsigned WriterUsed  = $clog2(WriterParts * WriterWays * WriterRows + 1),
  localparam int unsigned ReaderUsed  = $clog2(ReaderWays * ReaderRows + 1)
) (
  input wire logic clk_i,
  input wire logic rst_ni,

  input  wire logic                  op_valid_i,
  output      logic                  op_ready_o,
  input  wire logic                  op_write_i,  // a write, else a read
  input  wire logic [IdWidth-1:0]    op_txn_i,    // transaction
  input  wire logic [BlockWidth-1:0] op_block_i,  // number of the block

  // Answers of operations that meet no other transaction, in the order of these
  output      logic               rsp_valid_o,
  input  wire logic               rsp_ready_i,
  output      logic               rsp_write_o,  // of a write, else of a read
  output      logic [IdWidth-1:0] rsp_txn_o,    // transaction

  // Beats of the other operations
  output      logic                beat_valid_o,
  input  wire logic                beat_ready_i,
  output      access_beat_t        beat_o,
  output      logic                beat_last_o,   // last beat of its operation
  output      logic [TagWidth-1:0] beat_tag_o,    // number of the operation
  output      logic [IdWidth-1:0]  beat_txn_o,    // transaction
  output      logic [IdWidth-1:0]  beat_other_o,  // other transaction, if there is one
  input  wire logic                skip_i,        // the operation with this number need not meet further transactions
  input  wire logic [TagWidth-1:0] skip_tag_i,    // number of an operation of this bank

  input  wire logic fence_valid_i,   // fence behind all operations that the tables have accepted
  output      logic fence_ready_o,
  output      logic fence_passed_o,  // pulse: their beats have been accepted by the center

  input  wire logic [Txns-1:0]                 dead_i,         // entries of these ids no longer count
  input  wire logic [Groups-1:0][GenWidth-1:0] gen_i,          // present generation of each group of ids
  input  wire logic                            reclaim_i,      // starts a pass in the tables, while reclaiming_o is low
  output      logic                            reclaiming_o,
  output      logic [WriterUsed-1:0]           writer_used_o,  // entries in use of the writer table
  output      logic [ReaderUsed-1:0]           reader_used_o,  // entries in use of the reader list
  output      logic                            busy_o,

  output      ecc_pkg::ram_error_t [Memories-1:0] errors_o  // of operations, access_tables
);

  localparam int unsigned OpWidth = 1 + IdWidth + BlockWidth;
  logic queued_valid, queued_ready, next_valid, next_ready, next_write;
  logic [OpWidth-1:0] queued_op;
  logic [IdWidth-1:0] next_txn;
  logic [BlockWidth-1:0] next_block;

  fifo_parity #(
    .Width     (OpWidth),
    .Depth     (Queue),
    .Protection(Protection)
  ) u_ops (
    .clk_i,
    .rst_ni,
    .in_valid_i (op_valid_i),
    .in_ready_o (op_ready_o),
    .in_data_i  ({op_write_i, op_txn_i, op_block_i}),
    .out_valid_o(queued_valid),
    .out_ready_i(queued_ready),
    .out_data_o (queued_op),
    .count_o    (),
    .error_o    (errors_o[0])
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
    .out_data_o ({next_write, next_txn, next_block})
  );

  typedef struct packed {
    access_beat_t        access;
    logic                alone;  // only beat of an operation that meets no other transaction
    logic                last;
    logic [TagWidth-1:0] tag;
    logic [IdWidth-1:0]  txn;
    logic [IdWidth-1:0]  other;
  } beat_t;

  logic met_valid, met_ready, met_last, skip, tables_busy, head_valid, head_ready;
  access_beat_t met;
  beat_t in, head;
  logic [IdWidth-1:0] met_txn, met_other;
  logic [TagWidth-1:0] tag_q;  // number of the operation that the tables answer
  logic amid_q;                // it has had some, not all beats

  assign skip = skip_i && skip_tag_i == tag_q;

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
    .op_i           (next_write ? DepWrite : DepRead),
    .op_txn_i       (next_txn),
    .op_block_i     (next_block),
    .fence_valid_i,
    .fence_ready_o,
    .beat_valid_o   (met_valid),
    .beat_ready_i   (met_ready),
    .beat_o         (met),
    .beat_last_o    (met_last),
    .beat_txn_o     (met_txn),
    .beat_other_o   (met_other),
    .beat_snapshot_o(),
    .beat_skip_i    (skip),
    .dead_i,
    .gen_i,
    .reclaim_i,
    .reclaiming_o,
    .writer_used_o,
    .reader_used_o,
    .busy_o         (tables_busy),
    .errors_o       (errors_o[Memories-1:1])
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      tag_q  <= '0;
      amid_q <= 1'b0;
    end else if (met_valid && met_ready) begin
      tag_q  <= tag_q + TagWidth'(met_last);
      amid_q <= !met_last;
    end
  end

  assign in = '{
          access : met,
          alone: met_last && !amid_q && !met.other_valid && !met.overflow,
          last: met_last,
          tag: tag_q,
          txn: met_txn,
          other: met_other
      };

  skid_buffer #(
    .Width($bits(beat_t))
  ) u_met (
    .clk_i,
    .rst_ni,
    .in_valid_i (met_valid),
    .in_ready_o (met_ready),
    .in_data_i  (in),
    .out_valid_o(head_valid),
    .out_ready_i(head_ready),
    .out_data_o (head)
  );

  logic fence;
  assign fence        = head.access.op == DepFence;
  assign rsp_valid_o  = head_valid && !fence && head.alone;
  assign rsp_write_o  = head.access.op == DepWrite;
  assign rsp_txn_o    = head.txn;
  assign beat_valid_o = head_valid && !fence && !head.alone;
  assign beat_o       = head.access;
  assign beat_last_o  = head.last;
  assign beat_tag_o   = head.tag;
  assign beat_txn_o   = head.txn;
  assign beat_other_o = head.other;
  assign head_ready   = fence || (head.alone ? rsp_ready_i : beat_ready_i);

  assign fence_passed_o = head_valid && fence;
  assign busy_o         = queued_valid || next_valid || tables_busy || head_valid;

  // ---- Handshake assertions -----------------------------------------------------------------------------------------

  `GPUTM_STREAM(u_check_op, op_valid_i, op_ready_o, {op_write_i, op_txn_i, op_block_i})

  `GPUTM_STREAM(u_check_fence, fence_valid_i, fence_ready_o)

  `GPUTM_STREAM(u_check_rsp, rsp_valid_o, rsp_ready_i, {rsp_write_o, rsp_txn_o})

  `GPUTM_STREAM(u_check_beat, beat_valid_o, beat_ready_i, {beat_o, beat_last_o, beat_tag_o, beat_txn_o,
                                                           beat_o.other_valid ? beat_other_o : IdWidth'(0)})

endmodule

`default_nettype wire
