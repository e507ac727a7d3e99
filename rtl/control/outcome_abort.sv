// Turns local outcomes of a commit unit that pass into failures while abort_i is high, so that their transactions fail: a
// transaction commits only if it passes at every unit (MICRO 2011 paper, section 4.5). A transaction that has got all of its
// outcomes before commits, or fails, whole. The commit unit needs no word of it: it takes any final outcome after a pass.
//
// Latency: none. Throughput: a reply each cycle. A reply that has been offered does not change.

`include "gputm_assert.svh"

`default_nettype none

module outcome_abort
  import commit_unit_pkg::*;
(
  input  wire logic clk_i,
  input  wire logic rst_ni,

  input  wire logic abort_i,
  output logic      aborted_o,  // pulse: a turned outcome is taken

  input  wire logic        in_valid_i,
  output logic             in_ready_o,
  input  wire reply_kind_e in_kind_i,
  output logic             out_valid_o,
  input  wire logic        out_ready_i,
  output reply_kind_e      out_kind_o
);

  logic offered_q, turned_q, turned;

  assign turned      = in_kind_i == ReplyPass && (offered_q ? turned_q : abort_i);
  assign out_valid_o = in_valid_i;
  assign in_ready_o  = out_ready_i;
  assign out_kind_o  = turned ? ReplyFail : in_kind_i;
  assign aborted_o   = turned && out_valid_o && out_ready_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      offered_q <= 1'b0;
      turned_q  <= 1'b0;
    end else begin
      offered_q <= out_valid_o && !out_ready_i;
      turned_q  <= turned;
    end
  end

  // Coverage points (tb/coverage)
  `GPUTM_COVER(b_offered_before, offered_q && abort_i && in_kind_i == ReplyPass && !turned_q)
  `GPUTM_COVER(b_held_turned, offered_q && !abort_i && turned_q)

  // Handshake assertions
  `GPUTM_STREAM(u_check_in, in_valid_i, in_ready_o, in_kind_i)
  `GPUTM_STREAM(u_check_out, out_valid_o, out_ready_i, out_kind_o)

endmodule

`default_nettype wire
