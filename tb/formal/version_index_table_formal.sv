// Proves for 24 cycles of version_index_table, with two regions of two versions (22 cycles: of four) and any copies,
// publications, accesses and releases, for a symbolic region and snapshot: a transaction's first read gets the version
// last published before its snapshot, or the reply that it is gone; while the transaction keeps its reference it gets
// the same version; neither a referenced version nor the newest one is recycled; and commits write to the one writable
// version.
//
// bound: abc bmc3 24
// cover: 34
// bug: version_choice/newest_for_all abc bmc3 27
// bug: version_index_table/reference_not_forwarded abc bmc3 24
//
// with: four Versions=4
// bound: abc bmc3 22

`default_nettype none

module version_index_table_formal
  import versioned_memory_pkg::*;
#(
  parameter  int unsigned Versions     = 2,
  localparam int unsigned VersionWidth = $clog2(Versions)
) (
  input wire logic                    clk_i,
  input wire logic                    region_valid_i,
  input wire logic                    access_valid_i,
  input wire access_kind_e            access_kind_i,
  input wire logic                    access_region_i,
  input wire logic                    access_offset_i,
  input wire logic [2:0]              access_time_i,
  input wire logic                    release_valid_i,
  input wire logic                    release_region_i,
  input wire logic [VersionWidth-1:0] release_version_i,
  input wire logic                    copy_ready_i,
  input wire logic                    copied_valid_i,
  input wire logic                    copied_region_i,
  input wire logic                    publish_valid_i,
  input wire logic                    publish_region_i,
  input wire logic [2:0]              publish_time_i,
  input wire logic                    region_i,           // symbolic region, constant
  input wire logic [2:0]              snapshot_i          // symbolic snapshot, constant
);

  localparam int unsigned BlockWidth = 6;
  localparam int unsigned SubarrayShift = 4;
  localparam int unsigned References = 3;  // references at a time, as many as the counts hold

  typedef logic [VersionWidth-1:0] version_t;

  logic rst_n = 1'b0;
  always_ff @(posedge clk_i) rst_n <= 1'b1;

  logic region_ready, access_ready, release_ready, copied_ready, publish_ready, flush_ready;
  logic region_index, reply_valid, reply_versioned, reply_region, copy_valid, copy_region;
  region_result_e region_result;
  place_e reply_place;
  logic [BlockWidth-1:0] reply_block, copy_start;
  logic [2:0] copy_size, copy_distance;
  version_t reply_version, copy_from, copy_to;
  logic [1:0] copying_q = '0, writable_q = '0;  // a bit a region: a copy is being made, a version can be published
  version_t [1:0] made_q;                       // version of each region being made or just made
  logic [1:0] taken_q = '0;                     // regions in use
  logic [BlockWidth-1:0] region_start, access_block;

  assign region_start = {1'b0, taken_q[0], 4'd0};
  assign access_block = {1'b0, access_region_i, 3'd0, access_offset_i};

  version_index_table #(
    .Regions       (2),
    .Versions      (Versions),
    .BlockWidth    (BlockWidth),
    .SizeWidth     (3),
    .StripeWidth   (1),
    .SubarrayShift (SubarrayShift),
    .TimeWidth     (3),
    .ReferenceWidth(2)
  ) u_dut (
    .clk_i,
    .rst_ni            (rst_n),
    .region_valid_i,
    .region_ready_o    (region_ready),
    .region_start_i    (region_start),
    .region_size_i     (3'd1),
    .region_relocated_i(6'd32),
    .region_result_o   (region_result),
    .region_index_o    (region_index),
    .access_valid_i,
    .access_ready_o    (access_ready),
    .access_kind_i,
    .access_block_i    (access_block),
    .access_time_i,
    .reply_valid_o     (reply_valid),
    .reply_place_o     (reply_place),
    .reply_block_o     (reply_block),
    .reply_versioned_o (reply_versioned),
    .reply_region_o    (reply_region),
    .reply_version_o   (reply_version),
    .release_valid_i,
    .release_ready_o   (release_ready),
    .release_region_i,
    .release_version_i,
    .copy_valid_o      (copy_valid),
    .copy_ready_i,
    .copy_region_o     (copy_region),
    .copy_start_o      (copy_start),
    .copy_size_o       (copy_size),
    .copy_distance_o   (copy_distance),
    .copy_from_o       (copy_from),
    .copy_to_o         (copy_to),
    .copied_valid_i,
    .copied_ready_o    (copied_ready),
    .copied_region_i,
    .copied_version_i  (made_q[copied_region_i]),
    .publish_valid_i,
    .publish_ready_o   (publish_ready),
    .publish_region_i,
    .publish_time_i,
    .flush_valid_i     (1'b0),
    .flush_ready_o     (flush_ready),
    .memory_report_o   ()
  );

  stream_assume #(
    .Width(2 + 2 + 3)
  ) u_assume_access (
    .clk_i,
    .rst_ni (rst_n),
    .valid_i(access_valid_i),
    .ready_i(access_ready),
    .data_i ({access_kind_i, access_region_i, access_offset_i, access_time_i})
  );
  stream_assume #(
    .Width(1 + VersionWidth)
  ) u_assume_release (
    .clk_i,
    .rst_ni (rst_n),
    .valid_i(release_valid_i),
    .ready_i(release_ready),
    .data_i ({release_region_i, release_version_i})
  );
  stream_assume #(
    .Width(1)
  ) u_assume_copied (
    .clk_i,
    .rst_ni (rst_n),
    .valid_i(copied_valid_i),
    .ready_i(copied_ready),
    .data_i (copied_region_i)
  );
  stream_assume #(
    .Width(1 + 3)
  ) u_assume_publish (
    .clk_i,
    .rst_ni (rst_n),
    .valid_i(publish_valid_i),
    .ready_i(publish_ready),
    .data_i ({publish_region_i, publish_time_i})
  );
  stream_assume #(
    .Width(1)
  ) u_assume_region (
    .clk_i,
    .rst_ni (rst_n),
    .valid_i(region_valid_i),
    .ready_i(region_ready),
    .data_i (1'b0)
  );

  // An accepted request takes effect with its reply, five cycles later, in order; so do due copies.
  typedef struct packed {
    logic         access;
    access_kind_e kind;
    logic [2:0]   moment;  // time of the snapshot
    logic         publish;
    logic         copied;
    logic         first;   // a new region
    logic         region;
    logic [2:0]   created;
  } event_t;

  event_t accepted, now;
  event_t [4:0] stage_q = '0;
  assign now = stage_q[4];

  always_comb begin
    accepted         = '0;
    accepted.access  = access_valid_i && access_ready;
    accepted.kind    = access_kind_i;
    accepted.moment  = access_time_i;
    accepted.publish = publish_valid_i && publish_ready;
    accepted.copied  = copied_valid_i && copied_ready;
    accepted.first   = region_valid_i && region_ready;
    accepted.created = publish_time_i;
    accepted.region  = accepted.publish ? publish_region_i : accepted.copied ? copied_region_i :
                       accepted.first ? taken_q[0] : access_region_i;
  end

  logic [2:0] others_q = '0;  // references to the region except the snapshot's

  // Offers of the other agents
  logic region_q, known_q = 1'b0, used_q = 1'b0;
  logic [2:0] snapshot_q, last_time_q = '0;
  logic [1:0][Versions-1:0][1:0] held_q = '0;  // references that have not been given back
  logic [1:0] first_reads;                     // the snapshot's first reads, in flight and held
  logic [1:0] keeps_q = '0;                    // references to the region that the snapshot keeps
  version_t kept_q;
  logic reads_i;

  assign reads_i = access_kind_i == AccessRead || access_kind_i == AccessFirstRead;

  always_comb begin
    first_reads = '0;
    for (int unsigned s = 0; s < 5; s++) begin
      if (stage_q[s].access && stage_q[s].kind == AccessFirstRead)
        first_reads = first_reads == '1 ? '1 : first_reads + 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    region_q   <= region_i;
    snapshot_q <= snapshot_i;
    known_q    <= 1'b1;
    if (known_q) m_constants : assume (region_i == region_q && snapshot_i == snapshot_q);
    if (rst_n) begin
      stage_q <= {stage_q[3:0], accepted};
      if (accepted.first) taken_q <= {taken_q[0], 1'b1};
      if (region_valid_i) m_two_regions : assume (taken_q != '1);
      // Existing regions, and few references
      if (access_valid_i) m_region_is_there : assume (taken_q[access_region_i]);
      if (accepted.access && access_kind_i == AccessFirstRead) begin
        m_references_fit : assume (32'(first_reads) + 32'(keeps_q) + 32'(others_q) < References);
      end
      // A repeated read has a reference.
      if (access_valid_i && access_kind_i == AccessRead && access_region_i == region_i && access_time_i == snapshot_i) begin
        m_has_a_reference : assume (keeps_q != '0);
      end
      // Time advances, and never goes back behind a snapshot.
      if (publish_valid_i) begin
        m_later : assume (publish_time_i > last_time_q);
        m_behind_the_snapshot : assume (!used_q || publish_time_i > snapshot_i);
        m_something_is_written : assume (writable_q[publish_region_i]);
      end
      if (accepted.publish) last_time_q <= publish_time_i;
      if (access_valid_i && reads_i && access_time_i == snapshot_i) used_q <= 1'b1;
      if (access_valid_i && reads_i && access_time_i == snapshot_i)
        m_not_of_the_future : assume (!publish_valid_i || publish_time_i > snapshot_i);
      // Copies
      if (copied_valid_i) m_is_copied : assume (copying_q[copied_region_i]);
      if (copy_valid && copy_ready_i) begin
        copying_q[copy_region] <= 1'b1;
        made_q[copy_region]    <= copy_to;
      end
      if (accepted.copied) begin
        copying_q[copied_region_i]  <= 1'b0;
        writable_q[copied_region_i] <= 1'b1;
      end
      if (accepted.publish) writable_q[publish_region_i] <= 1'b0;
      // Ends of references, except of the one that the snapshot keeps
      if (release_valid_i) begin
        m_has_been_found : assume (held_q[release_region_i][release_version_i] != '0);
      end
    end else begin
      m_reset : assume (!region_valid_i && !access_valid_i && !release_valid_i && !copied_valid_i && !publish_valid_i);
    end
  end

  // References: the snapshot's to the region, and all others
  logic found, kept_now, released;

  assign found    = reply_valid && now.kind == AccessFirstRead && reply_place == PlaceValid;
  assign kept_now = found && now.region == region_i && now.moment == snapshot_i;
  assign released = release_valid_i && release_ready;

  always_ff @(posedge clk_i) begin
    if (rst_n) begin
      if (kept_now) begin
        if (keeps_q != '1) keeps_q <= keeps_q + 1'b1;
        kept_q <= reply_version;
      end
      others_q <= others_q + 3'(found && !kept_now) - 3'(released);
      for (int unsigned r = 0; r < 2; r++) begin
        for (int unsigned v = 0; v < Versions; v++) begin
          held_q[r][v] <= held_q[r][v] +
                          2'(found && !kept_now && now.region == 1'(r) && reply_version == version_t'(v)) -
                          2'(released && release_region_i == 1'(r) && release_version_i == version_t'(v));
        end
      end
    end
  end

  // The region's versions: publication times, the newest, and the one being made
  logic [Versions-1:0] readable_q = '0;
  logic [Versions-1:0][2:0] created_q;
  version_t newest_q, next_q;
  logic write_q = 1'b0, copy_q = 1'b0;
  logic [2:0] wanted_q = '0;  // publication time of the version that the snapshot reads
  logic due;

  assign due = copy_valid && !copy_q && copy_region == region_i;

  always_ff @(posedge clk_i) begin
    copy_q <= copy_valid;
    if (rst_n) begin
      if (now.first && now.region == region_i) begin
        readable_q   <= Versions'(1);
        created_q[0] <= '0;
        newest_q     <= '0;
      end
      if (due) begin
        next_q              <= copy_to;
        readable_q[copy_to] <= 1'b0;
        a_copy_of_the_newest : assert (copy_from == newest_q);
        a_newest_is_not_recycled : assert (copy_to != newest_q);
        a_nobody_reads_it : assert (held_q[region_i][copy_to] == '0 && (keeps_q == '0 || kept_q != copy_to));
        a_one_at_a_time : assert (!write_q);
      end
      if (now.copied && now.region == region_i) write_q <= 1'b1;
      if (now.publish && now.region == region_i) begin
        readable_q[next_q] <= 1'b1;
        created_q[next_q]  <= now.created;
        newest_q           <= next_q;
        write_q            <= 1'b0;
        if (now.created <= snapshot_i) wanted_q <= now.created;
      end

      a_replies_in_order : assert (reply_valid == now.access);
      if (reply_valid && now.region == region_i) begin
        a_to_its_region : assert (reply_versioned && reply_region == region_i);
        if ((now.kind == AccessFirstRead || now.kind == AccessRead) && now.moment == snapshot_i) begin
          a_what_the_snapshot_wants :
          assert (reply_place != PlaceValid || readable_q[reply_version] && created_q[reply_version] == wanted_q);
          if (now.kind == AccessRead) a_stays : assert (reply_place == PlaceValid && reply_version == kept_q);
          c_recycled : cover (now.kind == AccessFirstRead && reply_place == PlaceRecycled);
          c_older : cover (reply_place == PlaceValid && reply_version != newest_q);
        end
        if (now.kind == AccessWrite) begin
          a_write :
          assert (write_q ? reply_place == PlaceValid && reply_version == next_q : reply_place == PlaceNotYet);
        end
        if (now.kind == AccessPlain) a_plain : assert (reply_place == PlaceValid && reply_version == newest_q);
      end
    end
  end

  // The snapshot may take any number of references of its own; one version of a region serves all of them.
  always_ff @(posedge clk_i) begin
    if (rst_n && kept_now && keeps_q != '0) a_same_version : assert (reply_version == kept_q);
  end

endmodule

`default_nettype wire
