// Commit unit of a memory partition under snapshot isolation (ISCA 2017 paper, section 5): keeps the write
// sets of warps until their committing lanes are known, and writes the words of those to the writable
// versions. Reads are not validated, and write-write conflicts are decided before (dependency_unit).
//
//   words of all warps -> buffer, Words words a set
//   commits, in order  -> buffer -> lanes that commit -> sectors -> place (version_index_table) -> write
//
// A set is a warp's words at this partition, then their end, then a commit of some of its lanes, or a drop. Sets come
// interleaved; commits are done in the order in which they come. Consecutive words of a set in one sector become one
// access of the L2, with one request for a place. While its region has no writable version, the access repeats the
// request RetryCycles cycles after each refusal, and those behind it wait. A write is done when it is accepted; the
// last one of a set makes its reply, with the regions to be published. The publication is external, and happens when no
// commit is in progress. So all commits in between are of one version, and a block that comes twice in it is an error,
// unless it is the same lane's.
//
// Overflow, as in KILO TM (MICRO 2011 paper, section 4.5.3): a set with more than Words words is not
// kept. When its commit's turn comes, the core is asked to resend it, and the buffer is a queue
// between the incoming words and the written ones. Only the stream that brings words waits for that.
//
// Latency:    from a commit to its first place request, 6 cycles and one for each word of the
//             access; one from a place to its write, and one from the last write to the reply.
// Throughput: one word in and one word read each cycle, so one access each cycle at most; no gap
//             between sets. A set without words takes a cycle.
//
// Sets: in progress at a time, numbered by the cores; at least 2. Words: of a set, a power of two, at least 2. Lanes:
// of a warp, at least 2. SectorWords: of an access, a power of two, at least 2. BlockWidth: bits of a block address; a
// block is a word. DataWidth: bits of a word. CountWidth: bits of a set's number of words. Regions: of the version
// index table, at least 2. PlaceRequests: accesses that wait for a place or for the L2, a power of two, at least 2.
// RetryCycles: at least 1. Protection: of ecc_pkg; after a word that could not be corrected, nothing is written, replied,
// requested or accepted (docs/protection.md).

`include "gputm_assert.svh"

`default_nettype none

module snapshot_commit_unit
  import versioned_memory_pkg::*;
