// On-line detection of dependency loops by post-dated logical timestamps (ISCA 2017 paper, section 4.1), repaired:
// docs/post_dating.md has the rules. Keeps the dates of all transactions and decides for each dependency whether
// it is accepted; whoever is told DateSuspected or DateCycle aborts a live end of the dependency.
//
//   DateEdge           of the successor on the predecessor; at least one of them is live, neither has been released
//   DateStart          in a slot without a live transaction; above all that was committed at req_snapshot_date_i
//   DateCommit, DateAbort, DateRelease, DateReleaseFormer   of slot req_pred_i, which is req_succ_i too
//   DateFlush          the slots are ignored
//
// Requests are answered in order, each as if it had been alone: requests that meet on a transaction get its dates
// forwarded. A snapshot date is committed_date_o at the time when the snapshot is taken.
//
// Latency:    2 cycles from an accepted request to its response.
// Throughput: one request each cycle. A push (date_pusher) stops the pipeline, and so does a flush, for a cycle a
//             slot, as after reset.
//
// Txns: slots, at least 2. DateWidth, Increment, LastDate: as in edge_dater. HasFormer: 0 leaves the former occupants
// out, for a user that releases every committed occupant before the slot's next start. PushTxns: transactions that a
// push may raise; 0 leaves pushing out. PushSuccs: successors remembered for each transaction, at least 1.

