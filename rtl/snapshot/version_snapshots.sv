// State at the publications of memory versions, for the snapshots of transactions that begin on them later: the
// number of commits in the version, and the timestamp above which all transactions on it start
// (docs/snapshot/post_dating.md, Versions). Versions are numbered in turn, modulo Versions. Transactions can
// begin on those from the oldest to the newest; before the first publication that is number 0, without a commit.
//
// With Versions versions, a new one takes the place of the oldest one. Versions older than the newest also end
// while no transaction could begin anyway (shed_i): because of the commits that they lack, ids and table
// entries stay occupied, which may be those needed. After a flush only the newest is left, and has all commits.
//
// A version's timestamp comes a few cycles after the publication, with the answer of the
// post_dating_unit. Until then no transaction begins on it, and its place is not used again.
//
// Latency:    combinational; a publication in one cycle is visible to requests in the next.
// Throughput: one publication and one snapshot each cycle.
//
// Versions: a power of two, at least 2. SeqWidth: bits of the number of commits. TimestampWidth: bits of a timestamp.

`include "gputm_assert.svh"

`default_nettype none

module version_snapshots #(
  parameter  int unsigned Versions       = 8,
  parameter  int unsigned SeqWidth       = 24,
  parameter  int unsigned TimestampWidth = snapshot_pkg::TimestampBits,
  localparam int unsigned VersionWidth   = $clog2(Versions)
) (
  input  wire logic                      clk_i,
  input  wire logic                      rst_ni,

  // A version is published
  input  wire logic                      publish_i,
  output      logic                      room_o,               // there is a place for it
  output      logic [VersionWidth-1:0]   number_o,             // its number
  input  wire logic [SeqWidth-1:0]       commits_i,            // commits in the version
  input  wire logic                      answer_i,             // its timestamp has come
  input  wire logic [VersionWidth-1:0]   answer_number_i,
  input  wire logic [TimestampWidth-1:0] answer_timestamp_i,

  // A transaction requests a version
  input  wire logic [VersionWidth-1:0]   query_i,
  output      logic                      readable_o,  // the version has not ended

  // A transaction begins, on a version that was readable at its request
  input  wire logic [VersionWidth-1:0]   version_i,
  output      logic                      known_o,              // its timestamp has come
  output      logic [SeqWidth-1:0]       seq_o,                // commits in the version
  output      logic [TimestampWidth-1:0] timestamp_o,

  input  wire logic                      shed_i,               // all end except the newest
  input  wire logic                      flush_i,              // only the newest is left, with 0 commits
  output      logic [SeqWidth-1:0]       oldest_seq_o          // commits that all versions from the oldest on have
);

  `GPUTM_ASSERT_PARAMS(param_pkg::power_of_two("version_snapshots: Versions", Versions, 2, 65536, 2))

  typedef logic [VersionWidth-1:0] version_t;

  version_t oldest_q, newest_q;
  logic [Versions-1:0] known_q;
  logic [Versions-1:0][SeqWidth-1:0] seq_q;
  logic [Versions-1:0][TimestampWidth-1:0] timestamp_q;

  assign number_o     = newest_q + 1'b1;
  assign room_o       = known_q[number_o];
  assign readable_o   = version_t'(query_i - oldest_q) <= version_t'(newest_q - oldest_q);
  assign known_o      = known_q[version_i];
  assign seq_o        = seq_q[version_i];
  assign timestamp_o  = timestamp_q[version_i];
  assign oldest_seq_o = seq_q[oldest_q];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      oldest_q <= '0;
      newest_q <= '0;
      known_q  <= '1;
    end else begin
      if (shed_i || flush_i) oldest_q <= newest_q;
      else if (publish_i && number_o == oldest_q) oldest_q <= oldest_q + 1'b1;
      if (publish_i) newest_q <= number_o;
      if (answer_i) known_q[answer_number_i] <= 1'b1;
      if (publish_i) known_q[number_o] <= 1'b0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      seq_q       <= '0;
      timestamp_q <= '0;
    end else if (flush_i) begin
      seq_q[newest_q]       <= '0;
      timestamp_q[newest_q] <= '0;
    end else begin
      if (publish_i) seq_q[number_o] <= commits_i;
      if (answer_i) timestamp_q[answer_number_i] <= answer_timestamp_i;
    end
  end

  `GPUTM_ASSERT_IF(a_published_in_a_place, room_o, publish_i,
                   ("version_snapshots: version %0d is published while its place waits for a timestamp", number_o))
  `GPUTM_ASSERT_IF(a_versions_grow, commits_i >= seq_q[newest_q], publish_i,
                   ("version_snapshots: version %0d has %0d commits, the one before more", number_o, commits_i))
  `GPUTM_ASSERT_IF(a_answer_awaited, !known_q[answer_number_i], answer_i,
                   ("version_snapshots: second timestamp of version %0d", answer_number_i))
  `GPUTM_ASSERT_IF(a_flush_after_answers, known_q == '1 && !publish_i, flush_i,
                   ("version_snapshots: a flush while version %0d waits for its timestamp", newest_q))
  // Coverage points (tb/coverage)
  `GPUTM_COVER(b_oldest_makes_room, publish_i && number_o == oldest_q)
  `GPUTM_COVER(b_publication_waits, !room_o)
  `GPUTM_COVER(b_older_ones_end, shed_i && oldest_q != newest_q)
  `GPUTM_COVER(b_shed_while_published, shed_i && publish_i)

endmodule

`default_nettype wire
