// Addresses of the versioned regions of a program (ISCA 2017 paper, section 3): the part of the
// version index table that every access is compared with. version_index_table has the layout.
//
// A region's space, that of all its versions, begins at a multiple of its length, a power of two. So a block
// is in it when the bits above equal those of the region's start, and two spaces overlap when the bits above
// the longer one are equal. The mask of these bits is stored with the region. Only mask bits between the
// smallest and the largest possible space have registers, and only the start bits above the smallest.
//
// Every access is compared with all regions at once. The other data of a region are a row of a
// memory, which is read when its number is known. Regions are numbered in the order in which they
// come and stay until the reset, so that the existing ones have the first numbers.
//
// Latency:    1 cycle from a new region to its result, 1 from a block to its region, 1 from a region's number
//             to its place. A block in the cycle after a region is taken is found in it, and so is its place.
// Throughput: one match, one place and one region a cycle; a region that comes in the cycle in which another
//             is taken is compared once more behind it.
//
// Parameters are those of version_index_table. Protection: of ecc_pkg.

`include "gputm_assert.svh"

`default_nettype none

module region_places
  import versioned_memory_pkg::*;
#(
  parameter  int unsigned Regions       = 25,
  parameter  int unsigned VersionWidth  = 3,
  parameter  int unsigned BlockWidth    = snapshot_pkg::BlockBits,
  parameter  int unsigned SizeWidth     = 5,
  parameter  int unsigned StripeWidth   = 12,
  parameter  int unsigned SubarrayShift = 21,
  parameter  int unsigned Protection    = ecc_pkg::None,
  localparam int unsigned RegionWidth   = $clog2(Regions)
) (
  input  wire logic                   clk_i,
  input  wire logic                   rst_ni,

  // A new region
  input  wire logic [BlockWidth-1:0]  start_i,
  input  wire logic [SizeWidth-1:0]   size_i,
  input  wire logic [BlockWidth-1:0]  relocated_i,
  output      region_result_e         result_o,      // in the next cycle, if none was taken meanwhile
  output      logic [RegionWidth-1:0] index_o,       // its number, if the result is RegionTaken
  input  wire logic                   take_i,        // takes the region, in the cycle of its result

  output      logic [Regions-1:0]     valid_o,       // existing regions

  // A block's region
  input  wire logic                   match_i,       // a block is looked up
  input  wire logic [BlockWidth-1:0]  block_i,
  output      logic                   hit_o,         // in the next cycle: the block is in a region's space
  output      logic [RegionWidth-1:0] hit_region_o,  // its number; 0 if in none

  // A region's place
  input  wire logic                   read_i,
  input  wire logic [RegionWidth-1:0] region_i,
  output      logic [BlockWidth-1:0]  start_o,       // in the next cycle
  output      logic [BlockWidth-1:0]  relocated_o,
  output      logic [SizeWidth-1:0]   size_o,
  output      logic [SizeWidth-1:0]   distance_o,    // log2 of the blocks between versions
  output      logic [BlockWidth-1:0]  beside_o,      // bits of a block in the space that are 0 in version 0

  output      ecc_pkg::ram_error_t    error_o        // of the places; row: region
);

  typedef logic [BlockWidth-1:0] block_t;
  typedef logic [SizeWidth-1:0] size_t;

  typedef struct packed {
    block_t start;
    block_t relocated;
    size_t  size;
    size_t  distance;
    block_t beside;
  } place_t;

  // Bits above any space: of all, and of the largest
  localparam block_t AboveSome = block_t'(~block_t'(0) << StripeWidth << VersionWidth);
  localparam block_t AboveAll = block_t'(~block_t'(0) << SubarrayShift);

  // Bits of a block above a space.
  function automatic block_t above(size_t distance);
    return ~block_t'(0) << distance << VersionWidth;
  endfunction
  // Blocks are equal in the bits of both masks.
  function automatic logic meet(block_t a, block_t b, block_t mask);
    return ((a ^ b) & AboveSome & (mask | AboveAll)) == '0;
  endfunction

  block_t [Regions-1:0] start_q, above_q;
  logic [RegionWidth-1:0] count_q;
  size_t new_distance;
  logic overlaps;

  // ---- A new region ----
  assign new_distance = size_i > size_t'(StripeWidth) ? size_i : size_t'(StripeWidth);
  always_comb begin
    overlaps = 1'b0;
    for (int unsigned r = 0; r < Regions; r++) begin
      overlaps |= valid_o[r] && meet(start_i, start_q[r], above(new_distance) & above_q[r]);
    end
  end
  assign index_o = count_q;

  always_ff @(posedge clk_i) begin
    result_o <= RegionTaken;
    if (valid_o[Regions-1]) result_o <= RegionFull;
    else if (32'(new_distance) + VersionWidth > SubarrayShift) result_o <= RegionTooLarge;
    else if ((start_i & ~above(new_distance)) != '0) result_o <= RegionMisaligned;
    else if (overlaps) result_o <= RegionOverlaps;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_o <= '0;
      count_q <= '0;
    end else if (take_i) begin
      valid_o <= {valid_o[Regions-2:0], 1'b1};
      count_q <= count_q + 1'b1;
    end
  end
  always_ff @(posedge clk_i) begin
    for (int unsigned r = 0; r < Regions; r++) begin
      if (take_i && count_q == RegionWidth'(r)) begin
        start_q[r] <= start_i;
        above_q[r] <= above(new_distance);
      end
    end
  end

  // ---- A block's region ----
  logic [Regions-1:0] hits_q;
  always_ff @(posedge clk_i) begin
    for (int unsigned r = 0; r < Regions; r++) begin
      hits_q[r] <= match_i && valid_o[r] && meet(block_i, start_q[r], above_q[r]);
    end
  end
  always_comb begin
    hit_region_o = '0;
    for (int unsigned r = 0; r < Regions; r++) if (hits_q[r]) hit_region_o |= RegionWidth'(r);
  end
  assign hit_o = hits_q != '0;

  // ---- A region's place ----
  place_t new_place, place;
  always_comb begin
    new_place           = '0;
    new_place.start     = start_i;
    new_place.relocated = relocated_i;
    new_place.size      = size_i;
    new_place.distance  = new_distance;
    new_place.beside    = ~above(new_distance) & (~block_t'(0) << size_i);
  end

  // A block outside of all regions reads the place of an arbitrary one, which is ignored.
  ram_1r1w_ecc #(
    .Width     ($bits(place_t)),
    .Depth     (Regions),
    .Protection(Protection),
    .MayCollide(1'b1)
  ) u_places (
    .clk_i,
    .rst_ni,
    .write_i(take_i),
    .waddr_i(count_q),
    .wdata_i(new_place),
    .read_i,
    .check_i(valid_o[region_i]),
    .raddr_i(region_i),
    .rdata_o(place),
    .bad_o  (),
    .error_o
  );
  assign start_o     = place.start;
  assign relocated_o = place.relocated;
  assign size_o      = place.size;
  assign distance_o  = place.distance;
  assign beside_o    = place.beside;

  `GPUTM_ASSERT(a_one_region, $onehot0(hits_q), ("region_places: a block is in regions %b", hits_q))
  `GPUTM_ASSERT(a_taken_if_possible, !take_i || result_o == RegionTaken,
                ("region_places: a region at %h is taken in spite of its result, %0d", start_i, result_o))

endmodule

`default_nettype wire
