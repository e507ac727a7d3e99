// Snapshot isolation made serializable (ISCA 2017 paper, sections 4 and 5): takes the operations of all transactions as
// one stream, derives the dependencies between them, dates these (post_dating_unit) and tells who must abort. The
// stream's order is that of the events: a transaction's snapshot holds what was committed before its DepSnapshot.
//
//   read     the reader precedes each concurrent writer of the block
//   write    each concurrent reader of the block precedes the writer; a concurrent writer refuses it: one that runs by
//            the single-writer rule, one that has committed because the first committer wins
//   commit   after all dependencies of the transaction's own operations have their verdicts
//
// Two transactions are concurrent unless one had committed before the other's snapshot. Answers come in the order of
// the operations, each as if it had been alone. A transaction that was refused an access (DepSecondWriter to
// DepExhausted) stays in the tables until its DepAbort or DepCommit, which does not commit it (DepDoomed). Either is
// the last operation of an id; a snapshot answered by DepWait has given none.
//
// Overflow: a table without room refuses the access, and all new snapshots until ids have been freed. When dates or
// commits run out (DepExhausted), nothing is accepted any more until all transactions have ended; then everything
// starts from date 0. Both need no more of the user than to abort what is refused and to ask again. A snapshot that is
// answered by DepExhausted has given an id, whose transaction must be ended as well: else the end never comes.
//
// Latency:    seven cycles to the answer of a read or a write, eight with a dependency, five of other operations.
// Throughput: one operation each cycle, as far as access_tables goes; a snapshot waits for a commit in front of it to be
//             dated, a commit for the verdicts of its own transaction.
// Reset:      operations wait until the tables are empty and ids are free: for half the rows of a way of the reader
//             list, the rows of a part of the writer table, or a cycle an id, whichever is most, and a few cycles.
//
// Parameters: Txns ids, a power of two; sizes of the tables as in access_tables; dates as in post_dating_unit;
// SeqWidth: bits of the number of commits between two flushes.

