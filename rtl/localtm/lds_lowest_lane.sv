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

  // Lanes whose number has this bit
  function automatic logic [Lanes-1:0] numbered(int unsigned index_bit);
    for (int unsigned lane = 0; lane < Lanes; lane++) numbered[lane] = 1'(lane >> index_bit);
  endfunction

  for (genvar i = 0; i < LaneWidth; i++) begin : gen_index
    localparam logic [Lanes-1:0] Numbered = numbered(i);
    assign index_o[i] = |(lowest_o & Numbered);
  end

  // Combinational, and so checked whenever it changes.
  always_comb begin
    a_named :
    assert ((lanes_i == '0) ? lowest_o == '0 : lowest_o == Lanes'(1) << index_o && lanes_i[index_o])
    else $error("lds_lowest_lane: of lanes %h it is %h, lane %0d", lanes_i, lowest_o, index_o);
  end

endmodule

`default_nettype wire
