// The readers in one bank, when readers share: a second Bloom filter for each work-item, indexed by the row
// modulo FilterBits, in a memory, and the number of work-items of a work-group that have a bit. A reader needs
// no backup and no link, since it has nothing to restore. A write conflicts when another work-item of its
// work-group has the row's bit. Whether the only one is the look-up's own work-item is not read from the memory,
// which answers late: for each bit the numbers of all work-items that have it are kept in one register, as their
// exclusive or. For one work-item this is its number, and an insertion and a removal change it in the same way.
//
// Look-up: other_o is valid from the cycle after lookup_i on until set_i, the next look-up or walk; set_i in one of these
//          cycles sets the row's bit in the work-item's filter.
// Walk:    clears the filters of lanes of one wavefront, one a cycle. With n of them in this bank walking_o falls n + 1
//          cycles after walk_i, and then look-up or walk may start.
// After reset the filters are emptied, those of a wavefront a cycle; ready_o rises then.
//
// Lanes: of a wavefront. Wavefronts: of the unit, at least 2, a power of two times WorkGroups. FilterBits: a power of two,
// at least 2. Protection: of ecc_pkg.

`include "gputm_assert.svh"

`default_nettype none

module lds_reader_filters #(
  parameter  int unsigned Lanes      = 64,
  parameter  int unsigned Wavefronts = 4,
  parameter  int unsigned WorkGroups = 1,
  parameter  int unsigned FilterBits = 8,
  parameter  int unsigned Protection = ecc_pkg::None,
  localparam int unsigned LaneWidth  = $clog2(Lanes),
  localparam int unsigned WfWidth    = $clog2(Wavefronts),
  localparam int unsigned OwnerWidth = WfWidth + LaneWidth,
  localparam int unsigned BitWidth   = $clog2(FilterBits)
) (
  input  wire logic                  clk_i,
  input  wire logic                  rst_ni,
  output      logic                  ready_o,

  input  wire logic                  lookup_i,
  input  wire logic [BitWidth-1:0]   lookup_bit_i,    // row modulo FilterBits
  input  wire logic [OwnerWidth-1:0] lookup_owner_i,
  output      logic                  other_o,         // another work-item's filter has the bit
  input  wire logic                  set_i,

  input  wire logic                  walk_i,
  input  wire logic [WfWidth-1:0]    walk_wavefront_i,
  input  wire logic [Lanes-1:0]      walk_lanes_i,
  output      logic                  walking_o,

  output ecc_pkg::ram_error_t [1:0]  errors_o         // filters, members
);

  localparam int unsigned GroupWidth = WorkGroups == 1 ? 1 : $clog2(WorkGroups);
  localparam int unsigned GroupShift = $clog2(Wavefronts / WorkGroups) + LaneWidth;
  localparam int unsigned CountWidth = $clog2(Lanes * Wavefronts / WorkGroups + 1);

  function automatic logic [GroupWidth-1:0] group_of(logic [OwnerWidth-1:0] owner);
    return GroupWidth'({1'b0, owner} >> GroupShift);
  endfunction

  logic [BitWidth-1:0]   bit_q;
  logic [FilterBits-1:0] mask_q;  // bit_q, as a filter
  logic [OwnerWidth-1:0] owner_q, lane_owner;
  logic member, lane_req;

  always_ff @(posedge clk_i) begin
    if (lookup_i) begin
      bit_q   <= lookup_bit_i;
      mask_q  <= FilterBits'(1'b1) << lookup_bit_i;
      owner_q <= lookup_owner_i;
    end
  end

  // Filters; a work-item that is no member has an empty one, with any memory contents. With protection they are cleared
  // after reset, since each look-up reads one.
  logic [FilterBits-1:0] stored, filter;
  logic lanes_ready, clearing;
  logic [OwnerWidth-1:0] clear_owner;

  if (Protection == ecc_pkg::None) begin : gen_no_clear
    assign clearing    = 1'b0;
    assign clear_owner = '0;
  end else begin : gen_clear
    ram_clear #(
      .Rows(Wavefronts * Lanes)
    ) u_clear (
      .clk_i,
      .rst_ni,
      .clear_i   (1'b0),
      .clearing_o(clearing),
      .row_o     (clear_owner)
    );
  end
  assign ready_o = lanes_ready && !clearing;

  lds_lane_memory #(
    .Lanes     (Lanes),
    .Wavefronts(Wavefronts),
    .Protection(Protection)
  ) u_lanes (
    .clk_i,
    .rst_ni,
    .ready_o     (lanes_ready),
    .lookup_i,
    .lookup_owner_i,
    .member_o    (member),
    .insert_i    (set_i),
    .walk_i,
    .walk_wavefront_i,
    .walk_lanes_i,
    .lane_req_o  (lane_req),
    .lane_owner_o(lane_owner),
    .lane_gnt_i  (lane_req),
    .error_o     (errors_o[1])
  );

  assign walking_o = lane_req;
  assign filter    = member ? stored : '0;

  ram_1r1w_ecc #(
    .Width      (FilterBits),
    .Depth      (Wavefronts * Lanes),
    .Protection (Protection),
    .Forward    (1'b1),
    .QuickEnable(1'b1),
    .LateMatch  (1'b1)
  ) u_filters (
    .clk_i,
    .rst_ni,
    .write_i(set_i || clearing),
    .waddr_i(clearing ? clear_owner : owner_q),
    .wdata_i(clearing ? '0 : filter | mask_q),
    .read_i (lookup_i || lane_req),
    .check_i(1'b1),
    .raddr_i(lookup_i ? lookup_owner_i : lane_owner),
    .rdata_o(stored),
    .bad_o  (),
    .error_o(errors_o[0])
  );

  // Work-items that have each bit, their number and the exclusive or of their names; a lane taken
  // from the walk is removed a cycle later.
  logic [WorkGroups-1:0][FilterBits-1:0][CountWidth-1:0] count_q;
  logic [WorkGroups-1:0][FilterBits-1:0][OwnerWidth-1:0] names_q;
  logic                                                  drop_q;
  logic [OwnerWidth-1:0]                                 drop_owner_q;
  logic [GroupWidth-1:0] group, drop_group;
  logic [CountWidth-1:0] count;
  logic                  own;  // the work-item has the bit already

  assign group      = group_of(owner_q);
  assign drop_group = group_of(drop_owner_q);
  assign count      = count_q[group][bit_q];
  assign own        = (filter & mask_q) != '0;
  assign other_o    = count != '0 && !(count == CountWidth'(1) && names_q[group][bit_q] == owner_q);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      drop_q  <= 1'b0;
      count_q <= '0;
      names_q <= '0;
    end else begin
      drop_q <= lane_req;
      for (int unsigned b = 0; b < FilterBits; b++) begin
        if (drop_q && stored[b]) begin
          count_q[drop_group][b] <= count_q[drop_group][b] - 1'b1;
          names_q[drop_group][b] <= names_q[drop_group][b] ^ drop_owner_q;
        end
      end
      if (set_i && !own) begin
        count_q[group][bit_q] <= count_q[group][bit_q] + 1'b1;
        names_q[group][bit_q] <= names_q[group][bit_q] ^ owner_q;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (lane_req) drop_owner_q <= lane_owner;
  end

  `GPUTM_ASSERT(a_set_or_drop, !(set_i && drop_q), ("lds_reader_filters: work-item %0d reads in a walk", owner_q))
  for (genvar b = 0; b < FilterBits; b++) begin : gen_check_bit
    `GPUTM_ASSERT(a_bit_has_a_reader, !(drop_q && stored[b] && count_q[drop_group][b] == '0),
                  ("lds_reader_filters: filter bit %0d is set without a reader in work-group %0d", b, drop_group))
  end

endmodule

`default_nettype wire
