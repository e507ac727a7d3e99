// Turns the fill stream into operations on one ring entry each: a word is one operation, a skip message
// one for each of its ids. Skips are ours: every commit id has an entry in every unit, and a warp's ids
// without a log here arrive as one ranged message instead of the paper's per-thread broadcast.
//
// An operation's id comes in two parts, the message's id and the place of its bit, because finding
// the message's lowest bit and adding its number would be a long path for one cycle.
//
// Latency: one cycle. Throughput: one operation a cycle; a skip message takes as many cycles as it has ids.
//
// Protection: of ecc_pkg; a parity bit of the message, and a second valid bit, so that neither is lost unseen.

`include "gputm_assert.svh"

`default_nettype none

module skip_expander
  import kilo_pkg::*;
  import commit_unit_pkg::*;
#(
  parameter int unsigned Protection = ecc_pkg::None
) (
  input  wire logic clk_i,
  input  wire logic rst_ni,

  input  wire logic  fill_valid_i,
  output logic       fill_ready_o,
  input  wire fill_t fill_i,

  output logic                 op_valid_o,
  input  wire logic            op_ready_i,
  output fill_kind_e           op_kind_o,
  output logic                 op_last_o,
  output cid_t                 op_id_o,     // commit ID of the message
  output logic [SkipWidth-1:0] op_place_o,  // at most one bit is set; its number is to be added to the id
  output log_word_t            op_word_o,

  output ecc_pkg::ram_error_t error_o
);

  logic valid_q;
  fill_t message_q;                  // its `skips` are those that are still to be marked
  logic [SkipWidth-1:0] left, rest;  // remaining skips; these without the lowest bit
  logic last_op;  // the message needs no cycle after this one

  assign left    = message_q.skips;
  assign rest    = left & (left - 1'b1);
  assign last_op = message_q.kind != FillSkip || rest == '0;

  assign op_valid_o   = valid_q && (message_q.kind != FillSkip || left != '0);
  assign op_kind_o    = message_q.kind;
  assign op_last_o    = message_q.last;
  assign op_id_o      = message_q.id;
  assign op_place_o   = message_q.kind == FillSkip ? left & ~rest : '0;
  assign op_word_o    = message_q.word;
  assign fill_ready_o = !valid_q || (op_ready_i && last_op);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= 1'b0;
    else if (fill_ready_o) valid_q <= fill_valid_i;
  end

  always_ff @(posedge clk_i) begin
    if (fill_ready_o) message_q <= fill_i;
    else if (op_ready_i) message_q.skips <= rest;
  end

  logic parity_q, valid_copy_q;
  if (Protection != ecc_pkg::None) begin : gen_parity
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) valid_copy_q <= 1'b0;
      else if (fill_ready_o) valid_copy_q <= fill_valid_i;
    end

    always_ff @(posedge clk_i) begin
      if (fill_ready_o) parity_q <= ^fill_i;
      else if (op_ready_i) parity_q <= parity_q ^ (left != '0);
    end
  end else begin : gen_no_parity
    assign parity_q     = 1'b0;
    assign valid_copy_q = valid_q;
  end

  parity_check #(
    .Width     ($bits(fill_t) + 2),
    .Protection(Protection)
  ) u_parity (
    .clk_i,
    .rst_ni,
    .valid_i(valid_q || valid_copy_q),
    .word_i ({valid_q ^ valid_copy_q, parity_q, message_q}),
    .wrong_o(),
    .error_o
  );

  // Coverage points (tb/coverage)
  `GPUTM_COVER(b_several_ids, op_valid_o && op_ready_i && !last_op)
  `GPUTM_COVER(b_highest_id, op_valid_o && op_place_o[SkipWidth-1])

  // Handshake assertions
  `GPUTM_STREAM(u_check_fill, fill_valid_i, fill_ready_o, fill_i)
  `GPUTM_STREAM(u_check_op, op_valid_o, op_ready_i, {op_kind_o, op_last_o, op_id_o, op_place_o, op_word_o})

endmodule

`default_nettype wire
