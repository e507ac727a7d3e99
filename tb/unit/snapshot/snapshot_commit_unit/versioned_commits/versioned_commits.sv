// The part of a memory partition that turns commits into versions: snapshot_commit_unit, version_index_table and
// row_copy_unit, wired as intended. The test sends write sets, performs writes and row copies in a memory, publishes,
// and looks up blocks (only while no set commits, so that the table's replies are known to be its own).

`default_nettype none

module versioned_commits
  import versioned_memory_pkg::*;
(
  input  wire logic             clk_i,
  input  wire logic             rst_ni,

  input  wire logic             set_valid_i,
  output      logic             set_ready_o,
  input  wire set_beat_e        set_kind_i,
  input  wire logic [1:0]       set_id_i,
  input  wire logic [1:0]       set_lane_i,
  input  wire logic [11:0]      set_block_i,
  input  wire logic [7:0]       set_data_i,
  input  wire logic [5:0]       set_words_i,
  input  wire logic [3:0]       set_lanes_i,

  output      logic             write_valid_o,
  input  wire logic             write_ready_i,
  output      logic [9:0]       write_sector_o,
  output      logic [3:0]       write_mask_o,
  output      logic [31:0]      write_data_o,

  output      logic             reply_valid_o,
  input  wire logic             reply_ready_i,
  output      set_reply_e       reply_kind_o,
  output      logic [1:0]       reply_set_o,
  output      logic [3:0]       reply_regions_o,

  input  wire logic             look_valid_i,
  output      logic             look_ready_o,
  input  wire logic [11:0]      look_block_i,
  output      logic             seen_valid_o,
  output      logic [11:0]      seen_block_o,

  input  wire logic             region_valid_i,
  output      logic             region_ready_o,
  input  wire logic [11:0]      region_start_i,
  input  wire logic [3:0]       region_size_i,
  input  wire logic [11:0]      region_relocated_i,

  input  wire logic             publish_valid_i,
  output      logic             publish_ready_o,
  input  wire logic [1:0]       publish_region_i,
  input  wire logic [6:0]       publish_time_i,
  input  wire logic             flush_valid_i,
  output      logic             flush_ready_o,

  output      logic             row_valid_o,
  input  wire logic             row_ready_i,
  output      logic [11:0]      row_from_o,
  output      logic [11:0]      row_to_o,

  output      logic             busy_o
);

  localparam int unsigned BlockWidth = 12;

  logic ask_valid, ask_ready, access_ready, place_valid, versioned, commit_busy, copy_busy;
  logic [BlockWidth-1:0] ask_block, place_block;
  place_e place;
  logic [1:0] region;

  logic copy_valid, copy_ready, copied_valid, copied_ready;
  logic [1:0] copy_region, copy_from, copy_to, copied_region, copied_version;
  logic [BlockWidth-1:0] copy_start;
  logic [3:0] copy_size, copy_distance;

  assign look_ready_o = access_ready;
  assign ask_ready    = access_ready && !look_valid_i;
  assign seen_valid_o = place_valid && !commit_busy;
  assign seen_block_o = place_block;
  assign busy_o       = commit_busy || copy_busy || copy_valid;

  snapshot_commit_unit #(
    .Sets         (4),
    .Words        (8),
    .Lanes        (4),
    .SectorWords  (4),
    .BlockWidth   (BlockWidth),
    .DataWidth    (8),
    .CountWidth   (6),
    .Regions      (4),
    .PlaceRequests(8),
    .RetryCycles  (5)
  ) u_commits (
    .clk_i,
    .rst_ni,
    .set_valid_i,
    .set_ready_o,
    .set_kind_i,
    .set_id_i,
    .set_lane_i,
    .set_block_i,
    .set_data_i,
    .set_words_i,
    .set_lanes_i,
    .place_req_valid_o(ask_valid),
    .place_req_ready_i(ask_ready),
    .place_req_block_o(ask_block),
    .place_valid_i    (place_valid && commit_busy),
    .place_result_i   (place),
    .place_block_i    (place_block),
    .place_versioned_i(versioned),
    .place_region_i   (region),
    .write_valid_o,
    .write_ready_i,
    .write_sector_o,
    .write_mask_o,
    .write_data_o,
    .reply_valid_o,
    .reply_ready_i,
    .reply_kind_o,
    .reply_set_o,
    .reply_regions_o,
    .busy_o           (commit_busy),
    .memory_report_o  ()
  );

  version_index_table #(
    .Regions       (4),
    .Versions      (4),
    .BlockWidth    (BlockWidth),
    .SizeWidth     (4),
    .StripeWidth   (3),
    .SubarrayShift (9),
    .TimeWidth     (7),
    .ReferenceWidth(4)
  ) u_versions (
    .clk_i,
    .rst_ni,
    .region_valid_i,
    .region_ready_o,
    .region_start_i,
    .region_size_i,
    .region_relocated_i,
    .region_result_o  (),
    .region_index_o   (),
    .access_valid_i   (look_valid_i || ask_valid),
    .access_ready_o   (access_ready),
    .access_kind_i    (look_valid_i ? AccessPlain : AccessWrite),
    .access_block_i   (look_valid_i ? look_block_i : ask_block),
    .access_time_i    ('0),
    .reply_valid_o    (place_valid),
    .reply_place_o    (place),
    .reply_block_o    (place_block),
    .reply_versioned_o(versioned),
    .reply_region_o   (region),
    .reply_version_o  (),
    .release_valid_i  (1'b0),
    .release_ready_o  (),
    .release_region_i ('0),
    .release_version_i('0),
    .copy_valid_o     (copy_valid),
    .copy_ready_i     (copy_ready),
    .copy_region_o    (copy_region),
    .copy_start_o     (copy_start),
    .copy_size_o      (copy_size),
    .copy_distance_o  (copy_distance),
    .copy_from_o      (copy_from),
    .copy_to_o        (copy_to),
    .copied_valid_i   (copied_valid),
    .copied_ready_o   (copied_ready),
    .copied_region_i  (copied_region),
    .copied_version_i (copied_version),
    .publish_valid_i,
    .publish_ready_o,
    .publish_region_i,
    .publish_time_i,
    .flush_valid_i,
    .flush_ready_o,
    .memory_report_o  ()
  );

  row_copy_unit #(
    .BlockWidth   (BlockWidth),
    .SizeWidth    (4),
    .RegionWidth  (2),
    .VersionWidth (2),
    .RowWidth     (2),
    .BankWidth    (1),
    .SubarrayWidth(3),
    .SubarrayShift(9),
    .CopyCycles   (10),
    .Copies       (4)
  ) u_copies (
    .clk_i,
    .rst_ni,
    .copy_valid_i    (copy_valid),
    .copy_ready_o    (copy_ready),
    .copy_region_i   (copy_region),
    .copy_start_i    (copy_start),
    .copy_size_i     (copy_size),
    .copy_distance_i (copy_distance),
    .copy_from_i     (copy_from),
    .copy_to_i       (copy_to),
    .row_valid_o,
    .row_ready_i,
    .row_from_o,
    .row_to_o,
    .copied_valid_o  (copied_valid),
    .copied_ready_i  (copied_ready),
    .copied_region_o (copied_region),
    .copied_version_o(copied_version),
    .busy_o          (copy_busy),
    .memory_report_o ()
  );

endmodule

`default_nettype wire
