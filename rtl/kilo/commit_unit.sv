// KILO TM commit unit of one memory partition (MICRO 2011 paper, section 4.5; IEEE Micro 2012, "Logical
// validation-commit indivisibility"): validates the logged reads of transactions by value and publishes their writes in
// commit-id order.
// The fields of all committing transactions form a ring of RAMs, each inside the stage that writes it.
// Stages walk the ring in commit-id order one after another, each pointer by at most one entry a cycle:
//
//   fill_unit -> head >= hazard_detector >= revalidation_stage >= outcome_stage >= commit_stage >= retire_stage
//
// while read_validator and final_outcomes work out of order. docs/kilo/commit_unit.md describes the stages and
// timing; commit_unit_pkg, the bundles. This file only connects them.
// Throughput: fill, hazard look-up or insertion, validation and commit each take one word a cycle, all at the same
// time, and each stage passes one entry a cycle. An entry with a log has two replies, which halves the rate of one-word
// transactions.
//
// After reset the ring is initialised, one entry a cycle; until then nothing is accepted, and `first_id_i` is
// taken as the first id. While `busy_o` is low, no register changes until an input does: the clock may be stopped.
//
// RingEntries: at least 4; at most MaxLiveIds ids may be alive at a time, for any RingEntries. Buffers: of the pool.
// ReadTags: L2 reads in flight. History*: see section 6.3.2. EarlyOutcomes: replies do not wait for revalidation of
// older transactions (early_outcome_stage). Protection: of ecc_pkg; a word that cannot be corrected stops the unit: it
// writes, replies and retires nothing any more (docs/protection.md). WatchdogCycles: longer than the cores and the L2 may
// take for an answer; the pointers say which stage waits. Cfg: the shape of pool and history.

`include "gputm_assert.svh"

`default_nettype none

module commit_unit
  import kilo_pkg::*;
  import commit_unit_pkg::*;
