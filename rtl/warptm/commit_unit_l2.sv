// A commit unit with its path to the L2: the words that it wrote or read last (recent_words), and accesses of several words
// (access_merger). Each part is left out by its parameter; with neither, this is the commit unit.
//
//   commit_unit -> recent_words -> access_merger -> L2
//
// Writes pass recent_words by: it sees them in the cycle in which the next part accepts them, so the path from the acceptance of a
// write to the unit's retirement is combinational.
//
// recent_words needs reads that are not older than a write of an earlier cycle, and the merger keeps the first words of a
// transaction's block back. So with both a read is not offered beside such a word, nor before the transaction's last word is
// accepted; and such a word is not offered while a read waits.
//
// An access of the L2 has no error: if the L2 cannot give a block, what it answers counts, and the surroundings have to end the
// kernel. The commit unit alone takes an error a word.
//
// Latency and throughput are those of the parts: a read that recent_words answers does not reach the L2.
//
// RecentWords: words kept, a power of two; 0: none. AccessWords: words of an access to the L2, a power of two; 1: no merging.
// Protection: of all parts. Other parameters as in commit_unit.

`include "gputm_assert.svh"

`default_nettype none

module commit_unit_l2
  import kilo_pkg::*;
  import commit_unit_pkg::*;
#(
  parameter  int unsigned RingEntries    = 1920,
  parameter  int unsigned Buffers        = 512,
  parameter  int unsigned ReadTags       = 512,
  parameter  int unsigned HistoryEntries = 512,
  parameter  int unsigned HistoryBuckets = 256,
  parameter  bit          EarlyOutcomes  = 1'b0,
  parameter  int unsigned RecentWords    = 512,
  parameter  int unsigned AccessWords    = 8,
  parameter  int unsigned Protection     = 0,
  parameter  int unsigned WatchdogCycles = 0,
  localparam int unsigned StoreWords     = 32,
  localparam int unsigned LineBits       = WordAddrBits - $clog2(StoreWords),
  localparam int unsigned TagWidth       = $clog2(ReadTags),
  localparam int unsigned BlockBits      = WordAddrBits - $clog2(AccessWords)
) (
  input wire logic clk_i,
  input wire logic rst_ni,
  input wire cid_t first_id_i,

  // Log entries and skips
  input  wire logic                 fill_valid_i,
  output logic                      fill_ready_o,
  input  wire fill_kind_e           fill_kind_i,
  input  wire logic                 fill_last_i,
  input  wire cid_t                 fill_id_i,
  input  wire word_addr_t           fill_addr_i,
  input  wire data_t                fill_data_i,
  input  wire logic [SkipWidth-1:0] fill_skips_i,

  // Final outcomes and resent logs
  input  wire logic          control_valid_i,
  output logic               control_ready_o,
  input  wire control_kind_e control_kind_i,
  input  wire logic          control_last_i,
  input  wire cid_t          control_id_i,
  input  wire word_addr_t    control_addr_i,
  input  wire data_t         control_data_i,

  // Replies to the cores
  output logic        reply_valid_o,
  input  wire logic   reply_ready_i,
  output reply_kind_e reply_kind_o,
  output cid_t        reply_id_o,

  // Reads of blocks of AccessWords words
  output      logic                                   l2_read_valid_o,
  input  wire logic                                   l2_read_ready_i,
  output      logic  [   TagWidth-1:0]                l2_read_tag_o,        // returned with the response
  output      logic  [  BlockBits-1:0]                l2_read_block_o,      // number of the block
  input  wire logic                                   l2_response_valid_i,
  output      logic                                   l2_response_ready_o,
  input  wire logic  [   TagWidth-1:0]                l2_response_tag_i,    // tag of the read, once for each
  input  wire data_t [AccessWords-1:0]                l2_response_data_i,   // words of the block

  // Writes of words of a block
  output      logic                    l2_write_valid_o,
  input  wire logic                    l2_write_ready_i,
  output      logic  [  BlockBits-1:0] l2_write_block_o,  // number of the block
  output      logic  [AccessWords-1:0] l2_write_mask_o,   // words to store
  output      data_t [AccessWords-1:0] l2_write_data_o,   // values of these words

  // Other stores that the L2 orders in this cycle, with RecentWords
  input wire logic                  stored_valid_i,
  input wire logic [  LineBits-1:0] stored_line_i,   // number of the line
  input wire logic [StoreWords-1:0] stored_words_i,  // words of the line, at least one
  input wire logic                  stored_all_i,    // any word may have changed

  // Pointers, as the commit IDs at which they stand
  output cid_t head_id_o,
  output cid_t hazard_id_o,
  output cid_t wait_id_o,
  output cid_t revalidate_id_o,
  output cid_t outcome_id_o,
  output cid_t commit_id_o,
  output cid_t retire_id_o,

  // Errors of memories, with Protection
  output ecc_pkg::ram_report_t [2:0] memory_reports_o,  // of commit_unit, recent_words, access_merger
  output logic                       stuck_o,           // of commit_unit

  output logic ready_o,  // the ring has been initialised
  output logic busy_o    // low: no register changes until an input does
);

  // Words between the unit, recent_words and access_merger
  logic read_valid, read_ready, response_valid;
  logic [TagWidth-1:0] read_tag, response_tag;
  word_addr_t read_addr;
  data_t      response_data;

  logic far_valid, far_ready, far_response_valid;
  logic [TagWidth-1:0] far_tag, far_response_tag;
  word_addr_t far_addr;
  data_t      far_response_data;

  logic write_valid, write_ready, write_last;
  word_addr_t write_addr;
  data_t      write_data;
  logic unit_busy, words_busy, merger_busy;

  commit_unit #(
    .RingEntries   (RingEntries),
    .Buffers       (Buffers),
    .ReadTags      (ReadTags),
    .HistoryEntries(HistoryEntries),
    .HistoryBuckets(HistoryBuckets),
    .EarlyOutcomes (EarlyOutcomes),
    .Protection    (Protection),
    .WatchdogCycles(WatchdogCycles)
  ) u_commit_unit (
    .clk_i,
    .rst_ni,
    .first_id_i,
    .fill_valid_i,
    .fill_ready_o,
    .fill_kind_i,
    .fill_last_i,
    .fill_id_i,
    .fill_addr_i,
    .fill_data_i,
    .fill_skips_i,
    .control_valid_i,
    .control_ready_o,
    .control_kind_i,
    .control_last_i,
    .control_id_i,
    .control_addr_i,
    .control_data_i,
    .reply_valid_o,
    .reply_ready_i,
    .reply_kind_o,
    .reply_id_o,
    .l2_read_valid_o    (read_valid),
    .l2_read_ready_i    (read_ready),
    .l2_read_tag_o      (read_tag),
    .l2_read_addr_o     (read_addr),
    .l2_response_valid_i(response_valid),
    .l2_response_tag_i  (response_tag),
    .l2_response_data_i (response_data),
    .l2_response_error_i(1'b0),                 // none of blocks
    .l2_write_valid_o   (write_valid),
    .l2_write_ready_i   (write_ready),
    .l2_write_addr_o    (write_addr),
    .l2_write_data_o    (write_data),
    .l2_write_last_o    (write_last),
    .head_id_o,
    .hazard_id_o,
    .wait_id_o,
    .revalidate_id_o,
    .outcome_id_o,
    .commit_id_o,
    .retire_id_o,
    .memory_report_o    (memory_reports_o[0]),
    .stuck_o,
    .ready_o,
    .busy_o             (unit_busy)
  );

  if (RecentWords != 0) begin : gen_recent_words
    recent_words #(
      .Words     (RecentWords),
      .Tags      (ReadTags),
      .AddrWidth (WordAddrBits),
      .DataWidth (DataWidth),
      .LineWords (StoreWords),
      .Protection(Protection)
    ) u_recent_words (
      .clk_i,
      .rst_ni,
      .read_valid_i       (read_valid),
      .read_ready_o       (read_ready),
      .read_tag_i         (read_tag),
      .read_addr_i        (read_addr),
      .response_valid_o   (response_valid),
      .response_tag_o     (response_tag),
      .response_data_o    (response_data),
      .wrote_i            (write_valid && write_ready),
      .wrote_addr_i       (write_addr),
      .wrote_data_i       (write_data),
      .l2_read_valid_o    (far_valid),
      .l2_read_ready_i    (far_ready),
      .l2_read_tag_o      (far_tag),
      .l2_read_addr_o     (far_addr),
      .l2_response_valid_i(far_response_valid),
      .l2_response_tag_i  (far_response_tag),
      .l2_response_data_i (far_response_data),
      .stored_valid_i,
      .stored_line_i,
      .stored_words_i,
      .stored_all_i,
      .memory_report_o    (memory_reports_o[1]),
      .busy_o             (words_busy)
    );
  end else begin : gen_no_recent_words
    assign far_valid      = read_valid;
    assign read_ready     = far_ready;
    assign far_tag        = read_tag;
    assign far_addr       = read_addr;
    assign response_valid = far_response_valid;
    assign response_tag   = far_response_tag;
    assign response_data  = far_response_data;
    assign words_busy     = 1'b0;

    assign memory_reports_o[1] = '0;

    logic unused_stores;
    assign unused_stores = &{1'b0, stored_valid_i, stored_line_i, stored_words_i, stored_all_i};
  end

  if (AccessWords != 1) begin : gen_access_merger
    logic merged_read_valid, merged_read_ready, merged_write_valid, merged_write_ready;

    if (RecentWords != 0) begin : gen_order
      // Registers: a transaction has written some of its words; an offer of the last cycle still waits.
      logic writing_q, read_waits_q, write_waits_q;

      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
          writing_q     <= 1'b0;
          read_waits_q  <= 1'b0;
          write_waits_q <= 1'b0;
        end else begin
          if (write_valid && write_ready) writing_q <= !write_last;
          read_waits_q  <= merged_read_valid && !merged_read_ready;
          write_waits_q <= merged_write_valid && !merged_write_ready;
        end
      end

      assign merged_read_valid  = far_valid && (read_waits_q || !(writing_q || write_valid && !write_last));
      assign merged_write_valid = write_valid && (write_last || write_waits_q || !read_waits_q);

      // No read is accepted behind a word that the merger keeps back.
      `GPUTM_ASSERT(a_read_after_write, !(merged_read_valid && merged_read_ready && writing_q),
                    ("commit_unit_l2: a read of word %0d overtakes a write", far_addr))
    end else begin : gen_no_order
      assign merged_read_valid  = far_valid;
      assign merged_write_valid = write_valid;
    end
    assign far_ready   = merged_read_valid && merged_read_ready;
    assign write_ready = merged_write_valid && merged_write_ready;

    access_merger #(
      .Words     (AccessWords),
      .Tags      (ReadTags),
      .AddrWidth (WordAddrBits),
      .DataWidth (DataWidth),
      .Protection(Protection)
    ) u_access_merger (
      .clk_i,
      .rst_ni,
      .read_valid_i    (merged_read_valid),
      .read_ready_o    (merged_read_ready),
      .read_tag_i      (far_tag),
      .read_addr_i     (far_addr),
      .response_valid_o(far_response_valid),
      .response_tag_o  (far_response_tag),
      .response_data_o (far_response_data),
      .write_valid_i   (merged_write_valid),
      .write_ready_o   (merged_write_ready),
      .write_last_i    (write_last),
      .write_addr_i    (write_addr),
      .write_data_i    (write_data),
      .l2_read_valid_o,
      .l2_read_ready_i,
      .l2_read_tag_o,
      .l2_read_block_o,
      .l2_response_valid_i,
      .l2_response_ready_o,
      .l2_response_tag_i,
      .l2_response_data_i,
      .l2_write_valid_o,
      .l2_write_ready_i,
      .l2_write_block_o,
      .l2_write_mask_o,
      .l2_write_data_o,
      .memory_report_o (memory_reports_o[2]),
      .busy_o          (merger_busy)
    );
  end else begin : gen_words
    assign l2_read_valid_o     = far_valid;
    assign far_ready           = l2_read_ready_i;
    assign l2_read_tag_o       = far_tag;
    assign l2_read_block_o     = far_addr;
    assign far_response_valid  = l2_response_valid_i;
    assign l2_response_ready_o = 1'b1;
    assign far_response_tag    = l2_response_tag_i;
    assign far_response_data   = l2_response_data_i;
    assign l2_write_valid_o    = write_valid;
    assign write_ready         = l2_write_ready_i;
    assign l2_write_block_o    = write_addr;
    assign l2_write_mask_o     = 1'b1;
    assign l2_write_data_o     = write_data;
    assign merger_busy         = 1'b0;
    assign memory_reports_o[2] = '0;

    logic unused_last;
    assign unused_last = write_last;
  end

  assign busy_o = unit_busy || words_busy || merger_busy;

  // Handshake assertions
  `GPUTM_STREAM(u_check_fill, fill_valid_i, fill_ready_o, {fill_kind_i, fill_last_i, fill_id_i, fill_addr_i,
                                                           fill_data_i, fill_skips_i})
  `GPUTM_STREAM(u_check_control, control_valid_i, control_ready_o, {control_kind_i, control_last_i, control_id_i,
                                                                    control_addr_i, control_data_i})
  `GPUTM_STREAM(u_check_reply, reply_valid_o, reply_ready_i, {reply_kind_o, reply_id_o})
  `GPUTM_STREAM(u_check_l2_read, l2_read_valid_o, l2_read_ready_i, {l2_read_tag_o, l2_read_block_o})
  `GPUTM_STREAM(u_check_l2_response, l2_response_valid_i, l2_response_ready_o, {l2_response_tag_i, l2_response_data_i})
  `GPUTM_STREAM(u_check_l2_write, l2_write_valid_o, l2_write_ready_i, {l2_write_block_o, l2_write_mask_o,
                                                                       l2_write_data_o})

endmodule

`default_nettype wire
