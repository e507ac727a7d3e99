// Timestamp propagation: when the timestamps leave no room for a dependency, raises the successor and its
// own successors, breadth first, until every accepted dependency is in order again. Then the dependency is
// accepted after all. It gives up when more than PropagationDepth transactions would have to be raised,
// and when a raised one is pinned: not all of its successors are in its list, or it has committed and one
// of them has been released since. Dependencies of a released transaction are no longer tracked, so a
// transaction that was ordered before it may not rise past it. A return to the predecessor is a loop.
//
// An entry of a successor list may be of an occupant that has left. Then the slot's former occupants,
// if they still matter, and its present one are both treated as successors, which is conservative.
// Such entries can form a circle, so the number of visited lists is bounded by twice PropagationDepth.
//
// From start_i until done_o this module owns the table. Nothing is written unless the verdict is
// VerdictAccepted. A CTS is given as the timestamp below it.
// Latency: 3 cycles for each visited successor, 3 for each list (empty: 4), 1 for each raised transaction.
//
// TxnWidth: bits of a slot. TimestampWidth, LastTimestamp: as in dependency_timestamps. PropagationDepth:
// transactions that may be raised, 1 or more. PropagationSuccs: successors in a list, 1 or more.

`include "gputm_assert.svh"

`default_nettype none

module timestamp_propagation
  import snapshot_pkg::*;
