// Where the versioned regions of a program are (ISCA 2017 paper, section 3): the part of the version index table that every access
// is compared with. version_index_table has the layout.
//
// A region's space, that of all its versions, begins at a multiple of its length, a power of two. So a block is in it when the bits above
// are those of the region's start, and two spaces meet when the bits above the longer one are equal. The mask of these bits is
// kept with the region.
//
// Latency:    combinational answers; a region that is taken is found from the next cycle on.
// Throughput: one match and one region a cycle.
//
// Parameters are those of version_index_table.

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
  localparam int unsigned RegionWidth   = $clog2(Regions)
) (
  input  wire logic                   clk_i,
  input  wire logic                   rst_ni,

  // A new region
  input  wire logic [BlockWidth-1:0]  start_i,
  input  wire logic [SizeWidth-1:0]   size_i,
  input  wire logic [BlockWidth-1:0]  relocated_i,
  output      region_result_e         result_o,     // what becomes of it
  output      logic [RegionWidth-1:0] index_o,      // its number, if the result is RegionTaken
  input  wire logic                   take_i,       // it becomes a region; only if the result is RegionTaken

  output      logic [Regions-1:0]     valid_o,      // regions that there are

  // A block's region
  input  wire logic [BlockWidth-1:0]  block_i,
  output      logic                   hit_o,        // it is in the space of one:
  output      logic [RegionWidth-1:0] hit_region_o,

  // A region's place
  input  wire logic [RegionWidth-1:0] region_i,
  output      logic [BlockWidth-1:0]  start_o,
  output      logic [BlockWidth-1:0]  relocated_o,
  output      logic [SizeWidth-1:0]   size_o,
  output      logic [SizeWidth-1:0]   distance_o    // log2 of the blocks between versions
);

  typedef logic [BlockWidth-1:0] block_t;
  typedef logic [SizeWidth-1:0] size_t;

  // Bits of a block above a space.
  function automatic block_t above(size_t distance);
    return ~block_t'(0) << distance << VersionWidth;
  endfunction

  block_t [Regions-1:0] start_q, relocated_q, above_q;
  size_t [Regions-1:0] size_q, distance_q;
  size_t new_distance;
  logic overlaps;

  assign new_distance = size_i > size_t'(StripeWidth) ? size_i : size_t'(StripeWidth);
  always_comb begin
    overlaps = 1'b0;
    index_o  = '0;
    for (int unsigned r = 0; r < Regions; r++) begin
      overlaps |= valid_o[r] && ((start_i ^ start_q[r]) & above(new_distance) & above_q[r]) == '0;
    end
    for (int unsigned r = 0; r < Regions; r++) if (!valid_o[Regions-1-r]) index_o = RegionWidth'(Regions - 1 - r);
    result_o = RegionTaken;
    if (valid_o == '1) result_o = RegionFull;
    else if (32'(new_distance) + VersionWidth > SubarrayShift) result_o = RegionTooLarge;
    else if ((start_i & ~above(new_distance)) != '0) result_o = RegionMisaligned;
    else if (overlaps) result_o = RegionOverlaps;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_o <= '0;
    else if (take_i) valid_o[index_o] <= 1'b1;
  end
  always_ff @(posedge clk_i) begin
    if (take_i) begin
      start_q[index_o]     <= start_i;
      relocated_q[index_o] <= relocated_i;
      size_q[index_o]      <= size_i;
      distance_q[index_o]  <= new_distance;
      above_q[index_o]     <= above(new_distance);
    end
  end

  logic [Regions-1:0] hits;
  always_comb begin
    hit_region_o = '0;
    for (int unsigned r = 0; r < Regions; r++) begin
      hits[r] = valid_o[r] && ((block_i ^ start_q[r]) & above_q[r]) == '0;
      if (hits[r]) hit_region_o |= RegionWidth'(r);
    end
  end
  assign hit_o       = hits != '0;

  assign start_o     = start_q[region_i];
  assign relocated_o = relocated_q[region_i];
  assign size_o      = size_q[region_i];
  assign distance_o  = distance_q[region_i];

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      a_one_region :
      assert ($onehot0(hits))
      else $error("region_places: block %h is in regions %b", block_i, hits);
      a_taken_if_possible :
      assert (!take_i || result_o == RegionTaken)
      else $error("region_places: a region at %h is taken in spite of its result, %0d", start_i, result_o);
    end
  end

endmodule

`default_nettype wire
