// Front of the dependency_unit: sends each read and write to the writer table and the reader list, and puts their
// answers in order again, as beats of at most one other transaction each. A read is entered as a reader and meets
// the block's writers; a write is entered as a writer and meets its writers, then its readers. Other operations
// pass in their place. The met transactions are filtered later, so nothing has to wait for a commit in flight.
//
// Latency:    ten cycles of a read or a write, eight to a writer that is not the last; two of another operation that waits
//             for none.
// Throughput: one operation each cycle with at most one other transaction, else one other transaction
//             each cycle. If others have read a block, too, a reader that writes it counts as another.
//             Of skipped readers, one more counts, one of the last leaf, and those in flight.
//
// Parameters: as in writer_table and reader_list. Protection: of ecc_pkg.

`include "gputm_assert.svh"

`default_nettype none

module access_tables
  import dependency_pkg::*;
#(
  parameter  int unsigned WriterParts = 3,
  parameter  int unsigned WriterWays  = 4,
  parameter  int unsigned WriterRows  = 250,
  parameter  int unsigned ReaderWays  = 4,
  parameter  int unsigned ReaderRows  = 21964,
  parameter  int unsigned BlockWidth  = snapshot_pkg::BlockBits,
  parameter  int unsigned IdWidth     = snapshot_pkg::TxnBits,
  parameter  int unsigned LeafWidth   = 5,
  parameter  int unsigned GenWidth    = snapshot_pkg::GenBits,
  parameter  int unsigned Passes      = 8,
  parameter  int unsigned Protection  = ecc_pkg::None,
  localparam int unsigned Groups      = 2 ** (IdWidth - LeafWidth),
  localparam int unsigned Writers     = WriterParts * WriterWays,
  localparam int unsigned Memories    = WriterParts + 1 + 4 * ReaderWays + 3 + 1,
  localparam int unsigned WriterUsed  = $clog2(Writers * WriterRows + 1),
  localparam int unsigned ReaderUsed  = $clog2(ReaderWays * ReaderRows + 1)
) (
  input  wire logic                  clk_i,
  input  wire logic                  rst_ni,

  input  wire logic                  op_valid_i,
  output      logic                  op_ready_o,
  input  wire dep_op_e               op_i,
  input  wire logic [IdWidth-1:0]    op_txn_i,
  input  wire logic [BlockWidth-1:0] op_block_i,

  input  wire logic                  fence_valid_i,  // DepFence behind all accepted operations
  output      logic                  fence_ready_o,

  output      logic                  beat_valid_o,
  input  wire logic                  beat_ready_i,
  output      access_beat_t          beat_o,
  output      logic                  beat_last_o,      // last beat of this operation
  output      logic [IdWidth-1:0]    beat_txn_o,
  output      logic [IdWidth-1:0]    beat_other_o,     // other transaction, if there is one
  output      logic                  beat_snapshot_o,  // the beat is a DepSnapshot, known early in the cycle
  input  wire logic                  beat_skip_i,      // the operation of this beat need not meet further transactions

  input  wire logic [2**IdWidth-1:0] dead_i,
  input  wire logic [Groups-1:0][GenWidth-1:0] gen_i,  // present generation of each group of ids
  input  wire logic                  reclaim_i,        // starts a pass in both tables, while reclaiming_o is low
  output      logic                  reclaiming_o,
  output      logic [WriterUsed-1:0] writer_used_o,
  output      logic [ReaderUsed-1:0] reader_used_o,
  output      logic                  busy_o,

  output      ecc_pkg::ram_error_t [Memories-1:0] errors_o  // of the writer table, the reader list, the order
);

  localparam int unsigned Depth = 32;  // operations between the tables' ports
  localparam int unsigned WriterReclaimShare = 64;  // few rows: the pass still ends before the reader list's
  localparam int unsigned CountWidth = $clog2(Depth + 1);

  typedef struct packed {
    dep_op_e            op;
    logic [IdWidth-1:0] txn;
  } order_t;

  // An operation goes to both tables and into the queue that keeps the order.
  logic writer_ready, reader_ready, order_ready, access, take;
  logic next_valid, next_pop;
  order_t                next;
  logic [CountWidth-1:0] order_count;
  logic writer_reclaiming, reader_reclaiming, writer_busy, reader_busy;

  assign op_ready_o    = !fence_valid_i && writer_ready && reader_ready && order_ready;
  assign take          = op_valid_i && op_ready_o;
  assign access        = op_i == DepRead || op_i == DepWrite;
  assign fence_ready_o = order_ready;

  fifo_parity #(
    .Width     ($bits(order_t)),
    .Depth     (Depth),
    .Protection(Protection)
  ) u_order (
    .clk_i,
    .rst_ni,
    .in_valid_i (take || fence_valid_i),
    .in_ready_o (order_ready),
    .in_data_i  (fence_valid_i ? {DepFence, IdWidth'(0)} : {op_i, op_txn_i}),
    .out_valid_o(next_valid),
    .out_ready_i(next_pop),
    .out_data_o (next),
    .count_o    (order_count),
    .error_o    (errors_o[Memories-1])
  );

  logic writer_valid, writer_pop, writer_overflow;
  logic [Writers-1:0]              writer_mask;
  logic [Writers-1:0][IdWidth-1:0] writer_id;

  writer_table #(
    .Parts       (WriterParts),
    .Ways        (WriterWays),
    .Rows        (WriterRows),
    .BlockWidth  (BlockWidth),
    .IdWidth     (IdWidth),
    .GroupWidth  (LeafWidth),
    .GenWidth    (GenWidth),
    .ReclaimShare(WriterReclaimShare),
    .Passes      (Passes),
    .Protection  (Protection)
  ) u_writers (
    .clk_i,
    .rst_ni,
    .op_valid_i     (take && access),
    .op_ready_o     (writer_ready),
    .op_insert_i    (op_i == DepWrite),
    .op_block_i,
    .op_id_i        (op_txn_i),
    .rsp_valid_o    (writer_valid),
    .rsp_ready_i    (writer_pop),
    .rsp_overflow_o (writer_overflow),
    .rsp_writer_o   (writer_mask),
    .rsp_id_o       (writer_id),
    .dead_i,
    .gen_i,
    .reclaim_i,
    .reclaiming_o   (writer_reclaiming),
    .used_o         (writer_used_o),
    .busy_o         (writer_busy),
    .memory_errors_o(errors_o[0+:WriterParts+1]),
    .memory_report_o()
  );

  logic reader_valid, reader_pop, reader_last, reader_named, reader_overflow;
  logic [IdWidth-1:0] reader_id;

  reader_list #(
    .Ways      (ReaderWays),
    .Rows      (ReaderRows),
    .BlockWidth(BlockWidth),
    .IdWidth   (IdWidth),
    .LeafWidth (LeafWidth),
    .GenWidth  (GenWidth),
    .Passes    (Passes),
    .Protection(Protection)
  ) u_readers (
    .clk_i,
    .rst_ni,
    .op_valid_i     (take && access),
    .op_ready_o     (reader_ready),
    .op_insert_i    (op_i == DepRead),
    .op_block_i,
    .op_id_i        (op_txn_i),
    .rsp_valid_o    (reader_valid),
    .rsp_ready_i    (reader_pop),
    .rsp_last_o     (reader_last),
    .rsp_reader_o   (reader_named),
    .rsp_overflow_o (reader_overflow),
    .rsp_id_o       (reader_id),
    .rsp_skip_i     (beat_skip_i),
    .dead_i,
    .gen_i,
    .reclaim_i,
    .reclaiming_o   (reader_reclaiming),
    .used_o         (reader_used_o),
    .busy_o         (reader_busy),
    .memory_errors_o(errors_o[WriterParts+1+:4*ReaderWays+3]),
    .memory_report_o()
  );

  assign reclaiming_o = writer_reclaiming || reader_reclaiming;

  // The operation of the current beats, and its writers without the transaction itself, a cycle after they are known
  localparam int unsigned HeadWidth = $bits(order_t) + 1 + Writers * (1 + IdWidth);
  logic next_access, next_ready, order_valid, order_pop, overflow;
  order_t order;
  logic [Writers-1:0] next_others, others;
  logic [Writers-1:0][IdWidth-1:0] id;

  assign next_access = next.op == DepRead || next.op == DepWrite;
  assign next_pop    = next_valid && next_ready && (!next_access || writer_valid);
  assign writer_pop  = next_pop && next_access;

  always_comb begin
    for (int unsigned i = 0; i < Writers; i++) next_others[i] = writer_mask[i] && writer_id[i] != next.txn;
  end

  skid_buffer #(
    .Width(HeadWidth)
  ) u_head (
    .clk_i,
    .rst_ni,
    .in_valid_i (next_pop),
    .in_ready_o (next_ready),
    .in_data_i  ({next, writer_overflow, next_others, writer_id}),
    .out_valid_o(order_valid),
    .out_ready_i(order_pop),
    .out_data_o ({order, overflow, others, id})
  );

  assign busy_o = writer_busy || reader_busy || order_count != '0 || order_valid;

  // The writers without a beat so far; the last of them shares it with the reader list's answer,
  // unless that names a reader that a write meets.
  logic [Writers-1:0] named_q, rest, named_now;
  logic none_left, last_writer, meets_reader, by_reader, fire;
  logic [IdWidth-1:0] next_writer;

  assign rest = others & ~named_q;

  // Part by part, in few levels of logic.
  logic part_any, part_more, any, more;

  always_comb begin
    any  = 1'b0;
    more = 1'b0;
    for (int unsigned part = 0; part < WriterParts; part++) begin
      part_any  = 1'b0;
      part_more = 1'b0;
      for (int unsigned i = part * WriterWays; i < (part + 1) * WriterWays; i++) begin
        named_now[i] = rest[i] && !part_any && !any;
        part_more |= rest[i] && part_any;
        part_any |= rest[i];
      end
      more |= part_more || (part_any && any);
      any |= part_any;
    end
    next_writer = '0;
    for (int unsigned i = 0; i < Writers; i++) begin
      if (named_now[i]) next_writer |= id[i];
    end
  end
  assign none_left    = !any;
  assign last_writer  = !more;
  assign meets_reader = reader_named && reader_id != order.txn;

  assign beat_txn_o      = order.txn;
  assign beat_snapshot_o = order_valid && order.op == DepSnapshot;

  always_comb begin
    by_reader    = 1'b0;
    beat_valid_o = order_valid;
    beat_last_o  = 1'b1;
    beat_o       = '{op: order.op, overflow: 1'b0, other_valid: 1'b0, other_writes: 1'b1};
    beat_other_o = next_writer;
    unique case (order.op)
      DepRead: begin
        by_reader          = last_writer;
        beat_valid_o       = order_valid && (!last_writer || reader_valid);
        beat_last_o        = by_reader;
        beat_o.overflow    = by_reader && reader_overflow;
        beat_o.other_valid = !none_left;
      end
      DepWrite: begin
        by_reader          = none_left || (last_writer && reader_last && !meets_reader);
        beat_valid_o       = order_valid && (!last_writer || reader_valid);
        beat_last_o        = by_reader && reader_last;
        beat_o.overflow    = by_reader && reader_last && overflow;
        beat_o.other_valid = !none_left || meets_reader;
        if (none_left) begin
          beat_o.other_writes = 1'b0;
          beat_other_o        = reader_id;
        end
      end
      default: ;
    endcase
  end

  assign fire       = beat_valid_o && beat_ready_i;
  assign order_pop  = fire && beat_last_o;
  assign reader_pop = fire && by_reader;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) named_q <= '0;
    else if (fire) named_q <= beat_last_o ? '0 : named_q | named_now;
  end

  `GPUTM_ASSERT_IF(a_order_of_answers, order.op inside {DepRead, DepWrite} || !reader_pop, fire,
                   ("access_tables: operation %0d of transaction %0d takes a table's answer", order.op, order.txn))
  `GPUTM_ASSERT_IF(a_others_only, !beat_o.other_valid || beat_other_o != order.txn, fire,
                   ("access_tables: transaction %0d meets itself", order.txn))
  // Coverage points (tb/coverage)
  `GPUTM_COVER(b_several_writers, fire && !last_writer)
  `GPUTM_COVER(b_several_readers, fire && order.op == DepWrite && by_reader && !reader_last)
  `GPUTM_COVER(b_tables_overflow, fire && beat_o.overflow)
  `GPUTM_COVER(b_meets_a_reader, fire && order.op == DepWrite && none_left && meets_reader)

  // ---- Handshake assertions -----------------------------------------------------------------------------------------

  `GPUTM_STREAM(u_check_op, op_valid_i, op_ready_o, {op_i, op_txn_i, op_block_i})

  `GPUTM_STREAM(u_check_fence, fence_valid_i, fence_ready_o)

  // Without another transaction its fields are undefined.
  `GPUTM_STREAM(u_check_beat, beat_valid_o, beat_ready_i, {beat_o, beat_last_o, beat_txn_o,
                                                           beat_o.other_valid ? beat_other_o : IdWidth'(0)})

endmodule

`default_nettype wire
