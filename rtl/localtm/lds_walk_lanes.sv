// Work-items that have something in a bank, one bit each, and the walk over those of them that are lanes of one wavefront.
//
// member_o is combinational; what insert_i adds is seen in the next cycle.
// Walk: walk_i names lanes. From the same cycle on the members among them are offered, the lowest first; lane_gnt_i takes
// the one that is offered out of the set. Whoever is inserted in walk_i's cycle is offered in the next, and so may take
// the place of a higher lane that was offered before. left_o, which does
// not depend on walk_i, falls when there are no more.
//
// Lanes: of a wavefront. Wavefronts: of the unit, at least 2.

`default_nettype none

module lds_walk_lanes #(
  parameter  int unsigned Lanes      = 64,
  parameter  int unsigned Wavefronts = 4,
  localparam int unsigned LaneWidth  = $clog2(Lanes),
  localparam int unsigned WfWidth    = $clog2(Wavefronts),
  localparam int unsigned OwnerWidth = WfWidth + LaneWidth
) (
  input  wire logic                  clk_i,
  input  wire logic                  rst_ni,

  input  wire logic [OwnerWidth-1:0] owner_i,   // wavefront, lane
  output      logic                  member_o,
  input  wire logic                  insert_i,

  input  wire logic                  walk_i,
  input  wire logic [WfWidth-1:0]    walk_wavefront_i,
  input  wire logic [Lanes-1:0]      walk_lanes_i,
  output      logic                  left_o,
  output      logic                  lane_req_o,
  output      logic [OwnerWidth-1:0] lane_owner_o,
  input  wire logic                  lane_gnt_i
);

  logic [Wavefronts-1:0][Lanes-1:0] member_q;
  logic                             walk_q;
  logic [WfWidth-1:0] wavefront_q, wavefront;
  logic [Lanes-1:0] left_q, later, lanes, pick;
  logic [LaneWidth-1:0] pick_index;

  assign member_o     = member_q[owner_i[OwnerWidth-1:LaneWidth]][owner_i[LaneWidth-1:0]];
  assign later        = walk_q ? left_q & member_q[wavefront_q] : '0;
  assign wavefront    = walk_i ? walk_wavefront_i : wavefront_q;
  assign lanes        = walk_i ? walk_lanes_i & member_q[walk_wavefront_i] : later;
  assign left_o       = |later;
  assign lane_req_o = |lanes;
  assign lane_owner_o = {wavefront, pick_index};

  lds_lowest_lane #(
    .Lanes(Lanes)
  ) u_lowest (
    .lanes_i (lanes),
    .lowest_o(pick),
    .index_o (pick_index)
  );

  // Who is inserted while it is taken goes with what it had.
  logic [Wavefronts-1:0][Lanes-1:0] member_d;

  always_comb begin
    member_d = member_q;
    if (insert_i) member_d[owner_i[OwnerWidth-1:LaneWidth]][owner_i[LaneWidth-1:0]] = 1'b1;
    if (lane_gnt_i) member_d[wavefront] &= ~pick;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      walk_q   <= 1'b0;
      member_q <= '0;
    end else begin
      walk_q   <= walk_i || left_o;
      member_q <= member_d;
    end
  end

  always_ff @(posedge clk_i) begin
    if (walk_i) begin
      wavefront_q <= walk_wavefront_i;
      left_q      <= walk_lanes_i & ~(lane_gnt_i ? pick : '0);
    end else if (lane_gnt_i) begin
      left_q <= left_q & ~pick;
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      a_grant :
      assert (!lane_gnt_i || lane_req_o)
      else $error("lds_walk_lanes: a lane of wavefront %0d is taken, and none is left", wavefront);
      a_not_while_walking :
      assert (!(insert_i && left_o))
      else $error("lds_walk_lanes: work-item %0d is inserted with lanes %h left", owner_i, later);
    end
  end

endmodule

`default_nettype wire
