// The lowest lane of a set, one-hot and as a number; zero if the set is empty. Combinational: the lowest
// non-empty group of eight, beside the lowest lane of each group, without a carry chain through all lanes.
//
// Lanes: of a wavefront, 2 to 64.

`include "gputm_assert.svh"

`default_nettype none

module lds_lowest_lane #(
  parameter  int unsigned Lanes     = 64,
  localparam int unsigned LaneWidth = $clog2(Lanes)
) (
  input  wire logic [Lanes-1:0]     lanes_i,
  output      logic [Lanes-1:0]     lowest_o,
  output      logic [LaneWidth-1:0] index_o
);

  // Lanes with a set bit in their numbers
  localparam logic [5:0][63:0] NumbersWith = {
    {{32{1'b1}}, 32'b0}, {2{{16{1'b1}}, 16'b0}}, {4{{8{1'b1}}, 8'b0}}, {8{8'hf0}}, {16{4'hc}}, {32{2'b10}}
  };

  logic [63:0] lanes, upto, in_group, some, below, first, chosen, lowest;

  assign lanes = 64'(lanes_i);

  // All groups at once, by shifts of the whole mask: a simulator does this much faster than lane by lane.
  always_comb begin
    // The lowest of each group: no lane of the group below it
    upto     = lanes | (lanes & {8{8'h7f}}) << 1;
    upto     = upto | (upto & {8{8'h3f}}) << 2;
    upto     = upto | (upto & {8{8'h0f}}) << 4;
    in_group = lanes & ~((upto & {8{8'h7f}}) << 1);

    // The lowest group, in the highest bit of each
    some   = upto & {8{8'h80}};
    below  = some << 8;
    below  = below | below << 8;
    below  = below | below << 16;
    below  = below | below << 32;
    first  = some & ~below;
    chosen = first | first >> 1;
    chosen = chosen | chosen >> 2;
    chosen = chosen | chosen >> 4;
    lowest = in_group & chosen;

    for (int unsigned b = 0; b < LaneWidth; b++) index_o[b] = (lowest & NumbersWith[b]) != '0;
  end

  assign lowest_o = lowest[Lanes-1:0];

  // Combinational, and so checked at every change.
  always_comb begin
    `GPUTM_ASSERT_I(a_named, lanes_i == '0 ? lowest_o == '0 : lowest_o == Lanes'(1) << index_o && lanes_i[index_o],
                    ("lds_lowest_lane: of lanes %h it is %h, lane %0d", lanes_i, lowest_o, index_o))
  end

endmodule

`default_nettype wire
