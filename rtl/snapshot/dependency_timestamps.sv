// The new timestamps of both ends of a dependency (ISCA 2017 paper, figure 7, repaired): the predecessor must end below
// the successor.
//
// Overlapping intervals are cut an increment above the beginning of the overlap, or at its end: the
// predecessor's PDTS falls to the cut and the successor's CTS rises above it. So a chain of
// dependencies takes an increment each, and does not halve an interval until it is empty. Intervals in
// order are not changed; intervals in the wrong order make the dependency suspected to close a loop.
// The timestamps of a former occupant are fixed: of a predecessor its PDTS, of a successor its CTS.
//
// A CTS is given as the timestamp below it: then both ends of a dependency get the cut itself.
// Every CTS is at least 1, and only an open PDTS is above LastTimestamp.
//
// Latency:    combinational; one addition or comparison and two selections deep, since every
//             candidate of the cut is computed in parallel to the comparisons that select one.
//
// TimestampWidth: bits of a timestamp, 3 to 32; all ones stand for an open PDTS. Increment: room left
// above a CTS, at least 1. LastTimestamp: the largest one, at least Increment + 2, at most all ones less one.

`include "gputm_assert.svh"

`default_nettype none

module dependency_timestamps #(
  parameter int unsigned TimestampWidth = snapshot_pkg::TimestampBits,
  parameter int unsigned Increment      = 10,
  parameter int unsigned LastTimestamp  = 2 ** TimestampWidth - 2
) (
  input wire logic                 pred_former_i,
  input wire logic [TimestampWidth-1:0] pred_below_i,   // its CTS - 1; of a former occupant its PDTS
  input wire logic [TimestampWidth-1:0] pred_pdts_i,
  input wire logic                 succ_former_i,
  input wire logic [TimestampWidth-1:0] succ_below_i,   // its CTS - 1
  input wire logic [TimestampWidth-1:0] succ_pdts_i,    // not used for a former occupant

  output logic                 suspected_o,
  output logic                 exhausted_o,
  output logic                 change_o,     // accepted, with a new timestamp where it is not fixed
  output logic [TimestampWidth-1:0] cut_o    // the predecessor's PDTS, and the successor's CTS - 1
);

  localparam bit [2:0] Legal = {
    param_pkg::in_range("dependency_timestamps: TimestampWidth", TimestampWidth, 3, 32, 2),
    param_pkg::in_range("dependency_timestamps: Increment", Increment, 1, LastTimestamp - 2, 2),
    param_pkg::in_range(
        "dependency_timestamps: LastTimestamp", LastTimestamp, Increment + 2, param_pkg::ones(TimestampWidth) - 1, 2
    )
  };
  `GPUTM_ASSERT_PARAMS(Legal == '1)

  localparam int unsigned W = TimestampWidth;
  // Lowest cut that is too high
  localparam logic [W-1:0] LastPred = W'(LastTimestamp - Increment - 1);
  localparam logic [W-1:0] LastSucc = W'(LastTimestamp - Increment);

  // Order of the intervals
  logic in_order, pred_first, pdts_first, crossed;
  logic [W-1:0] crossed_sum, crossed_carry;

  assign in_order   = pred_pdts_i <= succ_below_i;
  assign pred_first = pred_below_i < succ_below_i;  // order of the CTSs
  assign pdts_first = pred_pdts_i < succ_pdts_i;
  // The predecessor's CTS is at least the successor's PDTS: below + 2 + the PDTS's complement has a
  // carry. A sum of three is reduced to one of two.
  assign crossed_sum   = pred_below_i ^ ~succ_pdts_i ^ W'(1);
  assign crossed_carry = (pred_below_i & ~succ_pdts_i) | (W'(1) & (pred_below_i | ~succ_pdts_i));
  assign crossed       = ({1'b0, crossed_sum} + {crossed_carry, 1'b1}) >> W != 0;

  assign suspected_o = !in_order && (pred_former_i ? !pdts_first : succ_former_i ? !pred_first : crossed);

  // The overlap begins with the predecessor's CTS or below the successor's: an increment above either, unless
  // a timestamp of a former occupant is fixed. It ends with the predecessor's PDTS or below the successor's.
  logic [W-1:0] pred_near, succ_near, succ_end;
  logic fixed;

  assign pred_near = pred_below_i + (pred_former_i ? '0 : W'(Increment + 1));
  assign succ_near = succ_below_i + (succ_former_i ? '0 : W'(Increment));
  assign succ_end  = succ_pdts_i - 1'b1;
  assign fixed     = pred_former_i || succ_former_i;

  // Whether the end comes first. The increment is part of the comparison: value + more + end's
  // complement has a carry, and a sum of three is reduced to one of two.
  function automatic logic ends_before(logic [W-1:0] value, logic [W:0] more, logic [W-1:0] last);
    logic [W:0] sum, carry;
    sum   = {1'b0, value} ^ more ^ {1'b1, ~last};
    carry = ({1'b0, value} & more) | ({1'b1, ~last} & ({1'b0, value} | more));
    return ({2'b0, sum} + {1'b0, carry, 1'b0}) >> (W + 1) != 0;
  endfunction

  logic pred_near_pred, pred_near_succ, succ_near_pred, succ_near_succ;

  assign pred_near_pred = ends_before(pred_below_i, (W + 1)'(Increment + 1), pred_pdts_i);
  assign pred_near_succ = ends_before(pred_below_i, (W + 1)'(Increment + 2), succ_pdts_i);
  assign succ_near_pred = ends_before(succ_below_i, (W + 1)'(Increment), pred_pdts_i);
  assign succ_near_succ = ends_before(succ_below_i, (W + 1)'(Increment + 1), succ_pdts_i);

  logic ends;
  logic [W-1:0] near;

  always_comb begin
    if (pred_first) ends = pdts_first ? succ_near_pred : succ_near_succ;
    else ends = pdts_first ? pred_near_pred : pred_near_succ;
    near  = pred_first ? succ_near : pred_near;
    cut_o = near;
    if (!fixed && ends) cut_o = pdts_first ? pred_pdts_i : succ_end;
  end

  // A cut above the last timestamp but one: if the overlap extends so far, or contains nothing else
  logic too_high;

  always_comb begin
    if (fixed) too_high = pred_below_i >= W'(LastTimestamp - 1) && pred_pdts_i >= W'(LastTimestamp);
    else begin
      too_high = pred_pdts_i >= W'(LastTimestamp) && succ_pdts_i > W'(LastTimestamp) &&
                 (pred_first ? succ_below_i >= LastSucc : pred_below_i >= LastPred);
    end
  end

  assign exhausted_o = !in_order && !suspected_o && too_high;
  assign change_o    = !in_order && !suspected_o && !too_high;

endmodule

`default_nettype wire
