// The rule of every ready/valid stream, as an assertion: an offer stays, with the same data, until
// it is taken. One instance for each stream port, in the module that has the port. No outputs, so
// synthesis removes it.
//
// Width: bits of the stream's data; a stream without data gives 1 and a constant.

`include "gputm_assert.svh"

`default_nettype none

module stream_check #(
  parameter int unsigned Width = 1
) (
  input wire logic             clk_i,
  input wire logic             rst_ni,
  input wire logic             valid_i,
  input wire logic             ready_i,
  input wire logic [Width-1:0] data_i
);

  `GPUTM_ASSERT_PARAMS(param_pkg::in_range("stream_check: Width", Width, 1, 65536, 3))

  logic             waiting_q;
  logic [Width-1:0] data_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) waiting_q <= 1'b0;
    else waiting_q <= valid_i && !ready_i;
  end
  always_ff @(posedge clk_i) data_q <= data_i;

  // A simulation may begin in reset, without its edge, and with any state.
  `GPUTM_ASSERT_IF(a_valid_stays, valid_i, waiting_q, ("%m: the offer %h went away before it was taken", data_q))
  `GPUTM_ASSERT_IF(a_data_holds, !valid_i || data_i == data_q, waiting_q,
                   ("%m: the offer changed from %h to %h before it was taken", data_q, data_i))

endmodule

`default_nettype wire
