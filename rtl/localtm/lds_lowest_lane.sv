// The lowest of some lanes of a wavefront, one-hot and as a number; zero if there is none. Combinational.
//
// Lanes: of a wavefront, at least 2.

`default_nettype none

module lds_lowest_lane #(
  parameter  int unsigned Lanes     = 64,
  localparam int unsigned LaneWidth = $clog2(Lanes)
) (
  input  wire logic [Lanes-1:0]     lanes_i,
  output      logic [Lanes-1:0]     lowest_o,
  output      logic [LaneWidth-1:0] index_o
);

  assign lowest_o = lanes_i & (~lanes_i + 1'b1);

  always_comb begin
    index_o = '0;
    for (int unsigned lane = 0; lane < Lanes; lane++) begin
      if (lowest_o[lane]) index_o |= LaneWidth'(lane);
    end
  end

endmodule

`default_nettype wire
