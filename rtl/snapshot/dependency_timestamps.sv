// The new timestamps of both ends of a dependency (ISCA 2017 paper, figure 7, repaired): the predecessor must end below
// the successor.
//
// When the intervals overlap, they are cut halfway through the overlap: the predecessor's PDTS falls to the cut and
// the successor's CTS rises above it. When they are in order nothing changes; when they are in the wrong order the
// dependency is suspected to close a loop. The timestamps of a former occupant are fixed: of a predecessor its PDTS,
// of a successor its CTS.
//
// Latency:    combinational; one comparison, one addition and one selection deep.
//
// TimestampWidth: bits of a timestamp, 2 to 32; all ones stand for an open PDTS. Increment: room left above a CTS where
// both PDTSs are open, at least 1. LastTimestamp: the largest one, at least Increment, at most all ones less one.

`default_nettype none

module dependency_timestamps #(
  parameter int unsigned TimestampWidth = snapshot_pkg::TimestampBits,
  parameter int unsigned Increment      = 10,
  parameter int unsigned LastTimestamp  = 2 ** TimestampWidth - 2
) (
  input wire logic                 pred_former_i,
  input wire logic [TimestampWidth-1:0] pred_cts_i,     // not of a former occupant
  input wire logic [TimestampWidth-1:0] pred_pdts_i,
  input wire logic                 succ_former_i,
  input wire logic [TimestampWidth-1:0] succ_cts_i,
  input wire logic [TimestampWidth-1:0] succ_pdts_i,    // not of a former occupant

  output logic                 suspected_o,
  output logic                 exhausted_o,
  output logic                 change_o,     // accepted, with these where they are not fixed:
  output logic [TimestampWidth-1:0] pdts_o,       // the predecessor's PDTS
  output logic [TimestampWidth-1:0] cts_o         // the successor's CTS
);

  if (TimestampWidth < 2 || TimestampWidth > 32) begin : gen_check_timestamp_width
    $error("dependency_timestamps: TimestampWidth=%0d must be 2 .. 32", TimestampWidth);
  end
  if (Increment < 1 || LastTimestamp < Increment || LastTimestamp > 2 ** TimestampWidth - 2) begin : gen_check_last
    $error(
        "dependency_timestamps: LastTimestamp=%0d must be Increment=%0d .. %0d, and Increment at least 1",
        LastTimestamp,
        Increment,
        2 ** TimestampWidth - 2
    );
  end

  localparam logic [TimestampWidth-1:0] Open = '1;

  logic in_order, open;
  logic [TimestampWidth-1:0] below_succ, low, high;
  logic [TimestampWidth:0] sum, cut;

  assign in_order = pred_pdts_i < succ_cts_i;
  assign suspected_o = !in_order &&
                       (pred_former_i ? pred_pdts_i >= succ_pdts_i
                                      : pred_cts_i >= (succ_former_i ? succ_cts_i : succ_pdts_i));

  // The overlap is [low, high].
  assign below_succ = succ_cts_i - 1'b1;
  assign low = pred_cts_i >= succ_cts_i ? pred_cts_i : below_succ;
  assign high = pred_pdts_i < succ_pdts_i ? pred_pdts_i : succ_pdts_i - 1'b1;
  assign open = pred_pdts_i == Open && succ_pdts_i == Open;
  assign sum = {1'b0, low} + (open ? (TimestampWidth + 1)'(Increment) : {1'b0, high});

  always_comb begin
    if (pred_former_i) cut = {1'b0, pred_pdts_i};
    else if (succ_former_i) cut = {1'b0, below_succ};
    else cut = open ? sum : sum >> 1;
  end

  assign exhausted_o = !in_order && !suspected_o && cut >= (TimestampWidth + 1)'(LastTimestamp);
  assign change_o    = !in_order && !suspected_o && !exhausted_o;
  assign pdts_o      = cut[TimestampWidth-1:0];
  assign cts_o       = cut[TimestampWidth-1:0] + 1'b1;

endmodule

`default_nettype wire
