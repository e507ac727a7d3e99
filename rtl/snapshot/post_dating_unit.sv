// On-line detection of dependency loops by post-dated logical timestamps (ISCA 2017 paper, section 4.1), repaired:
// docs/snapshot/post_dating.md has the rules. Keeps the timestamps of all transactions and accepts or refuses each
// dependency.
//
//   TsEdge           the successor depends on the predecessor; at least one of them is live, neither has been released
//   TsStart          in a slot without a live transaction; above all timestamps committed at req_snapshot_timestamp_i,
//                    or by now (req_snapshot_now_i)
//   TsCommit, TsAbort, TsRelease, TsReleaseFormer   of slot req_pred_i, which is req_succ_i too
//   TsFlush          the slots are ignored
//   TsPublish        of any slot, twice the same; its answer's CTS is that of a start of now
//
// Requests are answered in order, each as if it had been alone. A dependency's timestamps are
// forwarded to the requests behind it that share a transaction with it. Other changes of a transaction
// (TsStart, TsCommit, ...) stall a request behind that shares the transaction until they are written.
//
// With propagation committed transactions rise, too. A transaction's start then covers only its
// dependencies on transactions released by then: those on others in its snapshot are TsEdge as
// usual, and a commit with an interval that ends below a released timestamp is refused by
// VerdictSuspected; nothing changes, and its slot is ended by TsAbort or TsRelease.
//
// Latency:    3 cycles from an accepted request to its response.
// Throughput: one request each cycle, also of dependencies that share a transaction; one right behind a TsStart,
//             TsCommit, ... of its own transaction waits two cycles. A propagation (timestamp_propagation)
//             stalls the pipeline, and so does a flush, for a cycle a slot, as after reset.
//
// Txns: slots, at least 2. TimestampWidth, Increment, LastTimestamp: as in dependency_timestamps.
// HasFormer: 0 leaves the former occupants out, for a user that releases every committed occupant
// before the slot's next start. PropagationDepth: transactions that a propagation may raise; 0
// leaves propagation out. PropagationSuccs: successors listed for each transaction, at least 1.
// Protection: of ecc_pkg; after a word that could not be corrected, no response leaves (docs/protection.md).

`include "gputm_assert.svh"

`default_nettype none

module post_dating_unit
  import snapshot_pkg::*;