#(
  parameter  int unsigned TxnWidth         = snapshot_pkg::TxnBits,
  parameter  int unsigned TimestampWidth   = snapshot_pkg::TimestampBits,
  parameter  int unsigned LastTimestamp    = 2 ** TimestampWidth - 2,
  parameter  int unsigned PropagationDepth = 16,
  parameter  int unsigned PropagationSuccs = 8,
  localparam int unsigned CountWidth       = $clog2(PropagationSuccs + 1)
) (
  input wire logic clk_i,
  input wire logic rst_ni,

  input  wire logic                     start_i,        // held, with the inputs below, until done_o
  input  wire logic     [TxnWidth-1:0]  pred_i,
  input  wire logic                     pred_former_i,
  input  wire logic     [TxnWidth-1:0]  succ_i,
  input  wire logic     [TimestampWidth-1:0] above_i,        // the predecessor's PDTS, to rise above
  output logic                          done_o,
  output verdict_e                 verdict_o,

  // The timestamp table; read data come in the next cycle and stay
  output logic                             read_o,
  output logic             [TxnWidth-1:0]  raddr_o,
  input  wire logic        [TimestampWidth-1:0] below_i,
  input  wire logic        [TimestampWidth-1:0] pdts_i,
  input  wire logic        [TimestampWidth-1:0] former_below_i,
  input  wire slot_state_t                 state_i,
  input  wire logic        [TimestampWidth-1:0] committed_i,  // commit time, if committed
  input  wire logic        [TimestampWidth-1:0] released_i,   // release time of an occupant of its slot
  input  wire logic list_overflow_i,  // it has more successors than its list holds
  input  wire logic [CountWidth-1:0] list_count_i,
  input  wire logic [PropagationSuccs-1:0][TxnWidth-1:0] list_txns_i,
  output logic                             write_o,
  output logic             [TxnWidth-1:0]  waddr_o,
  output logic             [TimestampWidth-1:0] below_o,
  output logic             [TimestampWidth-1:0] pdts_o,
  output logic                                  committed_o  // the transaction has committed
);

  `GPUTM_ASSERT_PARAMS(param_pkg::in_range("timestamp_propagation: PropagationDepth", PropagationDepth, 1, 1024, 2))

  localparam int unsigned IndexWidth = PropagationDepth == 1 ? 1 : $clog2(PropagationDepth);
  localparam int unsigned RaiseWidth = $clog2(PropagationDepth + 1);
  localparam int unsigned ScanWidth = $clog2(2 * PropagationDepth + 1);
  localparam int unsigned SuccWidth = PropagationSuccs == 1 ? 1 : $clog2(PropagationSuccs);

  typedef enum logic [3:0] {
    Idle,
    Read,   // row of a successor, if there is one; is it to be raised already?
    Row,    // its timestamps
    Check,  // does it have to be raised?
    Pick,   // a raised transaction with unvisited successors
    Fetch,  // its row
    Load,   // its list
    Write,  // all raised transactions
    Done
  } state_e;

  typedef struct packed {
    logic                 scan;  // its successors have not been visited since it was raised
    logic                 committed;
    logic [TxnWidth-1:0]  txn;
    logic [TimestampWidth-1:0] below;
    logic [TimestampWidth-1:0] pdts;
  } raise_t;

  state_e state_q, state_d;
  verdict_e verdict_q, verdict_d;
  raise_t [PropagationDepth-1:0] raises_q, raises_d;
  logic [RaiseWidth-1:0] count_q, count_d;
  logic [ScanWidth-1:0] scans_q, scans_d;
  logic [IndexWidth-1:0] index_q, index_d;  // Pick, Load: visited transaction; Write: written transaction
  logic [TimestampWidth-1:0] above_q, above_d;
  logic [TxnWidth-1:0] txn_q, txn_d;
  // The list of the visited successors
  logic [CountWidth-1:0] list_count_q, list_count_d;
  logic list_empty_q, list_empty_d;
  logic [PropagationSuccs-1:0][TxnWidth-1:0] list_txns_q, list_txns_d;
  logic [CountWidth-1:0] next_q, next_d;  // index of the next successor in the list
  // Transaction of the list
  logic from_committed_q, from_committed_d;
  logic [TimestampWidth-1:0] committed_q, committed_d;  // its commit time

  // The visited successor: whether it is among the raised ones, and its place there
  logic planned, planned_q;
  logic [IndexWidth-1:0] place, place_q;

  always_comb begin
    planned = 1'b0;
    place   = IndexWidth'(count_q);
    for (int unsigned i = 0; i < PropagationDepth; i++) begin
      if (RaiseWidth'(i) < count_q && raises_q[i].txn == txn_q) begin
        planned = 1'b1;
        place   = IndexWidth'(i);
      end
    end
  end

  // Its row
  logic [TimestampWidth-1:0] below_q, pdts_q, former_below_q, released_q;
  slot_state_t slot_q;
  logic        overflow_q;

  always_ff @(posedge clk_i) begin
    if (state_q == Read) begin
      planned_q <= planned;
      place_q   <= place;
    end
    if (state_q == Row) begin
      below_q        <= planned_q ? raises_q[place_q].below : below_i;
      pdts_q         <= planned_q ? raises_q[place_q].pdts : pdts_i;
      former_below_q <= former_below_i;
      released_q     <= released_i;
      slot_q         <= state_i;
      overflow_q     <= list_overflow_i;
    end
  end

  // A raised successor gets the CTS above_q + 1.
  logic first, must_rise, fits, moves, too_high;

  assign first     = count_q == '0;
  assign must_rise = first || ((slot_q.live || slot_q.committed) && above_q > below_q);
  assign moves     = pdts_q <= above_q;
  assign too_high  = above_q >= TimestampWidth'(LastTimestamp - 1);
  assign fits      = planned_q || count_q != RaiseWidth'(PropagationDepth);

  // The first raised transaction with unvisited successors
  logic                  any_scan;
  logic [IndexWidth-1:0] scan;

  always_comb begin
    any_scan = 1'b0;
    scan     = '0;
    for (int unsigned i = PropagationDepth; i > 0; i--) begin
      if (RaiseWidth'(i - 1) < count_q && raises_q[i-1].scan) begin
        any_scan = 1'b1;
        scan     = IndexWidth'(i - 1);
      end
    end
  end

  // Whether the search goes on
  logic last_successor, fixed_above, lost, rises;

  assign last_successor = next_q == list_count_q;
  assign fixed_above    = !first && slot_q.former && above_q > former_below_q;
  assign lost           = !first && from_committed_q && released_q >= committed_q;
  assign rises          = state_q == Check && !fixed_above && !lost && must_rise;

  always_comb begin
    verdict_d = verdict_q;
    unique case (state_q)
      Idle: verdict_d = VerdictAccepted;
      Check: begin
        if (fixed_above || lost) verdict_d = VerdictSuspected;
        else if (must_rise && txn_q == pred_i && !pred_former_i) verdict_d = VerdictCycle;
        else if (must_rise && !fits) verdict_d = VerdictSuspected;
        else if (must_rise && too_high) verdict_d = VerdictExhausted;
        else if (must_rise && moves && overflow_q) verdict_d = VerdictSuspected;
      end
      Pick: if (any_scan && scans_q == ScanWidth'(2 * PropagationDepth)) verdict_d = VerdictSuspected;
      default: ;
    endcase
  end

  always_comb begin
    state_d = state_q;
    unique case (state_q)
      Idle:    if (start_i) state_d = Read;
      Read:    state_d = list_empty_q ? Pick : Row;
      Row:     state_d = Check;
      Check:   state_d = last_successor ? Pick : Read;
      Pick:    state_d = any_scan ? Fetch : Write;
      Fetch:   state_d = Load;
      Load:    state_d = Read;
      Write:   if (RaiseWidth'(index_q) + 1'b1 == count_q) state_d = Done;
      Done:    state_d = Idle;
      default: state_d = Idle;
    endcase
    if (state_q inside {Check, Pick} && verdict_d != VerdictAccepted) state_d = Done;
  end

  // The next visit
  always_comb begin
    index_d      = index_q;
    above_d      = above_q;
    txn_d        = txn_q;
    list_count_d = list_count_q;
    list_empty_d = list_empty_q;
    list_txns_d  = list_txns_q;
    next_d       = next_q;
    from_committed_d = from_committed_q;
    committed_d      = committed_q;
    unique case (state_q)
      Idle: begin
        above_d      = above_i;
        txn_d        = succ_i;
        list_count_d = '0;
        list_empty_d = 1'b0;
        next_d       = '0;
      end
      Check: begin
        txn_d  = list_txns_q[SuccWidth'(next_q)];
        next_d = next_q + 1'b1;
      end
      Pick: index_d = any_scan ? scan : '0;
      Load: begin
        above_d      = raises_q[index_q].pdts;
        txn_d        = list_txns_i[0];
        list_count_d = list_count_i;
        list_empty_d = list_count_i == '0;
        list_txns_d  = list_txns_i;
        next_d       = CountWidth'(1);
        from_committed_d = state_i.committed;
        committed_d      = committed_i;
      end
      Write: index_d = index_q + 1'b1;
      default: ;
    endcase
  end

  // The raised transactions
  always_comb begin
    raises_d = raises_q;
    count_d  = count_q;
    scans_d  = scans_q;
    if (state_q == Idle) begin
      count_d = '0;
      scans_d = '0;
    end
    if (state_q == Pick) scans_d = scans_q + 1'b1;
    if (state_q == Load) raises_d[index_q].scan = 1'b0;
    if (rises && fits) begin
      raises_d[place_q].txn   = txn_q;
      raises_d[place_q].committed = slot_q.committed;
      raises_d[place_q].below = above_q;
      raises_d[place_q].pdts  = moves ? above_q + 1'b1 : pdts_q;
      raises_d[place_q].scan  = moves || (planned_q && raises_q[place_q].scan);
    end
    if (rises && !planned_q) count_d = count_q + 1'b1;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) state_q <= Idle;
    else state_q <= state_d;
  end

  always_ff @(posedge clk_i) begin
    verdict_q <= verdict_d;
    raises_q  <= raises_d;
    count_q   <= count_d;
    scans_q   <= scans_d;
    index_q   <= index_d;
    above_q   <= above_d;
    txn_q     <= txn_d;
    list_count_q <= list_count_d;
    list_empty_q <= list_empty_d;
    list_txns_q  <= list_txns_d;
    next_q    <= next_d;
    from_committed_q <= from_committed_d;
    committed_q      <= committed_d;
  end

  assign read_o    = state_q == Read || state_q == Fetch;
  assign raddr_o   = state_q == Read ? txn_q : raises_q[index_q].txn;
  assign write_o   = state_q == Write;
  assign waddr_o   = raises_q[index_q].txn;
  assign below_o   = raises_q[index_q].below;
  assign pdts_o    = raises_q[index_q].pdts;
  assign committed_o = raises_q[index_q].committed;
  assign done_o    = state_q == Done;
  assign verdict_o = verdict_q;

  `GPUTM_ASSERT_IF(a_ordered, below_o < pdts_o, write_o,
                   ("timestamp_propagation: transaction %0d gets CTS %0d + 1 above PDTS %0d", waddr_o, below_o, pdts_o))
  `GPUTM_ASSERT_IF(a_start_held, start_i, state_q != Idle,
                   ("timestamp_propagation: the start goes away in state %0d", state_q))

  // Coverage points (tb/coverage)
  `GPUTM_COVER(b_pushes_several, state_q == Write && count_q > RaiseWidth'(1))
  `GPUTM_COVER(b_pushes_a_committed_one, write_o && committed_o)
  `GPUTM_COVER(b_released_is_in_the_way, state_q == Check && lost)
  `GPUTM_COVER(b_former_is_in_the_way, state_q == Check && fixed_above)
  `GPUTM_COVER(b_too_many_to_push, state_q == Check && must_rise && !fits && verdict_d == VerdictSuspected)
  `GPUTM_COVER(b_too_many_visits, state_q == Pick && verdict_d == VerdictSuspected)
  `GPUTM_COVER(b_cycle, state_q == Done && verdict_q == VerdictCycle)
  `GPUTM_COVER(b_timestamps_are_used_up, state_q == Done && verdict_q == VerdictExhausted)

endmodule

`default_nettype wire
