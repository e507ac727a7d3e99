// Proves that late_ready_buffer loses, repeats and reorders nothing and keeps an offered word until it is taken.
//
// prove: abc pdr
// cover: 10
// bug: late_ready_buffer/one_turn 10

`default_nettype none

module late_ready_buffer_formal (
  input wire logic       clk_i,
  input wire logic       in_valid_i,
  input wire logic [1:0] in_data_i,
  input wire logic       out_ready_i,
  input wire logic       mark_i
);

  logic rst_n = 1'b0;
  always_ff @(posedge clk_i) rst_n <= 1'b1;

  logic in_ready, out_valid;
  logic [1:0] out_data, held;

  late_ready_buffer #(
    .Width(2)
  ) u_dut (
    .clk_i,
    .rst_ni     (rst_n),
    .in_valid_i,
    .in_ready_o (in_ready),
    .in_data_i,
    .out_valid_o(out_valid),
    .out_ready_i,
    .out_data_o (out_data)
  );

  stream_assume #(
    .Width(2)
  ) u_assume_in (
    .clk_i,
    .rst_ni (rst_n),
    .valid_i(in_valid_i),
    .ready_i(in_ready),
    .data_i (in_data_i)
  );

  stream_order_check #(
    .Width   (2),
    .Capacity(2)
  ) u_order (
    .clk_i,
    .rst_ni     (rst_n),
    .in_valid_i,
    .in_ready_i (in_ready),
    .in_data_i,
    .out_valid_i(out_valid),
    .out_ready_i,
    .out_data_i (out_data),
    .mark_i,
    .held_o     (held)
  );

  logic       stalled_q = 1'b0;
  logic [1:0] offered_q = '0;
  logic       was_full_q = 1'b0;
  always_ff @(posedge clk_i) begin
    stalled_q <= rst_n && out_valid && !out_ready_i;
    offered_q <= out_data;
    if (rst_n) begin
      if (stalled_q) a_offer_is_stable : assert (out_valid && out_data == offered_q);
      if (held == 2'd2) was_full_q <= 1'b1;
      c_full_then_empty : cover (was_full_q && held == '0);
    end
  end

endmodule

`default_nettype wire
