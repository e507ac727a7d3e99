// Conflict detection of one bank (GPU-LocalTM paper, section 3.3): one Bloom filter for each work-item, indexed by the
// row modulo FilterBits; an access conflicts when the filter of another work-item of its work-group has the row's bit.
//
// Because the requester loses, and so never sets a bit that another work-item of its work-group has set, the filters
// of a work-group never have the same bit set twice. So each bit is stored as the one work-item that has it:
// FilterBits records of {held, holder} for each work-group replace a filter of FilterBits bits for each work-item.
//
// Combinational look-up; a change is visible in the next cycle. One look-up, and one change, a cycle.
//
// Lanes: of a wavefront. Wavefronts: of the unit, a power of two times WorkGroups. FilterBits: a power of two, at least 2.

`include "gputm_assert.svh"

`default_nettype none

module lds_filters #(
  parameter  int unsigned Lanes      = 64,
  parameter  int unsigned Wavefronts = 4,
  parameter  int unsigned WorkGroups = 1,
  parameter  int unsigned FilterBits = 8,
  localparam int unsigned LaneWidth  = $clog2(Lanes),
  localparam int unsigned WfWidth    = $clog2(Wavefronts),
  localparam int unsigned OwnerWidth = WfWidth + LaneWidth,
  localparam int unsigned BitWidth   = $clog2(FilterBits)
) (
  input  wire logic                  clk_i,
  input  wire logic                  rst_ni,

  input  wire logic [BitWidth-1:0]   bit_i,    // row modulo FilterBits
  input  wire logic [OwnerWidth-1:0] owner_i,
  output      logic                  other_o,  // another work-item's filter has the bit
  output      logic                  self_o,   // this work-item's filter has it
  input  wire logic                  set_i,    // set the bit in this work-item's filter

  input  wire logic                  drop_i,   // clear a bit in the filter of a work-item
  input  wire logic [BitWidth-1:0]   drop_bit_i,
  input  wire logic [OwnerWidth-1:0] drop_owner_i
);

  localparam int unsigned Bits = WorkGroups * FilterBits;
  localparam int unsigned IndexWidth = $clog2(Bits);
  localparam int unsigned GroupShift = $clog2(Wavefronts / WorkGroups) + LaneWidth;

  // Index of the record: work-group, then bit
  function automatic logic [IndexWidth-1:0] index(logic [OwnerWidth-1:0] owner, logic [BitWidth-1:0] bit_number);
    logic [OwnerWidth:0] group;
    group = {1'b0, owner} >> GroupShift;
    return IndexWidth'({group, bit_number});
  endfunction

  logic [Bits-1:0]                 held_q;
  logic [Bits-1:0][OwnerWidth-1:0] holder_q;
  logic [IndexWidth-1:0] at, drop_at;

  assign at      = index(owner_i, bit_i);
  assign drop_at = index(drop_owner_i, drop_bit_i);
  assign other_o = held_q[at] && holder_q[at] != owner_i;
  assign self_o  = held_q[at] && holder_q[at] == owner_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      held_q <= '0;
    end else begin
      if (drop_i) held_q[drop_at] <= 1'b0;
      if (set_i) held_q[at] <= 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (set_i) holder_q[at] <= owner_i;
  end

  `GPUTM_ASSERT(a_requester_loses, !(set_i && other_o),
                ("lds_filters: work-item %0d sets bit %0d of work-item %0d", owner_i, bit_i, holder_q[at]))
  `GPUTM_ASSERT(a_drop_own, !(drop_i && held_q[drop_at] && holder_q[drop_at] != drop_owner_i),
                ("lds_filters: bit %0d of %0d is dropped for %0d", drop_bit_i, holder_q[drop_at], drop_owner_i))

endmodule

`default_nettype wire
