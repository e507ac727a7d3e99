// The lowest of some lanes of a wavefront, one-hot and as a number; zero if there is none. Combinational: the lowest group
// of eight that has one of them, beside the lowest of each group, and not one carry through all lanes.
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

  localparam int unsigned Groups = (Lanes + 7) / 8;

  logic [Groups-1:0][7:0] lanes, lowest;
  logic [Groups-1:0][2:0] place;
  logic [Groups-1:0] some, first;
  logic [31:0] index;

  assign lanes = (8 * Groups)'(lanes_i);

  always_comb begin
    logic found;
    found = 1'b0;
    index  = '0;
    for (int unsigned g = 0; g < Groups; g++) begin
      some[g]  = lanes[g] != '0;
      first[g] = some[g] && !found;
      found |= some[g];
      place[g] = '0;
      for (int unsigned i = 8; i > 0; i--) begin
        if (lanes[g][i-1]) place[g] = 3'(i - 1);
      end
      for (int unsigned i = 0; i < 8; i++) lowest[g][i] = first[g] && lanes[g][i] && place[g] == 3'(i);
      if (first[g]) index |= {29'(g), place[g]};
    end
  end

  assign lowest_o = Lanes'(lowest);
  assign index_o  = LaneWidth'(index);

  // Combinational, and so checked whenever it changes.
  always_comb begin
    a_named :
    assert ((lanes_i == '0) ? lowest_o == '0 : lowest_o == Lanes'(1) << index_o && lanes_i[index_o])
    else $error("lds_lowest_lane: of lanes %h it is %h, lane %0d", lanes_i, lowest_o, index_o);
  end

endmodule

`default_nettype wire