#(
  parameter  int unsigned RingEntries    = 1920,             // ids from the oldest unretired to the youngest live one
  parameter  int unsigned Buffers        = 512,              // buffers in the pool; a log with reads and writes has two
  parameter  int unsigned ReadTags       = 512,              // L2 reads in flight
  parameter  int unsigned HistoryEntries = 512,              // lookup table of the last writer history, a power of two
  parameter  int unsigned HistoryBuckets = 256,              // buckets of a sub-array, a power of two
  parameter  bit          EarlyOutcomes  = 1'b0,             // local outcomes may overtake older ones
  parameter  int unsigned Protection     = 0,                // of memories: none, parity, or correction (ecc_pkg)
  parameter  int unsigned WatchdogCycles = 0,                // standstill that stuck_o reports; 0: none
  parameter  cfg_t        Cfg            = DefaultCfg,       // shape of the pool and of the history
  localparam int unsigned TagWidth       = $clog2(ReadTags)
) (
  input  wire logic clk_i,
  input  wire logic rst_ni,
  input  wire cid_t first_id_i,  // first commit id, held until ready_o

  // Log entries and skips
  input  wire logic                 fill_valid_i,
  output logic                      fill_ready_o,
  input  wire fill_kind_e           fill_kind_i,  // read, write or skip
  input  wire logic                 fill_last_i,   // last word of the log of fill_id_i
  input  wire cid_t                 fill_id_i,     // commit ID of the log; skip: commit ID of bit 0 of fill_skips_i
  input  wire word_addr_t           fill_addr_i,  // number of the 32-bit word
  input  wire data_t                fill_data_i,   // value read, or value to be written
  input  wire logic [SkipWidth-1:0] fill_skips_i,  // skip: ids without a log here

  // Final outcomes and resent logs
  input  wire logic          control_valid_i,
  output logic               control_ready_o,
  input  wire control_kind_e control_kind_i,  // final outcome, or word of a requested log
  input  wire logic          control_last_i,  // log: last word
  input  wire cid_t          control_id_i,  // commit ID of the outcome or log
  input  wire word_addr_t    control_addr_i,  // log: number of the word
  input  wire data_t         control_data_i,  // log: as fill_data_i

  // Replies to the cores
  output logic        reply_valid_o,
  input  wire logic   reply_ready_i,
  output reply_kind_e reply_kind_o,  // local outcome, retirement, or request to resend a log
  output cid_t        reply_id_o,  // commit ID of the reply

  // L2 word ports. Reads and writes are ordered when they are accepted; responses come in any order.
  output logic                     l2_read_valid_o,
  input  wire logic                l2_read_ready_i,
  output logic      [TagWidth-1:0] l2_read_tag_o,  // returned with the response
  output word_addr_t               l2_read_addr_o,  // number of the word
  input  wire logic                l2_response_valid_i,  // response, which is always taken
  input  wire logic [TagWidth-1:0] l2_response_tag_i,  // tag of the read, once for each
  input  wire data_t               l2_response_data_i,  // value of the word when the read was accepted
  input  wire logic                l2_response_error_i,  // read has failed, and so does its transaction
  output logic                     l2_write_valid_o,
  input  wire logic                l2_write_ready_i,
  output word_addr_t               l2_write_addr_o,  // number of the word
  output data_t                    l2_write_data_o,  // value to store
  output logic                     l2_write_last_o,  // last write of its transaction in this partition

  // Pointers, as the commit IDs at which they stand
  output cid_t head_id_o,  // every older id has its complete log
  output cid_t hazard_id_o,  // every older id has passed hazard detection
  output cid_t wait_id_o,  // no older id waits for a writer any more
  output cid_t revalidate_id_o,  // every older id has issued its revalidation reads
  output cid_t outcome_id_o,  // every older id has its local outcome
  output cid_t commit_id_o,  // every older id has written, or failed
  output cid_t retire_id_o,  // every older id has retired

  output ecc_pkg::ram_report_t memory_report_o,  // errors of memories, with Protection
  output logic stuck_o,  // there is work, and nothing has moved for WatchdogCycles cycles

  output logic ready_o,      // the ring has been initialised
  output logic busy_o  // low: no register changes until an input does
);

  localparam int unsigned IndexWidth = $clog2(RingEntries);
  // Reads in flight, at most: the tags, and those held by the read validator and the fill unit in front of them
  localparam int unsigned CountWidth = $clog2(ReadTags + 8);

  // Ids that may be alive, which the last writer history must cover: an RCID is less than this before its entry.
  localparam int unsigned LiveIds = RingEntries < MaxLiveIds ? RingEntries : MaxLiveIds;

  localparam bit [2:0] Legal = {
    sizes_are_legal(RingEntries, Buffers, ReadTags, HistoryEntries, HistoryBuckets, Cfg),
    param_pkg::in_range("commit_unit: Protection", Protection, ecc_pkg::None, ecc_pkg::Secded, 1),
    param_pkg::in_range("commit_unit: WatchdogCycles", WatchdogCycles, 0, 2 ** 24 - 1, 1)
  };
  `GPUTM_ASSERT_PARAMS(Legal == '1)

  // Initialisation of the ring after reset: a field's bits carry over from lap to lap, and RAM has no reset.
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
  assign {head_id_o, hazard_id_o, wait_id_o, revalidate_id_o} = {head.id, hazard.id, waiting.id, revalidate.id};
  assign {outcome_id_o, commit_id_o, retire_id_o} = {outcome.id, commit.id, retire.id};

  // Read ports of the ring's fields: entry, and the fields read
  logic early_active;
  ring_read_t fill_read, head_read, early_read, wait_read, outcome_read, commit_read;
  verdict_t fill_verdict, head_verdict, early_verdict, wait_verdict, outcome_verdict;
  progress_t head_progress, early_progress, wait_progress;
  cid_t head_rcid;
  log_t head_rlog, head_wlog, wait_rlog, commit_wlog;
  hazard_t early_hazard, wait_hazard;
  await_t   outcome_await;
  early_t   outcome_early;
  outcome_t commit_outcome;
  final_t   commit_final;

  // Stages that read logs, youngest entries first: one that yields falls behind, has words waiting, and stays in step.
  localparam int unsigned Readers = 3;
  localparam int unsigned ReadHazard = 0, ReadRevalidate = 1, ReadCommit = 2;

  log_read_req_t [Readers-1:0] log_read_req;
  log_read_rsp_t [Readers-1:0] log_read_rsp;
  resend_wait_t  [Readers-1:0] resend_wait;
  logic [Readers-1:0] resend_valid, resend_ready;
  resend_t resend;

  // Replies, oldest entries first
  localparam int unsigned Replies = EarlyOutcomes ? 6 : 5;
  localparam int unsigned ReplyCommitAsks = 0, ReplyRetires = 1, ReplyRevalidateAsks = 2, ReplyOutcome = 3,
      ReplyHazardAsks = 4;

  logic [Replies-1:0] stage_reply_valid, stage_reply_ready;
  reply_t [Replies-1:0] stage_reply;

  // Bundles between the other stages
  logic alloc_valid, alloc_ready, alloc_empty, store_valid;
  logic commit_free_valid, revalidate_free_valid, free_valid;
  assign free_valid = commit_free_valid || revalidate_free_valid;
  buffer_id_t alloc_buffer, commit_free_buffer, revalidate_free_buffer;
  log_store_t store;
  logic final_valid, final_pass, done_req, done_gnt, done_skip;
  cid_t final_id;
  logic speculate_req, speculate_gnt, revalidation_valid, revalidation_ready;
  validation_t speculation, revalidation;
  logic fill_active, validator_active, hazard_active, revalidation_active, outcome_active, final_active, commit_active;

  // What the unit offers, unless it has stopped
  logic stop, write_valid, write_ready, reply_valid, reply_ready;

  // Errors of memories, then of registers, by module
  localparam int unsigned FromPool = 0, FromFill = 1, FromValidator = 12, FromHazard = 22, FromRevalidation = 28,
      FromEarly = 30, FromOutcome = 31, FromFinals = 32, FromCommit = 34, FromRetire = 36, FromReplies = 37,
      FromOp = 38, FromHazardPointers = 39, FromRevalidationPointers = 41, FromEarlyPointer = 43,
      FromOutcomePointer = 44, FromCommitPointer = 45, FromRetirePointer = 46, Memories = 47;
  ecc_pkg::ram_error_t [Memories-1:0] memory_errors;

  // Check bits of log words, where they enter
  word_check_t store_check, resend_check;
  word_check_t [Readers-1:0] log_read_check;

  log_word_enc #(
    .Protection(Protection)
  ) u_store_check (
    .word_i (store.word),
    .check_o(store_check)
  );

  log_word_enc #(
    .Protection(Protection)
  ) u_resend_check (
    .word_i (resend.word),
    .check_o(resend_check)
  );

  buffer_pool #(
    .Buffers    (Buffers),
    .BufferWords(Cfg.buffer_words),
    .Banks      (Cfg.buffer_banks),
    .Readers    (Readers),
    .Protection (Protection)
  ) u_buffer_pool (
    .clk_i,
    .rst_ni,
    .alloc_valid_o (alloc_valid),
    .alloc_ready_i (alloc_ready),
    .alloc_buffer_o(alloc_buffer),
    .alloc_empty_o (alloc_empty),
    .free_valid_i  (free_valid),
    .free_buffer_i (commit_free_valid ? commit_free_buffer : revalidate_free_buffer),
    .store_valid_i (store_valid),
    .store_i       (store),
    .store_check_i (store_check),
    .read_i        (log_read_req),
    .read_o        (log_read_rsp),
    .read_check_o  (log_read_check),
    .error_o       (memory_errors[FromPool])
  );

  fill_unit #(
    .Entries    (RingEntries),
    .LiveIds    (LiveIds),
    .Buffers    (Buffers),
    .BufferWords(Cfg.buffer_words),
    .CountWidth (CountWidth),
    .EarlyPort  (EarlyOutcomes),
    .Protection (Protection)
  ) u_fill_unit (
    .clk_i,
    .rst_ni,
    .init_i          (init),
    .retire_i        (retire),
    .fill_valid_i,
    .fill_ready_o,
    .fill_i          ({fill_kind_i, fill_last_i, fill_id_i, fill_addr_i, fill_data_i, fill_skips_i}),
    .verdict_read_o  (fill_read),
    .verdict_i       (fill_verdict),
    .head_read_i     (head_read),
    .head_progress_o (head_progress),
    .head_rcid_o     (head_rcid),
    .head_rlog_o     (head_rlog),
    .head_wlog_o     (head_wlog),
    .wait_read_i     (wait_read),
    .wait_progress_o (wait_progress),
    .early_read_i    (early_read),
    .early_progress_o(early_progress),
    .wait_rlog_o     (wait_rlog),
    .commit_read_i   (commit_read),
    .commit_wlog_o   (commit_wlog),
    .alloc_valid_i   (alloc_valid),
    .alloc_ready_o   (alloc_ready),
    .alloc_buffer_i  (alloc_buffer),
    .alloc_empty_i   (alloc_empty),
    .store_valid_o   (store_valid),
    .store_o         (store),
    .free_valid_i    (free_valid),
    .validate_req_o  (speculate_req),
    .validate_gnt_i  (speculate_gnt),
    .validate_o      (speculation),
    .errors_o        (memory_errors[FromFill+:11]),
    .op_error_o      (memory_errors[FromOp]),
    .active_o        (fill_active)
  );

  read_validator #(
    .Entries   (RingEntries),
    .Tags      (ReadTags),
    .CountWidth(CountWidth),
    .EarlyPort (EarlyOutcomes),
    .Protection(Protection)
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
    .l2_response_error_i,
    .fill_read_i       (fill_read),
    .fill_verdict_o    (fill_verdict),
    .head_read_i       (head_read),
    .head_verdict_o    (head_verdict),
    .wait_read_i       (wait_read),
    .wait_verdict_o    (wait_verdict),
    .outcome_read_i    (outcome_read),
    .outcome_verdict_o (outcome_verdict),
    .early_read_i      (early_read),
    .early_verdict_o   (early_verdict),
    .errors_o          (memory_errors[FromValidator+:10]),
    .active_o          (validator_active)
  );

  hazard_detector #(
    .Entries       (RingEntries),
    .Buffers       (Buffers),
    .BufferWords   (Cfg.buffer_words),
    .HistoryEntries(HistoryEntries),
    .HistoryWays   (Cfg.history_ways),
    .HistoryArrays (Cfg.history_arrays),
    .HistoryBuckets(HistoryBuckets),
    .HistoryIds    (LiveIds),
    .EarlyPort     (EarlyOutcomes),
    .Protection    (Protection)
  ) u_hazard_detector (
    .clk_i,
    .rst_ni,
    .init_i          (init),
    .head_o          (head),
    .hazard_o        (hazard),
    .head_read_o     (head_read),
    .progress_i      (head_progress),
    .rcid_i          (head_rcid),
    .rlog_i          (head_rlog),
    .wlog_i          (head_wlog),
    .failed_i        (head_verdict.failed),
    .wait_read_i     (wait_read),
    .wait_hazard_o   (wait_hazard),
    .early_read_i    (early_read),
    .early_hazard_o  (early_hazard),
    .read_o          (log_read_req[ReadHazard]),
    .read_i          (log_read_rsp[ReadHazard]),
    .read_check_i    (log_read_check[ReadHazard]),
    .ask_valid_o     (stage_reply_valid[ReplyHazardAsks]),
    .ask_ready_i     (stage_reply_ready[ReplyHazardAsks]),
    .ask_o           (stage_reply[ReplyHazardAsks]),
    .resend_wait_o   (resend_wait[ReadHazard]),
    .resend_valid_i  (resend_valid[ReadHazard]),
    .resend_ready_o  (resend_ready[ReadHazard]),
    .resend_i        (resend),
    .resend_check_i  (resend_check),
    .errors_o        (memory_errors[FromHazard+:6]),
    .pointer_errors_o(memory_errors[FromHazardPointers+:2]),
    .active_o        (hazard_active)
  );

  revalidation_stage #(
    .Entries    (RingEntries),
    .Buffers    (Buffers),
    .BufferWords(Cfg.buffer_words),
    .CountWidth (CountWidth),
    .Protection (Protection)
  ) u_revalidation_stage (
    .clk_i,
    .rst_ni,
    .init_i          (init),
    .hazard_i        (hazard),
    .retire_i        (retire),
    .wait_o          (waiting),
    .revalidate_o    (revalidate),
    .wait_read_o     (wait_read),
    .progress_i      (wait_progress),
    .rlog_i          (wait_rlog),
    .hazard_field_i  (wait_hazard),
    .failed_i        (wait_verdict.failed),
    .outcome_read_i  (outcome_read),
    .outcome_await_o (outcome_await),
    .read_o          (log_read_req[ReadRevalidate]),
    .read_i          (log_read_rsp[ReadRevalidate]),
    .read_check_i    (log_read_check[ReadRevalidate]),
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
    .resend_check_i  (resend_check),
    .validate_valid_o(revalidation_valid),
    .validate_ready_i(revalidation_ready),
    .validate_o      (revalidation),
    .errors_o        (memory_errors[FromRevalidation+:2]),
    .pointer_errors_o(memory_errors[FromRevalidationPointers+:2]),
    .active_o        (revalidation_active)
  );

  if (EarlyOutcomes) begin : gen_early_outcomes
    localparam int unsigned ReplyEarly = Replies - 1;  // after messages of older entries
    early_outcome_stage #(
      .Entries   (RingEntries),
      .Protection(Protection)
    ) u_early_outcome_stage (
      .clk_i,
      .rst_ni,
      .init_i         (init),
      .hazard_i       (hazard),
      .early_o        (early),
      .early_read_o   (early_read),
      .progress_i     (early_progress),
      .hazard_field_i (early_hazard),
      .verdict_i      (early_verdict),
      .outcome_read_i (outcome_read),
      .outcome_early_o(outcome_early),
      .reply_valid_o  (stage_reply_valid[ReplyEarly]),
      .reply_ready_i  (stage_reply_ready[ReplyEarly]),
      .reply_o        (stage_reply[ReplyEarly]),
      .error_o        (memory_errors[FromEarly]),
      .pointer_error_o(memory_errors[FromEarlyPointer]),
      .active_o       (early_active)
    );
  end else begin : gen_outcomes_in_order
    assign early         = revalidate;
    assign early_read   = '0;
    assign outcome_early = '0;
    assign memory_errors[FromEarly] = '0;
    assign memory_errors[FromEarlyPointer] = '0;
    assign early_active  = 1'b0;
    wire unused_early = ^{early_progress, early_hazard, early_verdict};
  end

  outcome_stage #(
    .Entries   (RingEntries),
    .Protection(Protection)
  ) u_outcome_stage (
    .clk_i,
    .rst_ni,
    .init_i          (init),
    .revalidate_i    (revalidate),
    .early_i         (early),
    .outcome_o       (outcome),
    .outcome_read_o  (outcome_read),
    .await_i         (outcome_await),
    .early_field_i   (outcome_early),
    .verdict_i       (outcome_verdict),
    .commit_read_i   (commit_read),
    .commit_outcome_o(commit_outcome),
    .reply_valid_o   (stage_reply_valid[ReplyOutcome]),
    .reply_ready_i   (stage_reply_ready[ReplyOutcome]),
    .reply_o         (stage_reply[ReplyOutcome]),
    .error_o         (memory_errors[FromOutcome]),
    .pointer_error_o (memory_errors[FromOutcomePointer]),
    .active_o        (outcome_active)
  );

  final_outcomes #(
    .Entries   (RingEntries),
    .Protection(Protection)
  ) u_final_outcomes (
    .clk_i,
    .rst_ni,
    .init_i        (init),
    .retire_i      (retire),
    .commit_id_i   (commit.id),
    .reply_valid_i (reply_valid_o && reply_ready_i),
    .reply_i       ({reply_kind_o, reply_id_o}),
    .local_id_i    (EarlyOutcomes ? early.id : outcome.id),
    .final_valid_i (final_valid),
    .final_id_i    (final_id),
    .final_pass_i  (final_pass),
    .commit_read_i (commit_read),
    .commit_final_o(commit_final),
    .errors_o      (memory_errors[FromFinals+:2]),
    .active_o      (final_active)
  );

  commit_stage #(
    .Entries    (RingEntries),
    .Buffers    (Buffers),
    .BufferWords(Cfg.buffer_words),
    .Protection (Protection)
  ) u_commit_stage (
    .clk_i,
    .rst_ni,
    .init_i          (init),
    .outcome_i       (outcome),
    .commit_o        (commit),
    .commit_read_o   (commit_read),
    .wlog_i          (commit_wlog),
    .outcome_field_i (commit_outcome),
    .final_i         (commit_final),
    .read_o          (log_read_req[ReadCommit]),
    .read_i          (log_read_rsp[ReadCommit]),
    .read_check_i    (log_read_check[ReadCommit]),
    .free_valid_o    (commit_free_valid),
    .free_ready_i    (1'b1),
    .free_buffer_o   (commit_free_buffer),
    .ask_valid_o     (stage_reply_valid[ReplyCommitAsks]),
    .ask_ready_i     (stage_reply_ready[ReplyCommitAsks]),
    .ask_o           (stage_reply[ReplyCommitAsks]),
    .resend_wait_o   (resend_wait[ReadCommit]),
    .resend_valid_i  (resend_valid[ReadCommit]),
    .resend_ready_o  (resend_ready[ReadCommit]),
    .resend_i        (resend),
    .resend_check_i  (resend_check),
    .l2_write_valid_o(write_valid),
    .l2_write_ready_i(write_ready),
    .l2_write_word_o ({l2_write_addr_o, l2_write_data_o}),
    .l2_write_last_o,
    .done_req_o      (done_req),
    .done_gnt_i      (done_gnt),
    .done_skip_o     (done_skip),
    .errors_o        (memory_errors[FromCommit+:2]),
    .pointer_error_o (memory_errors[FromCommitPointer]),
    .active_o        (commit_active)
  );

  retire_stage #(
    .Entries   (RingEntries),
    .Protection(Protection)
  ) u_retire_stage (
    .clk_i,
    .rst_ni,
    .init_i         (init),
    .retire_o       (retire),
    .done_req_i     (done_req),
    .done_gnt_o     (done_gnt),
    .done_skip_i    (done_skip),
    .reply_valid_o  (stage_reply_valid[ReplyRetires]),
    .reply_ready_i  (stage_reply_ready[ReplyRetires]),
    .reply_o        (stage_reply[ReplyRetires]),
    .error_o        (memory_errors[FromRetire]),
    .pointer_error_o(memory_errors[FromRetirePointer])
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
    .Sources   (Replies),
    .Protection(Protection)
  ) u_reply_arbiter (
    .clk_i,
    .rst_ni,
    .source_valid_i(stage_reply_valid),
    .source_ready_o(stage_reply_ready),
    .source_i      (stage_reply),
    .reply_valid_o (reply_valid),
    .reply_ready_i (reply_ready),
    .reply_o       ({reply_kind_o, reply_id_o}),
    .error_o       (memory_errors[FromReplies])
  );

  // After a word that could not be corrected, the unit says and writes nothing new. An offer stays until it is taken.

  error_report #(
    .Memories  (Memories),
    .Protection(Protection)
  ) u_error_report (
    .clk_i,
    .rst_ni,
    .errors_i(memory_errors),
    .stop_o  (stop),
    .report_o(memory_report_o)
  );

  stream_gate u_write_gate (
    .clk_i,
    .rst_ni,
    .open_i     (!stop),
    .in_valid_i (write_valid),
    .in_ready_o (write_ready),
    .out_valid_o(l2_write_valid_o),
    .out_ready_i(l2_write_ready_i)
  );

  stream_gate u_reply_gate (
    .clk_i,
    .rst_ni,
    .open_i     (!stop),
    .in_valid_i (reply_valid),
    .in_ready_o (reply_ready),
    .out_valid_o(reply_valid_o),
    .out_ready_i(reply_ready_i)
  );

  // Watchdog. There is work from the first word of a log until it has retired, and while an input waits.
  // It counts cycles, so the clock must run.
  logic watching;
  if (WatchdogCycles == 0) begin : gen_no_watchdog
    assign stuck_o  = 1'b0;
    assign watching = 1'b0;
  end else begin : gen_watchdog
    cid_t youngest_q, retire_prev_q, ahead;  // youngest id with a log here, or the one before the first
    logic fill_taken, progress;
    assign ahead      = fill_id_i - youngest_q;
    assign fill_taken = fill_valid_i && fill_ready_o;
    assign progress   = fill_taken || (control_valid_i && control_ready_o) || (reply_valid_o && reply_ready_i) ||
                        (l2_read_valid_o && l2_read_ready_i) || l2_response_valid_i ||
                        (l2_write_valid_o && l2_write_ready_i) || retire.id != retire_prev_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        youngest_q    <= '0;
        retire_prev_q <= '0;
      end else begin
        retire_prev_q <= retire.id;
        if (init_q) youngest_q <= first_id_i - 1'b1;
        else if (fill_taken && fill_kind_i != FillSkip && !ahead[CidBits-1]) youngest_q <= fill_id_i;
      end
    end

    cid_t owed;  // ids from the retire pointer to the youngest one, less one
    assign owed = youngest_q - retire.id;

    logic owes;
    assign owes     = !init_q && (!owed[CidBits-1] || fill_valid_i || control_valid_i || reply_valid_o ||
                                  l2_write_valid_o);
    assign watching = owes && !stuck_o;

    watchdog #(
      .Width($clog2(WatchdogCycles + 1))
    ) u_watchdog (
      .clk_i,
      .rst_ni,
      .limit_i   ($clog2(WatchdogCycles + 1)'(WatchdogCycles)),
      .busy_i    (owes),
      .progress_i(progress),
      .stuck_o
    );
  end

  // Clock gating: idle when nothing has moved for longer than the way from one stage's write to the next one's
  // reaction: pointer, RAM, the walker's registers, queues of log_reader and reply_arbiter. The unit's tests check it.
  localparam int unsigned SettleCycles = 9;
  logic active, active_q;
  logic [3:0] settle_q;
  assign active = init_q || fill_valid_i || control_valid_i || reply_valid_o || l2_write_valid_o || fill_active ||
                  validator_active || hazard_active || early_active || revalidation_active || outcome_active ||
                  final_active || commit_active || stage_reply_valid != '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {active_q, settle_q} <= {1'b1, 4'(SettleCycles)};
    end else begin
      active_q <= active;
      if (active_q) settle_q <= 4'(SettleCycles);
      else if (settle_q != '0) settle_q <= settle_q - 1'b1;
    end
  end
  assign busy_o = active || active_q || settle_q != '0 || watching;

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

  `GPUTM_ASSERT(a_init_first, !init_q || !(fill_ready_o || control_ready_o),
                ("commit_unit: a message is taken while entry %0d is initialised", init_index_q))

  // Handshake assertions
  `GPUTM_STREAM(u_check_fill, fill_valid_i, fill_ready_o, {fill_kind_i, fill_last_i, fill_id_i, fill_addr_i,
                                                           fill_data_i, fill_skips_i})
  `GPUTM_STREAM(u_check_control, control_valid_i, control_ready_o, {control_kind_i, control_last_i, control_id_i,
                                                                    control_addr_i, control_data_i})
  `GPUTM_STREAM(u_check_reply, reply_valid_o, reply_ready_i, {reply_kind_o, reply_id_o})
  `GPUTM_STREAM(u_check_l2_read, l2_read_valid_o, l2_read_ready_i, {l2_read_tag_o, l2_read_addr_o})
  `GPUTM_STREAM(u_check_l2_write, l2_write_valid_o, l2_write_ready_i, {
                l2_write_last_o, l2_write_addr_o, l2_write_data_o})

endmodule

`default_nettype wire