#(
  parameter int unsigned Txns = 2 ** snapshot_pkg::TxnBits,
  parameter int unsigned TimestampWidth = snapshot_pkg::TimestampBits,  // bits of a timestamp
  parameter int unsigned Increment = 10,  // room left above a CTS, at least 1
  parameter int unsigned LastTimestamp = 2 ** TimestampWidth - 2,  // largest timestamp, at least Increment + 2
  parameter bit HasFormer = 1'b1,
  parameter int unsigned PropagationDepth = 16,
  parameter int unsigned PropagationSuccs = 8,
  parameter int unsigned Protection = 0,  // of memories: none, parity, or correction (ecc_pkg)

  localparam int unsigned TxnWidth = $clog2(Txns),
  localparam int unsigned Memories = 10
) (
  input wire logic clk_i,
  input wire logic rst_ni,

  input  wire logic                     req_valid_i,
  output logic                          req_ready_o,
  input  wire timestamp_op_e                 req_op_i,  // event
  input  wire logic     [TxnWidth-1:0]  req_pred_i,  // slot; of an edge the predecessor's
  input  wire logic                     req_pred_former_i,   // predecessor is a former occupant of the slot
  input  wire logic     [TxnWidth-1:0]  req_succ_i,  // successor's slot of an edge, else the same slot
  input  wire logic                     req_succ_former_i,  // successor is a former occupant of the slot
  input  wire logic     [TimestampWidth-1:0] req_snapshot_timestamp_i, // TsStart: committed timestamp of the snapshot
  input  wire logic                     req_snapshot_now_i,  // TsStart: uses the committed timestamp of now instead

  output logic                          rsp_valid_o,
  input  wire logic                     rsp_ready_i,
  output verdict_e                 rsp_verdict_o,  // verdict on an edge, start or commit
  output logic                          rsp_changed_o,  // an edge has changed timestamps
  output logic          [TimestampWidth-1:0] rsp_pdts_o,     // changed edge: the predecessor's; commit, start: its own
  output logic          [TimestampWidth-1:0] rsp_cts_o,      // changed edge: the successor's; start: its own; TsPublish

  output logic [TimestampWidth-1:0] committed_timestamp_o,  // largest timestamp of a committed transaction
  output logic                 busy_o,  // work is left without new requests

  // With Protection
  output ecc_pkg::ram_error_t [Memories-1:0] memory_errors_o,  // fields of the table: for a unit around it
  output ecc_pkg::ram_report_t memory_report_o  // errors since reset
);

  localparam bit [1:0] Legal = {
    param_pkg::in_range("post_dating_unit: PropagationDepth", PropagationDepth, 0, 1024, 1),
    param_pkg::in_range("post_dating_unit: Protection", Protection, ecc_pkg::None, ecc_pkg::Secded, 1)
  };
  `GPUTM_ASSERT_PARAMS(Legal == '1)

  localparam logic [TimestampWidth-1:0] Open = '1;
  localparam int unsigned CountWidth = $clog2(PropagationSuccs + 1);

  // Successors for propagation, in the order in which they were found
  typedef struct packed {
    logic                               overflow;  // there are more than the list holds
    logic [CountWidth-1:0]              count;
    logic [PropagationSuccs-1:0][TxnWidth-1:0] txns;
  } list_t;

  typedef struct packed {
    timestamp_op_e             op;
    logic [TxnWidth-1:0]  pred;
    logic                 pred_former;
    logic [TxnWidth-1:0]  succ;
    logic                 succ_former;
    logic [TimestampWidth-1:0] snapshot_timestamp;
    logic                 snapshot_now;
  } request_t;

  // Slots shared with a request ahead, by its predecessor's and its successor's slot
  typedef struct packed {
    logic pred_pred;  // this one's predecessor is its predecessor
    logic pred_succ;
    logic succ_pred;
    logic succ_succ;
  } meets_t;

  typedef logic [TxnWidth-1:0] slot_t;

  function automatic meets_t meets(slot_t pred, slot_t succ, slot_t ahead_pred, slot_t ahead_succ);
    return {pred == ahead_pred, pred == ahead_succ, succ == ahead_pred, succ == ahead_succ};
  endfunction

  // All stages behind the acceptance advance by `advance`, or stall.
  logic advance, accept, flush, clearing, answered, answered_ready;
  logic b_waits;  // waits for the write of a request ahead; stages ahead advance
  logic propagating;  // the response waits for a propagation
  logic propagation_done, reload_q;  // then the requests behind read their rows again, one after the other
  logic b_valid_q, c_valid_q, d_valid_q;

  // Cycle 0: read both rows.
  request_t request, b_q, c_q;

  assign request = '{
    op:            req_op_i,
    pred:          req_pred_i,
    pred_former:   HasFormer && req_op_i == TsEdge && req_pred_former_i,
    succ:          req_succ_i,
    succ_former:   HasFormer && req_op_i == TsEdge && req_succ_former_i,
    snapshot_timestamp: req_snapshot_timestamp_i,
    snapshot_now:  req_snapshot_now_i || req_op_i == TsPublish
  };
  assign advance = !propagating && !reload_q && (!d_valid_q || answered_ready);
  assign req_ready_o = advance && !b_waits && !clearing &&
                       !(req_op_i == TsFlush && (b_valid_q || c_valid_q || d_valid_q));
  assign accept = req_valid_i && req_ready_o;
  assign flush = accept && req_op_i == TsFlush;

  // Data written in cycle 3, and a dependency's cut: the predecessor's PDTS and the successor's CTS - 1
  logic [TxnWidth-1:0] d_pred_q, d_succ_q;
  timestamp_write_t d_write_q;
  logic [TimestampWidth-1:0] d_cut_q;
  list_t d_succs_q;
  logic d_edge_q, d_propagate_q;

  meets_t b_meets_c_q, b_meets_d_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) b_valid_q <= 1'b0;
    else if (advance) b_valid_q <= accept || b_waits;
  end

  always_ff @(posedge clk_i) begin
    if (advance) begin
      if (!b_waits) begin
        b_q         <= request;
        b_meets_c_q <= meets(req_pred_i, req_succ_i, b_q.pred, b_q.succ);
        b_meets_d_q <= meets(req_pred_i, req_succ_i, c_q.pred, c_q.succ);
      end else begin
        b_meets_c_q <= '0;
        b_meets_d_q <= b_meets_c_q;
      end
    end
  end

  // Cycle 1: the rows, with the cut of a dependency in cycle 3.
  logic [TimestampWidth-1:0] row_pred_below, row_pred_pdts, row_pred_former_pdts;
  logic [TimestampWidth-1:0] row_succ_below, row_succ_pdts, row_succ_former_below;
  slot_state_t row_state;
  list_t       row_succs;
  logic [TimestampWidth-1:0] row_committed, row_released;

  assign b_waits = b_valid_q && ((c_valid_q && c_q.op != TsEdge && b_meets_c_q != '0) ||
                                 (d_valid_q && !d_edge_q && b_meets_d_q != '0));

  logic pred_former, succ_former;  // former occupants of the request with its rows in this stage
  assign pred_former = reload_q ? c_q.pred_former : b_q.pred_former;
  assign succ_former = reload_q ? c_q.succ_former : b_q.succ_former;

  logic [TimestampWidth-1:0] c_pred_below_q, c_pred_pdts_q, c_pred_former_pdts_q;
  logic [TimestampWidth-1:0] c_succ_below_q, c_succ_pdts_q, c_succ_former_below_q;
  slot_state_t c_state_q;
  list_t       c_succs_q;
  // Replaced by the cut of the dependency ahead, which is in cycle 3 when this request is in cycle 2.
  logic c_new_pred_below_q, c_new_pred_pdts_q, c_new_succ_below_q, c_new_succ_pdts_q, c_new_succs_q;
  logic c_same_succ_q;  // it has the same successor
  timestamp_write_t edge_write;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) c_valid_q <= 1'b0;
    else if (advance) c_valid_q <= b_valid_q && !b_waits;
  end

  always_ff @(posedge clk_i) begin
    if (advance) c_q <= b_q;
    if (advance || reload_q) begin
      c_pred_below_q <= pred_former ? row_pred_former_pdts :
                        b_meets_d_q.pred_succ && d_write_q.cts ? d_cut_q : row_pred_below;
      c_pred_pdts_q  <= pred_former ? row_pred_former_pdts :
                        b_meets_d_q.pred_pred && d_write_q.pdts ? d_cut_q : row_pred_pdts;
      c_succ_below_q <= succ_former ? row_succ_former_below :
                        b_meets_d_q.succ_succ && d_write_q.cts ? d_cut_q : row_succ_below;
      c_succ_pdts_q  <= b_meets_d_q.succ_pred && d_write_q.pdts ? d_cut_q : row_succ_pdts;
      c_succs_q      <= b_meets_d_q.pred_pred && d_write_q.succs ? d_succs_q : row_succs;
      c_state_q      <= row_state;
      c_pred_former_pdts_q  <= row_pred_former_pdts;
      c_succ_former_below_q <= row_succ_former_below;
      // After a propagation everything ahead has been written.
      c_new_pred_below_q <= !reload_q && b_meets_c_q.pred_succ && edge_write.cts && !b_q.pred_former;
      c_new_pred_pdts_q  <= !reload_q && b_meets_c_q.pred_pred && edge_write.pdts && !b_q.pred_former;
      c_new_succ_below_q <= !reload_q && b_meets_c_q.succ_succ && edge_write.cts && !b_q.succ_former;
      c_new_succ_pdts_q  <= !reload_q && b_meets_c_q.succ_pred && edge_write.pdts;
      c_new_succs_q      <= !reload_q && b_meets_c_q.pred_pred && edge_write.succs;
      c_same_succ_q      <= b_meets_c_q.succ_succ && !c_q.succ_former;
    end
  end

  // Cycle 2: a dependency's timestamps.
  logic [TimestampWidth-1:0] pred_below, pred_pdts, succ_below, succ_pdts;
  logic pred_open;

  assign pred_below = c_new_pred_below_q ? d_cut_q : c_pred_below_q;
  assign pred_pdts  = c_new_pred_pdts_q ? d_cut_q : c_pred_pdts_q;
  assign succ_below = c_new_succ_below_q ? d_cut_q : c_succ_below_q;
  assign succ_pdts  = c_new_succ_pdts_q ? d_cut_q : c_succ_pdts_q;
  assign pred_open  = c_pred_pdts_q == Open && !c_new_pred_pdts_q;  // a cut is not open

  logic edge_suspected, edge_exhausted, edge_change;
  logic [TimestampWidth-1:0] edge_cut;

  dependency_timestamps #(
    .TimestampWidth(TimestampWidth),
    .Increment     (Increment),
    .LastTimestamp (LastTimestamp)
  ) u_edge (
    .pred_former_i(c_q.pred_former),
    .pred_below_i (pred_below),
    .pred_pdts_i  (pred_pdts),
    .succ_former_i(c_q.succ_former),
    .succ_below_i (succ_below),
    .succ_pdts_i  (succ_pdts),
    .suspected_o  (edge_suspected),
    .exhausted_o  (edge_exhausted),
    .change_o     (edge_change),
    .cut_o        (edge_cut)
  );

  logic is_edge;
  assign is_edge = c_valid_q && c_q.op == TsEdge;

  always_comb begin
    edge_write       = '0;
    edge_write.cts   = is_edge && edge_change && !c_q.succ_former;
    edge_write.pdts  = is_edge && edge_change && !c_q.pred_former;
    edge_write.succs = is_edge && !edge_suspected && !edge_exhausted && !c_q.pred_former;
  end

  // The predecessor's list with the successor appended
  list_t longer_succs;

  successor_list #(
    .TxnWidth        (TxnWidth),
    .PropagationSuccs(PropagationSuccs)
  ) u_succs (
    .list_i       (c_succs_q),
    .newer_valid_i(c_new_succs_q),
    .newer_i      (d_succs_q),
    .newer_same_i (c_same_succ_q),
    .succ_i       (c_q.succ),
    .succ_former_i(c_q.succ_former),
    .list_o       (longer_succs)
  );

  // The commits. A slot's reuse counts as the release of its occupant: its former occupants may get no other request.
  logic releases, commit_exhausted, commit_late, propagation_write, propagation_committed;
  logic [TimestampWidth-1:0] commit_below, commit_pdts, committed_timestamp_next, propagation_pdts;
  verdict_e verdict;

  assign releases  = c_valid_q && c_state_q.committed &&
                     (c_q.op == TsRelease || (HasFormer && c_q.op == TsStart && verdict == VerdictAccepted));

  commit_timestamps #(
    .TimestampWidth(TimestampWidth),
    .Increment     (Increment),
    .LastTimestamp (LastTimestamp),
    .Rises         (PropagationDepth != 0)
  ) u_commits (
    .clk_i,
    .rst_ni,
    .clear_i      (flush),
    .step_i       (advance),
    .commit_i     (c_valid_q && c_q.op == TsCommit),
    .release_i    (releases),
    .below_i      (pred_below),
    .pdts_i       (pred_pdts),
    .open_i       (pred_open),
    .exhausted_o  (commit_exhausted),
    .late_o       (commit_late),
    .below_o      (commit_below),
    .pdts_o       (commit_pdts),
    .raised_i     (propagation_write && propagation_committed),
    .raised_pdts_i(propagation_pdts),
    .committed_o  (committed_timestamp_o),
    .next_o       (committed_timestamp_next)
  );

  // The transaction's own PDTS; of a dependency the timestamp that a suspected successor has to
  // exceed: the predecessor's CTS, or its fixed PDTS.
  logic [TimestampWidth-1:0] own_pdts;

  always_comb begin
    own_pdts = pred_below + TimestampWidth'(!c_q.pred_former);
    if (c_q.op == TsStart) own_pdts = Open;
    if (c_q.op == TsCommit) own_pdts = commit_pdts;
  end

  logic [TimestampWidth-1:0] snapshot_timestamp;
  assign snapshot_timestamp = c_q.snapshot_now ? committed_timestamp_o : c_q.snapshot_timestamp;

  // The verdict, and the data to write
  timestamp_write_t write;
  slot_state_t state;

  request_outcome #(
    .HasFormer(HasFormer),
    .Rises    (PropagationDepth != 0)
  ) u_outcome (
    .op_i              (c_q.op),
    .state_i           (c_state_q),
    .edge_suspected_i  (edge_suspected),
    .edge_exhausted_i  (edge_exhausted),
    .edge_write_i      (edge_write),
    .start_exhausted_i (snapshot_timestamp >= TimestampWidth'(LastTimestamp)),
    .commit_exhausted_i(commit_exhausted),
    .commit_late_i     (commit_late),
    .verdict_o         (verdict),
    .write_o           (write),
    .state_o           (state)
  );

  // Cycle 3: respond and write.
  logic d_pred_former_q, d_changed_q;
  verdict_e d_verdict_q, propagation_verdict;
  slot_state_t d_state_q;
  // For all but dependencies; after a propagation for its dependency
  logic [TimestampWidth-1:0] d_below_q, d_pdts_q, d_former_below_q, d_former_pdts_q, d_time_q;
  logic d_cuts_q;  // the cut is written instead

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) d_valid_q <= 1'b0;
    else if (advance) d_valid_q <= c_valid_q;
  end

  always_ff @(posedge clk_i) begin
    if (advance) begin
      d_pred_q        <= c_q.pred;
      d_pred_former_q <= c_q.pred_former;
      d_succ_q        <= c_q.succ;
      d_edge_q        <= c_q.op == TsEdge;
      d_cuts_q        <= c_q.op == TsEdge;
      d_propagate_q   <= PropagationDepth != 0 && is_edge && !c_q.succ_former && edge_suspected;
      d_verdict_q     <= verdict;
      d_changed_q     <= c_q.op == TsEdge && edge_change;
      d_write_q       <= c_valid_q ? write : '0;
      d_cut_q         <= edge_cut;
      d_below_q       <= c_q.op == TsCommit ? commit_below : snapshot_timestamp;
      d_time_q        <= committed_timestamp_next;
      d_pdts_q        <= own_pdts;
      d_former_below_q <= c_state_q.former && c_succ_former_below_q < succ_below ? c_succ_former_below_q : succ_below;
      d_former_pdts_q  <= c_state_q.former && c_pred_former_pdts_q > pred_pdts ? c_pred_former_pdts_q : pred_pdts;
      d_state_q       <= state;
      d_succs_q       <= c_q.op == TsStart ? '0 : longer_succs;
    end else if (propagation_done) begin
      // Written in this cycle
      d_propagate_q <= 1'b0;
      d_verdict_q   <= propagation_verdict;
      d_changed_q   <= propagation_verdict == VerdictAccepted;
      d_cuts_q      <= 1'b0;
      d_below_q     <= d_pdts_q;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) reload_q <= 1'b0;
    else reload_q <= propagation_done;
  end

  assign propagating   = d_valid_q && d_propagate_q;
  assign answered      = d_valid_q && !d_propagate_q && !reload_q;
  assign rsp_verdict_o = d_verdict_q;
  assign rsp_changed_o = d_changed_q;
  assign rsp_pdts_o    = d_cuts_q ? d_cut_q : d_pdts_q;
  assign rsp_cts_o     = (d_cuts_q ? d_cut_q : d_below_q) + 1'b1;
  assign busy_o        = b_valid_q || c_valid_q || d_valid_q || clearing;

  logic propagation_read;
  logic [TxnWidth-1:0] propagation_raddr, propagation_waddr;
  logic [TimestampWidth-1:0] propagation_below;

  if (PropagationDepth != 0) begin : gen_propagation
    timestamp_propagation #(
      .TxnWidth        (TxnWidth),
      .TimestampWidth  (TimestampWidth),
      .LastTimestamp   (LastTimestamp),
      .PropagationDepth(PropagationDepth),
      .PropagationSuccs(PropagationSuccs)
    ) u_propagation (
      .clk_i,
      .rst_ni,
      .start_i        (propagating),
      .pred_i         (d_pred_q),
      .pred_former_i  (d_pred_former_q),
      .succ_i         (d_succ_q),
      .above_i        (d_pdts_q),
      .done_o         (propagation_done),
      .verdict_o      (propagation_verdict),
      .read_o         (propagation_read),
      .raddr_o        (propagation_raddr),
      .below_i        (row_pred_below),
      .pdts_i         (row_pred_pdts),
      .former_below_i (row_succ_former_below),
      .state_i        (row_state),
      .committed_i    (row_committed),
      .released_i     (row_released),
      .list_overflow_i(row_succs.overflow),
      .list_count_i   (row_succs.count),
      .list_txns_i    (row_succs.txns),
      .write_o        (propagation_write),
      .waddr_o        (propagation_waddr),
      .below_o        (propagation_below),
      .pdts_o         (propagation_pdts),
      .committed_o    (propagation_committed)
    );
  end else begin : gen_no_propagation
    assign propagation_done    = 1'b0;
    assign propagation_verdict = VerdictSuspected;
    assign propagation_read    = 1'b0;
    assign propagation_raddr   = '0;
    assign propagation_write   = 1'b0;
    assign propagation_waddr   = '0;
    assign propagation_below     = '0;
    assign propagation_pdts    = '0;
    assign propagation_committed = 1'b0;
    logic unused_times;
    assign unused_times = ^{row_committed, row_released};
  end

  // A propagation has read other rows and may have changed those of the requests behind: they read
  // them again. Nothing is written for a dependency before its propagation is over.
  logic read;
  logic [TxnWidth-1:0] pred_raddr, succ_raddr;

  assign read = accept || propagation_read || propagation_done || reload_q || (advance && b_waits);

  always_comb begin
    pred_raddr = req_pred_i;
    succ_raddr = req_succ_i;
    if (propagation_read) begin
      pred_raddr = propagation_raddr;
      succ_raddr = propagation_raddr;
    end else if (propagation_done) begin
      pred_raddr = c_q.pred;
      succ_raddr = c_q.succ;
    end else if (reload_q || b_waits) begin
      pred_raddr = b_q.pred;
      succ_raddr = b_q.succ;
    end
  end

  timestamp_write_t table_write;

  always_comb begin
    table_write = advance && d_valid_q ? d_write_q : '0;
    if (propagation_write) begin
      table_write.cts  = 1'b1;
      table_write.pdts = 1'b1;
    end else if (propagation_done && propagation_verdict == VerdictAccepted) begin
      table_write.pdts  = !d_pred_former_q;
      table_write.succs = !d_pred_former_q;
    end
  end

  timestamp_table #(
    .Txns          (Txns),
    .TimestampWidth(TimestampWidth),
    .HasFormer     (HasFormer),
    .HasList       (PropagationDepth != 0),
    .ListWidth     ($bits(list_t)),
    .Protection    (Protection)
  ) u_table (
    .clk_i,
    .rst_ni,
    .clear_i            (flush),
    .clearing_o         (clearing),
    .read_i             (read && !flush),
    .pred_raddr_i       (pred_raddr),
    .pred_below_o       (row_pred_below),
    .pred_pdts_o        (row_pred_pdts),
    .pred_former_pdts_o (row_pred_former_pdts),
    .pred_state_o       (row_state),
    .pred_list_o        (row_succs),
    .pred_committed_o   (row_committed),
    .pred_released_o    (row_released),
    .succ_raddr_i       (succ_raddr),
    .succ_below_o       (row_succ_below),
    .succ_pdts_o        (row_succ_pdts),
    .succ_former_below_o(row_succ_former_below),
    .write_i            (table_write),
    .succ_waddr_i       (propagation_write ? propagation_waddr : d_succ_q),
    .pred_waddr_i       (propagation_write ? propagation_waddr : d_pred_q),
    .below_i            (propagation_write ? propagation_below : d_cuts_q ? d_cut_q : d_below_q),
    .pdts_i             (propagation_write ? propagation_pdts : d_cuts_q && !propagating ? d_cut_q : d_pdts_q),
    .former_below_i     (d_former_below_q),
    .former_pdts_i      (d_former_pdts_q),
    .state_i            (d_state_q),
    .list_i             (d_succs_q),
    .time_i             (d_time_q),
    .errors_o           (memory_errors_o)
  );

  // No response leaves after a word that could not be corrected: it may have been an interval that a dependency leaves empty.
  logic stop;

  error_report #(
    .Memories  (Memories),
    .Protection(Protection)
  ) u_error_report (
    .clk_i,
    .rst_ni,
    .errors_i(memory_errors_o),
    .stop_o  (stop),
    .report_o(memory_report_o)
  );

  stream_gate u_rsp_gate (
    .clk_i,
    .rst_ni,
    .open_i     (!stop),
    .in_valid_i (answered),
    .in_ready_o (answered_ready),
    .out_valid_o(rsp_valid_o),
    .out_ready_i(rsp_ready_i)
  );

  `GPUTM_ASSERT_IF(a_one_slot, req_op_i inside {TsEdge, TsFlush} || req_pred_i == req_succ_i, accept,
                   ("post_dating_unit: operation %0d of slots %0d and %0d", req_op_i, req_pred_i, req_succ_i))
  `GPUTM_ASSERT_IF(a_no_former_edge, HasFormer || req_op_i != TsEdge || !(req_pred_former_i || req_succ_former_i),
                   accept,
                   ("post_dating_unit: a dependency of slots %0d, %0d is of a former one", req_pred_i, req_succ_i))

  `GPUTM_ASSERT_IF(a_present, c_q.pred_former ? c_state_q.former : c_state_q.live || c_state_q.committed,
                   c_valid_q && advance && c_q.op == TsEdge,
                   ("post_dating_unit: dependency on slot %0d in state %b", c_q.pred, c_state_q))
  `GPUTM_ASSERT_IF(a_one_end_lives, !(c_q.pred_former && c_q.succ_former), c_valid_q && advance && c_q.op == TsEdge,
                   ("post_dating_unit: both slots %0d, %0d of a dependency are former", c_q.pred, c_q.succ))
  logic cut_in_intervals;
  assign cut_in_intervals = (c_q.pred_former || (edge_cut > pred_below && edge_cut <= pred_pdts)) &&
      (c_q.succ_former || (edge_cut >= succ_below && edge_cut < succ_pdts));
  `GPUTM_ASSERT_IF(a_cut_in_intervals, cut_in_intervals, c_valid_q && advance && c_q.op == TsEdge && edge_change,
                   ("post_dating_unit: cut at %0d outside of slot %0d or of slot %0d", edge_cut, c_q.pred, c_q.succ))
  `GPUTM_ASSERT_IF(a_cts_above_0, pred_below != Open && succ_below != Open, c_valid_q && advance && c_q.op == TsEdge,
                   ("post_dating_unit: CTS of slot %0d or of slot %0d is 0", c_q.pred, c_q.succ))
  `GPUTM_ASSERT_IF(a_open_cut, pred_open == (pred_pdts == Open), c_valid_q && advance && c_q.op == TsEdge,
                   ("post_dating_unit: a cut of slot %0d is open", c_q.pred))
  `GPUTM_ASSERT_IF(a_start, !c_state_q.live && (HasFormer || !c_state_q.committed),
                   c_valid_q && advance && c_q.op == TsStart,
                   ("post_dating_unit: start in slot %0d in state %b", c_q.pred, c_state_q))
  // Live: its commit was refused.
  `GPUTM_ASSERT_IF(a_release, c_state_q.committed || c_state_q.live, c_valid_q && advance && c_q.op == TsRelease,
                   ("post_dating_unit: release of slot %0d in state %b", c_q.pred, c_state_q))
  `GPUTM_ASSERT_IF(a_ends, c_state_q.live, c_valid_q && advance && c_q.op inside {TsCommit, TsAbort},
                   ("post_dating_unit: end of slot %0d in state %b", c_q.pred, c_state_q))

  // ---- Handshake assertions -----------------------------------------------------------------------------------------

  // Only a start has a snapshot's timestamp.
  `GPUTM_STREAM(u_check_req, req_valid_i, req_ready_o, {
                req_op_i, req_pred_i, req_pred_former_i, req_succ_i, req_succ_former_i,
                req_op_i == TsStart && req_snapshot_now_i,
                req_op_i == TsStart && !req_snapshot_now_i ? req_snapshot_timestamp_i : TimestampWidth'(0)})

  `GPUTM_STREAM(u_check_rsp, rsp_valid_o, rsp_ready_i, {rsp_verdict_o, rsp_changed_o, rsp_pdts_o, rsp_cts_o})

endmodule

`default_nettype wire