#(
  parameter  int unsigned Sets          = 32,
  parameter  int unsigned Words         = 64,
  parameter  int unsigned Lanes         = 32,
  parameter  int unsigned SectorWords   = 8,
  parameter  int unsigned BlockWidth    = snapshot_pkg::BlockBits,
  parameter  int unsigned DataWidth     = 32,
  parameter  int unsigned CountWidth    = 12,
  parameter  int unsigned Regions       = 25,
  parameter  int unsigned PlaceRequests = 8,
  parameter  int unsigned RetryCycles   = 16,
  parameter  int unsigned Protection    = 0,                        // of memories (ecc_pkg): none, parity, SECDED
  localparam int unsigned SetWidth      = $clog2(Sets),
  localparam int unsigned LaneWidth     = $clog2(Lanes),
  localparam int unsigned PartWidth     = $clog2(SectorWords),
  localparam int unsigned SectorWidth   = BlockWidth - PartWidth,
  localparam int unsigned RegionWidth   = $clog2(Regions)
) (
  input  wire logic                                  clk_i,
  input  wire logic                                  rst_ni,

  // Write sets, their commits and drops
  input  wire logic                                  set_valid_i,
  output      logic                                  set_ready_o,
  input  wire set_beat_e                             set_kind_i,   // kind of the beat
  input  wire logic [SetWidth-1:0]                   set_id_i,     // number of the set
  input  wire logic [LaneWidth-1:0]                  set_lane_i,   // SetWord: lane of the word
  input  wire logic [BlockWidth-1:0]                 set_block_i,  // SetWord: address as seen by the program
  input  wire logic [DataWidth-1:0]                  set_data_i,   // SetWord: value to store
  input  wire logic [CountWidth-1:0]                 set_words_i,  // SetEnd: number of words sent
  input  wire logic [Lanes-1:0]                      set_lanes_i,  // SetEnd: may commit; SetCommit: lanes that commit

  // Places: an access for a commit's write of version_index_table
  output      logic                                  place_req_valid_o,
  input  wire logic                                  place_req_ready_i,
  output      logic [BlockWidth-1:0]                 place_req_block_o,  // first block of a sector
  input  wire logic                                  place_valid_i,      // for each request, in order, in a later cycle
  input  wire place_e                                place_result_i,     // outcome: there is a place, or not
  input  wire logic [BlockWidth-1:0]                 place_block_i,      // address of the sector
  input  wire logic                                  place_versioned_i,  // the place is in a version of a region
  input  wire logic [RegionWidth-1:0]                place_region_i,     // number of the region

  // Writes of words of a sector
  output      logic                                  write_valid_o,
  input  wire logic                                  write_ready_i,
  output      logic [SectorWidth-1:0]                write_sector_o,  // number of the sector in memory
  output      logic [SectorWords-1:0]                write_mask_o,    // words to store
  output      logic [SectorWords-1:0][DataWidth-1:0] write_data_o,    // values of these words

  // One reply for a commit, preceded by a resend request if the set has overflowed
  output      logic                                  reply_valid_o,
  input  wire logic                                  reply_ready_i,
  output      set_reply_e                            reply_kind_o,     // kind of the reply
  output      logic [SetWidth-1:0]                   reply_set_o,      // number of the set
  output      logic [Regions-1:0]                    reply_regions_o,  // SetDone: regions that it has written

  output      logic                                  busy_o,           // a set has words, or its commit is not done

  output      ecc_pkg::ram_report_t                  memory_report_o   // errors of memories, with Protection
);

  localparam int unsigned WordWidth = $clog2(Words);
  localparam int unsigned RequestWidth = $clog2(PlaceRequests + 1);
  localparam int unsigned SetCount = $clog2(Sets + 1);
  localparam int unsigned RetryWidth = $clog2(RetryCycles + 1);

  typedef logic [SetWidth-1:0] set_t;
  typedef logic [Lanes-1:0] lanes_t;
  typedef logic [BlockWidth-1:0] block_t;
  typedef logic [SectorWidth-1:0] sector_t;
  typedef logic [SectorWords-1:0] mask_t;
  typedef logic [SectorWords-1:0][DataWidth-1:0] data_t;
  typedef logic [Regions-1:0] regions_t;
  typedef logic [WordWidth:0] count_t;  // twice around a set's buffer
  typedef logic [RequestWidth-1:0] requests_t;

  typedef struct packed {
    logic [LaneWidth-1:0] lane;
    block_t               block;
    logic [DataWidth-1:0] data;
  } word_t;
  // An access without its place. One that does not write, as no word is in its mask, only ends a set.
  typedef struct packed {
    set_t  id;
    logic  last;
    logic  writes;
    mask_t mask;
    data_t data;
  } access_t;
  typedef struct packed {
    sector_t                sector;
    logic                   versioned;
    logic [RegionWidth-1:0] region;
  } placed_t;
  typedef struct packed {
    set_reply_e kind;
    set_t       id;
    regions_t   regions;
  } reply_t;

  localparam bit [10:0] Legal = {
    param_pkg::in_range("snapshot_commit_unit: Protection", Protection, ecc_pkg::None, ecc_pkg::Secded),
    param_pkg::in_range("snapshot_commit_unit: Sets", Sets, 2, 1024),
    param_pkg::power_of_two("snapshot_commit_unit: Words", Words, 2, 4096),
    param_pkg::in_range("snapshot_commit_unit: Lanes", Lanes, 2, 256),
    param_pkg::power_of_two("snapshot_commit_unit: SectorWords", SectorWords, 2, 256),
    param_pkg::in_range("snapshot_commit_unit: BlockWidth", BlockWidth, PartWidth + 1, 64),
    param_pkg::in_range("snapshot_commit_unit: DataWidth", DataWidth, 1, 1024),
    param_pkg::in_range("snapshot_commit_unit: CountWidth", CountWidth, 1, 32),
    param_pkg::in_range("snapshot_commit_unit: Regions", Regions, 2, 256),
    param_pkg::power_of_two("snapshot_commit_unit: PlaceRequests", PlaceRequests, 2, 256),
    param_pkg::in_range("snapshot_commit_unit: RetryCycles", RetryCycles, 1, 65535)
  };
  `GPUTM_ASSERT_PARAMS(Legal == '1)

  // ---- Errors of memories, numbered as in docs/protection.md ----
  ecc_pkg::ram_error_t [5:0] memory_errors;
  logic stop;

  error_report #(
    .Memories  (6),
    .Protection(Protection)
  ) u_error_report (
    .clk_i,
    .rst_ni,
    .errors_i(memory_errors),
    .stop_o  (stop),
    .report_o(memory_report_o)
  );

  // ---- The buffer: a set's words in its own part ----
  count_t [Sets-1:0] stored_q;  // words that have come into it; ignored after an overflow
  logic [Sets-1:0] ended_q, overflow_q;
  logic set_taken, word_push, full;
  logic head_valid_q, commit_pops, resends, resending_q, resent;
  set_t head_id_q;  // set of the oldest commit
  count_t read_q, left_q;  // its words that have been read, and those left in the buffer

  assign resent      = resending_q && set_id_i == head_id_q;
  assign full        = (resent ? left_q : stored_q[set_id_i]) == count_t'(Words);
  assign set_ready_o = !stop && !(set_kind_i == SetWord && resent && full);
  assign set_taken   = set_valid_i && set_ready_o;
  assign word_push   = set_taken && set_kind_i == SetWord;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      stored_q   <= '0;
      ended_q    <= '0;
      overflow_q <= '0;
    end else begin
      if (word_push) stored_q[set_id_i] <= stored_q[set_id_i] + 1'b1;
      if (word_push && full) overflow_q[set_id_i] <= 1'b1;
      if (set_taken && set_kind_i == SetEnd) ended_q[set_id_i] <= 1'b1;
      if (set_taken && set_kind_i == SetDrop) begin
        stored_q[set_id_i]   <= '0;
        ended_q[set_id_i]    <= 1'b0;
        overflow_q[set_id_i] <= 1'b0;
      end
      if (commit_pops || resends) begin
        stored_q[head_id_q]   <= '0;
        ended_q[head_id_q]    <= 1'b0;
        overflow_q[head_id_q] <= 1'b0;
      end
    end
  end

  logic read_word;
  word_t word;
  ram_1r1w_ecc #(
    .Width     ($bits(word_t)),
    .Depth     (Sets * Words),
    .Protection(Protection)
  ) u_words (
    .clk_i,
    .rst_ni,
    .write_i(word_push),
    .waddr_i({set_id_i, stored_q[set_id_i][WordWidth-1:0]}),
    .wdata_i({set_lane_i, set_block_i, set_data_i}),
    .read_i (read_word),
    .check_i(1'b1),
    .raddr_i({head_id_q, read_q[WordWidth-1:0]}),
    .rdata_o(word),
    .bad_o  (),
    .error_o(memory_errors[0])
  );

  // ---- Commits, in order; at most one of a set ----
  logic commit_push, commit_ready, next_valid, head_free;
  logic [SetCount-1:0] commits;
  set_t next_id;
  lanes_t lanes;  // committing lanes of the set of the word that has been read
  assign commit_push = set_taken && set_kind_i == SetCommit;

  fifo_parity #(
    .Width     (SetWidth),
    .Depth     (Sets),
    .Protection(Protection)
  ) u_commits (
    .clk_i,
    .rst_ni,
    .in_valid_i (commit_push),
    .in_ready_o (commit_ready),
    .in_data_i  (set_id_i),
    .out_valid_o(next_valid),
    .out_ready_i(head_free),
    .out_data_o (next_id),
    .count_o    (commits),
    .error_o    (memory_errors[2])
  );
  ram_1r1w_ecc #(
    .Width     (Lanes),
    .Depth     (Sets),
    .Protection(Protection)
  ) u_lanes (
    .clk_i,
    .rst_ni,
    .write_i(commit_push),
    .waddr_i(set_id_i),
    .wdata_i(set_lanes_i),
    .read_i (read_word),
    .check_i(1'b1),
    .raddr_i(head_id_q),
    .rdata_o(lanes),
    .bad_o  (),
    .error_o(memory_errors[1])
  );

  // The record of the oldest commit's set is looked up before its turn: the words of a committing
  // set do not change until it is requested again. A word is read, or, if the last one was read
  // before the end came, only the end advances.
  logic head_ended_q, head_overflow_q;
  logic beat_free, beat_valid_q, beat_word_q, beat_last_q, reads_last, ends;
  logic done;
  set_t beat_id_q;

  assign head_free   = !head_valid_q || commit_pops;
  assign resends     = head_valid_q && head_overflow_q && !done;
  assign read_word   = head_valid_q && !head_overflow_q && left_q != '0 && beat_free;
  assign reads_last  = read_word && head_ended_q && left_q == count_t'(1);
  assign ends        = head_valid_q && !head_overflow_q && left_q == '0 && head_ended_q && beat_free;
  assign commit_pops = reads_last || ends;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) head_valid_q <= 1'b0;
    else if (head_free) head_valid_q <= next_valid;
  end
  always_ff @(posedge clk_i) begin
    if (head_free) begin
      head_id_q       <= next_id;
      left_q          <= stored_q[next_id];
      head_ended_q    <= ended_q[next_id];
      head_overflow_q <= overflow_q[next_id];
    end else if (resends) begin
      left_q          <= '0;
      head_ended_q    <= 1'b0;
      head_overflow_q <= 1'b0;
    end else begin
      left_q <= left_q + count_t'(word_push && resent) - count_t'(read_word);
      if (set_taken && set_kind_i == SetEnd && resent) head_ended_q <= 1'b1;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      read_q       <= '0;
      resending_q  <= 1'b0;
      beat_valid_q <= 1'b0;
    end else begin
      if (commit_pops) read_q <= '0;
      else if (read_word) read_q <= read_q + 1'b1;
      resending_q <= resends || (resending_q && !commit_pops);
      if (beat_free) beat_valid_q <= read_word || ends;
    end
  end
  always_ff @(posedge clk_i) begin
    if (beat_free) begin
      beat_word_q <= read_word;
      beat_last_q <= commit_pops;
      beat_id_q   <= head_id_q;
    end
  end

  // ---- Words of committing lanes become accesses ----
  logic kept, push_valid, push_ready, pushed, merges;
  access_t merged;
  sector_t merged_sector;

  assign kept   = beat_word_q && lanes[word.lane];
  assign pushed = push_valid && push_ready;

  write_merger #(
    .IdWidth    (SetWidth),
    .SectorWords(SectorWords),
    .BlockWidth (BlockWidth),
    .DataWidth  (DataWidth)
  ) u_merger (
    .clk_i,
    .rst_ni,
    .beat_valid_i   (beat_valid_q),
    .beat_ready_o   (beat_free),
    .beat_id_i      (beat_id_q),
    .beat_last_i    (beat_last_q),
    .beat_writes_i  (kept),
    .beat_block_i   (word.block),
    .beat_data_i    (word.data),
    .access_valid_o (push_valid),
    .access_ready_i (push_ready),
    .access_id_o    (merged.id),
    .access_last_o  (merged.last),
    .access_writes_o(merged.writes),
    .access_sector_o(merged_sector),
    .access_mask_o  (merged.mask),
    .access_data_o  (merged.data),
    .busy_o         (merges)
  );

  // ---- Accesses that wait for their places ----
  logic access_valid, access_done, window_ready, window_valid, window_empty, issue, place_granted, rewind;
  logic placed_ready, placed_valid;
  logic write_valid, write_taken;
  requests_t accesses, places;
  access_t access;
  placed_t placed;
  sector_t issued_sector;

  fifo_parity #(
    .Width     ($bits(access_t)),
    .Depth     (PlaceRequests),
    .Protection(Protection)
  ) u_accesses (
    .clk_i,
    .rst_ni,
    .in_valid_i (push_valid),
    .in_ready_o (push_ready),
    .in_data_i  (merged),
    .out_valid_o(access_valid),
    .out_ready_i(access_done),
    .out_data_o (access),
    .count_o    (accesses),
    .error_o    (memory_errors[3])
  );
  operation_window #(
    .Width(SectorWidth),
    .Depth(PlaceRequests)
  ) u_place_requests (
    .clk_i,
    .rst_ni,
    .in_valid_i   (pushed && merged.writes),
    .in_ready_o   (window_ready),
    .in_data_i    (merged_sector),
    .issue_valid_o(window_valid),
    .issue_data_o (issued_sector),
    .issue_i      (issue),
    .done_i       (place_granted),
    .rewind_i     (rewind),
    .empty_o      (window_empty)
  );

  // A request is in flight from its offer to its place. After a refusal, the places of those behind
  // it are stale, and from then on one request at a time is made, until there is a place.
  requests_t in_flight_q, stale_q;
  logic probing_q;
  logic [RetryWidth-1:0] wait_q;
  sector_t req_sector_q;

  assign place_req_block_o = {req_sector_q, PartWidth'(0)};
  assign issue             = window_valid && (!place_req_valid_o || place_req_ready_i) && stale_q == '0 &&
                             wait_q == '0 && !rewind && !(probing_q && in_flight_q != '0) && !stop;
  assign place_granted     = place_valid_i && stale_q == '0 && place_result_i == PlaceValid;
  assign rewind            = place_valid_i && stale_q == '0 && place_result_i != PlaceValid;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      place_req_valid_o <= 1'b0;
      in_flight_q       <= '0;
      stale_q           <= '0;
      wait_q            <= '0;
      probing_q         <= 1'b0;
    end else begin
      place_req_valid_o <= issue || (place_req_valid_o && !place_req_ready_i);
      in_flight_q       <= in_flight_q + requests_t'(issue) - requests_t'(place_valid_i);
      if (rewind) stale_q <= in_flight_q - 1'b1;
      else if (place_valid_i && stale_q != '0) stale_q <= stale_q - 1'b1;
      if (rewind) wait_q <= RetryWidth'(RetryCycles);
      else if (wait_q != '0) wait_q <= wait_q - 1'b1;
      if (rewind) probing_q <= 1'b1;
      else if (place_granted) probing_q <= 1'b0;
    end
  end
  always_ff @(posedge clk_i) if (issue) req_sector_q <= issued_sector;

  fifo_parity #(
    .Width     ($bits(placed_t)),
    .Depth     (PlaceRequests),
    .Protection(Protection)
  ) u_places (
    .clk_i,
    .rst_ni,
    .in_valid_i (place_granted),
    .in_ready_o (placed_ready),
    .in_data_i  ({place_block_i[BlockWidth-1:PartWidth], place_versioned_i, place_region_i}),
    .out_valid_o(placed_valid),
    .out_ready_i(write_valid && write_taken),
    .out_data_o (placed),
    .count_o    (places),
    .error_o    (memory_errors[4])
  );

  // ---- Writes and replies ----
  logic reply_ready, reply_valid, reply_taken;
  logic [SetCount-1:0] replies;
  regions_t regions_q, regions;

  assign write_valid    = access_valid && access.writes && placed_valid;
  assign write_sector_o = placed.sector;
  assign write_mask_o   = access.mask;
  assign write_data_o   = access.data;
  assign access_done    = !access.writes || (placed_valid && write_taken);
  assign done           = access_valid && access_done && access.last;
  assign regions        = regions_q | (regions_t'(access.writes && placed.versioned) << placed.region);

  stream_gate u_write_gate (
    .clk_i,
    .rst_ni,
    .open_i     (!stop),
    .in_valid_i (write_valid),
    .in_ready_o (write_taken),
    .out_valid_o(write_valid_o),
    .out_ready_i(write_ready_i)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) regions_q <= '0;
    else if (access_valid && access_done) regions_q <= access.last ? '0 : regions;
  end

  // A set has one reply at a time.
  reply_t reply, reply_out;
  assign reply = '{kind: done ? SetDone : SetResend, id: done ? access.id : head_id_q, regions: done ? regions : '0};
  fifo_parity #(
    .Width     ($bits(reply_t)),
    .Depth     (Sets),
    .Protection(Protection)
  ) u_replies (
    .clk_i,
    .rst_ni,
    .in_valid_i (done || resends),
    .in_ready_o (reply_ready),
    .in_data_i  (reply),
    .out_valid_o(reply_valid),
    .out_ready_i(reply_taken),
    .out_data_o (reply_out),
    .count_o    (replies),
    .error_o    (memory_errors[5])
  );
  stream_gate u_reply_gate (
    .clk_i,
    .rst_ni,
    .open_i     (!stop),
    .in_valid_i (reply_valid),
    .in_ready_o (reply_taken),
    .out_valid_o(reply_valid_o),
    .out_ready_i(reply_ready_i)
  );
  assign reply_kind_o    = reply_out.kind;
  assign reply_set_o     = reply_out.id;
  assign reply_regions_o = reply_out.regions;

  // Each part says what it holds, though accesses have what the later ones hold, so that the proof that the clock may stop
  // is short. A word that a queue does not offer, since it is lost, is work, too.
  logic reports;
  always_comb begin
    reports = 1'b0;
    for (int unsigned i = 0; i < 6; i++) reports |= memory_errors[i].valid;
  end
  assign busy_o = set_valid_i || stored_q != '0 || ended_q != '0 || overflow_q != '0 || commits != '0 || head_valid_q ||
                  beat_valid_q || merges || accesses != '0 || !window_empty || place_req_valid_o || in_flight_q != '0 ||
                  wait_q != '0 || places != '0 || replies != '0 || reports;

  // ---- What must hold ----
  // For assertions only, of each set: the number of words that have come, and their lanes; the lanes that may commit;
  // whether it is between its commit and its accepted last write. And the last words of committing lanes, since there
  // was no commit in progress: publications happen only then, so they are of one version. A lane may write a word
  // again; its last value stays.
  logic [Sets-1:0][CountWidth-1:0] received_q;
  lanes_t [Sets-1:0] lanes_seen_q, may_commit_q;
  logic [Sets-1:0] committing_q;
  logic [Words-1:0] recent_valid_q;
  logic [Words-1:0][BlockWidth-1:0] recent_q;
  logic [Words-1:0][SetWidth+LaneWidth-1:0] recent_writer_q;
  logic accepts, clash;

  assign accepts = !ended_q[set_id_i] && (!committing_q[set_id_i] || (head_valid_q && resent));
  always_comb begin
    clash = 1'b0;
    for (int unsigned i = 0; i < Words; i++) begin
      clash |= recent_valid_q[i] && recent_q[i] == word.block && recent_writer_q[i] != {beat_id_q, word.lane};
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      received_q     <= '0;
      lanes_seen_q   <= '0;
      committing_q   <= '0;
      recent_valid_q <= '0;
    end else begin
      if (word_push) begin
        received_q[set_id_i]               <= received_q[set_id_i] + 1'b1;
        lanes_seen_q[set_id_i][set_lane_i] <= 1'b1;
      end
      if (set_taken && (set_kind_i == SetEnd || set_kind_i == SetDrop)) begin
        received_q[set_id_i]   <= '0;
        lanes_seen_q[set_id_i] <= '0;
      end
      if (commit_push) committing_q[set_id_i] <= 1'b1;
      if (done) committing_q[access.id] <= 1'b0;
      if (committing_q == '0) recent_valid_q <= '0;
      else if (beat_valid_q && beat_free && kept) recent_valid_q <= {recent_valid_q[Words-2:0], 1'b1};
    end
  end
  always_ff @(posedge clk_i) begin
    if (beat_valid_q && beat_free && kept) begin
      recent_q        <= {recent_q[Words-2:0], word.block};
      recent_writer_q <= {recent_writer_q[Words-2:0], beat_id_q, word.lane};
    end
    if (set_taken && set_kind_i == SetEnd) may_commit_q[set_id_i] <= set_lanes_i;
  end

  `GPUTM_ASSERT(a_set_takes_words, !(word_push || (set_taken && set_kind_i == SetEnd)) || accepts,
                ("snapshot_commit_unit: word of set %0d after its end", set_id_i))
  `GPUTM_ASSERT(
      a_all_words_came, !(set_taken && set_kind_i == SetEnd) || received_q[set_id_i] == set_words_i,
      ("snapshot_commit_unit: %0d of %0d words of set %0d have come", received_q[set_id_i], set_words_i, set_id_i))
  `GPUTM_ASSERT(
      a_words_of_its_lanes, !(set_taken && set_kind_i == SetEnd) || (lanes_seen_q[set_id_i] & ~set_lanes_i) == '0,
      ("snapshot_commit_unit: set %0d of lanes %b has words of %b", set_id_i, set_lanes_i, lanes_seen_q[set_id_i]))
  `GPUTM_ASSERT(a_commit_of_a_whole_set, !commit_push || (ended_q[set_id_i] && !committing_q[set_id_i]),
                ("snapshot_commit_unit: set %0d commits, and has not ended, or commits already", set_id_i))
  `GPUTM_ASSERT(
      a_commit_of_its_lanes, !commit_push || (set_lanes_i & ~may_commit_q[set_id_i]) == '0,
      ("snapshot_commit_unit: lanes %b of set %0d of %b commit", set_lanes_i, set_id_i, may_commit_q[set_id_i]))
  `GPUTM_ASSERT(a_drop_instead_of_commit, !(set_taken && set_kind_i == SetDrop) || !committing_q[set_id_i],
                ("snapshot_commit_unit: set %0d is dropped while it commits", set_id_i))
  `GPUTM_ASSERT(a_one_commit_of_a_word, !(beat_valid_q && kept) || !clash,
                ("snapshot_commit_unit: set %0d and another commit write block %h", beat_id_q, word.block))
  `GPUTM_ASSERT(a_room_for_commits, !commit_push || commit_ready,
                ("snapshot_commit_unit: more commits than sets in progress"))
  `GPUTM_ASSERT(
      a_left_as_stored, !head_valid_q || head_overflow_q || left_q == stored_q[head_id_q] - read_q,
      ("snapshot_commit_unit: %0d words are left, of set %0d with %0d", left_q, head_id_q, stored_q[head_id_q]))
  `GPUTM_ASSERT(a_room_for_requests, !pushed || window_ready,
                ("snapshot_commit_unit: more accesses wait for places than there are"))
  `GPUTM_ASSERT(a_room_for_places, !place_granted || placed_ready, ("snapshot_commit_unit: more places than accesses"))
  `GPUTM_ASSERT(a_room_for_replies, !(done || resends) || reply_ready,
                ("snapshot_commit_unit: more replies than sets wait"))
  `GPUTM_ASSERT(a_place_was_requested, !place_valid_i || in_flight_q > requests_t'(place_req_valid_o),
                ("snapshot_commit_unit: place at %h was not requested", place_block_i))
  `GPUTM_ASSERT(a_commits_do_not_read, !place_valid_i || place_result_i != PlaceRecycled,
                ("snapshot_commit_unit: the place of a write is said to be recycled"))
  `GPUTM_ASSERT(a_place_of_a_sector, !place_granted || place_block_i[PartWidth-1:0] == '0,
                ("snapshot_commit_unit: a sector's place is at %h", place_block_i))

  // Coverage points (tb/coverage)
  `GPUTM_COVER(b_set_overflows, word_push && full && !resent && !overflow_q[set_id_i])
  `GPUTM_COVER(b_set_is_asked_for_again, resends)
  `GPUTM_COVER(b_resent_word_waits, set_valid_i && !set_ready_o)
  `GPUTM_COVER(b_end_comes_after_the_last_read, ends && read_q != '0)
  `GPUTM_COVER(b_set_without_words, ends && read_q == '0)
  `GPUTM_COVER(b_lane_does_not_commit, beat_valid_q && beat_word_q && !kept)
  `GPUTM_COVER(b_no_version_is_writable, rewind)
  `GPUTM_COVER(b_place_is_stale, place_valid_i && stale_q != '0)
  `GPUTM_COVER(b_write_waits, write_valid_o && !write_ready_i)

  // Handshake assertions
  `GPUTM_STREAM(u_check_set, set_valid_i, set_ready_o, {set_kind_i, set_id_i, set_lane_i, set_block_i, set_data_i,
                                                        set_words_i, set_lanes_i})
  `GPUTM_STREAM(u_check_place_req, place_req_valid_o, place_req_ready_i, place_req_block_o)
  `GPUTM_STREAM(u_check_write, write_valid_o, write_ready_i, {write_sector_o, write_mask_o, write_data_o})
  `GPUTM_STREAM(u_check_reply, reply_valid_o, reply_ready_i, {reply_kind_o, reply_set_o, reply_regions_o})

endmodule

`default_nettype wire
