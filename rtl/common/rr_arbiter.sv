// Round-robin arbiter: grants one of the requests; after an accepted grant the search begins behind the winner.
//
// Latency:    combinational grant. Throughput: one grant each cycle.
// Fairness:   a request that stays up is granted within Requests accepted grants. A grant that is not accepted may
//             move to another requester in the next cycle.
//
// Requests: number of requesters, to 1024.

`include "gputm_assert.svh"

`default_nettype none

module rr_arbiter #(
  parameter  int unsigned Requests   = 4,
  localparam int unsigned IndexWidth = Requests > 1 ? $clog2(Requests) : 1
) (
  input  wire logic                  clk_i,
  input  wire logic                  rst_ni,

  input  wire logic [Requests-1:0]   req_i,  // one bit a requester
  output      logic                  valid_o,   // a request is up
  output      logic [Requests-1:0]   grant_o,   // one-hot, or zero without a request
  output      logic [IndexWidth-1:0] index_o,   // number of the granted requester
  input  wire logic                  accept_i   // the grant is used in this cycle
);

  `GPUTM_ASSERT_PARAMS(param_pkg::in_range("rr_arbiter: Requests", Requests, 1, 1024, 3))

  // Set for the requesters after the last winner, which come first
  logic [Requests-1:0] after_q, after_d;

  // The search after the last winner and the one from requester 0 proceed in parallel: x & -x is the lowest bit of x,
  // and x ^ -x are the bits above it, none above the last requester, so that the search then starts at requester 0.
  logic [Requests-1:0] req_after, minus_after, minus_all;
  logic from_start;

  assign req_after   = req_i & after_q;
  assign from_start  = req_after == '0;
  assign minus_after = ~req_after + 1'b1;
  assign minus_all   = ~req_i + 1'b1;
  assign grant_o     = from_start ? req_i & minus_all : req_after & minus_after;
  assign valid_o     = |req_i;

  always_comb begin
    index_o = '0;
    for (int unsigned i = 0; i < Requests; i++) begin
      if (grant_o[i]) index_o |= IndexWidth'(i);
    end
  end

  always_comb begin
    after_d = after_q;
    if (valid_o && accept_i) after_d = from_start ? req_i ^ minus_all : req_after ^ minus_after;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) after_q <= '0;
    else after_q <= after_d;
  end

  `GPUTM_ASSERT(a_grant_is_a_request, (grant_o & ~req_i) == '0,
                ("rr_arbiter: grant %b for requests %b", grant_o, req_i))
  `GPUTM_ASSERT(a_one_grant, (grant_o & (grant_o - 1'b1)) == '0, ("rr_arbiter: more than one grant, %b", grant_o))
  `GPUTM_ASSERT(a_work_conserving, valid_o == |grant_o, ("rr_arbiter: grant %b although valid is %b", grant_o, valid_o))

endmodule

`default_nettype wire
