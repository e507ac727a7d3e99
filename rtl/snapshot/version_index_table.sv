// Version index table (ISCA 2017 paper, section 3): the places of the versions of a program's
// versioned regions, the version that a transaction reads and a commit writes, and the making,
// publication and recycling of versions. It stands at the L2; every access passes through it.
//
// A region of 2^size blocks has Versions versions. Version v is v * 2^distance blocks behind the region's start,
// where 2^distance is the larger of a stripe, which is a row of each bank of the DRAM, and the region's size. The
// start is a multiple of that whole space. So all versions of a row are in one subarray of one bank, one masked
// comparison a region detects an access to the space, and the bits of the block above distance select the version's
// place. The program's own data at the places of versions 1 and up are relocated. Regions stay until the reset.
//
//   read of a snapshot   the latest readable version that was created at or before the snapshot's time
//   write of a commit    the writable version
//   plain access         of the region: its newest readable version; of other versions' places: their relocation
//
// Lives of versions. A region begins with version 0 readable, created at time 0. While none of a region's
// versions is copying or writable, the next one is due: a free one, or the oldest that has no references and is
// not the newest; without one the region waits for a release. A due version goes to the copy unit (copying), is
// writable when its copy is made, and readable from its publication on. A flush, after times have overflowed,
// keeps the newest readable version of each region and gives it time 0; no version may have references then.
// Holes. The recycled version may be younger than one that is still read. That older one would then
// answer to snapshots that are younger than the recycled version, and a transaction would see one
// region as of its snapshot and another as of long before. So the next older version is closed:
// transactions with a reference go on reading it, and no transaction begins to.
// Each operation passes five cycles: match of the regions | rows of the region | comparison of times, and the
// part of the choice without counts of references | choice of the version, new row | block of the reply. Accesses
// and releases change counts of references only, which are forwarded to the next operation, with a bit for each
// that is 0; after any other operation the next one waits for a cycle, and then finds everything in the RAM.
//
// Latency:    5 cycles from an access to its reply, which cannot be refused. A region is looked at in one cycle and
//             taken in the next.
// Throughput: one access or release a cycle, in turn if both come; other operations take two cycles and have priority.
//
// Regions: entries, at least 2. Versions: of a region, a power of two, at least 2. BlockWidth: bits of a block address.
// SizeWidth: bits of a size. StripeWidth: log2 of the blocks of a stripe. SubarrayShift: log2 of the blocks of a
// subarray's rows in all banks, which hold all versions of a region. TimeWidth: bits of a creation time.
// ReferenceWidth: bits of a count of references. Protection: of ecc_pkg; after a word that could not be corrected,
// nothing is answered, copied or accepted (docs/protection.md).

`include "gputm_assert.svh"

`default_nettype none

module version_index_table
  import versioned_memory_pkg::*;
