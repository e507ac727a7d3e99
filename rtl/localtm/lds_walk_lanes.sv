// Work-items that have something in a bank, one bit each, and the walk over those of them that are lanes of one wavefront.
//
// member_o is combinational; what insert_i adds is seen in the next cycle, what lane_gnt_i takes in the one after that, until
// which nobody is inserted and no walk begins.
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
  logic [WfWidth-1:0] wavefront_q, wavefront;
  logic [Lanes-1:0] left_q, named, pick, left_pick, named_pick;
  logic [LaneWidth-1:0] left_index, named_index;

  // Who is inserted, and who is taken, is known late; the 256 bits of the set take it a cycle later.
  logic insert_q, taken_q;
  logic [OwnerWidth-1:0] inserted_q, taken_owner_q;

  // A work-item as a bit of its wavefront's lanes, if that is this one.
  function automatic logic [Lanes-1:0] mask(logic [OwnerWidth-1:0] owner, logic [WfWidth-1:0] of_wavefront);
    return owner[OwnerWidth-1:LaneWidth] == of_wavefront ? Lanes'(1) << owner[LaneWidth-1:0] : '0;
  endfunction

  assign member_o = member_q[owner_i[OwnerWidth-1:LaneWidth]][owner_i[LaneWidth-1:0]] ||
                    insert_q && inserted_q == owner_i;
  assign named    = walk_lanes_i & (member_q[walk_wavefront_i] | (insert_q ? mask(inserted_q, walk_wavefront_i) : '0));
  assign left_o   = left_q != '0;

  lds_lowest_lane #(
    .Lanes(Lanes)
  ) u_lowest_left (
    .lanes_i (left_q),
    .lowest_o(left_pick),
    .index_o (left_index)
  );
  lds_lowest_lane #(
    .Lanes(Lanes)
  ) u_lowest_named (
    .lanes_i (named),
    .lowest_o(named_pick),
    .index_o (named_index)
  );

  // No walk starts while lanes are left. So these choose, and walk_i, which comes late, only says whether the choice is one.
  assign wavefront    = left_o ? wavefront_q : walk_wavefront_i;
  assign pick         = left_o ? left_pick : named_pick;
  assign lane_req_o   = left_o || walk_i && named != '0;
  assign lane_owner_o = {wavefront, left_o ? left_index : named_index};

  // Who is inserted while it is taken goes with what it had.
  logic [Wavefronts-1:0][Lanes-1:0] member_d;

  always_comb begin
    member_d = member_q;
    if (insert_q) member_d[inserted_q[OwnerWidth-1:LaneWidth]][inserted_q[LaneWidth-1:0]] = 1'b1;
    if (taken_q) member_d[taken_owner_q[OwnerWidth-1:LaneWidth]][taken_owner_q[LaneWidth-1:0]] = 1'b0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      insert_q <= 1'b0;
      taken_q  <= 1'b0;
      left_q   <= '0;
      member_q <= '0;
    end else begin
      insert_q <= insert_i;
      taken_q  <= lane_gnt_i;
      if (walk_i) begin
        left_q <=
            (named | (insert_i ? walk_lanes_i & mask(owner_i, walk_wavefront_i) : '0)) & ~(lane_gnt_i ? pick : '0);
      end else if (lane_gnt_i) begin
        left_q <= left_q & ~pick;
      end
      member_q <= member_d;
    end
  end

  always_ff @(posedge clk_i) begin
    inserted_q    <= owner_i;
    taken_owner_q <= lane_owner_o;
    if (walk_i) wavefront_q <= walk_wavefront_i;
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      a_grant :
      assert (!lane_gnt_i || lane_req_o)
      else $error("lds_walk_lanes: a lane of wavefront %0d is taken, and none is left", wavefront);
      a_one_walk :
      assert (!(walk_i && left_o))
      else $error("lds_walk_lanes: a walk of wavefront %0d with lanes %h left", walk_wavefront_i, left_q);
      a_rest_after_grant :
      assert (!(taken_q && (insert_i || walk_i)))
      else
        $error("lds_walk_lanes: insert %b, walk %b in the cycle after %0d was taken", insert_i, walk_i, taken_owner_q);
      a_not_while_walking :
      assert (!(insert_i && left_o))
      else $error("lds_walk_lanes: work-item %0d is inserted with lanes %h left", owner_i, left_q);
    end
  end

endmodule

`default_nettype wire
