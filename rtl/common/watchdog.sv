// Says when a unit has work and nothing has moved for a number of cycles. What its state is, the unit's own outputs say:
// they have not changed since.
//
// Latency: stuck_o is high in cycle Cycles + 1 of a standstill, until something moves.
//
// Cycles: of a standstill, 2 to 2^24; 0: there is no watchdog, and stuck_o is low. It has to be longer than the longest
// time in which the unit's surroundings may let it wait.

`include "gputm_assert.svh"

`default_nettype none

module watchdog #(
  parameter int unsigned Cycles = 65536
) (
  input  wire logic clk_i,
  input  wire logic rst_ni,

  input  wire logic busy_i,      // there is work
  input  wire logic progress_i,  // something moves
  output      logic stuck_o
);

  `GPUTM_ASSERT_PARAMS(param_pkg::holds("watchdog: Cycles", 64'(Cycles),
                                        Cycles == 0 || (Cycles >= 2 && Cycles <= 2 ** 24), "0, or 2 .. 16777216", 3))

  if (Cycles < 2) begin : gen_none
    assign stuck_o = 1'b0;
    wire unused = ^{clk_i, rst_ni, busy_i, progress_i};
  end else begin : gen_count
    localparam int unsigned Width = $clog2(Cycles + 1);
    logic [Width-1:0] count_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) count_q <= '0;
      else if (progress_i || !busy_i) count_q <= '0;
      else if (!stuck_o) count_q <= count_q + 1'b1;
    end
    assign stuck_o = count_q == Width'(Cycles);
  end

endmodule

`default_nettype wire
