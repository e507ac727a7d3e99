// fifo_sync with a parity bit and a number a word. A word that is wrong, or that does not come in its turn, since a
// register of the queue was wrong, is not offered: the queue stops, and reports the error once. Without protection it is
// fifo_sync and nothing else.
//
// A word that turns while it is offered is withdrawn, the only exception to the rule of streams: if it stayed, a wrong word
// could leave. A receiver that was not ready has taken nothing, and the unit stops a cycle later.
//
// Latency, throughput: as fifo_sync. out_valid_o comes after three levels of LUTs of four inputs to 63 bits.
//
// Width: bits a word. Depth: words, at least 2. Protection: of ecc_pkg; Secded is parity, too, since a word is in the
// queue for few cycles.

`include "gputm_assert.svh"

`default_nettype none

module fifo_parity
  import ecc_pkg::*;
#(
  parameter  int unsigned Width      = 32,
  parameter  int unsigned Depth      = 8,
  parameter  int unsigned Protection = None,
  localparam int unsigned CountWidth = $clog2(Depth + 1)
) (
  input  wire logic                  clk_i,
  input  wire logic                  rst_ni,

  input  wire logic                  in_valid_i,
  output      logic                  in_ready_o,
  input  wire logic [Width-1:0]      in_data_i,    // word to queue

  output      logic                  out_valid_o,
  input  wire logic                  out_ready_i,
  output      logic [Width-1:0]      out_data_o,   // oldest word

  output      logic [CountWidth-1:0] count_o,      // words held, 0..Depth
  output      ram_error_t            error_o       // row: always 0
);

  `GPUTM_ASSERT_PARAMS(param_pkg::in_range("fifo_parity: Protection", Protection, None, Secded, 3))

  if (Protection == None) begin : gen_none
    fifo_sync #(
      .Width(Width),
      .Depth(Depth)
    ) u_fifo (
      .clk_i,
      .rst_ni,
      .in_valid_i,
      .in_ready_o,
      .in_data_i,
      .out_valid_o,
      .out_ready_i,
      .out_data_o,
      .count_o
    );
    assign error_o = '0;
  end else begin : gen_parity
    localparam int unsigned NumberWidth = $clog2(Depth) + 1;
    logic valid, parity, wrong;
    logic [NumberWidth-1:0] number, in_q, out_q;  // the words', modulo twice the depth or more

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        in_q  <= '0;
        out_q <= '0;
      end else begin
        in_q  <= in_q + NumberWidth'(in_valid_i && in_ready_o);
        out_q <= out_q + NumberWidth'(out_valid_o && out_ready_i);
      end
    end

    fifo_sync #(
      .Width(Width + 1 + NumberWidth),
      .Depth(Depth)
    ) u_fifo (
      .clk_i,
      .rst_ni,
      .in_valid_i,
      .in_ready_o,
      .in_data_i  ({^in_data_i, in_q, in_data_i}),
      .out_valid_o(valid),
      .out_ready_i(out_ready_i && !wrong),
      .out_data_o ({parity, number, out_data_o}),
      .count_o
    );
    parity_check #(
      .Width     (1),
      .Protection(Protection)
    ) u_parity (
      .clk_i,
      .rst_ni,
      .valid_i(valid),
      .word_i (number != out_q || (^{parity, out_data_o})),
      .wrong_o(wrong),
      .error_o
    );
    assign out_valid_o = valid && !wrong;
  end

  // Handshake assertions
  `GPUTM_STREAM(u_check_in, in_valid_i, in_ready_o, in_data_i)
  `GPUTM_STREAM(u_check_out, out_valid_o, out_ready_i, out_data_o)

endmodule

`default_nettype wire
