// The timestamps of a commit in the post_dating_unit, and the two that all commits are compared with: the
// largest of committed transactions, above which later snapshots start, and the largest of released ones.
//
// A commit closes an open PDTS an increment above its CTS and above all committed timestamps. With
// propagation (Rises) a committed transaction can rise afterwards, above running ones. Once it is
// released, they can have read its writes without a known dependency: so a commit is above all
// released timestamps. Its CTS rises to there, and it is too late when its PDTS is not above.
//
// Latency:    combinational from the interval; a request sees the previous one's effect. A raised
//             timestamp counts two cycles later.
// Throughput: one request each cycle.
//
// TimestampWidth, Increment, LastTimestamp: as in dependency_timestamps. Rises: committed transactions may rise.

`include "gputm_assert.svh"

`default_nettype none

module commit_timestamps #(
  parameter int unsigned TimestampWidth = snapshot_pkg::TimestampBits,
  parameter int unsigned Increment      = 10,
  parameter int unsigned LastTimestamp  = 2 ** TimestampWidth - 2,
  parameter bit          Rises          = 1'b1
) (
  input  wire logic                      clk_i,
  input  wire logic                      rst_ni,

  input  wire logic                      clear_i,    // start again from timestamp 0
  input  wire logic                      step_i,     // the request is done
  input  wire logic                      commit_i,   // the request is a commit
  input  wire logic                      release_i,  // the request releases its transaction, which is committed
  input  wire logic [TimestampWidth-1:0] below_i,    // the transaction's CTS - 1
  input  wire logic [TimestampWidth-1:0] pdts_i,
  input  wire logic                      open_i,     // pdts_i is open

  output      logic                      exhausted_o,   // no timestamp is left for the commit
  output      logic                      late_o,        // the interval is below a released timestamp
  output      logic [TimestampWidth-1:0] below_o,       // otherwise: the commit's CTS - 1
  output      logic [TimestampWidth-1:0] pdts_o,        // otherwise: the commit's PDTS

  input  wire logic                      raised_i,      // a committed transaction is raised; not in a cycle with step_i
  input  wire logic [TimestampWidth-1:0] raised_pdts_i,

  output      logic [TimestampWidth-1:0] committed_o,   // largest committed timestamp
  output      logic [TimestampWidth-1:0] next_o         // largest committed timestamp after the request
);

  // Last timestamp above which an open PDTS can be closed
  localparam logic [TimestampWidth-1:0] LastClosed = TimestampWidth'(LastTimestamp - Increment);

  logic [TimestampWidth-1:0] committed_q, released_q;
  logic own_later;

  assign own_later   = below_i >= committed_q;
  assign exhausted_o = open_i && (own_later ? below_i >= LastClosed : committed_q > LastClosed);
  assign late_o      = Rises && !open_i && pdts_i <= released_q;
  assign below_o     = Rises && below_i < released_q ? released_q : below_i;

  always_comb begin
    pdts_o = pdts_i;
    if (open_i && own_later) pdts_o = below_i + TimestampWidth'(Increment + 1);
    else if (open_i) pdts_o = committed_q + TimestampWidth'(Increment);
  end

  assign next_o = commit_i && !exhausted_o && !late_o && (open_i || pdts_i > committed_q) ? pdts_o : committed_q;

  // Compared a cycle later, to shorten the path.
  logic raised_q;
  logic [TimestampWidth-1:0] raised_pdts_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) raised_q <= 1'b0;
    else raised_q <= raised_i;
  end

  always_ff @(posedge clk_i) raised_pdts_q <= raised_pdts_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      committed_q <= '0;
      released_q  <= '0;
    end else if (clear_i) begin
      committed_q <= '0;
      released_q  <= '0;
    end else if (step_i) begin
      committed_q <= next_o;
      if (release_i && pdts_i > released_q) released_q <= pdts_i;
    end else if (raised_q && raised_pdts_q > committed_q) begin
      committed_q <= raised_pdts_q;
    end
  end

  assign committed_o = committed_q;

  `GPUTM_ASSERT(a_raised_before_step, !(step_i && (raised_i || raised_q)),
                ("commit_timestamps: a request is done while %0d is raised", raised_pdts_i))
  `GPUTM_ASSERT(a_released_has_committed, released_q <= committed_q || raised_q,
                ("commit_timestamps: %0d was released, but only %0d has committed", released_q, committed_q))
  // Coverage points (tb/coverage)
  `GPUTM_COVER(b_late, step_i && commit_i && late_o)
  `GPUTM_COVER(b_commit_rises, step_i && commit_i && !late_o && below_o != below_i)
  `GPUTM_COVER(b_raised_above_all, raised_q && raised_pdts_q > committed_q)

endmodule

`default_nettype wire
