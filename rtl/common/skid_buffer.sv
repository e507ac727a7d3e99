// Two-word register slice: cuts the combinational paths of a ready/valid stream in both directions.
//
// Latency:    a word accepted in one cycle is offered in the next.
// Throughput: one word each cycle.
//
// Width: bits a word.

`include "gputm_assert.svh"

`default_nettype none

module skid_buffer #(
  parameter int unsigned Width = 32
) (
  input  wire logic             clk_i,
  input  wire logic             rst_ni,

  input  wire logic             in_valid_i,
  output      logic             in_ready_o,
  input  wire logic [Width-1:0] in_data_i,  // word

  output      logic             out_valid_o,
  input  wire logic             out_ready_i,
  output      logic [Width-1:0] out_data_o  // word, one cycle later at least
);

  `GPUTM_ASSERT_PARAMS(param_pkg::in_range("skid_buffer: Width", Width, 1, 65536, 3))

  // `out` is offered; `skid` takes the word that arrives while `out` is stalled.
  logic out_valid_q, skid_valid_q;
  logic [Width-1:0] out_data_q, skid_data_q;
  logic advance;

  assign in_ready_o  = !skid_valid_q;
  assign out_valid_o = out_valid_q;
  assign out_data_o  = out_data_q;
  assign advance     = out_ready_i || !out_valid_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      out_valid_q  <= 1'b0;
      skid_valid_q <= 1'b0;
    end else if (advance) begin
      out_valid_q  <= skid_valid_q || in_valid_i;
      skid_valid_q <= 1'b0;
    end else if (in_valid_i) begin
      skid_valid_q <= 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (advance) out_data_q <= skid_valid_q ? skid_data_q : in_data_i;
    if (in_ready_o) skid_data_q <= in_data_i;
  end

  `GPUTM_ASSERT(a_skid_only_after_out, !skid_valid_q || out_valid_q,
                ("skid_buffer: %h is held back, but nothing is offered", skid_data_q))

  // Handshake assertions
  `GPUTM_STREAM(u_check_in, in_valid_i, in_ready_o, in_data_i)
  `GPUTM_STREAM(u_check_out, out_valid_o, out_ready_i, out_data_o)

endmodule

`default_nettype wire