`default_nettype none

module dependency_unit
  import dependency_pkg::*;
  import snapshot_pkg::*;
#(
  parameter  int unsigned WriterParts = 3,
  parameter  int unsigned WriterWays  = 4,
  parameter  int unsigned WriterRows  = 250,
  parameter  int unsigned ReaderWays  = 4,
  parameter  int unsigned ReaderRows  = 21964,
  parameter  int unsigned BlockWidth  = snapshot_pkg::BlockBits,
  parameter  int unsigned IdWidth     = snapshot_pkg::TxnBits,
  parameter  int unsigned LeafWidth   = 5,
  parameter  int unsigned SeqWidth    = 24,
  parameter  int unsigned DateWidth   = snapshot_pkg::DateBits,
  parameter  int unsigned LastDate    = 2 ** DateWidth - 2,
  parameter  int unsigned Increment   = 10,
  parameter  int unsigned PushTxns    = 8,
  parameter  int unsigned PushSuccs   = 4,
  localparam int unsigned Txns        = 2 ** IdWidth,
  localparam int unsigned NumWidth    = $clog2(Txns + 1),
  localparam int unsigned WriterUsed  = $clog2(WriterParts * WriterWays * WriterRows + 1),
  localparam int unsigned ReaderUsed  = $clog2(ReaderWays * ReaderRows + 1)
) (
  input  wire logic                  clk_i,
  input  wire logic                  rst_ni,

  input  wire logic                  op_valid_i,
  output      logic                  op_ready_o,
  input  wire dep_op_e               op_i,            // DepSnapshot to DepAbort
  input  wire logic [IdWidth-1:0]    op_txn_i,        // not of a snapshot
  input  wire logic [BlockWidth-1:0] op_block_i,      // read, write

  output      logic                  rsp_valid_o,
  input  wire logic                  rsp_ready_i,
  output      dep_op_e               rsp_op_o,
  output      dep_result_e           rsp_result_o,
  output      logic [IdWidth-1:0]    rsp_txn_o,
  output      logic [DateWidth-1:0]  rsp_date_o,      // done: of a snapshot the CTS, of a commit the PDTS

  // Dependencies as they are dated, for statistics and tests.
  output      logic                  edge_valid_o,
  output      logic [IdWidth-1:0]    edge_pred_o,
  output      logic [IdWidth-1:0]    edge_succ_o,
  output      logic                  edges_end_o,     // the read or write has no more

  output      logic [NumWidth-1:0]   live_o,          // transactions that run
  output      logic [NumWidth-1:0]   free_o,          // ids that are free
  output      logic [WriterUsed-1:0] writer_used_o,   // entries in use
  output      logic [ReaderUsed-1:0] reader_used_o,
  output      logic                  busy_o           // there is work left to do without new operations
);

  localparam int unsigned Depth = 8;  // of the queue between dating and answering
  localparam int unsigned CountWidth = $clog2(Depth + 1);

  typedef struct packed {
    dep_op_e            op;
    logic [IdWidth-1:0] txn;
    logic               last;
    logic               overflow;
    logic               wait_more;  // a snapshot that gets no id
    logic               other_valid;
    logic               other_writes;
    logic [IdWidth-1:0] other;
  } beat_t;

  // Tables.
  logic table_valid, table_ready, table_last, table_overflow, other_valid, other_writes;
  dep_op_e table_op;
  logic [IdWidth-1:0] table_txn, table_other;
  logic fence, fence_ready, sweep, sweeping, tables_busy;
  logic [Txns-1:0] dead;

  access_tables #(
    .WriterParts(WriterParts),
    .WriterWays (WriterWays),
    .WriterRows (WriterRows),
    .ReaderWays (ReaderWays),
    .ReaderRows (ReaderRows),
    .BlockWidth (BlockWidth),
    .IdWidth    (IdWidth),
    .LeafWidth  (LeafWidth)
  ) u_tables (
    .clk_i,
    .rst_ni,
    .op_valid_i,
    .op_ready_o,
    .op_i,
    .op_txn_i,
    .op_block_i,
    .fence_i            (fence),
    .fence_ready_o      (fence_ready),
    .beat_valid_o       (table_valid),
    .beat_ready_i       (table_ready),
    .beat_op_o          (table_op),
    .beat_txn_o         (table_txn),
    .beat_last_o        (table_last),
    .beat_overflow_o    (table_overflow),
    .beat_other_valid_o (other_valid),
    .beat_other_writes_o(other_writes),
    .beat_other_o       (table_other),
    .dead_i             (dead),
    .sweep_i            (sweep),
    .sweeping_o         (sweeping),
    .writer_used_o,
    .reader_used_o,
    .busy_o             (tables_busy)
  );

  // Stage M: the next beat; what the unit itself has to do comes first.
  logic               flushing_q;  // nothing is accepted until everything starts again
  logic               blocked_q;   // no snapshot until ids have been freed
  logic flush, reuse, free_valid, move, c_valid_q, c_fire;
  logic [IdWidth-1:0] reuse_txn, free_txn;
  beat_t beat, c_q;

  assign move        = !c_valid_q || c_fire;
  assign table_ready = move && !flush && !reuse;

  always_comb begin
    beat = '{
        op: table_op,
        txn: table_txn,
        last: table_last,
        overflow: table_overflow,
        wait_more: 1'b0,
        other_valid: other_valid,
        other_writes: other_writes,
        other: table_other
    };
    if (flush) begin
      beat    = '0;
      beat.op = DepFlush;
    end else if (reuse) begin
      beat     = '0;
      beat.op  = DepFree;
      beat.txn = reuse_txn;
    end else if (table_op == DepSnapshot) begin
      beat.txn       = free_txn;
      beat.wait_more = !free_valid || blocked_q || flushing_q;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) c_valid_q <= 1'b0;
    else if (move) c_valid_q <= flush || reuse || table_valid;
  end

  always_ff @(posedge clk_i) begin
    if (move) c_q <= beat;
  end

  // Stage C: what is known of the two transactions decides.
  txn_state_e txn_state, other_state;
  logic [SeqWidth-1:0] txn_seq, other_seq;
  logic seq_full, freed, directory_busy, update;
  dep_op_e update_op;

  txn_directory #(
    .Txns    (Txns),
    .SeqWidth(SeqWidth)
  ) u_directory (
    .clk_i,
    .rst_ni,
    .read_i        (move),
    .txn_i         (beat.txn),
    .other_i       (beat.other),
    .txn_state_o   (txn_state),
    .txn_seq_o     (txn_seq),
    .other_state_o (other_state),
    .other_seq_o   (other_seq),
    .update_i      (c_fire && update),
    .update_op_i   (update_op),
    .update_txn_i  (c_q.txn),
    .full_o        (seq_full),
    .free_valid_o  (free_valid),
    .free_txn_o    (free_txn),
    .free_take_i   (move && table_ready && table_valid && table_op == DepSnapshot && !beat.wait_more),
    .dead_o        (dead),
    .sweep_o       (sweep),
    .sweeping_i    (sweeping),
    .fence_o       (fence),
    .fence_ready_i (fence_ready),
    .fence_passed_i(c_fire && c_q.op == DepFence),
    .reuse_valid_o (reuse),
    .reuse_ready_i (move && !flush),
    .reuse_txn_o   (reuse_txn),
    .freed_o       (freed),
    .live_o,
    .free_o,
    .busy_o        (directory_busy)
  );

  // The queue of beats that are being dated or wait for their turn to be answered.
  typedef struct packed {
    logic               dated;   // the post_dating_unit answers
    logic               last;
    dep_op_e            op;
    logic [IdWidth-1:0] txn;
    dep_result_e        result;  // as far as it is known without dates
  } item_t;

  item_t [Depth-1:0] item_q, item_d;
  logic [CountWidth-1:0] items_q, items_d;
  item_t item;
  logic push, pop, own_in_flight, commit_in_flight;
  logic [Txns-1:0] doomed_q;

  always_comb begin
    own_in_flight    = 1'b0;
    commit_in_flight = 1'b0;
    for (int unsigned i = 0; i < Depth; i++) begin
      if (CountWidth'(i) < items_q) begin
        own_in_flight |= item_q[i].txn == c_q.txn;
        commit_in_flight |= item_q[i].op == DepCommit;
      end
    end
  end

  logic related, date, stall;
  date_op_e    date_op;
  dep_result_e result;
  logic date_ready, date_rsp_valid, date_rsp_ready;

  assign related = c_q.other_valid && (other_state == TxnLive || (other_state == TxnCommitted && other_seq > txn_seq));

  always_comb begin
    date      = 1'b0;
    date_op   = DateEdge;
    stall     = 1'b0;
    update    = 1'b0;
    update_op = c_q.op;
    result    = DepDone;
    unique case (c_q.op)
      DepSnapshot: begin
        date    = !c_q.wait_more;
        date_op = DateStart;
        stall   = commit_in_flight;  // its date belongs into the snapshot
        update  = !c_q.wait_more;
        if (c_q.wait_more) result = DepWait;
      end
      DepRead: begin
        date = related && !flushing_q;
        if (flushing_q) result = DepExhausted;
        else if (c_q.overflow) result = DepOverflow;
      end
      DepWrite: begin
        date = related && !c_q.other_writes && !flushing_q;
        if (flushing_q) result = DepExhausted;
        else if (related && c_q.other_writes) result = other_state == TxnLive ? DepSecondWriter : DepLateWriter;
        else if (c_q.overflow) result = DepOverflow;
      end
      DepCommit: begin
        date    = 1'b1;
        date_op = DateCommit;
        stall   = own_in_flight;
        update  = 1'b1;
        if (doomed_q[c_q.txn]) result = DepDoomed;
        else if (flushing_q || seq_full) result = DepExhausted;
        if (result != DepDone) begin
          date      = !flushing_q;
          date_op   = DateAbort;
          update_op = DepAbort;
        end
      end
      DepAbort: begin
        date    = !flushing_q;  // then the dates are forgotten anyway, and one that got no date has none to forget
        date_op = DateAbort;
        update  = 1'b1;
      end
      DepFree: begin
        date    = txn_state == TxnCommitted && !flushing_q;
        date_op = DateRelease;
        stall   = own_in_flight;  // its commit may still turn out to have got no date to release
        update  = 1'b1;
      end
      DepFlush: begin
        date    = 1'b1;
        date_op = DateFlush;
        update  = 1'b1;
      end
      default: ;  // DepFence has reached its end
    endcase
  end

  assign push   = date || c_q.op inside {DepSnapshot, DepRead, DepWrite, DepCommit, DepAbort};
  assign c_fire = c_valid_q && !stall && (!push || items_q != CountWidth'(Depth)) && (!date || date_ready);
  assign item   = '{dated: date, last: c_q.last, op: c_q.op, txn: c_q.txn, result: result};

  logic [IdWidth-1:0] pred, succ;
  logic reads, date_valid;

  assign date_valid = c_valid_q && date && !stall && items_q != CountWidth'(Depth);

  assign reads        = c_q.op == DepRead;
  assign pred         = date_op == DateEdge && !reads ? c_q.other : c_q.txn;
  assign succ         = date_op == DateEdge && reads ? c_q.other : c_q.txn;
  assign edge_valid_o = c_fire && date && date_op == DateEdge;
  assign edge_pred_o  = pred;
  assign edge_succ_o  = succ;
  assign edges_end_o  = c_fire && c_q.last && c_q.op inside {DepRead, DepWrite};

  date_verdict_e verdict;
  logic [DateWidth-1:0] date_pdts, date_cts, committed_date;
  logic date_busy;

  post_dating_unit #(
    .Txns     (Txns),
    .DateWidth(DateWidth),
    .Increment(Increment),
    .LastDate (LastDate),
    .HasFormer(1'b0),       // an id is released before it is used again
    .PushTxns (PushTxns),
    .PushSuccs(PushSuccs)
  ) u_dates (
    .clk_i,
    .rst_ni,
    .req_valid_i        (date_valid),
    .req_ready_o        (date_ready),
    .req_op_i           (date_op),
    .req_pred_i         (pred),
    .req_pred_former_i  (1'b0),
    .req_succ_i         (succ),
    .req_succ_former_i  (1'b0),
    .req_snapshot_date_i(committed_date),
    .rsp_valid_o        (date_rsp_valid),
    .rsp_ready_i        (date_rsp_ready),
    .rsp_verdict_o      (verdict),
    .rsp_changed_o      (),
    .rsp_pdts_o         (date_pdts),
    .rsp_cts_o          (date_cts),
    .committed_date_o   (committed_date),
    .busy_o             (date_busy)
  );

  // Answers: the first reason to refuse an operation is its result.
  typedef struct packed {
    dep_op_e              op;
    dep_result_e          result;
    logic [IdWidth-1:0]   txn;
    logic [DateWidth-1:0] date;
  } rsp_t;

  item_t head;
  logic head_valid, answers, rsp_ready;
  dep_result_e so_far_q, head_result;
  rsp_t rsp, rsp_out;

  assign head           = item_q[0];
  assign head_valid     = items_q != '0;
  assign answers        = head.last && head.op inside {DepSnapshot, DepRead, DepWrite, DepCommit, DepAbort};
  assign pop            = head_valid && (!head.dated || date_rsp_valid) && (!answers || rsp_ready);
  assign date_rsp_ready = head_valid && head.dated && (!answers || rsp_ready);

  always_comb begin
    head_result = so_far_q;
    if (so_far_q == DepDone) begin
      head_result = head.result;
      if (head.dated && verdict == DateSuspected) head_result = DepSuspected;
      if (head.dated && verdict == DateCycle) head_result = DepCycle;
      if (head.dated && verdict == DateExhausted) head_result = DepExhausted;
    end
    rsp = '{op: head.op, result: head_result, txn: head.txn, date: '0};
    if (head_result == DepDone && head.op == DepSnapshot) rsp.date = date_cts;
    if (head_result == DepDone && head.op == DepCommit) rsp.date = date_pdts;
  end

  always_comb begin
    item_d  = item_q;
    items_d = items_q;
    if (pop) begin
      for (int unsigned i = 0; i < Depth - 1; i++) item_d[i] = item_q[i+1];
      items_d = items_d - 1'b1;
    end
    if (c_fire && push) begin
      for (int unsigned i = 0; i < Depth; i++) begin
        if (CountWidth'(i) == items_d) item_d[i] = item;
      end
      items_d = items_d + 1'b1;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      items_q  <= '0;
      so_far_q <= DepDone;
      doomed_q <= '0;
    end else begin
      items_q <= items_d;
      if (pop) so_far_q <= head.last ? DepDone : head_result;
      if (pop && head.last && head.op inside {DepSnapshot, DepRead, DepWrite} &&
          !(head_result inside {DepDone, DepWait})) begin
        doomed_q[head.txn] <= 1'b1;
      end
      if (c_fire && c_q.op == DepSnapshot && !c_q.wait_more) doomed_q[c_q.txn] <= 1'b0;
    end
  end

  always_ff @(posedge clk_i) item_q <= item_d;

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

  assign rsp_op_o     = rsp_out.op;
  assign rsp_result_o = rsp_out.result;
  assign rsp_txn_o    = rsp_out.txn;
  assign rsp_date_o   = rsp_out.date;

  // Overflow and exhaustion.
  assign flush = flushing_q && live_o == '0 && free_o == NumWidth'(Txns) && items_q == '0 && !c_valid_q &&
                 !directory_busy && !date_busy;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      flushing_q <= 1'b0;
      blocked_q  <= 1'b0;
    end else begin
      if (pop && head_result == DepExhausted) flushing_q <= 1'b1;
      if (flush) flushing_q <= 1'b0;
      if (pop && head_result == DepOverflow) blocked_q <= 1'b1;
      else if (freed) blocked_q <= 1'b0;
    end
  end

  assign busy_o = tables_busy || directory_busy || date_busy || c_valid_q || items_q != '0 || rsp_valid_o ||
                  flushing_q || live_o != '0 || free_o != NumWidth'(Txns);

  // A request for a date keeps its form until it is taken, though it depends on flushing_q: that rises when an answer of
  // the post_dating_unit is taken, which takes a request that waits in the same cycle.
  logic               offered_q;
  date_op_e           offered_op_q;
  logic [IdWidth-1:0] offered_pred_q, offered_succ_q;

  always_ff @(posedge clk_i) begin
    offered_q      <= rst_ni && date_valid && !date_ready;
    offered_op_q   <= date_op;
    offered_pred_q <= pred;
    offered_succ_q <= succ;
    if (rst_ni && offered_q) begin
      a_request_held :
      assert (date_valid && date_op == offered_op_q && pred == offered_pred_q && succ == offered_succ_q);
    end
    if (rst_ni && op_valid_i) begin
      a_op_from_outside : assert (op_i inside {DepSnapshot, DepRead, DepWrite, DepCommit, DepAbort});
    end
    if (rst_ni && c_fire) begin
      if (c_q.op inside {DepRead, DepWrite, DepCommit, DepAbort}) a_txn_runs : assert (txn_state == TxnLive);
      if (date && date_op == DateEdge) a_two_ends : assert (pred != succ);
    end
    if (rst_ni && date_rsp_valid) a_answer_to_an_item : assert (head_valid);
  end

endmodule

`default_nettype wire
