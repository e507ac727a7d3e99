// dependency_unit with its tables in banks by block (access_bank), for a memory partition or some of them each. The banks take an
// operation each in the same cycle. Records, timestamps and dependencies are in one dependency_center, which sees only
// begins, ends, and accesses that meet other transactions.
//
// Rules of the user:
// - All operations on a block go to the same bank.
// - A transaction's accesses come after the answer to its DepSnapshot, and its end (DepCommit, DepAbort) after the answers to all
//   its accesses. They are answered in any order.
//
// Answers are those of a dependency_unit, for one order of all operations, in which those of a bank keep theirs, and so do the
// answers of the center. An access that is answered by its bank while DepExhausted refuses all others does no
// harm: its transaction cannot commit.
//
// Latency:    13 cycles to the answer of an access that meets no other transaction; 23 with a dependency; 11 of a
//             begin or an end.
// Throughput: one access each cycle and bank, and one of these: a begin, an end, another transaction that an access meets, a
//             retirement.
// Reset:      operations wait until the tables are empty, as in dependency_unit.
//
// Parameters: as in dependency_unit, of each bank. Banks: 1 to 64. Queue: waiting operations of each bank. ControlQueue: waiting begins and ends.
// Protection: as in dependency_unit; with it, as many banks as the report has numbers for their memories (9 of the default size).

`include "gputm_assert.svh"

`default_nettype none

module banked_dependency_unit
  import dependency_pkg::*;
  import snapshot_pkg::*;
