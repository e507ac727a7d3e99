// An obligation of a harness to a stream: it is served with at most one cycle in which something else is offered. While
// an older offer stalls, nothing can be served.

`default_nettype none

module owed_assume #(
  parameter bit Waits = 1'b1  // offers can stall
) (
  input wire logic clk_i,
  input wire logic owed_i,    // something is owed
  input wire logic serves_i,  // it is offered
  input wire logic waits_i    // an offer stalls in this cycle
);

  logic held, held_q, missed_q;
  assign held = Waits && held_q;

  always_ff @(posedge clk_i) begin
    held_q   <= waits_i;
    missed_q <= owed_i && !serves_i && (missed_q || !held);
  end

  always_comb m_served : assume (!missed_q || !owed_i || held || serves_i);

endmodule

`default_nettype wire
