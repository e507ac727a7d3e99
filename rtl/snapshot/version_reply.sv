// Reply to an access of versioned memory (ISCA 2017 paper, section 3): whether there is a place for
// it, and its block. version_index_table has the layout of a region.
//
//   in version 0's place of a region, and a version is chosen   the block's place in that version
//   in the place of another version                             the block's relocation
//   else                                                        the block itself
//
// In version 0 the bits of a block between the region's size and its end are 0, so the chosen version's
// number is only inserted there. A block of another version's place has that version's number above the
// distance between versions. The one cycle with the late choice leaves all this to the others.
//
// Latency:    3 cycles from a block with its region's place to the reply; 2 from the choice, which comes a cycle behind
//             the block; 1 to whether the access is of a region's versions.
// Throughput: one access a cycle.
//
// Versions: of a region, a power of two, at least 2. BlockWidth: bits of a block address. SizeWidth: bits of a size.
// RegionWidth: bits of a region's number.

`default_nettype none

module version_reply
  import versioned_memory_pkg::*;
#(
  parameter  int unsigned Versions     = 8,
  parameter  int unsigned BlockWidth   = snapshot_pkg::BlockBits,
  parameter  int unsigned SizeWidth    = 5,
  parameter  int unsigned RegionWidth  = 5,
  localparam int unsigned VersionWidth = $clog2(Versions)
) (
  input  wire logic                    clk_i,
  input  wire logic                    rst_ni,

  // A block, and the place of the region that it hits, if it does
  input  wire logic                    hit_i,
  input  wire logic [BlockWidth-1:0]   block_i,
  input  wire logic [BlockWidth-1:0]   relocated_i,
  input  wire logic [SizeWidth-1:0]    size_i,
  input  wire logic [SizeWidth-1:0]    distance_i,
  input  wire logic [BlockWidth-1:0]   beside_i,     // bits that are 0 in version 0

  // In the next cycle
  output      logic                    versioned_o,  // the block is in version 0
  input  wire logic                    access_i,     // the block is of an access
  input  wire access_kind_e            kind_i,
  input  wire logic [RegionWidth-1:0]  region_i,
  input  wire logic [Versions-1:0]     chosen_i,     // one version of the region, or none

  output      logic                    reply_valid_o,
  output      place_e                  reply_place_o,
  output      logic [BlockWidth-1:0]   reply_block_o,
  output      logic                    reply_versioned_o,
  output      logic [RegionWidth-1:0]  reply_region_o,
  output      logic [VersionWidth-1:0] reply_version_o
);

  typedef logic [BlockWidth-1:0] block_t;
  typedef logic [SizeWidth-1:0] size_t;
  typedef logic [VersionWidth-1:0] version_t;

  function automatic block_t below(size_t size);
    return ~(~block_t'(0) << size);
  endfunction

  // The place of the block
  logic hit_q;
  block_t block_q, relocated_q, offset_q;
  size_t size_q, distance_q;
  version_t own_version_q;  // version that has the place

  always_ff @(posedge clk_i) begin
    hit_q         <= hit_i;
    versioned_o   <= hit_i && (block_i & beside_i) == '0;
    block_q       <= block_i;
    relocated_q   <= relocated_i;
    size_q        <= size_i;
    distance_q    <= distance_i;
    offset_q      <= block_i & below(size_i);
    own_version_q <= version_t'(block_i >> distance_i);
  end

  // The choice. In a region's block, the bits between its offset and the version's number are 0 in any version's place.
  logic access_q, moved_q, versioned_q;
  logic [RegionWidth-1:0] region_q;
  logic [Versions-1:0] chosen_q;
  place_e place_q;
  block_t unmoved_q, relocation_q, moved_by_q;
  size_t versions_apart_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) access_q <= 1'b0;
    else access_q <= access_i;
  end
  always_ff @(posedge clk_i) begin
    versioned_q      <= versioned_o;
    moved_q          <= hit_q && !versioned_o && (block_q & below(distance_q)) == offset_q;
    region_q         <= region_i;
    chosen_q         <= chosen_i;
    unmoved_q        <= block_q;
    relocation_q     <= relocated_q;
    moved_by_q       <= block_t'(version_t'(own_version_q - 1'b1)) << size_q | offset_q;
    versions_apart_q <= distance_q;
    place_q          <= PlaceValid;
    if (versioned_o && chosen_i == '0)
      place_q <= kind_i == AccessRead || kind_i == AccessFirstRead ? PlaceRecycled : PlaceNotYet;
  end

  // The reply
  version_t version;
  always_comb begin
    version = '0;
    for (int unsigned v = 0; v < Versions; v++) if (chosen_q[v]) version |= version_t'(v);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) reply_valid_o <= 1'b0;
    else reply_valid_o <= access_q;
  end
  always_ff @(posedge clk_i) begin
    reply_place_o <= place_q;
    reply_block_o <= unmoved_q;
    if (versioned_q) reply_block_o <= unmoved_q | block_t'(version) << versions_apart_q;
    else if (moved_q) reply_block_o <= relocation_q + moved_by_q;
    reply_versioned_o <= versioned_q;
    reply_region_o    <= region_q;
    reply_version_o   <= version;
  end

endmodule

`default_nettype wire
