// Proves that fifo_sync loses, repeats and reorders nothing: a word that is marked at its push comes out unchanged
// after exactly the words ahead of it.
//
// prove: abc pdr
// cover: 14
// bug: fifo_sync/full_push 12
// bug: fifo_sync/stuck_read_pointer 12
// bug: ram_1r1w_fwd/no_forwarding 12

`default_nettype none

module fifo_sync_formal (
  input wire logic       clk_i,
  input wire logic       in_valid_i,
  input wire logic [1:0] in_data_i,
  input wire logic       out_ready_i,
  input wire logic       mark_i        // mark the word that is pushed now
);

  localparam int unsigned Depth = 3;

  logic rst_n = 1'b0;
  always_ff @(posedge clk_i) rst_n <= 1'b1;

  logic in_ready, out_valid;
  logic [1:0] out_data;
  logic [1:0] count;

  fifo_sync #(
    .Width(2),
    .Depth(Depth)
  ) u_dut (
    .clk_i,
    .rst_ni     (rst_n),
    .in_valid_i,
    .in_ready_o (in_ready),
    .in_data_i,
    .out_valid_o(out_valid),
    .out_ready_i,
    .out_data_o (out_data),
    .count_o    (count)
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
    .Capacity(Depth)
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
    .held_o     ()
  );

  // A full queue that drains to empty.
  logic was_full_q = 1'b0;
  always_ff @(posedge clk_i) begin
    if (rst_n) begin
      if (count == 2'(Depth)) was_full_q <= 1'b1;
      c_full_then_empty : cover (was_full_q && count == '0);
      a_accepts_until_full : assert (in_ready == (count != 2'(Depth)));
    end
  end

endmodule

`default_nettype wire