#(
  parameter int unsigned Banks            = 8,
  parameter int unsigned WriterParts      = 3,                            // sub-tables of a writer table, 2 or more
  parameter int unsigned WriterWays       = 4,                            // ways of a row of a writer table
  parameter int unsigned WriterRows       = 40,                           // rows of a sub-table of a writer table
  parameter int unsigned ReaderWays       = 4,                            // ways of a reader list, 2 or more
  parameter int unsigned ReaderRows       = 2748,                         // rows of each way, a multiple of 4, from 8
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
  parameter int unsigned Queue            = 32,                           // waiting operations of each bank, 2 or more
  parameter int unsigned ControlQueue     = 64,                           // waiting begins and ends, 2 or more
  parameter int unsigned Protection       = 0,                            // of memories (ecc_pkg): none, parity, SECDED

  localparam int unsigned Txns       = 2 ** IdWidth,
  localparam int unsigned Groups     = 2 ** (IdWidth - LeafWidth),
  localparam int unsigned NumWidth   = $clog2(Txns + 1),
  localparam int unsigned WriterUsed = $clog2(Banks * WriterParts * WriterWays * WriterRows + 1),
  localparam int unsigned ReaderUsed = $clog2(Banks * ReaderWays * ReaderRows + 1)
) (
  input wire logic clk_i,
  input wire logic rst_ni,

  // Accesses, by bank
  input  wire logic [Banks-1:0]                 access_valid_i,
  output      logic [Banks-1:0]                 access_ready_o,
  input  wire logic [Banks-1:0]                 access_write_i,  // a write, else a read
  input  wire logic [Banks-1:0][IdWidth-1:0]    access_txn_i,    // transaction
  input  wire logic [Banks-1:0][BlockWidth-1:0] access_block_i,  // number of the block

  // Answers DepDone of accesses that meet no other transaction, by bank
  output      logic [Banks-1:0]              alone_valid_o,
  input  wire logic [Banks-1:0]              alone_ready_i,
  output      logic [Banks-1:0]              alone_write_o,  // of a write, else of a read
  output      logic [Banks-1:0][IdWidth-1:0] alone_txn_o,    // transaction

  // Begins and ends
  input  wire logic               control_valid_i,
  output      logic               control_ready_o,
  input  wire dep_op_e            control_op_i,     // DepSnapshot, DepCommit or DepAbort
  input  wire logic [IdWidth-1:0] control_txn_i,    // transaction; unused for DepSnapshot

  // Their answers, and those of the other accesses
  output      logic                      rsp_valid_o,
  input  wire logic                      rsp_ready_i,
  output      dep_op_e                   rsp_op_o,         // operation of the answer
  output      dep_result_e               rsp_result_o,     // result of the operation
  output      logic [IdWidth-1:0]        rsp_txn_o,        // transaction; of a snapshot the new id
  output      logic [TimestampWidth-1:0] rsp_timestamp_o,  // done: a snapshot's CTS, a commit's PDTS

  // Requests to the post_dating_unit, in the order of the answers, for statistics and tests
  output      logic               edge_valid_o,    // pulse
  output      logic [IdWidth-1:0] edge_pred_o,     // first in the serial order
  output      logic [IdWidth-1:0] edge_succ_o,     // second in the serial order
  output      logic               passes_o,        // pulse: last edge of an operation that is answered by rsp_valid_o
  output      logic               retire_valid_o,  // pulse: a committed transaction is released
  output      logic [IdWidth-1:0] retire_txn_o,    // released id, concurrent with no running or future transaction

  output      logic                  start_o,        // a snapshot would get an id, and should be requested
  output      logic [NumWidth-1:0]   live_o,         // running transactions
  output      logic [NumWidth-1:0]   free_o,         // free ids
  output      logic [WriterUsed-1:0] writer_used_o,  // entries in use of the writer tables
  output      logic [ReaderUsed-1:0] reader_used_o,  // entries in use of the reader lists
  output      logic                  busy_o,         // work is left without new operations

  output      ecc_pkg::ram_report_t  memory_report_o  // errors of memories, with Protection
);

  // Memories, numbered as in docs/protection.md: the center's, begins and ends, each bank's
  localparam int unsigned CenterMemories = 18;
  localparam int unsigned BankMemories = 1 + WriterParts + 1 + 4 * ReaderWays + 3 + 1;
  // The report has numbers for so many banks.
  localparam int unsigned MaxBanks = Protection == ecc_pkg::None ? 64 :
                                     (2 ** ecc_pkg::MemoryBits - CenterMemories - 1) / BankMemories;

  localparam bit [4:0] Legal = {
    param_pkg::in_range("banked_dependency_unit: Protection", Protection, ecc_pkg::None, ecc_pkg::Secded),
    param_pkg::in_range("banked_dependency_unit: Banks", Banks, 1, MaxBanks),
    param_pkg::in_range("banked_dependency_unit: ControlQueue", ControlQueue, 2, 4096),
    tables_are_legal(
        WriterParts, WriterWays, WriterRows, ReaderWays, ReaderRows, BlockWidth, IdWidth, LeafWidth, GenWidth, Passes
    ),
    queues_are_legal(IdWidth, SeqWidth, 0, Queue)
  };
  `GPUTM_ASSERT_PARAMS(Legal == '1)

  // ---- Errors of memories -------------------------------------------------------------------------------------------

  ecc_pkg::ram_error_t [CenterMemories-1:0] center_errors;
  ecc_pkg::ram_error_t control_error;
  ecc_pkg::ram_error_t [Banks-1:0][BankMemories-1:0] bank_errors;
  logic stop;

  // Without protection, banks may be more than numbers.
  if (Protection == ecc_pkg::None) begin : gen_no_report
    assign stop            = 1'b0;
    assign memory_report_o = '0;
    wire unused = ^{bank_errors, control_error, center_errors};
  end else begin : gen_report
    error_report #(
      .Memories  (CenterMemories + 1 + Banks * BankMemories),
      .Protection(Protection)
    ) u_error_report (
      .clk_i,
      .rst_ni,
      .errors_i({bank_errors, control_error, center_errors}),
      .stop_o  (stop),
      .report_o(memory_report_o)
    );
  end

  // ---- Banks --------------------------------------------------------------------------------------------------------

  localparam int unsigned BankUsedWriters = $clog2(WriterParts * WriterWays * WriterRows + 1);
  localparam int unsigned BankUsedReaders = $clog2(ReaderWays * ReaderRows + 1);
  // Operations of a bank behind its tables: two in its own buffer, two in the arbiter's, and one in the center.
  localparam int unsigned TagWidth = 3;
  localparam int unsigned OwnerWidth = $clog2(Banks + 2);

  typedef struct packed {
    access_beat_t          access;
    logic                  last;
    logic [OwnerWidth-1:0] owner;  // number of the bank
    logic [TagWidth-1:0]   tag;    // number of the operation in its bank
    logic [IdWidth-1:0]    txn;
    logic [IdWidth-1:0]    other;
  } beat_t;

  // Requesters of the center: the banks, begins and ends, fences
  localparam int unsigned Control = Banks;
  localparam int unsigned Fence = Banks + 1;
  localparam int unsigned Requesters = Banks + 2;

  logic [Requesters-1:0] req_valid, req_ready, req_last;
  beat_t [Requesters-1:0] req_beat;

  logic [Txns-1:0] dead;
  logic [Groups-1:0][GenWidth-1:0] gen;
  logic reclaim, skip;
  logic [Banks-1:0] reclaiming, bank_busy, fence_valid, fence_ready, fence_passed, alone_valid, alone_taken;
  logic [Banks-1:0][BankUsedWriters-1:0] writer_used;
  logic [Banks-1:0][BankUsedReaders-1:0] reader_used;
  logic [OwnerWidth-1:0] newest_owner_q;  // bank of the center's newest beat
  logic [TagWidth-1:0]   newest_tag_q;    // its operation

  for (genvar i = 0; i < Banks; i++) begin : gen_bank
    assign req_beat[i].owner = OwnerWidth'(i);
    assign req_last[i]       = req_beat[i].last;

    access_bank #(
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
      .Queue      (Queue),
      .TagWidth   (TagWidth),
      .Protection (Protection)
    ) u_bank (
      .clk_i,
      .rst_ni,
      .op_valid_i    (access_valid_i[i]),
      .op_ready_o    (access_ready_o[i]),
      .op_write_i    (access_write_i[i]),
      .op_txn_i      (access_txn_i[i]),
      .op_block_i    (access_block_i[i]),
      .rsp_valid_o   (alone_valid[i]),
      .rsp_ready_i   (alone_taken[i]),
      .rsp_write_o   (alone_write_o[i]),
      .rsp_txn_o     (alone_txn_o[i]),
      .beat_valid_o  (req_valid[i]),
      .beat_ready_i  (req_ready[i]),
      .beat_o        (req_beat[i].access),
      .beat_last_o   (req_beat[i].last),
      .beat_tag_o    (req_beat[i].tag),
      .beat_txn_o    (req_beat[i].txn),
      .beat_other_o  (req_beat[i].other),
      .skip_i        (skip && newest_owner_q == OwnerWidth'(i)),
      .skip_tag_i    (newest_tag_q),
      .fence_valid_i (fence_valid[i]),
      .fence_ready_o (fence_ready[i]),
      .fence_passed_o(fence_passed[i]),
      .dead_i        (dead),
      .gen_i         (gen),
      .reclaim_i     (reclaim),
      .reclaiming_o  (reclaiming[i]),
      .writer_used_o (writer_used[i]),
      .reader_used_o (reader_used[i]),
      .busy_o        (bank_busy[i]),
      .errors_o      (bank_errors[i])
    );

    stream_gate u_alone_gate (
      .clk_i,
      .rst_ni,
      .open_i     (!stop),
      .in_valid_i (alone_valid[i]),
      .in_ready_o (alone_taken[i]),
      .out_valid_o(alone_valid_o[i]),
      .out_ready_i(alone_ready_i[i])
    );
  end

  always_comb begin
    writer_used_o = '0;
    reader_used_o = '0;
    for (int unsigned i = 0; i < Banks; i++) begin
      writer_used_o += WriterUsed'(writer_used[i]);
      reader_used_o += ReaderUsed'(reader_used[i]);
    end
  end

  // ---- Begins and ends, fences --------------------------------------------------------------------------------------

  dep_op_e control_op;
  logic [IdWidth-1:0] control_txn;

  fifo_parity #(
    .Width     ($bits(dep_op_e) + IdWidth),
    .Depth     (ControlQueue),
    .Protection(Protection)
  ) u_control (
    .clk_i,
    .rst_ni,
    .in_valid_i (control_valid_i),
    .in_ready_o (control_ready_o),
    .in_data_i  ({control_op_i, control_txn_i}),
    .out_valid_o(req_valid[Control]),
    .out_ready_i(req_ready[Control]),
    .out_data_o ({control_op, control_txn}),
    .count_o    (),
    .error_o    (control_error)
  );

  assign req_beat[Control] = '{
          access: '{op: control_op, default: '0},
          last: 1'b1,
          owner: OwnerWidth'(Control),
          tag: '0,
          txn: control_txn,
          other: '0
      };
  assign req_last[Control] = 1'b1;

  // A fence has passed when the one that each bank gets has: the beats in front of it are in the arbiter or behind that.
  logic fence_asked, fencing_q;
  logic [Banks-1:0] sent_q, passed_q;

  assign fence_valid = {Banks{fencing_q}} & ~sent_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      fencing_q <= 1'b0;
      sent_q    <= '0;
      passed_q  <= '0;
    end else if (!fencing_q || (req_valid[Fence] && req_ready[Fence])) begin
      fencing_q <= !fencing_q && fence_asked;
      sent_q    <= '0;
      passed_q  <= '0;
    end else begin
      sent_q   <= sent_q | fence_ready;
      passed_q <= passed_q | fence_passed;
    end
  end

  assign req_valid[Fence] = fencing_q && passed_q == '1;
  assign req_last[Fence]  = 1'b1;
  assign req_beat[Fence] = '{
          access: '{op: DepFence, default: '0},
          last: 1'b1,
          owner: OwnerWidth'(Fence),
          tag: '0,
          txn: '0,
          other: '0
      };

  // ---- Center -------------------------------------------------------------------------------------------------------

  logic beat_valid, beat_ready, center_busy, answered, answered_ready, edge_valid, passes, retire_valid;
  beat_t beat;

  burst_arbiter #(
    .Requests(Requesters),
    .Width   ($bits(beat_t))
  ) u_arbiter (
    .clk_i,
    .rst_ni,
    .req_valid_i(req_valid),
    .req_ready_o(req_ready),
    .req_last_i (req_last),
    .req_data_i (req_beat),
    .out_valid_o(beat_valid),
    .out_ready_i(beat_ready),
    .out_data_o (beat)
  );

  always_ff @(posedge clk_i) begin
    if (beat_valid && beat_ready) begin
      newest_owner_q <= beat.owner;
      newest_tag_q   <= beat.tag;
    end
  end

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
    .Protection      (Protection)
  ) u_center (
    .clk_i,
    .rst_ni,
    .in_valid_i    (beat_valid),
    .in_ready_o    (beat_ready),
    .in_beat_i     (beat.access),
    .in_last_i     (beat.last),
    .in_txn_i      (beat.txn),
    .in_other_i    (beat.other),
    .in_snapshot_i (beat_valid && beat.access.op == DepSnapshot),
    .in_skip_o     (skip),
    .fence_valid_o (fence_asked),
    .fence_ready_i (!fencing_q),
    .dead_o        (dead),
    .gen_o         (gen),
    .reclaim_o     (reclaim),
    .reclaiming_i  (|reclaiming),
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
    .errors_o      (center_errors)
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

  assign busy_o = |bank_busy || |reclaiming || req_valid[Control] || fencing_q || beat_valid || center_busy;

  `GPUTM_ASSERT_IF(a_op_from_outside, control_op_i inside {DepSnapshot, DepCommit, DepAbort}, control_valid_i,
                   ("banked_dependency_unit: operation %0d is no begin or end", control_op_i))

  // ---- Handshake assertions -----------------------------------------------------------------------------------------

  for (genvar i = 0; i < Banks; i++) begin : gen_check
    `GPUTM_STREAM(u_check_access, access_valid_i[i], access_ready_o[i], {
                  access_write_i[i], access_txn_i[i], access_block_i[i]})

    `GPUTM_STREAM(u_check_alone, alone_valid_o[i], alone_ready_i[i], {alone_write_o[i], alone_txn_o[i]})
  end

  `GPUTM_STREAM(u_check_control, control_valid_i, control_ready_o, {control_op_i, control_txn_i})

  `GPUTM_STREAM(u_check_rsp, rsp_valid_o, rsp_ready_i, {rsp_op_o, rsp_result_o, rsp_txn_o, rsp_timestamp_o})

endmodule

`default_nettype wire
