// Queue between the verdicts of the post_dating_unit and the answers of the dependency_unit: keeps the beats of
// all operations in order, takes the verdicts of those that have one, and answers each operation with its last
// beat. The first reason to refuse an operation is its result. A transaction with a refused access is doomed
// until the next one begins with its id. The queue reports to the decision on the next beat whether the operation
// of the current beats has been refused, and which transactions are doomed: neither needs to be counted any more.
//
// Latency:    a beat that comes in one cycle can leave in the next; its answer is offered a cycle later.
// Throughput: one beat each cycle.
//
// IdWidth: bits of a transaction id. TimestampWidth: bits of a timestamp. Depth: beats, 1 or more.

`include "gputm_assert.svh"

`default_nettype none

module verdict_queue
  import dependency_pkg::*;
  import snapshot_pkg::*;
#(
  parameter  int unsigned IdWidth        = snapshot_pkg::TxnBits,
  parameter  int unsigned TimestampWidth = snapshot_pkg::TimestampBits,
  parameter  int unsigned Depth          = 8,
  localparam int unsigned Txns           = 2 ** IdWidth
) (
  input  wire logic                          clk_i,
  input  wire logic                          rst_ni,

  // A beat; not a stream: there must be room.
  output      logic                          room_o,
  input  wire logic                          push_i,
  input  wire dep_op_e                       op_i,
  input  wire logic    [IdWidth-1:0]         txn_i,
  input  wire logic                          last_i,              // last beat of its operation
  input  wire logic                          has_verdict_i,       // a verdict of the post_dating_unit follows
  input  wire dep_result_e                   result_i,            // result without regard to the verdict
  input  wire logic                          begin_i,             // the transaction begins

  // State of the queue, for the beat with txn_i
  output      logic                          own_in_flight_o,     // a beat of this transaction is in the queue
  output      logic                          doomed_o,            // an access of the transaction was refused
  input  wire logic    [IdWidth-1:0]         other_i,
  output      logic                          other_doomed_o,      // an access of other_i was refused
  output      logic                          refused_o,           // the next beat's operation has been refused
  output      logic                          empty_o,

  input  wire logic                          verdict_valid_i,
  output      logic                          verdict_ready_o,
  input  wire verdict_e                      verdict_i,
  input  wire logic    [TimestampWidth-1:0]  pdts_i,              // PDTS of a commit
  input  wire logic    [TimestampWidth-1:0]  cts_i,               // CTS of a start, also of one on a publication

  output      logic                          overflow_o,          // a beat leaves with this result
  output      logic                          exhausted_o,
  output      logic                          published_o,         // a publication leaves, with cts_i
  output      logic    [IdWidth-1:0]         published_number_o,  // version number: txn_i of the publication

  output      logic                          rsp_valid_o,
  input  wire logic                          rsp_ready_i,
  output      dep_op_e                       rsp_op_o,
  output      dep_result_e                   rsp_result_o,
  output      logic    [IdWidth-1:0]         rsp_txn_o,
  output      logic    [TimestampWidth-1:0]  rsp_timestamp_o      // done: of a snapshot the CTS, of a commit the PDTS
);

  localparam int unsigned CountWidth = $clog2(Depth + 1);

  typedef struct packed {
    logic               has_verdict;
    logic               last;
    dep_op_e            op;
    logic [IdWidth-1:0] txn;
    dep_result_e        result;
  } item_t;

  typedef struct packed {
    dep_op_e                   op;
    dep_result_e               result;
    logic [IdWidth-1:0]        txn;
    logic [TimestampWidth-1:0] timestamp;
  } rsp_t;

  // Items in order, the oldest first
  item_t [Depth-1:0] item_q, item_d;
  logic [CountWidth-1:0] items_q, items_d;
  item_t item, head;
  logic head_valid, answers, pop, rsp_ready;

  assign room_o  = items_q != CountWidth'(Depth);
  assign empty_o = items_q == '0;
  assign item    = '{has_verdict: has_verdict_i, last: last_i, op: op_i, txn: txn_i, result: result_i};

  logic whole;  // an operation is in the queue with its last beat
  always_comb begin
    own_in_flight_o    = 1'b0;
    whole              = 1'b0;
    for (int unsigned i = 0; i < Depth; i++) begin
      if (CountWidth'(i) < items_q) begin
        own_in_flight_o |= item_q[i].txn == txn_i;
        whole |= item_q[i].last;
      end
    end
  end

  // The oldest leaves with its verdict, and when there is room for its answer.
  assign head            = item_q[0];
  assign head_valid      = items_q != '0;
  assign answers         = head.last && !(head.op inside {DepFence, DepRetire, DepFlush});
  assign pop             = head_valid && (!head.has_verdict || verdict_valid_i) && (!answers || rsp_ready);
  assign verdict_ready_o = head_valid && head.has_verdict && (!answers || rsp_ready);

  always_comb begin
    item_d  = item_q;
    items_d = items_q;
    if (pop) begin
      for (int unsigned i = 0; i < Depth - 1; i++) item_d[i] = item_q[i+1];
      items_d = items_d - 1'b1;
    end
    if (push_i) begin
      for (int unsigned i = 0; i < Depth; i++) begin
        if (CountWidth'(i) == items_d) item_d[i] = item;
      end
      items_d = items_d + 1'b1;
    end
  end

  // The result: that of an earlier beat of the operation, if refused, else its own
  dep_result_e so_far_q, result;
  rsp_t rsp, rsp_out;

  always_comb begin
    result = so_far_q;
    if (so_far_q == DepDone) begin
      result = head.result;
      if (head.has_verdict && verdict_i == VerdictSuspected) result = DepSuspected;
      if (head.has_verdict && verdict_i == VerdictCycle) result = DepCycle;
      if (head.has_verdict && verdict_i == VerdictExhausted) result = DepExhausted;
    end
    rsp = '{op: head.op, result: result, txn: head.txn, timestamp: '0};
    if (result == DepDone && head.op inside {DepSnapshot, DepPublish}) rsp.timestamp = cts_i;
    if (result == DepDone && head.op == DepCommit) rsp.timestamp = pdts_i;
  end

  assign overflow_o  = pop && result == DepOverflow;
  assign exhausted_o = pop && result == DepExhausted;
  assign published_o = pop && head.op == DepPublish;
  assign published_number_o = head.txn;

  // Whether the operation of the current beats is refused: without a verdict, or by one that has
  // come. A result so far is this operation's if no other one waits for its end.
  logic refused_q;
  assign refused_o = refused_q || (so_far_q != DepDone && !whole);

  // Refused accesses
  logic [Txns-1:0] doomed_q;
  logic            dooms;

  assign doomed_o       = doomed_q[txn_i];
  assign other_doomed_o = doomed_q[other_i];
  assign dooms = pop && head.last && head.op inside {DepSnapshot, DepRead, DepWrite} &&
                    !(result inside {DepDone, DepWait, DepGone});

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      items_q   <= '0;
      so_far_q  <= DepDone;
      refused_q <= 1'b0;
      doomed_q  <= '0;
    end else begin
      items_q <= items_d;
      if (pop) so_far_q <= head.last ? DepDone : result;
      if (push_i) refused_q <= !last_i && (refused_q || result_i != DepDone);
      if (dooms) doomed_q[head.txn] <= 1'b1;
      if (begin_i) doomed_q[txn_i] <= 1'b0;
    end
  end

  always_ff @(posedge clk_i) item_q <= item_d;

  // An answer is offered in the cycle in which it is taken.
  skid_buffer #(
    .Width($bits(rsp_t))
  ) u_answers (
    .clk_i,
    .rst_ni,
    .in_valid_i (pop && answers),
    .in_ready_o (rsp_ready),
    .in_data_i  (rsp),
    .out_valid_o(rsp_valid_o),
    .out_ready_i(rsp_ready_i),
    .out_data_o (rsp_out)
  );

  assign rsp_op_o        = rsp_out.op;
  assign rsp_result_o    = rsp_out.result;
  assign rsp_txn_o       = rsp_out.txn;
  assign rsp_timestamp_o = rsp_out.timestamp;

  `GPUTM_ASSERT_IF(a_room, room_o, push_i,
                   ("verdict_queue: operation %0d of transaction %0d comes when all is full", op_i, txn_i))
  `GPUTM_ASSERT_IF(a_verdict_on_an_item, head_valid, verdict_valid_i,
                   ("verdict_queue: verdict %0d on nothing", verdict_i))

  // Coverage points (tb/coverage)
  `GPUTM_COVER(b_suspected, pop && result == DepSuspected)
  `GPUTM_COVER(b_cycle, pop && result == DepCycle)
  `GPUTM_COVER(b_commit_of_a_doomed_one, pop && result == DepDoomed)
  `GPUTM_COVER(b_second_writer, pop && result == DepSecondWriter)
  `GPUTM_COVER(b_late_writer, pop && result == DepLateWriter)
  `GPUTM_COVER(b_overflow, overflow_o)
  `GPUTM_COVER(b_exhausted, exhausted_o)

  // ---- Handshake assertions -----------------------------------------------------------------------------------------

  `GPUTM_STREAM(u_check_verdict, verdict_valid_i, verdict_ready_o, {verdict_i, pdts_i, cts_i})

  `GPUTM_STREAM(u_check_rsp, rsp_valid_o, rsp_ready_i, {rsp_op_o, rsp_result_o, rsp_txn_o, rsp_timestamp_o})

endmodule

`default_nettype wire
