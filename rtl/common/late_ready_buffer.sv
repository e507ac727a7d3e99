// Two-word register slice as skid_buffer, for a sink with a late or distant ready: it loads three bits and no word.
//
// The two registers are written and read in turn. Both places are known before the ready, so the
// word is selected behind the registers: the cost of this buffer.
//
// Latency:    a word accepted in one cycle is offered in the next.
// Throughput: one word each cycle.
//
// Width: bits a word.

`include "gputm_assert.svh"

`default_nettype none

module late_ready_buffer #(
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

  `GPUTM_ASSERT_PARAMS(param_pkg::in_range("late_ready_buffer: Width", Width, 1, 65536, 3))

  logic [1:0] valid_q, put, take;
  logic put_turn_q, take_turn_q;  // register that is written next, register that is read next
  logic [1:0][Width-1:0] data_q;

  assign in_ready_o  = valid_q != '1;
  assign out_valid_o = valid_q != '0;
  assign out_data_o  = data_q[take_turn_q];
  assign put         = {put_turn_q, !put_turn_q} & {2{in_valid_i && in_ready_o}};
  assign take        = {take_turn_q, !take_turn_q} & {2{out_valid_o && out_ready_i}};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q     <= '0;
      put_turn_q  <= 1'b0;
      take_turn_q <= 1'b0;
    end else begin
      valid_q     <= valid_q & ~take | put;
      put_turn_q  <= put_turn_q ^ (put != '0);
      take_turn_q <= take_turn_q ^ (take != '0);
    end
  end

  // Written whenever there is room, so that the words do not wait for in_valid_i either.
  always_ff @(posedge clk_i) begin
    for (int unsigned turn = 0; turn < 2; turn++) begin
      if (!valid_q[turn] && put_turn_q == 1'(turn)) data_q[turn] <= in_data_i;
    end
  end

  `GPUTM_ASSERT(a_in_turn, valid_q == '0 || valid_q == '1 ? put_turn_q == take_turn_q : valid_q[take_turn_q],
                ("late_ready_buffer: of words %b, word %b is given next, %b written", valid_q, take_turn_q, put_turn_q))

  // Handshake assertions
  `GPUTM_STREAM(u_check_in, in_valid_i, in_ready_o, in_data_i)
  `GPUTM_STREAM(u_check_out, out_valid_o, out_ready_i, out_data_o)

endmodule

`default_nettype wire
