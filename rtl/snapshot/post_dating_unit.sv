// On-line detection of dependency loops by post-dated logical timestamps (ISCA 2017 paper, section 4.1), repaired:
// docs/snapshot/post_dating.md has the rules. Keeps the timestamps of all transactions and decides for each dependency
// whether it is accepted; whoever is told VerdictSuspected or VerdictCycle aborts a live end of the dependency.
//
//   TsEdge           of the successor on the predecessor; at least one of them is live, neither has been released
//   TsStart          in a slot without a live transaction; above all that was committed at req_snapshot_timestamp_i
//   TsCommit, TsAbort, TsRelease, TsReleaseFormer   of slot req_pred_i, which is req_succ_i too
//   TsFlush          the slots are ignored
//
// Requests are answered in order, each as if it had been alone: requests that meet on a transaction get its timestamps
// forwarded. A snapshot's timestamp is committed_timestamp_o at the time when the snapshot is taken.
//
// Latency:    2 cycles from an accepted request to its response.
// Throughput: one request each cycle. A propagation (timestamp_propagation) stops the pipeline, and so does a flush, for
//             a cycle a slot, as after reset.
//
// Txns: slots, at least 2. TimestampWidth, Increment, LastTimestamp: as in dependency_timestamps. HasFormer: 0 leaves the
// former occupants out, for a user that releases every committed occupant before the slot's next start.
// PropagationDepth: transactions that a propagation may raise; 0 leaves propagation out. PropagationSuccs: successors
// remembered for each transaction, at least 1.