`default_nettype none

module post_dating_unit
  import snapshot_pkg::*;
#(
  parameter  int unsigned Txns      = 2 ** snapshot_pkg::TxnBits,
  parameter  int unsigned DateWidth = snapshot_pkg::DateBits,
  parameter  int unsigned Increment = 10,
  parameter  int unsigned LastDate  = 2 ** DateWidth - 2,
  parameter  bit          HasFormer = 1'b1,
  parameter  int unsigned PushTxns  = 8,
  parameter  int unsigned PushSuccs = 4,
  localparam int unsigned TxnWidth  = $clog2(Txns)
) (
  input wire logic clk_i,
  input wire logic rst_ni,

  input  wire logic                     req_valid_i,
  output logic                          req_ready_o,
  input  wire date_op_e                 req_op_i,
  input  wire logic     [TxnWidth-1:0]  req_pred_i,
  input  wire logic                     req_pred_former_i,   // a former occupant of the slot
  input  wire logic     [TxnWidth-1:0]  req_succ_i,
  input  wire logic                     req_succ_former_i,
  input  wire logic     [DateWidth-1:0] req_snapshot_date_i, // DateStart

  output logic                          rsp_valid_o,
  input  wire logic                     rsp_ready_i,
  output date_verdict_e                 rsp_verdict_o,  // of edges, starts and commits
  output logic                          rsp_changed_o,  // an edge has changed dates
  output logic          [DateWidth-1:0] rsp_pdts_o,     // then the predecessor's; of a commit and a start its own
  output logic          [DateWidth-1:0] rsp_cts_o,      // then the successor's; of a start its own

  output logic [DateWidth-1:0] committed_date_o,  // the largest date of a committed transaction
  output logic                 busy_o
);

  localparam logic [DateWidth-1:0] Open = '1;
  localparam int unsigned CountWidth = $clog2(PushSuccs + 1);

  if (PushSuccs < 1) begin : gen_check_push_succs
    $error("post_dating_unit: PushSuccs=%0d must be at least 1", PushSuccs);
  end

  // Successors for pushing, in the order in which they were found.
  typedef struct packed {
    logic                               overflow;  // there are more
    logic [CountWidth-1:0]              count;
    logic [PushSuccs-1:0][TxnWidth-1:0] txns;
  } list_t;

  typedef struct packed {
    date_op_e             op;
    logic [TxnWidth-1:0]  pred;
    logic                 pred_former;
    logic [TxnWidth-1:0]  succ;
    logic                 succ_former;
    logic [DateWidth-1:0] snapshot_date;
  } request_t;

  // Everything after the acceptance moves by `advance`, or stands still.
  logic advance, accept, flush, clearing;
  logic pushing;  // the response is that of a dependency that is being pushed

  // Cycle 0: read both rows.
  request_t request, b_q;
  logic b_valid_q, c_valid_q;

  assign request = '{
    op:            req_op_i,
    pred:          req_pred_i,
    pred_former:   req_pred_former_i,
    succ:          req_succ_i,
    succ_former:   req_succ_former_i,
    snapshot_date: req_snapshot_date_i
  };
  assign advance = !pushing && (!c_valid_q || rsp_ready_i);
  assign req_ready_o = advance && !clearing && !(req_op_i == DateFlush && (b_valid_q || c_valid_q));
  assign accept = req_valid_i && req_ready_o;
  assign flush = accept && req_op_i == DateFlush;

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
    date_verdict_e        verdict;
    logic                 push;          // not answered before it has been pushed
    logic                 changed;
    logic                 cts_write;
    logic [DateWidth-1:0] cts;
    logic                 pdts_write;
    logic [DateWidth-1:0] pdts;
    logic                 former_write;
    logic [DateWidth-1:0] former_cts;
    logic [DateWidth-1:0] former_pdts;
    logic                 state_write;
    slot_state_t          state;
    logic                 list_write;
    list_t                succs;
  } result_t;

  logic [DateWidth-1:0] row_pred_cts, row_pred_pdts, row_pred_former_pdts;
  logic [DateWidth-1:0] row_succ_cts, row_succ_pdts, row_succ_former_cts;
  slot_state_t row_state;
  list_t       row_list;
  logic [DateWidth-1:0] pred_cts, pred_pdts, pred_former_pdts, succ_cts, succ_pdts, succ_former_cts;
  slot_state_t state;
  list_t       succs;
  result_t result, c_result_q;

  assign pred_cts         = pred_is_succ_q && c_result_q.cts_write ? c_result_q.cts : row_pred_cts;
  assign pred_pdts        = pred_is_pred_q && c_result_q.pdts_write ? c_result_q.pdts : row_pred_pdts;
  assign pred_former_pdts = pred_is_pred_q && c_result_q.former_write ? c_result_q.former_pdts : row_pred_former_pdts;
  assign state            = pred_is_pred_q && c_result_q.state_write ? c_result_q.state : row_state;
  assign succs            = pred_is_pred_q && c_result_q.list_write ? c_result_q.succs : row_list;
  assign succ_cts         = succ_is_succ_q && c_result_q.cts_write ? c_result_q.cts : row_succ_cts;
  assign succ_pdts        = succ_is_pred_q && c_result_q.pdts_write ? c_result_q.pdts : row_succ_pdts;
  assign succ_former_cts  = succ_is_pred_q && c_result_q.former_write ? c_result_q.former_cts : row_succ_former_cts;

  logic edge_suspected, edge_exhausted, edge_change;
  logic [DateWidth-1:0] edge_pdts, edge_cts;

  edge_dater #(
    .DateWidth(DateWidth),
    .Increment(Increment),
    .LastDate (LastDate)
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
    for (int unsigned i = 0; i < PushSuccs; i++) begin
      listed |= CountWidth'(i) < succs.count && succs.txns[i] == b_q.succ;
    end
    longer_succs = succs;
    if (b_q.succ_former) begin
      longer_succs.overflow = 1'b1;
    end else if (!listed) begin
      if (succs.count == CountWidth'(PushSuccs)) begin
        longer_succs.overflow = 1'b1;
      end else begin
        for (int unsigned i = 0; i < PushSuccs; i++) begin
          if (CountWidth'(i) == succs.count) longer_succs.txns[i] = b_q.succ;
        end
        longer_succs.count = succs.count + 1'b1;
      end
    end
  end

  // A commit's date.
  logic [DateWidth-1:0] committed_date_q, latest, own_pdts;
  logic own_open;

  assign latest   = pred_cts > committed_date_q ? pred_cts : committed_date_q;
  assign own_open = pred_pdts == Open;
  assign own_pdts = own_open ? latest + DateWidth'(Increment) : pred_pdts;

  always_comb begin
    result             = '0;
    result.former_cts  = state.former && succ_former_cts < succ_cts ? succ_former_cts : succ_cts;
    result.former_pdts = state.former && pred_former_pdts > pred_pdts ? pred_former_pdts : pred_pdts;
    result.state       = state;
    result.succs       = longer_succs;
    unique case (b_q.op)
      DateEdge: begin
        result.pdts = edge_pdts;
        result.cts  = edge_cts;
        if (edge_exhausted) begin
          result.verdict = DateExhausted;
        end else if (edge_suspected) begin
          result.verdict = DateSuspected;
          result.push    = PushTxns != 0 && !b_q.succ_former;
        end else begin
          result.pdts_write = edge_change && !b_q.pred_former;
          result.cts_write  = edge_change && !b_q.succ_former;
          result.list_write = !b_q.pred_former;
          result.changed    = edge_change;
        end
      end
      DateStart: begin
        result.cts   = b_q.snapshot_date + 1'b1;
        result.pdts  = Open;
        result.succs = '0;
        if (b_q.snapshot_date >= DateWidth'(LastDate)) begin
          result.verdict = DateExhausted;
        end else begin
          result.cts_write    = 1'b1;
          result.pdts_write   = 1'b1;
          result.list_write   = 1'b1;
          result.state_write  = 1'b1;
          result.former_write = HasFormer && state.committed;
          result.state        = '{former: HasFormer && (state.former || state.committed), committed: 1'b0, live: 1'b1};
        end
      end
      DateCommit: begin
        result.pdts = own_pdts;
        if (own_open && latest > DateWidth'(LastDate - Increment)) begin
          result.verdict = DateExhausted;
        end else begin
          result.pdts_write  = 1'b1;
          result.state_write = 1'b1;
          result.state       = '{former: state.former, committed: 1'b1, live: 1'b0};
        end
      end
      DateAbort, DateRelease: begin
        result.state_write = 1'b1;
        result.state       = '{former: state.former, committed: 1'b0, live: 1'b0};
      end
      DateReleaseFormer: begin
        result.state_write  = 1'b1;
        result.state.former = 1'b0;
      end
      default: ;  // DateFlush has done its work when it was accepted
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) committed_date_q <= '0;
    else if (flush) committed_date_q <= '0;
    else if (advance && b_valid_q && b_q.op == DateCommit && result.state_write) begin
      if (own_pdts > committed_date_q) committed_date_q <= own_pdts;
    end
  end

  assign committed_date_o = committed_date_q;

  // Cycle 2: respond and write.
  logic [TxnWidth-1:0] c_pred_q, c_succ_q;
  logic                          c_pred_former_q;
  date_verdict_e                 push_verdict;
  logic                          push_done;
  logic          [DateWidth-1:0] push_above;

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
      if (result.push) c_result_q.pdts <= b_q.pred_former ? pred_former_pdts : pred_cts;
    end else if (push_done) begin
      c_result_q.push    <= 1'b0;
      c_result_q.verdict <= push_verdict;
      c_result_q.cts     <= push_above + 1'b1;
      if (push_verdict == DateAccepted) begin
        c_result_q.changed    <= 1'b1;
        c_result_q.pdts_write <= !c_pred_former_q;
        c_result_q.list_write <= !c_pred_former_q;
      end
    end
  end

  assign pushing       = c_valid_q && c_result_q.push;
  assign push_above    = c_result_q.pdts;
  assign rsp_valid_o   = c_valid_q && !c_result_q.push;
  assign rsp_verdict_o = c_result_q.verdict;
  assign rsp_changed_o = c_result_q.changed;
  assign rsp_pdts_o    = c_result_q.pdts;
  assign rsp_cts_o     = c_result_q.cts;
  assign busy_o        = b_valid_q || c_valid_q || clearing;

  logic push_read, push_write;
  logic [TxnWidth-1:0] push_raddr, push_waddr;
  logic [DateWidth-1:0] push_cts, push_pdts;

  if (PushTxns != 0) begin : gen_push
    date_pusher #(
      .TxnWidth (TxnWidth),
      .DateWidth(DateWidth),
      .LastDate (LastDate),
      .PushTxns (PushTxns),
      .PushSuccs(PushSuccs),
      .list_t   (list_t)
    ) u_pusher (
      .clk_i,
      .rst_ni,
      .start_i      (pushing),
      .pred_i       (c_pred_q),
      .pred_former_i(c_pred_former_q),
      .succ_i       (c_succ_q),
      .above_i      (push_above),
      .done_o       (push_done),
      .verdict_o    (push_verdict),
      .read_o       (push_read),
      .raddr_o      (push_raddr),
      .cts_i        (row_pred_cts),
      .pdts_i       (row_pred_pdts),
      .former_cts_i (row_succ_former_cts),
      .state_i      (row_state),
      .list_i       (row_list),
      .write_o      (push_write),
      .waddr_o      (push_waddr),
      .cts_o        (push_cts),
      .pdts_o       (push_pdts)
    );
  end else begin : gen_no_push
    assign push_done    = 1'b0;
    assign push_verdict = DateSuspected;
    assign push_read    = 1'b0;
    assign push_raddr   = '0;
    assign push_write   = 1'b0;
    assign push_waddr   = '0;
    assign push_cts     = '0;
    assign push_pdts    = '0;
  end

  // A push has read other rows and may have changed those of the next request: it reads them again.
  logic write, read;
  logic [TxnWidth-1:0] pred_raddr, succ_raddr;

  assign write      = advance && c_valid_q;
  assign read       = accept || push_read || push_done;
  assign pred_raddr = push_read ? push_raddr : push_done ? b_q.pred : req_pred_i;
  assign succ_raddr = push_read ? push_raddr : push_done ? b_q.succ : req_succ_i;

  timestamp_table #(
    .Txns     (Txns),
    .DateWidth(DateWidth),
    .HasFormer(HasFormer),
    .HasList  (PushTxns != 0),
    .ListWidth($bits(list_t))
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
    .succ_waddr_i      (push_write ? push_waddr : c_succ_q),
    .cts_write_i       (push_write || (write && c_result_q.cts_write)),
    .cts_i             (push_write ? push_cts : c_result_q.cts),
    .pred_waddr_i      (push_write ? push_waddr : c_pred_q),
    .pdts_write_i      (push_write || (write && c_result_q.pdts_write)),
    .pdts_i            (push_write ? push_pdts : c_result_q.pdts),
    .former_write_i    (write && c_result_q.former_write),
    .former_cts_i      (c_result_q.former_cts),
    .former_pdts_i     (c_result_q.former_pdts),
    .state_write_i     (write && c_result_q.state_write),
    .state_i           (c_result_q.state),
    .list_write_i      (write && c_result_q.list_write),
    .list_i            (c_result_q.succs)
  );

  always_ff @(posedge clk_i) begin
    if (rst_ni && accept) begin
      a_one_slot : assert (req_op_i inside {DateEdge, DateFlush} || req_pred_i == req_succ_i);
      a_no_former_edge : assert (HasFormer || req_op_i != DateEdge || !(req_pred_former_i || req_succ_former_i));
    end
    if (rst_ni && b_valid_q && advance) begin
      a_former : assert (!(b_q.op == DateEdge && b_q.pred_former) || state.former);
      a_present : assert (!(b_q.op == DateEdge && !b_q.pred_former) || state.live || state.committed);
      a_one_end_lives : assert (!(b_q.op == DateEdge && b_q.pred_former && b_q.succ_former));
      a_start : assert (b_q.op != DateStart || !state.live);
      a_start_released : assert (HasFormer || b_q.op != DateStart || !state.committed);
      a_release : assert (b_q.op != DateRelease || state.committed);
      a_ends : assert (!(b_q.op inside {DateCommit, DateAbort}) || state.live);
    end
    if (rst_ni && c_valid_q && c_result_q.cts_write && c_result_q.pdts_write) begin
      a_between : assert (c_result_q.pdts == Open || c_result_q.pdts < c_result_q.cts);
    end
  end

endmodule

`default_nettype wire
