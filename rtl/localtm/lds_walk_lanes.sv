// Set of work-items of a bank, one bit each, and the walk over those of them that are lanes of one wavefront.
//
// member_o is combinational; an insertion by insert_i is visible in the next cycle, a removal by
// lane_free_i in the one after that, until which no work-item may be inserted and no walk may begin.
// Walk: walk_i names lanes. From the same cycle on the members among them are offered, the lowest
// first; lane_free_i takes the offered one out of the set, also in walk_i's cycle. A work-item inserted
// in that cycle is offered from the next on, and so is one inserted in the previous cycle, if another
// one can be offered first. left_o, which does not depend on walk_i, falls when there are no more.
// Release: release_i, in place of a walk, takes all of walk_wavefront_i out of the set at once, also a work-item
// inserted in that cycle. All its members are among walk_lanes_i; named_o says whether there is one. A walk in the next cycle
// finds none, nor does member_o in the one after that, until which no work-item of the wavefront may be inserted.
//
// Lanes: of a wavefront. Wavefronts: of the unit, at least 2.

`include "gputm_assert.svh"

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
  input  wire logic                  release_i,
  output      logic                  named_o,     // one of walk_lanes_i is a member, or becomes one
  output      logic                  left_o,
  output      logic                  lane_req_o,
  output      logic [OwnerWidth-1:0] lane_owner_o,
  input  wire logic                  lane_free_i  // the offered lane, if any, is taken
);

  logic [Wavefronts-1:0][Lanes-1:0] member_q;
  logic [WfWidth-1:0] wavefront_q, wavefront;
  logic walk_q;  // a walk is in progress: lanes_q are the remaining lanes
  logic [Lanes-1:0] lanes_q, members, named, newest, left_pick, named_pick, first;
  logic [LaneWidth-1:0] left_index, named_index;

  // Insertion and removal are known late; the 256 bits of the set are updated a cycle later, each
  // from the bit of its wavefront and the one of its lane.
  logic [Wavefronts-1:0] owner_wavefront, insert_q;
  logic [Lanes-1:0] owner_lane, inserted_lane_q;
  logic inserts_named, names_newest, taken_q;
  logic [Wavefronts-1:0] release_wavefront, released_q;  // wavefronts released now, and in the previous cycle
  logic [OwnerWidth-1:0] inserted_q, taken_owner_q;

  assign owner_wavefront   = Wavefronts'(1'b1) << owner_i[OwnerWidth-1:LaneWidth];
  assign owner_lane        = Lanes'(1'b1) << owner_i[LaneWidth-1:0];
  assign member_o          = member_q[owner_i[OwnerWidth-1:LaneWidth]][owner_i[LaneWidth-1:0]] ||
                             insert_q != '0 && inserted_q == owner_i;
  assign release_wavefront = release_i ? Wavefronts'(1'b1) << walk_wavefront_i : '0;
  assign members           = released_q[walk_wavefront_i] ? '0 : member_q[walk_wavefront_i];
  assign named             = walk_lanes_i & members;
  assign newest            = walk_lanes_i & (insert_q[walk_wavefront_i] ? inserted_lane_q : '0);
  assign names_newest      = insert_q[walk_wavefront_i] && walk_lanes_i[inserted_q[LaneWidth-1:0]];
  assign first             = named != '0 ? named_pick : newest;
  assign inserts_named     = insert_i && owner_i[OwnerWidth-1:LaneWidth] == walk_wavefront_i;
  assign left_o            = walk_q && lanes_q != '0;
  assign named_o           = named != '0 || names_newest || inserts_named && walk_lanes_i[owner_i[LaneWidth-1:0]];

  lds_lowest_lane #(
    .Lanes(Lanes)
  ) u_lowest_left (
    .lanes_i (lanes_q),
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

  // No walk starts while lanes are left. So these select, and the late walk_i only says whether the choice is valid.
  assign wavefront    = left_o ? wavefront_q : walk_wavefront_i;
  assign lane_req_o   = left_o || walk_i && (named != '0 || names_newest);
  assign lane_owner_o = {
    wavefront, left_o ? left_index : named != '0 ? named_index : inserted_q[LaneWidth-1:0]
  };

  // A work-item inserted in the cycle of its removal leaves the set, too.
  logic [Wavefronts-1:0][Lanes-1:0] member_d;

  always_comb begin
    member_d = member_q;
    for (int unsigned w = 0; w < Wavefronts; w++) begin
      if (insert_q[w]) member_d[w] |= inserted_lane_q;
      if (released_q[w]) member_d[w] = '0;
    end
    if (taken_q) member_d[taken_owner_q[OwnerWidth-1:LaneWidth]][taken_owner_q[LaneWidth-1:0]] = 1'b0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      insert_q   <= '0;
      released_q <= '0;
      taken_q    <= 1'b0;
      walk_q     <= 1'b0;
      member_q   <= '0;
    end else begin
      insert_q   <= insert_i ? owner_wavefront & ~release_wavefront : '0;
      released_q <= release_wavefront;
      taken_q    <= lane_req_o && lane_free_i;
      walk_q     <= walk_i || left_o;
      member_q   <= member_d;
    end
  end

  always_ff @(posedge clk_i) begin
    inserted_q    <= owner_i;
    inserted_lane_q <= owner_lane;
    taken_owner_q <= lane_owner_o;
    // As if a walk began; whether one does is known late.
    if (!left_o) begin
      wavefront_q <= walk_wavefront_i;
      lanes_q     <= (named | newest | walk_lanes_i & (inserts_named ? owner_lane : '0)) & ~first;
    end else if (lane_free_i) begin
      lanes_q <= lanes_q & ~left_pick;
    end
  end

  `GPUTM_ASSERT(a_first_grant, !walk_i || lane_free_i,
                ("lds_walk_lanes: lane %0d is offered at the walk's beginning and not taken", lane_owner_o))
  `GPUTM_ASSERT(a_one_walk, !(walk_i && left_o),
                ("lds_walk_lanes: a walk of wavefront %0d with lanes %h left", walk_wavefront_i, lanes_q))
  `GPUTM_ASSERT(
      a_rest_after_grant, !(taken_q && (insert_i || walk_i)),
      ("lds_walk_lanes: insert %b, walk %b in the cycle after %0d was taken", insert_i, walk_i, taken_owner_q))
  logic all_released;
  assign all_released = (members & ~walk_lanes_i) == '0 &&
      !(insert_q[walk_wavefront_i] && !walk_lanes_i[inserted_q[LaneWidth-1:0]]) &&
      !(inserts_named && !walk_lanes_i[owner_i[LaneWidth-1:0]]);
  `GPUTM_ASSERT_IF(
      a_all_released, all_released, release_i,
      ("lds_walk_lanes: lanes %h are released of members %h, %0d and %0d", walk_lanes_i, members, inserted_q, owner_i))
  `GPUTM_ASSERT(a_rest_after_release, released_q == '0 || !(insert_i && released_q[owner_i[OwnerWidth-1:LaneWidth]]),
                ("lds_walk_lanes: %0d is inserted in the cycle after its wavefront's members were released", owner_i))
  `GPUTM_ASSERT(a_release_at_rest, !(release_i && (walk_i || left_o)),
                ("lds_walk_lanes: wavefront %0d is released in a walk", walk_wavefront_i))
  `GPUTM_ASSERT(a_not_while_walking, !(insert_i && left_o),
                ("lds_walk_lanes: work-item %0d is inserted with lanes %h left", owner_i, lanes_q))

endmodule

`default_nettype wire