`default_nettype none

module post_dating_unit
  import snapshot_pkg::*;
#(
  parameter int unsigned Txns             = 2 ** snapshot_pkg::TxnBits,
  parameter int unsigned TimestampWidth   = snapshot_pkg::TimestampBits,  // bits of a timestamp
  parameter int unsigned Increment        = 10,                           // room left above a CTS, at least 1
  parameter int unsigned LastTimestamp    = 2 ** TimestampWidth - 2,      // the largest one, at least Increment
  parameter bit          HasFormer        = 1'b1,
  parameter int unsigned PropagationDepth = 8,
  parameter int unsigned PropagationSuccs = 4,

  localparam int unsigned TxnWidth = $clog2(Txns)
) (
  input wire logic clk_i,
  input wire logic rst_ni,

  input  wire logic                     req_valid_i,
  output logic                          req_ready_o,
  input  wire timestamp_op_e                 req_op_i,  // what has happened
  input  wire logic     [TxnWidth-1:0]  req_pred_i,  // the slot; of an edge the predecessor's
  input  wire logic                     req_pred_former_i,   // a former occupant of the slot
  input  wire logic     [TxnWidth-1:0]  req_succ_i,  // of an edge the successor's slot, else the same slot
  input  wire logic                     req_succ_former_i,  // a former occupant of the slot
  input  wire logic     [TimestampWidth-1:0] req_snapshot_timestamp_i, // TsStart

  output logic                          rsp_valid_o,
  input  wire logic                     rsp_ready_i,
  output verdict_e                 rsp_verdict_o,  // of edges, starts and commits
  output logic                          rsp_changed_o,  // an edge has changed timestamps
  output logic          [TimestampWidth-1:0] rsp_pdts_o,     // then the predecessor's; of a commit and a start its own
  output logic          [TimestampWidth-1:0] rsp_cts_o,      // then the successor's; of a start its own

  output logic [TimestampWidth-1:0] committed_timestamp_o,  // the largest timestamp of a committed transaction
  output logic                 busy_o  // there is work left to do without new requests
);

  localparam logic [TimestampWidth-1:0] Open = '1;
  localparam int unsigned CountWidth = $clog2(PropagationSuccs + 1);

  if (PropagationSuccs < 1) begin : gen_check_propagation_succs
    $error("post_dating_unit: PropagationSuccs=%0d must be at least 1", PropagationSuccs);
  end

  // Successors for propagation, in the order in which they were found.
  typedef struct packed {
    logic                               overflow;  // there are more
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
  } request_t;

  // Everything after the acceptance moves by `advance`, or stands still.
  logic advance, accept, flush, clearing;
  logic propagating;  // the response waits for timestamps to be propagated

  // Cycle 0: read both rows.
  request_t request, b_q;
  logic b_valid_q, c_valid_q;

  assign request = '{
    op:            req_op_i,
    pred:          req_pred_i,
    pred_former:   req_pred_former_i,
    succ:          req_succ_i,
    succ_former:   req_succ_former_i,
    snapshot_timestamp: req_snapshot_timestamp_i
  };
  assign advance = !propagating && (!c_valid_q || rsp_ready_i);
  assign req_ready_o = advance && !clearing && !(req_op_i == TsFlush && (b_valid_q || c_valid_q));
  assign accept = req_valid_i && req_ready_o;
  assign flush = accept && req_op_i == TsFlush;

  // Whose rows the request ahead changes; its results are forwarded, because they are written too late to be read.
  logic pred_is_pred_q, pred_is_succ_q, succ_is_pred_q, succ_is_succ_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) b_valid_q <= 1'b0;
    else if (advance) b_valid_q <= accept;
  end

  always_ff @(posedge clk_i) begin
    if (advance) begin
      b_q            <= request;
      pred_is_pred_q <= b_valid_q && request.pred == b_q.pred;
      pred_is_succ_q <= b_valid_q && request.pred == b_q.succ;
      succ_is_pred_q <= b_valid_q && request.succ == b_q.pred;
      succ_is_succ_q <= b_valid_q && request.succ == b_q.succ;
    end
  end

  // Cycle 1: the rows, with what the request ahead has made of them.
  typedef struct packed {
    verdict_e        verdict;
    logic                      propagate;  // not answered before timestamps have been propagated
    logic                      changed;
    timestamp_write_t          write;
    logic [TimestampWidth-1:0] cts;
    logic [TimestampWidth-1:0] pdts;
    logic [TimestampWidth-1:0] former_cts;
    logic [TimestampWidth-1:0] former_pdts;
    slot_state_t               state;
    list_t                     succs;
  } result_t;

  logic [TimestampWidth-1:0] row_pred_cts, row_pred_pdts, row_pred_former_pdts;
  logic [TimestampWidth-1:0] row_succ_cts, row_succ_pdts, row_succ_former_cts;
  slot_state_t row_state;
  list_t       row_list;
  logic [TimestampWidth-1:0] pred_cts, pred_pdts, pred_former_pdts, succ_cts, succ_pdts, succ_former_cts;
  slot_state_t state;
  list_t       succs;
  result_t result, c_result_q;

  assign pred_cts         = pred_is_succ_q && c_result_q.write.cts ? c_result_q.cts : row_pred_cts;
  assign pred_pdts        = pred_is_pred_q && c_result_q.write.pdts ? c_result_q.pdts : row_pred_pdts;
  assign pred_former_pdts = pred_is_pred_q && c_result_q.write.former ? c_result_q.former_pdts : row_pred_former_pdts;
  assign state            = pred_is_pred_q && c_result_q.write.state ? c_result_q.state : row_state;
  assign succs            = pred_is_pred_q && c_result_q.write.succs ? c_result_q.succs : row_list;
  assign succ_cts         = succ_is_succ_q && c_result_q.write.cts ? c_result_q.cts : row_succ_cts;
  assign succ_pdts        = succ_is_pred_q && c_result_q.write.pdts ? c_result_q.pdts : row_succ_pdts;
  assign succ_former_cts  = succ_is_pred_q && c_result_q.write.former ? c_result_q.former_cts : row_succ_former_cts;

  logic edge_suspected, edge_exhausted, edge_change;
  logic [TimestampWidth-1:0] edge_pdts, edge_cts;

  dependency_timestamps #(
    .TimestampWidth(TimestampWidth),
    .Increment     (Increment),
    .LastTimestamp (LastTimestamp)
  ) u_edge (
    .pred_former_i(b_q.pred_former),
    .pred_cts_i   (pred_cts),
    .pred_pdts_i  (b_q.pred_former ? pred_former_pdts : pred_pdts),
    .succ_former_i(b_q.succ_former),
    .succ_cts_i   (b_q.succ_former ? succ_former_cts : succ_cts),
    .succ_pdts_i  (succ_pdts),
    .suspected_o  (edge_suspected),
    .exhausted_o  (edge_exhausted),
    .change_o     (edge_change),
    .pdts_o       (edge_pdts),
    .cts_o        (edge_cts)
  );

  // The predecessor's list with the successor in it.
  list_t longer_succs;
  logic  listed;

  always_comb begin
    listed = 1'b0;
    for (int unsigned i = 0; i < PropagationSuccs; i++) begin
      listed |= CountWidth'(i) < succs.count && succs.txns[i] == b_q.succ;
    end
    longer_succs = succs;
    if (b_q.succ_former) begin
      longer_succs.overflow = 1'b1;
    end else if (!listed) begin
      if (succs.count == CountWidth'(PropagationSuccs)) begin
        longer_succs.overflow = 1'b1;
      end else begin
        for (int unsigned i = 0; i < PropagationSuccs; i++) begin
          if (CountWidth'(i) == succs.count) longer_succs.txns[i] = b_q.succ;
        end
        longer_succs.count = succs.count + 1'b1;
      end
    end
  end

  // A commit's timestamp.
  logic [TimestampWidth-1:0] committed_timestamp_q, latest, own_pdts;
  logic own_open;

  assign latest   = pred_cts > committed_timestamp_q ? pred_cts : committed_timestamp_q;
  assign own_open = pred_pdts == Open;
  assign own_pdts = own_open ? latest + TimestampWidth'(Increment) : pred_pdts;

  // The verdict.
  verdict_e verdict;

  always_comb begin
    verdict = VerdictAccepted;
    unique case (b_q.op)
      TsEdge: begin
        if (edge_exhausted) verdict = VerdictExhausted;
        else if (edge_suspected) verdict = VerdictSuspected;
      end
      TsStart:  if (b_q.snapshot_timestamp >= TimestampWidth'(LastTimestamp)) verdict = VerdictExhausted;
      TsCommit: if (own_open && latest > TimestampWidth'(LastTimestamp - Increment)) verdict = VerdictExhausted;
      default:  ;
    endcase
  end

  // What is written when it is accepted; a flush has done its work when it was accepted.
  timestamp_write_t accepted_write;

  always_comb begin
    accepted_write = '0;
    unique case (b_q.op)
      TsEdge: begin
        accepted_write.pdts  = edge_change && !b_q.pred_former;
        accepted_write.cts   = edge_change && !b_q.succ_former;
        accepted_write.succs = !b_q.pred_former;
      end
      TsStart: begin
        accepted_write        = '1;
        accepted_write.former = HasFormer && state.committed;
      end
      TsCommit: begin
        accepted_write.pdts  = 1'b1;
        accepted_write.state = 1'b1;
      end
      TsAbort, TsRelease, TsReleaseFormer: accepted_write.state = 1'b1;
      default: ;
    endcase
  end

  // All of it, with the values that are written.
  always_comb begin
    result             = '0;
    result.verdict     = verdict;
    result.propagate   = PropagationDepth != 0 && b_q.op == TsEdge && !b_q.succ_former && verdict == VerdictSuspected;
    result.changed     = b_q.op == TsEdge && edge_change;
    result.write       = verdict == VerdictAccepted ? accepted_write : '0;
    result.former_cts  = state.former && succ_former_cts < succ_cts ? succ_former_cts : succ_cts;
    result.former_pdts = state.former && pred_former_pdts > pred_pdts ? pred_former_pdts : pred_pdts;
    result.state       = state;
    result.succs       = longer_succs;
    unique case (b_q.op)
      TsEdge: begin
        result.pdts = edge_pdts;
        result.cts  = edge_cts;
      end
      TsStart: begin
        result.cts   = b_q.snapshot_timestamp + 1'b1;
        result.pdts  = Open;
        result.succs = '0;
        result.state = '{former: HasFormer && (state.former || state.committed), committed: 1'b0, live: 1'b1};
      end
      TsCommit: begin
        result.pdts  = own_pdts;
        result.state = '{former: state.former, committed: 1'b1, live: 1'b0};
      end
      TsAbort, TsRelease: begin
        result.state = '{former: state.former, committed: 1'b0, live: 1'b0};
      end
      TsReleaseFormer: result.state.former = 1'b0;
      default: ;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) committed_timestamp_q <= '0;
    else if (flush) committed_timestamp_q <= '0;
    else if (advance && b_valid_q && b_q.op == TsCommit && result.write.state) begin
      if (own_pdts > committed_timestamp_q) committed_timestamp_q <= own_pdts;
    end
  end

  assign committed_timestamp_o = committed_timestamp_q;

  // Cycle 2: respond and write.
  logic [TxnWidth-1:0] c_pred_q, c_succ_q;
  logic                          c_pred_former_q;
  verdict_e                 propagation_verdict;
  logic                          propagation_done;
  logic          [TimestampWidth-1:0] propagation_above;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) c_valid_q <= 1'b0;
    else if (advance) c_valid_q <= b_valid_q;
  end

  always_ff @(posedge clk_i) begin
    if (advance) begin
      c_pred_q        <= b_q.pred;
      c_pred_former_q <= b_q.pred_former;
      c_succ_q        <= b_q.succ;
      c_result_q      <= result;
      // A suspected successor has to go above these.
      if (result.propagate) c_result_q.pdts <= b_q.pred_former ? pred_former_pdts : pred_cts;
    end else if (propagation_done) begin
      c_result_q.propagate    <= 1'b0;
      c_result_q.verdict <= propagation_verdict;
      c_result_q.cts     <= propagation_above + 1'b1;
      if (propagation_verdict == VerdictAccepted) begin
        c_result_q.changed    <= 1'b1;
        c_result_q.write.pdts <= !c_pred_former_q;
        c_result_q.write.succs <= !c_pred_former_q;
      end
    end
  end

  assign propagating       = c_valid_q && c_result_q.propagate;
  assign propagation_above    = c_result_q.pdts;
  assign rsp_valid_o   = c_valid_q && !c_result_q.propagate;
  assign rsp_verdict_o = c_result_q.verdict;
  assign rsp_changed_o = c_result_q.changed;
  assign rsp_pdts_o    = c_result_q.pdts;
  assign rsp_cts_o     = c_result_q.cts;
  assign busy_o        = b_valid_q || c_valid_q || clearing;

  logic propagation_read, propagation_write;
  logic [TxnWidth-1:0] propagation_raddr, propagation_waddr;
  logic [TimestampWidth-1:0] propagation_cts, propagation_pdts;

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
      .pred_i         (c_pred_q),
      .pred_former_i  (c_pred_former_q),
      .succ_i         (c_succ_q),
      .above_i        (propagation_above),
      .done_o         (propagation_done),
      .verdict_o      (propagation_verdict),
      .read_o         (propagation_read),
      .raddr_o        (propagation_raddr),
      .cts_i          (row_pred_cts),
      .pdts_i         (row_pred_pdts),
      .former_cts_i   (row_succ_former_cts),
      .state_i        (row_state),
      .list_overflow_i(row_list.overflow),
      .list_count_i   (row_list.count),
      .list_txns_i    (row_list.txns),
      .write_o        (propagation_write),
      .waddr_o        (propagation_waddr),
      .cts_o          (propagation_cts),
      .pdts_o         (propagation_pdts)
    );
  end else begin : gen_no_propagation
    assign propagation_done    = 1'b0;
    assign propagation_verdict = VerdictSuspected;
    assign propagation_read    = 1'b0;
    assign propagation_raddr   = '0;
    assign propagation_write   = 1'b0;
    assign propagation_waddr   = '0;
    assign propagation_cts     = '0;
    assign propagation_pdts    = '0;
  end

  // A propagation has read other rows and may have changed those of the next request: it reads them again.
  logic done, read;
  logic [TxnWidth-1:0] pred_raddr, succ_raddr;

  assign done       = advance && c_valid_q;
  assign read       = accept || propagation_read || propagation_done;
  assign pred_raddr = propagation_read ? propagation_raddr : propagation_done ? b_q.pred : req_pred_i;
  assign succ_raddr = propagation_read ? propagation_raddr : propagation_done ? b_q.succ : req_succ_i;

  timestamp_write_t write;

  always_comb begin
    write = done ? c_result_q.write : '0;
    if (propagation_write) begin
      write      = '0;
      write.cts  = 1'b1;
      write.pdts = 1'b1;
    end
  end

  timestamp_table #(
    .Txns          (Txns),
    .TimestampWidth(TimestampWidth),
    .HasFormer     (HasFormer),
    .HasList       (PropagationDepth != 0),
    .ListWidth     ($bits(list_t))
  ) u_table (
    .clk_i,
    .rst_ni,
    .clear_i           (flush),
    .clearing_o        (clearing),
    .read_i            (read && !flush),
    .pred_raddr_i      (pred_raddr),
    .pred_cts_o        (row_pred_cts),
    .pred_pdts_o       (row_pred_pdts),
    .pred_former_pdts_o(row_pred_former_pdts),
    .pred_state_o      (row_state),
    .pred_list_o       (row_list),
    .succ_raddr_i      (succ_raddr),
    .succ_cts_o        (row_succ_cts),
    .succ_pdts_o       (row_succ_pdts),
    .succ_former_cts_o (row_succ_former_cts),
    .write_i           (write),
    .succ_waddr_i      (propagation_write ? propagation_waddr : c_succ_q),
    .pred_waddr_i      (propagation_write ? propagation_waddr : c_pred_q),
    .cts_i             (propagation_write ? propagation_cts : c_result_q.cts),
    .pdts_i            (propagation_write ? propagation_pdts : c_result_q.pdts),
    .former_cts_i      (c_result_q.former_cts),
    .former_pdts_i     (c_result_q.former_pdts),
    .state_i           (c_result_q.state),
    .list_i            (c_result_q.succs)
  );

  always_ff @(posedge clk_i) begin
    if (rst_ni && accept) begin
      a_one_slot :
      assert (req_op_i inside {TsEdge, TsFlush} || req_pred_i == req_succ_i)
      else $error("post_dating_unit: operation %0d of slots %0d and %0d", req_op_i, req_pred_i, req_succ_i);
      a_no_former_edge :
      assert (HasFormer || req_op_i != TsEdge || !(req_pred_former_i || req_succ_former_i))
      else $error("post_dating_unit: a dependency of slots %0d, %0d is of a former one", req_pred_i, req_succ_i);
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni && b_valid_q && advance) begin
      unique case (b_q.op)
        TsEdge: begin
          a_present :
          assert (b_q.pred_former ? state.former : state.live || state.committed)
          else $error("post_dating_unit: a dependency on slot %0d, which has state %b", b_q.pred, state);
          a_one_end_lives :
          assert (!(b_q.pred_former && b_q.succ_former))
          else $error("post_dating_unit: both slots %0d, %0d of a dependency are former", b_q.pred, b_q.succ);
          a_cut_in_intervals :
          assert (!edge_change || ((b_q.pred_former || (edge_pdts >= pred_cts && edge_pdts <= pred_pdts)) &&
                                   (b_q.succ_former || (edge_cts >= succ_cts && edge_cts <= succ_pdts))))
          else
            $error(
                "post_dating_unit: PDTS %0d of slot %0d or CTS %0d of slot %0d leaves its interval",
                edge_pdts,
                b_q.pred,
                edge_cts,
                b_q.succ
            );
        end
        TsStart: begin
          a_start :
          assert (!state.live && (HasFormer || !state.committed))
          else $error("post_dating_unit: a start in slot %0d, which has state %b", b_q.pred, state);
        end
        TsRelease: begin
          a_release :
          assert (state.committed)
          else $error("post_dating_unit: a release of slot %0d, which has state %b", b_q.pred, state);
        end
        TsCommit, TsAbort: begin
          a_ends :
          assert (state.live)
          else $error("post_dating_unit: an end of slot %0d, which has state %b", b_q.pred, state);
        end
        default: ;
      endcase
    end
    if (rst_ni && c_valid_q && c_result_q.write.cts && c_result_q.write.pdts) begin
      a_between :
      assert (c_result_q.pdts == Open || c_result_q.pdts < c_result_q.cts)
      else $error("post_dating_unit: PDTS %0d is not below CTS %0d", c_result_q.pdts, c_result_q.cts);
    end
  end

  // ---- Streams keep their promises --------------------------------------------------------------------------------

  // A snapshot's timestamp is part of a start alone.
  stream_check #(
    .Width($bits(request_t))
  ) u_check_req (
    .clk_i,
    .rst_ni,
    .valid_i(req_valid_i),
    .ready_i(req_ready_o),
    .data_i({
      req_op_i,
      req_pred_i,
      req_pred_former_i,
      req_succ_i,
      req_succ_former_i,
      req_op_i == TsStart ? req_snapshot_timestamp_i : TimestampWidth'(0)
    })
  );

  stream_check #(
    .Width($bits(verdict_e) + 1 + 2 * TimestampWidth)
  ) u_check_rsp (
    .clk_i,
    .rst_ni,
    .valid_i(rsp_valid_o),
    .ready_i(rsp_ready_i),
    .data_i ({rsp_verdict_o, rsp_changed_o, rsp_pdts_o, rsp_cts_o})
  );

endmodule

`default_nettype wire
