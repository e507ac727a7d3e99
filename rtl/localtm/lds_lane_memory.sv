// As lds_walk_lanes, with half of its cells and a cycle later: the work-items that are members in a bank, in a
// memory with a row of lanes for each wavefront, and the walk over the members among the lanes of one wavefront.
//
// Look-up: member_o is valid from the cycle after lookup_i on until the next look-up or walk; insert_i in one of these
//          cycles adds the work-item.
// Walk:    walk_i names lanes. The members among them leave the set in the next cycle, and are offered from
//          then on, the lowest first, each until lane_gnt_i. When lane_req_o falls, look-up or walk may start.
// After reset the memory is cleared, a row a cycle; ready_o rises then.
//
// Lanes: of a wavefront. Wavefronts: of the unit, at least 2. Protection: of ecc_pkg.

`include "gputm_assert.svh"

`default_nettype none

module lds_lane_memory #(
  parameter  int unsigned Lanes      = 64,
  parameter  int unsigned Wavefronts = 4,
  parameter  int unsigned Protection = ecc_pkg::None,
  localparam int unsigned LaneWidth  = $clog2(Lanes),
  localparam int unsigned WfWidth    = $clog2(Wavefronts),
  localparam int unsigned OwnerWidth = WfWidth + LaneWidth
) (
  input  wire logic                  clk_i,
  input  wire logic                  rst_ni,
  output      logic                  ready_o,

  input  wire logic                  lookup_i,
  input  wire logic [OwnerWidth-1:0] lookup_owner_i,  // wavefront, lane
  output      logic                  member_o,
  input  wire logic                  insert_i,

  input  wire logic                  walk_i,
  input  wire logic [WfWidth-1:0]    walk_wavefront_i,
  input  wire logic [Lanes-1:0]      walk_lanes_i,
  output      logic                  lane_req_o,
  output      logic [OwnerWidth-1:0] lane_owner_o,
  input  wire logic                  lane_gnt_i,

  output ecc_pkg::ram_error_t        error_o
);

  // Initialisation after reset
  logic               initialising_q;
  logic [WfWidth-1:0] init_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      initialising_q <= 1'b1;
      init_q    <= '0;
    end else if (initialising_q) begin
      initialising_q <= init_q != WfWidth'(Wavefronts - 1);
      init_q    <= init_q + 1'b1;
    end
  end
  assign ready_o = !initialising_q;

  // The row read last: for a look-up, or for the walk's first cycle, which removes the walk's lanes from it.
  logic                 first_q;
  logic [WfWidth-1:0]   wavefront_q;
  logic [LaneWidth-1:0] lane_q, pick_index;
  logic [Lanes-1:0] members, left_q, lanes, pick;

  assign member_o     = members[lane_q];
  assign lanes        = first_q ? left_q & members : left_q;
  assign lane_req_o = |lanes;
  assign lane_owner_o = {wavefront_q, pick_index};

  lds_lowest_lane #(
    .Lanes(Lanes)
  ) u_lowest (
    .lanes_i (lanes),
    .lowest_o(pick),
    .index_o (pick_index)
  );

  ram_1r1w_ecc #(
    .Width      (Lanes),
    .Depth      (Wavefronts),
    .Protection (Protection),
    .Forward    (1'b1),
    .QuickEnable(1'b1)
  ) u_members (
    .clk_i,
    .rst_ni,
    .write_i(initialising_q || insert_i || first_q),
    .waddr_i(initialising_q ? init_q : wavefront_q),
    .wdata_i(initialising_q ? '0 : first_q ? members & ~left_q : members | Lanes'(1) << lane_q),
    .read_i (lookup_i || walk_i),
    .check_i(1'b1),
    .raddr_i(lookup_i ? lookup_owner_i[OwnerWidth-1:LaneWidth] : walk_wavefront_i),
    .rdata_o(members),
    .bad_o  (),
    .error_o
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      first_q <= 1'b0;
      left_q  <= '0;
    end else begin
      first_q <= walk_i;
      if (walk_i) left_q <= walk_lanes_i;
      else left_q <= lane_gnt_i ? lanes & ~pick : lanes;
    end
  end

  always_ff @(posedge clk_i) begin
    if (walk_i) wavefront_q <= walk_wavefront_i;
    else if (lookup_i) {wavefront_q, lane_q} <= lookup_owner_i;
  end

  `GPUTM_ASSERT(a_grant, !lane_gnt_i || lane_req_o,
                ("lds_lane_memory: a lane of wavefront %0d is taken, and none is left", wavefront_q))
  `GPUTM_ASSERT(
      a_one_at_a_time, !(lane_req_o && (insert_i || lookup_i || walk_i)) && !(lookup_i && walk_i),
      ("lds_lane_memory: insert %b, look-up %b, walk %b with lanes %h left", insert_i, lookup_i, walk_i, lanes))
  `GPUTM_ASSERT(a_ready, ready_o || !(lookup_i || insert_i || walk_i),
                ("lds_lane_memory: used before wavefront %0d is initialised", init_q))

endmodule

`default_nettype wire
