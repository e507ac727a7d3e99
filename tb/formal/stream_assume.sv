// Assumption for a harness that drives a ready/valid stream, as stream_check asserts it: an offer stays, with the same
// data, until it is taken.

`default_nettype none

module stream_assume #(
  parameter int unsigned Width = 1
) (
  input wire logic             clk_i,
  input wire logic             rst_ni,
  input wire logic             valid_i,
  input wire logic             ready_i,
  input wire logic [Width-1:0] data_i
);

  logic             waiting_q = 1'b0;
  logic [Width-1:0] data_q;

  always_ff @(posedge clk_i) begin
    waiting_q <= rst_ni && valid_i && !ready_i;
    data_q    <= data_i;
    if (waiting_q) m_offer_stays : assume (valid_i && data_i == data_q);
  end

endmodule

`default_nettype wire
