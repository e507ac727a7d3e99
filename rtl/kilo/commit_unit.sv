// KILO TM commit unit of one memory partition (MICRO 2011 paper, section 4.5; IEEE Micro 2012, "Logical
// validation-commit indivisibility"): validates the logged reads of transactions by value and publishes their writes in
// commit-id order.
//
// The fields of all committing transactions form a ring of RAMs, each inside the stage that writes it. Stages walk it in
// commit-id order one after another, each pointer by at most one entry a cycle:
//
//   fill_unit -> head >= hazard_detector >= revalidation_stage >= outcome_stage >= commit_stage >= retire_stage
//
// while read_validator and final_outcomes answer out of order. docs/kilo/commit_unit.md describes the streams, the stages
// and their timing; commit_unit_pkg, the bundles between them. This file only connects them.
//
// Throughput: fill, hazard look-up or insertion, validation and commit each take one word a cycle, all at the same
// time, and each stage passes one entry a cycle. An entry with a log has two replies, one a cycle: transactions of one
// word come to half of that.
//
// After reset the ring is initialised, one entry a cycle, during which nothing is accepted and `first_id_i` is taken as the
// first commit id. `busy_o` low means that no register changes until an input does: the clock may be stopped.
//
// RingEntries: at least 4; at most MaxLiveIds ids may be alive at a time, however many entries there are.
// EarlyOutcomes: replies need not wait until older transactions have been revalidated (early_outcome_stage).
// Buffers: pool of BufferWords-word buffers in Banks banks. ReadTags: L2 reads in flight.
// History*: last writer history (section 6.3.2).