#(
  parameter  int unsigned Regions        = 25,
  parameter  int unsigned Versions       = 8,
  parameter  int unsigned BlockWidth     = snapshot_pkg::BlockBits,
  parameter  int unsigned SizeWidth      = 5,
  parameter  int unsigned StripeWidth    = 12,
  parameter  int unsigned SubarrayShift  = 21,
  parameter  int unsigned TimeWidth      = 32,
  parameter  int unsigned ReferenceWidth = snapshot_pkg::TxnBits + 1,
  parameter  int unsigned Protection     = 0,                          // of memories (ecc_pkg): none, parity, SECDED
  localparam int unsigned RegionWidth    = $clog2(Regions),
  localparam int unsigned VersionWidth   = $clog2(Versions)
) (
  input  wire logic                    clk_i,
  input  wire logic                    rst_ni,

  // A region of the program
  input  wire logic                    region_valid_i,
  output      logic                    region_ready_o,
  input  wire logic [BlockWidth-1:0]   region_start_i,      // first block of version 0
  input  wire logic [SizeWidth-1:0]    region_size_i,       // log2 of its blocks
  input  wire logic [BlockWidth-1:0]   region_relocated_i,  // first of (Versions - 1) times as many blocks
  output      region_result_e          region_result_o,     // valid while it is taken
  output      logic [RegionWidth-1:0]  region_index_o,      // its number, if the result is RegionTaken

  // Accesses
  input  wire logic                    access_valid_i,
  output      logic                    access_ready_o,
  input  wire access_kind_e            access_kind_i,       // source and purpose of the access
  input  wire logic [BlockWidth-1:0]   access_block_i,  // address as seen by the program
  input  wire logic [TimeWidth-1:0]    access_time_i,       // time of the snapshot, for its reads
  output      logic                    reply_valid_o,
  output      place_e                  reply_place_o,  // outcome: there is a place for the access, or not
  output      logic [BlockWidth-1:0]   reply_block_o,       // address of the access's place
  output      logic                    reply_versioned_o,   // the place is in a version of a region
  output      logic [RegionWidth-1:0]  reply_region_o,  // number of the region
  output      logic [VersionWidth-1:0] reply_version_o,  // number of the version

  // Ends of references: one for each AccessFirstRead that found a version
  input  wire logic                    release_valid_i,
  output      logic                    release_ready_o,
  input  wire logic [RegionWidth-1:0]  release_region_i,  // region of the reference
  input  wire logic [VersionWidth-1:0] release_version_i,  // version of the reference

  // Copies to make, and finished copies
  output      logic                    copy_valid_o,
  input  wire logic                    copy_ready_i,
  output      logic [RegionWidth-1:0]  copy_region_o,  // number of the region
  output      logic [BlockWidth-1:0]   copy_start_o,        // first block of the region
  output      logic [SizeWidth-1:0]    copy_size_o,         // log2 of its blocks
  output      logic [SizeWidth-1:0]    copy_distance_o,     // log2 of the blocks between versions
  output      logic [VersionWidth-1:0] copy_from_o,  // source version: the newest readable one
  output      logic [VersionWidth-1:0] copy_to_o,  // destination version
  input  wire logic                    copied_valid_i,
  output      logic                    copied_ready_o,
  input  wire logic [RegionWidth-1:0]  copied_region_i,  // copy_region_o of the copy
  input  wire logic [VersionWidth-1:0] copied_version_i,    // copy_to_o of the copy

  // The writable version of a region gets a creation time: all writes of its commits have been made
  input  wire logic                    publish_valid_i,
  output      logic                    publish_ready_o,
  input  wire logic [RegionWidth-1:0]  publish_region_i,  // number of the region
  input  wire logic [TimeWidth-1:0]    publish_time_i,      // later than all times of the region

  input  wire logic                    flush_valid_i,
  output      logic                    flush_ready_o,       // all regions have been flushed

  output      ecc_pkg::ram_report_t    memory_report_o      // errors of memories, with Protection
);

  typedef logic [BlockWidth-1:0] block_t;
  typedef logic [RegionWidth-1:0] region_t;
  typedef logic [VersionWidth-1:0] version_t;
  typedef logic [Versions-1:0] versions_t;

  typedef enum logic [2:0] {
    OpNone,
    OpAccess,
    OpRelease,
    OpRegion,
    OpNext,
    OpCopied,
    OpPublish,
    OpFlush
  } op_e;

  typedef struct packed {
    version_state_e [Versions-1:0]            state;
    versions_t                                closed;      // no transaction may begin to read it
    logic [Versions-1:0][Versions-1:0]        younger;     // [i][j]: readable version i is younger than j
    logic [Versions-1:0][ReferenceWidth-1:0]  references;
    logic [Versions-1:0][TimeWidth-1:0]       created;
  } row_t;

  typedef struct packed {
    op_e                  op;
    access_kind_e         kind;
    region_t              region;   // region of an access, from the second cycle on
    version_t             version;  // version of a release or a copy
    logic [TimeWidth-1:0] moment;
  } stage_t;

  localparam bit [8:0] Legal = {
    param_pkg::in_range("version_index_table: Protection", Protection, ecc_pkg::None, ecc_pkg::Secded),
    param_pkg::in_range("version_index_table: Regions", Regions, 2, 256),
    param_pkg::power_of_two("version_index_table: Versions", Versions, 2, 64),
    param_pkg::in_range("version_index_table: BlockWidth", BlockWidth, SubarrayShift, 64),
    param_pkg::in_range("version_index_table: SizeWidth", SizeWidth, 1, 6),
    param_pkg::in_range("version_index_table: StripeWidth", StripeWidth, 1, SubarrayShift - VersionWidth),
    param_pkg::in_range("version_index_table: SubarrayShift", SubarrayShift, StripeWidth + VersionWidth, BlockWidth),
    param_pkg::in_range("version_index_table: TimeWidth", TimeWidth, 1, 64),
    param_pkg::in_range("version_index_table: ReferenceWidth", ReferenceWidth, 1, 32)
  };
  `GPUTM_ASSERT_PARAMS(Legal == '1)

  function automatic version_t index_of(versions_t one_hot);
    index_of = '0;
    for (int unsigned v = 0; v < Versions; v++) if (one_hot[v]) index_of |= version_t'(v);
  endfunction
  function automatic versions_t one(version_t version);
    return versions_t'(1) << version;
  endfunction

  // ---- Errors of memories ----
  // A row is a word, with protection one word a version; then the places of regions.
  localparam int unsigned Words = Protection == ecc_pkg::None ? 1 : Versions;
  ecc_pkg::ram_error_t [Words:0] memory_errors;
  logic stop;

  error_report #(
    .Memories  (Words + 1),
    .Protection(Protection)
  ) u_error_report (
    .clk_i,
    .rst_ni,
    .errors_i(memory_errors),
    .stop_o  (stop),
    .report_o(memory_report_o)
  );

  op_e accepted_op;
  stage_t accepted, matched, last;
  stage_t [2:0] stage_q;  // rows of the region, comparison, choice
  block_t [1:0] block_q;  // block of an access, in the first two

  // ---- Regions ----
  logic [Regions-1:0] valid;
  logic hit;
  region_t hit_region;
  block_t place_start, place_relocated, place_beside;
  logic [SizeWidth-1:0] place_size, place_distance;

  region_places #(
    .Regions      (Regions),
    .VersionWidth (VersionWidth),
    .BlockWidth   (BlockWidth),
    .SizeWidth    (SizeWidth),
    .StripeWidth  (StripeWidth),
    .SubarrayShift(SubarrayShift),
    .Protection   (Protection)
  ) u_places (
    .clk_i,
    .rst_ni,
    .start_i     (region_start_i),
    .size_i      (region_size_i),
    .relocated_i (region_relocated_i),
    .result_o    (region_result_o),
    .index_o     (region_index_o),
    .take_i      (accepted_op == OpRegion),
    .valid_o     (valid),
    .match_i     (accepted_op == OpAccess),
    .block_i     (access_block_i),
    .hit_o       (hit),
    .hit_region_o(hit_region),
    .read_i      (stage_q[0].op != OpNone),
    .region_i    (matched.region),
    .start_o     (place_start),
    .relocated_o (place_relocated),
    .size_o      (place_size),
    .distance_o  (place_distance),
    .beside_o    (place_beside),
    .error_o     (memory_errors[Words])
  );

  // ---- Arbitration of the next operation ----
  logic exclusive_q, release_turn_q, flushing_q, flush_last, looked_at_q;
  region_t flush_region_q, next_region, next_region_q;
  logic [Regions-1:0] wants_q, starved_q, to_flush_q;
  logic next_due_q, next_in_flight_q;

  // The next due version is searched for a cycle ahead. Meanwhile regions may be added, but none is removed.
  always_comb begin
    next_region = '0;
    for (int unsigned r = 0; r < Regions; r++) if (wants_q[Regions-1-r]) next_region = region_t'(Regions - 1 - r);
  end

  always_comb begin
    accepted_op = OpNone;
    if (!exclusive_q && !stop) begin
      if (flush_valid_i && !flushing_q) accepted_op = OpNone;
      else if (flushing_q) accepted_op = to_flush_q[0] ? OpFlush : OpNone;
      else if (region_valid_i && looked_at_q) accepted_op = region_result_o == RegionTaken ? OpRegion : OpNone;
      else if (copied_valid_i) accepted_op = OpCopied;
      else if (publish_valid_i) accepted_op = OpPublish;
      else if (next_due_q) accepted_op = OpNext;
      else if (release_valid_i && (release_turn_q || !access_valid_i)) accepted_op = OpRelease;
      else if (access_valid_i) accepted_op = OpAccess;
    end
  end
  assign region_ready_o  = !stop && looked_at_q && !exclusive_q && !flush_valid_i && !flushing_q;
  assign copied_ready_o  = accepted_op == OpCopied;
  assign publish_ready_o = accepted_op == OpPublish;
  assign release_ready_o = accepted_op == OpRelease;
  assign access_ready_o  = accepted_op == OpAccess;

  always_comb begin
    accepted         = '0;
    accepted.op      = accepted_op;
    accepted.kind    = access_kind_i;
    accepted.version = accepted_op == OpCopied ? copied_version_i : release_version_i;
    accepted.moment  = accepted_op == OpPublish ? publish_time_i : access_time_i;
    unique case (accepted_op)
      OpRegion: accepted.region = region_index_o;
      OpCopied: accepted.region = copied_region_i;
      OpPublish: accepted.region = publish_region_i;
      OpNext: accepted.region = next_region_q;
      OpFlush: accepted.region = flush_region_q;
      OpRelease: accepted.region = release_region_i;
      default: ;
    endcase
    matched        = stage_q[0];
    matched.region = stage_q[0].region | hit_region;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      exclusive_q    <= 1'b0;
      release_turn_q <= 1'b0;
      looked_at_q    <= 1'b0;
      next_due_q     <= 1'b0;
      stage_q        <= '0;
    end else begin
      exclusive_q <= accepted_op != OpNone && accepted_op != OpAccess && accepted_op != OpRelease;
      if (accepted_op == OpAccess) release_turn_q <= 1'b1;
      if (accepted_op == OpRelease) release_turn_q <= 1'b0;
      looked_at_q <= region_valid_i && !region_ready_o;
      next_due_q  <= wants_q != '0 && !next_in_flight_q && accepted_op != OpNext;
      stage_q     <= {stage_q[1], matched, accepted};
    end
  end

  // A flush visits all regions, when earlier operations have left the stages.
  assign flush_last    = flush_region_q == region_t'(Regions - 1);
  assign flush_ready_o = !stop && flushing_q && !exclusive_q && flush_last;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      flushing_q     <= 1'b0;
      flush_region_q <= '0;
      to_flush_q     <= '0;
    end else if (!flushing_q) begin
      flushing_q     <= flush_valid_i && !exclusive_q;
      flush_region_q <= '0;
      to_flush_q     <= valid;
    end else if (!exclusive_q) begin
      flushing_q     <= !flush_last;
      flush_region_q <= flush_region_q + 1'b1;
      to_flush_q     <= to_flush_q >> 1;
    end
  end

  // ---- The row ----
  row_t row, row_q, row_d;
  versions_t unread_q, unread_d;  // versions without references
  logic hit_q, versioned, none_in_flight, write_row;

  // The fields of a version are together. A row outside of the regions may be read, and is ignored.
  localparam int unsigned VersionBits = $bits(row_t) / Versions;
  localparam int unsigned WordBits = $bits(row_t) / Words;
  logic [Versions-1:0][VersionBits-1:0] written, read;

  always_comb begin
    for (int unsigned v = 0; v < Versions; v++) begin
      written[v] = {row_d.state[v], row_d.closed[v], row_d.younger[v], row_d.references[v], row_d.created[v]};
      {row.state[v], row.closed[v], row.younger[v], row.references[v], row.created[v]} = read[v];
    end
  end

  for (genvar word = 0; word < Words; word++) begin : gen_word
    ram_1r1w_ecc #(
      .Width     (WordBits),
      .Depth     (Regions),
      .Protection(Protection),
      .Forward   (1'b1)
    ) u_rows (
      .clk_i,
      .rst_ni,
      .write_i(write_row),
      .waddr_i(last.region),
      .wdata_i(written[word*Versions/Words+:Versions/Words]),
      .read_i (stage_q[0].op != OpNone),
      .check_i(stage_q[0].op != OpRegion && valid[matched.region]),
      .raddr_i(matched.region),
      .rdata_o(read[word*Versions/Words+:Versions/Words]),
      .bad_o  (),
      .error_o(memory_errors[word])
    );
  end

  assign last = stage_q[2];
  always_ff @(posedge clk_i) begin
    block_q <= {block_q[0], access_block_i};
    next_region_q <= next_region;
    hit_q <= hit;
    row_q <= row;
    for (int unsigned v = 0; v < Versions; v++) unread_q[v] <= row.references[v] == '0;
  end

  // ---- The choice ----
  versions_t readable, writable, copying, newest, chosen, unread, due, before_due;

  version_choice #(
    .Versions (Versions),
    .TimeWidth(TimeWidth)
  ) u_choice (
    .clk_i,
    .state_i     (row.state),
    .closed_i    (row.closed),
    .younger_i   (row.younger),
    .created_i   (row.created),
    .kind_i      (stage_q[1].kind),
    .moment_i    (stage_q[1].moment),
    .readable_o  (readable),
    .writable_o  (writable),
    .copying_o   (copying),
    .newest_o    (newest),
    .chosen_o    (chosen),
    .unread_i    (unread),
    .due_o       (due),
    .before_due_o(before_due)
  );

  // References as the previous operation has left them
  logic forward_q;
  logic [Versions-1:0][ReferenceWidth-1:0] references, changed_q;
  versions_t unread_changed_q;

  assign references = forward_q ? changed_q : row_q.references;
  assign unread     = forward_q ? unread_changed_q : unread_q;

  // Versions with a changed count, which is known late
  versions_t counted, only_one;
  logic [Versions-1:0][ReferenceWidth-1:0] counts;
  always_comb begin
    counted = last.op == OpRelease ? one(last.version) : chosen;
    counts  = references;
    for (int unsigned v = 0; v < Versions; v++) begin
      if (counted[v]) counts[v] = last.op == OpRelease ? references[v] - 1'b1 : references[v] + 1'b1;
      only_one[v] = references[v] == ReferenceWidth'(1);
      unread_d[v] = counted[v] ? last.op == OpRelease && only_one[v] : unread[v];
    end
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) forward_q <= 1'b0;
    else forward_q <= write_row && stage_q[1].region == last.region;
  end

  assign none_in_flight = (copying | writable) == '0;

  // Without a found version, the row is written unchanged.
  always_comb begin
    row_d            = row_q;
    row_d.references = references;
    write_row        = 1'b1;
    unique case (last.op)
      OpAccess, OpRelease: begin
        write_row        = last.op == OpRelease || (versioned && last.kind == AccessFirstRead);
        row_d.references = counts;
      end
      OpRegion: begin
        row_d          = '0;
        row_d.state[0] = VersionReadable;
      end
      OpNext: begin
        write_row    = none_in_flight;
        row_d.closed = (row_q.closed | before_due) & ~due;
        for (int unsigned v = 0; v < Versions; v++) if (due[v]) row_d.state[v] = VersionCopying;
      end
      OpCopied: row_d.state[last.version] = VersionWritable;
      OpPublish: begin
        for (int unsigned v = 0; v < Versions; v++) begin
          if (writable[v]) begin
            row_d.state[v]   = VersionReadable;
            row_d.created[v] = last.moment;
            row_d.younger[v] = ~writable;
          end else begin
            row_d.younger[v] = row_q.younger[v] & ~writable;
          end
        end
      end
      OpFlush: begin
        for (int unsigned v = 0; v < Versions; v++) begin
          if (readable[v] && !newest[v]) row_d.state[v] = VersionFree;
          row_d.created[v] = '0;
        end
      end
      default: write_row = 1'b0;
    endcase
  end

  // Consequences, a cycle later
  op_e done_op_q;
  region_t done_region_q;
  logic next_made_q, starves_q, reference_ends_q;
  always_ff @(posedge clk_i) begin
    done_region_q    <= last.region;
    changed_q        <= row_d.references;
    unread_changed_q <= unread_d;
    next_made_q      <= none_in_flight && due != '0;
    starves_q        <= due == '0;
    reference_ends_q <= (one(last.version) & only_one) != '0;
  end

  // ---- Replies ----
  logic replies;
  version_reply #(
    .Versions   (Versions),
    .BlockWidth (BlockWidth),
    .SizeWidth  (SizeWidth),
    .RegionWidth(RegionWidth)
  ) u_reply (
    .clk_i,
    .rst_ni,
    .hit_i        (hit_q),
    .block_i      (block_q[1]),
    .relocated_i  (place_relocated),
    .size_i       (place_size),
    .distance_i   (place_distance),
    .beside_i     (place_beside),
    .versioned_o  (versioned),
    .access_i     (last.op == OpAccess),
    .kind_i       (last.kind),
    .region_i     (last.region),
    .chosen_i     (chosen),
    .reply_valid_o(replies),
    .reply_place_o,
    .reply_block_o,
    .reply_versioned_o,
    .reply_region_o,
    .reply_version_o
  );

  assign reply_valid_o = replies && !stop;

  // ---- Versions that are due ----
  logic copy_offered_q, copy_taken;
  stream_gate u_copy_gate (
    .clk_i,
    .rst_ni,
    .open_i     (!stop),
    .in_valid_i (copy_offered_q),
    .in_ready_o (copy_taken),
    .out_valid_o(copy_valid_o),
    .out_ready_i(copy_ready_i)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      done_op_q        <= OpNone;
      wants_q          <= '0;
      starved_q        <= '0;
      next_in_flight_q <= 1'b0;
      copy_offered_q   <= 1'b0;
    end else begin
      done_op_q <= last.op;
      if (accepted_op == OpNext) begin
        wants_q[next_region_q] <= 1'b0;
        next_in_flight_q       <= 1'b1;
      end
      if (copy_offered_q && copy_taken) begin
        copy_offered_q   <= 1'b0;
        next_in_flight_q <= 1'b0;
      end
      // A region needs its next version as soon as the operation has been issued: the search comes behind it.
      if (stage_q[0].op inside {OpRegion, OpPublish, OpFlush}) wants_q[stage_q[0].region] <= 1'b1;
      unique case (done_op_q)
        OpNext: begin
          copy_offered_q <= next_made_q;
          if (!next_made_q) next_in_flight_q <= 1'b0;
          starved_q[done_region_q] <= starves_q;
        end
        OpRelease: if (reference_ends_q && starved_q[done_region_q]) wants_q[done_region_q] <= 1'b1;
        default: ;
      endcase
    end
  end
  // There is one copy at a time, and none is offered when the next one is chosen.
  always_ff @(posedge clk_i) begin
    if (stage_q[1].op == OpNext) begin
      copy_start_o    <= place_start;
      copy_size_o     <= place_size;
      copy_distance_o <= place_distance;
    end
    if (last.op == OpNext) begin
      copy_region_o <= last.region;
      copy_from_o   <= index_of(newest);
      copy_to_o     <= index_of(due);
    end
  end

  // ---- Assertions ----
  logic later;
  always_comb begin
    later = 1'b1;
    for (int unsigned v = 0; v < Versions; v++) if (readable[v] && row_q.created[v] >= last.moment) later = 1'b0;
  end

  // The operation is one on the versions of a region.
  logic on_versions;
  assign on_versions = last.op != OpNone && last.op != OpRegion && (last.op != OpAccess || versioned);

  `GPUTM_ASSERT_IF(a_one_newest, $onehot(newest), on_versions,
                   ("version_index_table: newest versions %b of region %0d", newest, last.region))
  `GPUTM_ASSERT_IF(
      a_one_next, $onehot0(copying | writable), on_versions,
      ("version_index_table: versions %b of region %0d copied, %b written", copying, last.region, writable))
  `GPUTM_ASSERT_IF(a_release_of_a_reference, references[last.version] != '0, last.op == OpRelease,
                   ("version_index_table: version %0d of region %0d has nothing to release", last.version, last.region))
  `GPUTM_ASSERT_IF(a_references_fit, references[index_of(chosen)] != '1,
                   last.op == OpAccess && versioned && write_row && chosen != '0,
                   ("version_index_table: too many references to versions %b of region %0d", chosen, last.region))
  `GPUTM_ASSERT_IF(a_copy_was_made, copying == one(last.version), last.op == OpCopied,
                   ("version_index_table: version %0d of region %0d was not copied", last.version, last.region))
  `GPUTM_ASSERT_IF(a_something_to_publish, writable != '0 && later, last.op == OpPublish,
                   ("version_index_table: region %0d has nothing to publish at time %0d", last.region, last.moment))
  `GPUTM_ASSERT_IF(a_nobody_reads_in_a_flush, references == '0, last.op == OpFlush,
                   ("version_index_table: region %0d is flushed while it is read", last.region))
  // Coverage points (tb/coverage)
  `GPUTM_COVER(b_version_was_recycled, last.op == OpAccess && versioned && chosen == '0 && last.kind != AccessWrite)
  `GPUTM_COVER(b_no_version_to_write, last.op == OpAccess && versioned && chosen == '0 && last.kind == AccessWrite)
  `GPUTM_COVER(b_oldest_version_is_reused, last.op == OpNext && none_in_flight && (due & readable) != '0)
  `GPUTM_COVER(b_all_versions_are_read, last.op == OpNext && due == '0)

  // Handshake assertions
  `GPUTM_STREAM(u_check_region, region_valid_i, region_ready_o, {region_start_i, region_size_i, region_relocated_i})
  `GPUTM_STREAM(u_check_access, access_valid_i, access_ready_o, {access_kind_i, access_block_i, access_time_i})
  `GPUTM_STREAM(u_check_release, release_valid_i, release_ready_o, {release_region_i, release_version_i})
  `GPUTM_STREAM(u_check_copy, copy_valid_o, copy_ready_i, {copy_region_o, copy_start_o, copy_size_o, copy_distance_o,
                                                           copy_from_o, copy_to_o})
  `GPUTM_STREAM(u_check_copied, copied_valid_i, copied_ready_o, {copied_region_i, copied_version_i})
  `GPUTM_STREAM(u_check_publish, publish_valid_i, publish_ready_o, {publish_region_i, publish_time_i})
  `GPUTM_STREAM(u_check_flush, flush_valid_i, flush_ready_o)

endmodule

`default_nettype wire
