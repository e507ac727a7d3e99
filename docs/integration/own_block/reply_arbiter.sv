// A change of rtl/kilo/reply_arbiter.sv: the stages take turns, where the original lets older entries go first. With
// LOSE_A_REPLY it has a fault, which the bench must find.

`include "gputm_assert.svh"

`default_nettype none

module reply_arbiter
  import kilo_pkg::*;
  import commit_unit_pkg::*;
#(
  parameter int unsigned Sources    = 5,
  parameter int unsigned Protection = ecc_pkg::None
) (
  input  wire logic clk_i,
  input  wire logic rst_ni,

  input  wire logic   [Sources-1:0] source_valid_i,
  output logic        [Sources-1:0] source_ready_o,
  input  wire reply_t [Sources-1:0] source_i,

  output logic      reply_valid_o,
  input  wire logic reply_ready_i,
  output reply_t    reply_o,

  output ecc_pkg::ram_error_t error_o
);

  logic valid, ready, accepted;
  logic [Sources-1:0] grant;
  logic [$clog2(Sources)-1:0] index;

  rr_arbiter #(
    .Requests(Sources)
  ) u_turn (
    .clk_i,
    .rst_ni,
    .req_i   (source_valid_i),
    .valid_o (valid),
    .grant_o (grant),
    .index_o (index),
    .accept_i(accepted)
  );

  assign accepted       = valid && ready;
  assign source_ready_o = ready ? grant : '0;

  logic kept;
`ifdef LOSE_A_REPLY
  logic [9:0] replies_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) replies_q <= '0;
    else if (accepted) replies_q <= replies_q + 1'b1;
  end
  assign kept = replies_q != '1;
`else
  assign kept = 1'b1;
`endif

  fifo_parity #(
    .Width     ($bits(reply_t)),
    .Depth     (2),
    .Protection(Protection)
  ) u_replies (
    .clk_i,
    .rst_ni,
    .in_valid_i (accepted && kept),
    .in_ready_o (ready),
    .in_data_i  (source_i[index]),
    .out_valid_o(reply_valid_o),
    .out_ready_i(reply_ready_i),
    .out_data_o (reply_o),
    .count_o    (),
    .error_o
  );

endmodule

`default_nettype wire
