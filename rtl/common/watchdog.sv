// Says when a unit has work and nothing has moved for a number of cycles. What its state is, the unit's own outputs say:
// they have not changed since.
//
// Latency: stuck_o is high in cycle limit_i + 1 of a standstill, until something moves.
//
// The limit has to be longer than the longest time in which the unit's surroundings may let it wait. It may be a constant,
// or change at any time: the count goes on, from its last value if it had stopped.
//
// Width: bits of the limit, 1 to 24.

`include "gputm_assert.svh"

`default_nettype none

module watchdog #(
  parameter int unsigned Width = 16
) (
  input  wire logic clk_i,
  input  wire logic rst_ni,

  input  wire logic [Width-1:0] limit_i,     // cycles; 0: there is no watchdog, and stuck_o is low
  input  wire logic             busy_i,      // there is work
  input  wire logic             progress_i,  // something moves
  output      logic             stuck_o
);

  `GPUTM_ASSERT_PARAMS(param_pkg::in_range("watchdog: Width", Width, 1, 24, 3))

  logic [Width-1:0] count_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) count_q <= '0;
    else if (progress_i || !busy_i || limit_i == '0) count_q <= '0;
    else if (!stuck_o) count_q <= count_q + 1'b1;
  end
  assign stuck_o = limit_i != '0 && count_q >= limit_i;

endmodule

`default_nettype wire