`default_nettype none

module commit_unit
  import kilo_pkg::*;
  import commit_unit_pkg::*;
#(
  parameter  int unsigned RingEntries    = 1920,
  parameter  int unsigned Buffers        = 512,
  parameter  int unsigned BufferWords    = 8,
  parameter  int unsigned Banks          = 4,
  parameter  int unsigned ReadTags       = 512,
  parameter  int unsigned HistoryEntries = 512,
  parameter  int unsigned HistoryWays    = 4,
  parameter  int unsigned HistoryArrays  = 4,
  parameter  int unsigned HistoryBuckets = 256,
  parameter  bit          EarlyOutcomes  = 1'b0,
  localparam int unsigned TagWidth       = $clog2(ReadTags)
) (
  input  wire logic clk_i,
  input  wire logic rst_ni,
  input  wire cid_t first_id_i,

  // Log entries and skips
  input  wire logic                 fill_valid_i,
  output logic                      fill_ready_o,
  input  wire fill_kind_e           fill_kind_i,
  input  wire logic                 fill_last_i,   // the log of fill_id_i is complete
  input  wire cid_t                 fill_id_i,     // skip: the id of bit 0 of fill_skips_i
  input  wire word_addr_t           fill_addr_i,
  input  wire data_t                fill_data_i,   // the value read, or to be written
  input  wire logic [SkipWidth-1:0] fill_skips_i,  // skip: ids that have no log here

  // Final outcomes and logs sent again
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

  // L2 word ports. Reads and writes are ordered when they are accepted; responses come in any order.
  output logic                     l2_read_valid_o,
  input  wire logic                l2_read_ready_i,
  output logic      [TagWidth-1:0] l2_read_tag_o,
  output word_addr_t               l2_read_addr_o,
  input  wire logic                l2_response_valid_i,
  input  wire logic [TagWidth-1:0] l2_response_tag_i,
  input  wire data_t               l2_response_data_i,
  output logic                     l2_write_valid_o,
  input  wire logic                l2_write_ready_i,
  output word_addr_t               l2_write_addr_o,
  output data_t                    l2_write_data_o,

  // Pointers, as the ids that stand there
  output cid_t head_id_o,
  output cid_t hazard_id_o,
  output cid_t wait_id_o,
  output cid_t revalidate_id_o,
  output cid_t outcome_id_o,
  output cid_t commit_id_o,
  output cid_t retire_id_o,  // every older id has retired

  output logic ready_o,      // the ring has been initialised
  output logic busy_o
);

  localparam int unsigned IndexWidth = $clog2(RingEntries);
  // Reads in flight at most: the tags and what the read validator and fill unit hold in front of them.
  localparam int unsigned CountWidth = $clog2(ReadTags + 8);

  // Ids that may be alive, which the last writer history has to remember: an RCID is less than this before its entry.
  localparam int unsigned LiveIds = RingEntries < MaxLiveIds ? RingEntries : MaxLiveIds;

  if (RingEntries < 4 || RingEntries > 2 ** (CidBits - 1)) begin : gen_check_ring
    $error("commit_unit: RingEntries=%0d must be 4 .. %0d, half of the id space", RingEntries, 2 ** (CidBits - 1));
  end
  if (CountWidth > $bits(read_count_t)) begin : gen_check_tags
    $error("commit_unit: ReadTags=%0d must be at most %0d", ReadTags, 2 ** $bits(read_count_t) - 8);
  end

  // Initialisation of the ring after reset, because a field's bits carry over from lap to lap and RAM has no reset.
  logic                  init_q;
  logic [IndexWidth-1:0] init_index_q;
  ring_init_t            init;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      init_q       <= 1'b1;
      init_index_q <= '0;
    end else if (init_q) begin
      init_q       <= init_index_q != IndexWidth'(RingEntries - 1);
      init_index_q <= init_index_q + 1'b1;
    end
  end
  assign init    = '{active: init_q, index: ring_index_t'(init_index_q), first_id: first_id_i};
  assign ready_o = !init_q;

  // Pointers, youngest entries first
  ring_pointer_t head, hazard, early, waiting, revalidate, outcome, commit, retire;
  assign head_id_o       = head.id;
  assign hazard_id_o     = hazard.id;
  assign wait_id_o       = waiting.id;
  assign revalidate_id_o = revalidate.id;
  assign outcome_id_o    = outcome.id;
  assign commit_id_o     = commit.id;
  assign retire_id_o     = retire.id;

  // Readers of the ring's fields: at which entry, and what they find there.
  logic fill_read, early_active;
  ring_index_t fill_index, head_index, early_index, wait_index, outcome_index, commit_index;
  verdict_t fill_verdict, head_verdict, early_verdict, wait_verdict, outcome_verdict;
  progress_t head_progress, early_progress, wait_progress;
  cid_t head_rcid;
  log_t head_rlog, head_wlog, wait_rlog, commit_wlog;
  hazard_t early_hazard, wait_hazard;
  await_t   outcome_await;
  early_t   outcome_early;
  outcome_t commit_outcome;
  final_t   commit_final;

  // Stages that read logs, oldest entries first
  localparam int unsigned Readers = 3;
  localparam int unsigned ReadCommit = 0, ReadRevalidate = 1, ReadHazard = 2;

  log_read_req_t [Readers-1:0] log_read_req;
  log_read_rsp_t [Readers-1:0] log_read_rsp;
  resend_wait_t  [Readers-1:0] resend_wait;
  logic [Readers-1:0] resend_valid, resend_ready;
  resend_t resend;

  // Replies, oldest entries first
  localparam int unsigned Replies = EarlyOutcomes ? 6 : 5;
  localparam int unsigned ReplyCommitAsks = 0, ReplyRetires = 1, ReplyRevalidateAsks = 2, ReplyOutcome = 3,
      ReplyHazardAsks = 4;

  reply_t reply;
  assign reply_kind_o = reply.kind;
  assign reply_id_o   = reply.id;

  logic [Replies-1:0] stage_reply_valid, stage_reply_ready;
  reply_t [Replies-1:0] stage_reply;

  // Between the other stages
  logic alloc_valid, alloc_ready, alloc_empty, store_valid;
  logic commit_free_valid, revalidate_free_valid;
  buffer_id_t alloc_buffer, commit_free_buffer, revalidate_free_buffer;
  log_store_t store;
  logic final_valid, final_pass, done_req, done_gnt, done_skip;
  cid_t final_id;
  logic speculate_req, speculate_gnt, revalidation_valid, revalidation_ready;
  validation_t speculation, revalidation;
  log_word_t l2_write_word;
  logic fill_active, validator_active, hazard_active, revalidation_active, outcome_active, final_active, commit_active;

  buffer_pool #(
    .Buffers    (Buffers),
    .BufferWords(BufferWords),
    .Banks      (Banks),
    .Readers    (Readers)
  ) u_buffer_pool (
    .clk_i,
    .rst_ni,
    .alloc_valid_o (alloc_valid),
    .alloc_ready_i (alloc_ready),
    .alloc_buffer_o(alloc_buffer),
    .alloc_empty_o (alloc_empty),
    .free_valid_i  (commit_free_valid || revalidate_free_valid),
    .free_buffer_i (commit_free_valid ? commit_free_buffer : revalidate_free_buffer),
    .store_valid_i (store_valid),
    .store_i       (store),
    .read_i        (log_read_req),
    .read_o        (log_read_rsp)
  );

  fill_unit #(
    .Entries    (RingEntries),
    .LiveIds    (LiveIds),
    .Buffers    (Buffers),
    .BufferWords(BufferWords),
    .CountWidth (CountWidth),
    .EarlyPort  (EarlyOutcomes)
  ) u_fill_unit (
    .clk_i,
    .rst_ni,
    .init_i          (init),
    .retire_i        (retire),
    .fill_valid_i,
    .fill_ready_o,
    .fill_i          ({fill_kind_i, fill_last_i, fill_id_i, fill_addr_i, fill_data_i, fill_skips_i}),
    .verdict_read_o  (fill_read),
    .verdict_index_o (fill_index),
    .verdict_i       (fill_verdict),
    .head_index_i    (head_index),
    .head_progress_o (head_progress),
    .head_rcid_o     (head_rcid),
    .head_rlog_o     (head_rlog),
    .head_wlog_o     (head_wlog),
    .wait_index_i    (wait_index),
    .wait_progress_o (wait_progress),
    .early_index_i   (early_index),
    .early_progress_o(early_progress),
    .wait_rlog_o     (wait_rlog),
    .commit_index_i  (commit_index),
    .commit_wlog_o   (commit_wlog),
    .alloc_valid_i   (alloc_valid),
    .alloc_ready_o   (alloc_ready),
    .alloc_buffer_i  (alloc_buffer),
    .alloc_empty_i   (alloc_empty),
    .store_valid_o   (store_valid),
    .store_o         (store),
    .validate_req_o  (speculate_req),
    .validate_gnt_i  (speculate_gnt),
    .validate_o      (speculation),
    .active_o        (fill_active)
  );

  read_validator #(
    .Entries   (RingEntries),
    .Tags      (ReadTags),
    .CountWidth(CountWidth),
    .EarlyPort (EarlyOutcomes)
  ) u_read_validator (
    .clk_i,
    .rst_ni,
    .init_i            (init),
    .speculate_req_i   (speculate_req),
    .speculate_gnt_o   (speculate_gnt),
    .speculate_i       (speculation),
    .revalidate_valid_i(revalidation_valid),
    .revalidate_ready_o(revalidation_ready),
    .revalidate_i      (revalidation),
    .l2_read_valid_o,
    .l2_read_ready_i,
    .l2_read_tag_o,
    .l2_read_addr_o,
    .l2_response_valid_i,
    .l2_response_tag_i,
    .l2_response_data_i,
    .fill_read_i       (fill_read),
    .fill_index_i      (fill_index),
    .fill_verdict_o    (fill_verdict),
    .head_index_i      (head_index),
    .head_verdict_o    (head_verdict),
    .wait_index_i      (wait_index),
    .wait_verdict_o    (wait_verdict),
    .outcome_index_i   (outcome_index),
    .outcome_verdict_o (outcome_verdict),
    .early_index_i     (early_index),
    .early_verdict_o   (early_verdict),
    .active_o          (validator_active)
  );

  hazard_detector #(
    .Entries       (RingEntries),
    .Buffers       (Buffers),
    .BufferWords   (BufferWords),
    .HistoryEntries(HistoryEntries),
    .HistoryWays   (HistoryWays),
    .HistoryArrays (HistoryArrays),
    .HistoryBuckets(HistoryBuckets),
    .HistoryIds    (LiveIds),
    .EarlyPort     (EarlyOutcomes)
  ) u_hazard_detector (
    .clk_i,
    .rst_ni,
    .init_i        (init),
    .head_o        (head),
    .hazard_o      (hazard),
    .head_index_o  (head_index),
    .progress_i    (head_progress),
    .rcid_i        (head_rcid),
    .rlog_i        (head_rlog),
    .wlog_i        (head_wlog),
    .failed_i      (head_verdict.failed),
    .wait_index_i  (wait_index),
    .wait_hazard_o (wait_hazard),
    .early_index_i (early_index),
    .early_hazard_o(early_hazard),
    .read_o        (log_read_req[ReadHazard]),
    .read_i        (log_read_rsp[ReadHazard]),
    .ask_valid_o   (stage_reply_valid[ReplyHazardAsks]),
    .ask_ready_i   (stage_reply_ready[ReplyHazardAsks]),
    .ask_o         (stage_reply[ReplyHazardAsks]),
    .resend_wait_o (resend_wait[ReadHazard]),
    .resend_valid_i(resend_valid[ReadHazard]),
    .resend_ready_o(resend_ready[ReadHazard]),
    .resend_i      (resend),
    .active_o      (hazard_active)
  );

  revalidation_stage #(
    .Entries    (RingEntries),
    .Buffers    (Buffers),
    .BufferWords(BufferWords),
    .CountWidth (CountWidth)
  ) u_revalidation_stage (
    .clk_i,
    .rst_ni,
    .init_i          (init),
    .hazard_i        (hazard),
    .retire_i        (retire),
    .wait_o          (waiting),
    .revalidate_o    (revalidate),
    .wait_index_o    (wait_index),
    .progress_i      (wait_progress),
    .rlog_i          (wait_rlog),
    .hazard_field_i  (wait_hazard),
    .failed_i        (wait_verdict.failed),
    .outcome_index_i (outcome_index),
    .outcome_await_o (outcome_await),
    .read_o          (log_read_req[ReadRevalidate]),
    .read_i          (log_read_rsp[ReadRevalidate]),
    .free_valid_o    (revalidate_free_valid),
    .free_ready_i    (!commit_free_valid),
    .free_buffer_o   (revalidate_free_buffer),
    .ask_valid_o     (stage_reply_valid[ReplyRevalidateAsks]),
    .ask_ready_i     (stage_reply_ready[ReplyRevalidateAsks]),
    .ask_o           (stage_reply[ReplyRevalidateAsks]),
    .resend_wait_o   (resend_wait[ReadRevalidate]),
    .resend_valid_i  (resend_valid[ReadRevalidate]),
    .resend_ready_o  (resend_ready[ReadRevalidate]),
    .resend_i        (resend),
    .validate_valid_o(revalidation_valid),
    .validate_ready_i(revalidation_ready),
    .validate_o      (revalidation),
    .active_o        (revalidation_active)
  );

  if (EarlyOutcomes) begin : gen_early_outcomes
    localparam int unsigned ReplyEarly = Replies - 1;  // after those of older entries
    early_outcome_stage #(
      .Entries(RingEntries)
    ) u_early_outcome_stage (
      .clk_i,
      .rst_ni,
      .init_i         (init),
      .hazard_i       (hazard),
      .early_o        (early),
      .early_index_o  (early_index),
      .progress_i     (early_progress),
      .hazard_field_i (early_hazard),
      .verdict_i      (early_verdict),
      .outcome_index_i(outcome_index),
      .outcome_early_o(outcome_early),
      .reply_valid_o  (stage_reply_valid[ReplyEarly]),
      .reply_ready_i  (stage_reply_ready[ReplyEarly]),
      .reply_o        (stage_reply[ReplyEarly]),
      .active_o       (early_active)
    );
  end else begin : gen_outcomes_in_order
    assign early         = revalidate;
    assign early_index   = '0;
    assign outcome_early = '0;
    assign early_active  = 1'b0;
    wire unused_early = ^{early_progress, early_hazard, early_verdict};
  end

  outcome_stage #(
    .Entries(RingEntries)
  ) u_outcome_stage (
    .clk_i,
    .rst_ni,
    .init_i          (init),
    .revalidate_i    (revalidate),
    .early_i         (early),
    .outcome_o       (outcome),
    .outcome_index_o (outcome_index),
    .await_i         (outcome_await),
    .early_field_i   (outcome_early),
    .verdict_i       (outcome_verdict),
    .commit_index_i  (commit_index),
    .commit_outcome_o(commit_outcome),
    .reply_valid_o   (stage_reply_valid[ReplyOutcome]),
    .reply_ready_i   (stage_reply_ready[ReplyOutcome]),
    .reply_o         (stage_reply[ReplyOutcome]),
    .active_o        (outcome_active)
  );

  final_outcomes #(
    .Entries(RingEntries)
  ) u_final_outcomes (
    .clk_i,
    .rst_ni,
    .init_i        (init),
    .retire_i      (retire),
    .commit_id_i   (commit.id),
    .local_id_i    (EarlyOutcomes ? early.id : outcome.id),
    .final_valid_i (final_valid),
    .final_id_i    (final_id),
    .final_pass_i  (final_pass),
    .commit_index_i(commit_index),
    .commit_final_o(commit_final),
    .active_o      (final_active)
  );

  commit_stage #(
    .Entries    (RingEntries),
    .Buffers    (Buffers),
    .BufferWords(BufferWords)
  ) u_commit_stage (
    .clk_i,
    .rst_ni,
    .init_i         (init),
    .outcome_i      (outcome),
    .commit_o       (commit),
    .commit_index_o (commit_index),
    .wlog_i         (commit_wlog),
    .outcome_field_i(commit_outcome),
    .final_i        (commit_final),
    .read_o         (log_read_req[ReadCommit]),
    .read_i         (log_read_rsp[ReadCommit]),
    .free_valid_o   (commit_free_valid),
    .free_ready_i   (1'b1),
    .free_buffer_o  (commit_free_buffer),
    .ask_valid_o    (stage_reply_valid[ReplyCommitAsks]),
    .ask_ready_i    (stage_reply_ready[ReplyCommitAsks]),
    .ask_o          (stage_reply[ReplyCommitAsks]),
    .resend_wait_o  (resend_wait[ReadCommit]),
    .resend_valid_i (resend_valid[ReadCommit]),
    .resend_ready_o (resend_ready[ReadCommit]),
    .resend_i       (resend),
    .l2_write_valid_o,
    .l2_write_ready_i,
    .l2_write_word_o(l2_write_word),
    .done_req_o     (done_req),
    .done_gnt_i     (done_gnt),
    .done_skip_o    (done_skip),
    .active_o       (commit_active)
  );
  assign l2_write_addr_o = l2_write_word.addr;
  assign l2_write_data_o = l2_write_word.data;

  retire_stage #(
    .Entries(RingEntries)
  ) u_retire_stage (
    .clk_i,
    .rst_ni,
    .init_i       (init),
    .retire_o     (retire),
    .done_req_i   (done_req),
    .done_gnt_o   (done_gnt),
    .done_skip_i  (done_skip),
    .reply_valid_o(stage_reply_valid[ReplyRetires]),
    .reply_ready_i(stage_reply_ready[ReplyRetires]),
    .reply_o      (stage_reply[ReplyRetires])
  );

  control_router #(
    .Readers(Readers)
  ) u_control_router (
    .clk_i,
    .rst_ni,
    .enable_i      (!init_q),
    .control_valid_i,
    .control_ready_o,
    .control_i     ({control_kind_i, control_last_i, control_id_i, control_addr_i, control_data_i}),
    .final_valid_o (final_valid),
    .final_id_o    (final_id),
    .final_pass_o  (final_pass),
    .resend_wait_i (resend_wait),
    .resend_valid_o(resend_valid),
    .resend_ready_i(resend_ready),
    .resend_o      (resend)
  );

  reply_arbiter #(
    .Sources(Replies)
  ) u_reply_arbiter (
    .clk_i,
    .rst_ni,
    .source_valid_i(stage_reply_valid),
    .source_ready_o(stage_reply_ready),
    .source_i      (stage_reply),
    .reply_valid_o,
    .reply_ready_i,
    .reply_o       (reply)
  );

  // Clock gating: the unit is at rest when nothing has moved for longer than the way from one stage's write to the
  // next stage's reaction: a pointer, the RAM of a field, the stage's own read, and the queues of log_reader and
  // reply_arbiter. Tests of the unit check that it is long enough.
  localparam int unsigned SettleCycles = 7;
  logic       active;
  logic [2:0] settle_q;

  assign active = init_q || fill_valid_i || control_valid_i || reply_valid_o || l2_write_valid_o || fill_active ||
                  validator_active || hazard_active || early_active || revalidation_active || outcome_active ||
                  final_active || commit_active || stage_reply_valid != '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) settle_q <= 3'(SettleCycles);
    else if (active) settle_q <= 3'(SettleCycles);
    else if (settle_q != '0) settle_q <= settle_q - 1'b1;
  end
  assign busy_o = active || settle_q != '0;

  ring_monitor #(
    .MaxIds(LiveIds)
  ) u_ring_monitor (
    .clk_i,
    .rst_ni,
    .enable_i       (!init_q),
    .head_id_i      (head.id),
    .hazard_id_i    (hazard.id),
    .wait_id_i      (waiting.id),
    .revalidate_id_i(revalidate.id),
    .outcome_id_i   (outcome.id),
    .commit_id_i    (commit.id),
    .retire_id_i    (retire.id)
  );

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      a_init_first :
      assert (!init_q || !(fill_ready_o || control_ready_o))
      else $error("commit_unit: a message is taken while entry %0d is initialised", init_index_q);
    end
  end

  // Streams keep their promises.
  stream_check #(
    .Width($bits(fill_t))
  ) u_check_fill (
    .clk_i,
    .rst_ni,
    .valid_i(fill_valid_i),
    .ready_i(fill_ready_o),
    .data_i ({fill_kind_i, fill_last_i, fill_id_i, fill_addr_i, fill_data_i, fill_skips_i})
  );
  stream_check #(
    .Width($bits(control_t))
  ) u_check_control (
    .clk_i,
    .rst_ni,
    .valid_i(control_valid_i),
    .ready_i(control_ready_o),
    .data_i ({control_kind_i, control_last_i, control_id_i, control_addr_i, control_data_i})
  );
  stream_check #(
    .Width($bits(reply_t))
  ) u_check_reply (
    .clk_i,
    .rst_ni,
    .valid_i(reply_valid_o),
    .ready_i(reply_ready_i),
    .data_i ({reply_kind_o, reply_id_o})
  );
  stream_check #(
    .Width(TagWidth + WordAddrBits)
  ) u_check_l2_read (
    .clk_i,
    .rst_ni,
    .valid_i(l2_read_valid_o),
    .ready_i(l2_read_ready_i),
    .data_i ({l2_read_tag_o, l2_read_addr_o})
  );
  stream_check #(
    .Width($bits(log_word_t))
  ) u_check_l2_write (
    .clk_i,
    .rst_ni,
    .valid_i(l2_write_valid_o),
    .ready_i(l2_write_ready_i),
    .data_i ({l2_write_addr_o, l2_write_data_o})
  );

endmodule

`default_nettype wire
