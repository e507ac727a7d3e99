// Reports a wrong bit in a word in registers that has a parity bit. It does not hold back the word: the
// top's error_report stops the unit in the cycle of error_o, before what comes of it can leave.
//
// Latency: error_o in the cycle after the wrong bit. A word is reported once, while it stays wrong.
// Throughput: one word a cycle.
//
// Width: bits of the word and its parity bit. Protection: of ecc_pkg; without, there is no hardware.

`include "gputm_assert.svh"

`default_nettype none

module parity_check
  import ecc_pkg::*;
#(
  parameter int unsigned Width      = 33,
  parameter int unsigned Protection = None
) (
  input  wire logic             clk_i,
  input  wire logic             rst_ni,

  input  wire logic             valid_i,  // the word counts
  input  wire logic [Width-1:0] word_i,   // word and parity bit: an even number of ones
  output      logic             wrong_o,  // the word counts and is wrong, in this cycle
  output      ram_error_t       error_o   // row: always 0
);

  `GPUTM_ASSERT_PARAMS(param_pkg::in_range("parity_check: Protection", Protection, None, Secded, 3))

  if (Protection == None) begin : gen_none
    assign wrong_o = 1'b0;
    assign error_o = '0;
    wire unused = ^{clk_i, rst_ni, valid_i, word_i};
  end else begin : gen_check
    logic wrong_q, error_q;

    assign wrong_o = valid_i && (^word_i);

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        wrong_q <= 1'b0;
        error_q <= 1'b0;
      end else begin
        wrong_q <= wrong_o;
        error_q <= wrong_o && !wrong_q;
      end
    end
    assign error_o = '{valid: error_q, fatal: error_q, row: '0};
  end

endmodule

`default_nettype wire
