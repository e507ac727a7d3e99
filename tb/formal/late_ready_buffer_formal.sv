// Proves that late_ready_buffer has the outputs of skid_buffer in every cycle; skid_buffer has a proof of its own.
//
// prove: abc pdr
// cover: 10
// bug: late_ready_buffer/one_turn 10

`default_nettype none

module late_ready_buffer_formal (
  input wire logic       clk_i,
  input wire logic       in_valid_i,
  input wire logic [1:0] in_data_i,
  input wire logic       out_ready_i
);

  logic rst_n = 1'b0;
  always_ff @(posedge clk_i) rst_n <= 1'b1;

  logic in_ready, out_valid, skid_in_ready, skid_out_valid;
  logic [1:0] out_data, skid_out_data;

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

  skid_buffer #(
    .Width(2)
  ) u_skid_buffer (
    .clk_i,
    .rst_ni     (rst_n),
    .in_valid_i,
    .in_ready_o (skid_in_ready),
    .in_data_i,
    .out_valid_o(skid_out_valid),
    .out_ready_i,
    .out_data_o (skid_out_data)
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

  always_ff @(posedge clk_i) begin
    if (rst_n) begin
      a_same_ready : assert (in_ready == skid_in_ready);
      a_same_offer : assert (out_valid == skid_out_valid && (!out_valid || out_data == skid_out_data));
      c_full : cover (!in_ready);
    end
  end

endmodule

`default_nettype wire
