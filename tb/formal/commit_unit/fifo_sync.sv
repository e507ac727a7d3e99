// fifo_sync with at most two words and no memory; the original has a proof of its own.

`default_nettype none

module fifo_sync #(
  parameter  int unsigned Width      = 32,
  parameter  int unsigned Depth      = 8,
  localparam int unsigned CountWidth = $clog2(Depth + 1)
) (
  input  wire logic                  clk_i,
  input  wire logic                  rst_ni,
  input  wire logic                  in_valid_i,
  output      logic                  in_ready_o,
  input  wire logic [Width-1:0]      in_data_i,
  output      logic                  out_valid_o,
  input  wire logic                  out_ready_i,
  output      logic [Width-1:0]      out_data_o,
  output      logic [CountWidth-1:0] count_o
);

  logic [1:0]            valid_q;
  logic [1:0][Width-1:0] data_q;
  logic push, pop;

  assign in_ready_o  = !valid_q[1];
  assign out_valid_o = valid_q[0];
  assign out_data_o  = data_q[0];
  assign count_o     = CountWidth'(valid_q[0]) + CountWidth'(valid_q[1]);
  assign push        = in_valid_i && in_ready_o;
  assign pop         = out_valid_o && out_ready_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= '0;
    else if (pop) valid_q <= {1'b0, valid_q[1] || push};
    else if (push) valid_q <= {valid_q[0], 1'b1};
  end
  always_ff @(posedge clk_i) begin
    if (pop) data_q[0] <= valid_q[1] ? data_q[1] : in_data_i;
    else if (!valid_q[0]) data_q[0] <= in_data_i;
    if (!valid_q[1]) data_q[1] <= in_data_i;
  end

endmodule

`default_nettype wire
