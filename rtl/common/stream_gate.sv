// Lets a ready/valid stream pass while it is open. An offer that has passed the gate stays, as streams do, until it is taken;
// no other one passes a closed gate.
//
// Latency: none; the gate closes and opens in the cycle of open_i.

`include "gputm_assert.svh"

`default_nettype none

module stream_gate (
  input  wire logic clk_i,
  input  wire logic rst_ni,

  input  wire logic open_i,

  input  wire logic in_valid_i,
  output logic      in_ready_o,
  output logic      out_valid_o,
  input  wire logic out_ready_i
);

  logic offered_q, open;

  assign open        = open_i || offered_q;
  assign out_valid_o = in_valid_i && open;
  assign in_ready_o  = out_ready_i && open;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) offered_q <= 1'b0;
    else offered_q <= out_valid_o && !out_ready_i;
  end

  // Coverage points (tb/coverage)
  `GPUTM_COVER(b_closes_behind_an_offer, offered_q && !open_i)
  `GPUTM_COVER(b_holds_back, in_valid_i && !open)

  // Handshake assertions
  `GPUTM_STREAM(u_check_in, in_valid_i, in_ready_o)
  `GPUTM_STREAM(u_check_out, out_valid_o, out_ready_i)

endmodule

`default_nettype wire
