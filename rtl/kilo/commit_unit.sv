// KILO TM commit unit of one memory partition (MICRO 2011 paper, section 4.5; IEEE Micro 2012, "Logical
// validation-commit indivisibility"): validates the logged reads of transactions by value and publishes their writes in
// commit-id order.
//
// The fields of all committing transactions form a ring of RAMs, each inside the stage that writes it. Stages walk it in
// commit-id order behind one another, each pointer by at most one entry a cycle:
//
//   fill_unit -> head >= hazard_detector >= revalidation_stage >= outcome_stage >= commit_stage >= retire_stage
//
// while read_validator and final_outcomes answer out of order. docs/commit_unit.md describes the streams, the stages
// and their timing. This file only connects them, a port a line, which is why it is long.
//
// Throughput: fill, hazard look-up or insertion, validation and commit each take one word a cycle, all at the same
// time, and each stage passes one entry a cycle. An entry with a log has two replies, one a cycle, so that transactions of
// one word come to half of that. Latencies: docs/commit_unit.md, "Timing".
//
// After reset the ring is swept, one entry a cycle, during which nothing is accepted and `first_id_i` is taken as the
// first commit id. `busy_o` low means that no register changes until an input does: the clock may be stopped.
//
// RingEntries: at least 4; at most MaxLiveIds ids may be alive at a time, however many entries there are.
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

  output logic ready_o,      // the ring has been swept
  output logic busy_o
);

  localparam int unsigned IndexWidth = $clog2(RingEntries);
  localparam int unsigned BufferWidth = $clog2(Buffers);
  localparam int unsigned WordWidth = $clog2(BufferWords);
  // Reads in flight at most: the tags and what the read validator and fill unit hold in front of them.
  localparam int unsigned CountWidth = $clog2(ReadTags + 8);

  // Ids that may be alive, and that the last writer history has to remember: an entry's RCID is less than this behind
  // its id.
  localparam int unsigned LiveIds = RingEntries < MaxLiveIds ? RingEntries : MaxLiveIds;

  if (RingEntries < 4 || RingEntries > 2 ** (CidBits - 1)) begin : gen_check_ring
    $error("commit_unit: RingEntries=%0d must be 4 .. %0d, half of the id space", RingEntries, 2 ** (CidBits - 1));
  end

  // Fields of a ring entry, by owner.
  typedef struct packed {  // fill_unit
    logic                  phase;          // of the lap in which it was written
    logic                  complete;       // the log is complete, or there is none here
    logic                  skip;           // there is none here
    logic                  failed_base;    // verdict.failed when the entry began
    logic [CountWidth-1:0] issued;         // verdict.done when the reads sent so far are answered
  } progress_t;
  typedef struct packed {  // fill_unit: read log and write log
    logic                   overflow;      // the buffer does not hold all words
    logic [WordWidth:0]     count;         // words in the buffer; 0: there is no buffer
    logic [BufferWidth-1:0] buffer;
  } log_t;
  typedef struct packed {  // read_validator
    logic [CountWidth-1:0] done;           // reads answered, counted on from lap to lap
    logic                  failed;         // changes when a value differs
  } verdict_t;
  typedef struct packed {  // hazard_detector
    logic skip;
    logic hazard;
    cid_t ycid;
  } hazard_t;
  typedef struct packed {  // revalidation_stage
    logic                  skip;
    logic                  failed_base;
    logic [CountWidth-1:0] expected;       // verdict.done when all reads are answered
  } await_t;
  typedef struct packed {  // outcome_stage
    logic skip;
  } outcome_t;
  typedef struct packed {  // final_outcomes
    logic given;                           // changes with each final outcome
    logic pass;
  } final_t;

  // Sweep of the ring after reset, because a field's bits carry over from lap to lap and RAM has no reset.
  logic                  sweep_q;
  logic [IndexWidth-1:0] sweep_index_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      sweep_q       <= 1'b1;
      sweep_index_q <= '0;
    end else if (sweep_q) begin
      sweep_q       <= sweep_index_q != IndexWidth'(RingEntries - 1);
      sweep_index_q <= sweep_index_q + 1'b1;
    end
  end
  assign ready_o = !sweep_q;

  // Pointers
  logic [IndexWidth:0] hazard_slot, revalidate_slot, outcome_slot, retire_slot;

  // Readers of the ring's fields: at which entry, and what they find there.
  logic fill_read;
  logic [IndexWidth-1:0] fill_index, head_index, wait_index, outcome_index, commit_index;
  verdict_t fill_verdict, head_verdict, wait_verdict, outcome_verdict;
  progress_t head_progress, wait_progress;
  cid_t head_rcid;
  log_t head_rlog, head_wlog, wait_rlog, commit_wlog;
  hazard_t               wait_hazard;
  await_t                outcome_await;
  outcome_t              commit_outcome;
  final_t                commit_final;

  // Buffer pool. Readers, oldest entries first: commit, revalidation, hazard detection.
  localparam int unsigned Readers = 3;
  localparam int unsigned ReadCommit = 0, ReadAgain = 1, ReadHazard = 2;

  logic alloc_valid, alloc_empty, alloc_ready;
  logic      [BufferWidth-1:0]          alloc_buffer;
  logic                                 store_valid;
  logic      [BufferWidth-1:0]          store_buffer;
  logic      [WordWidth-1:0]            store_word;
  log_word_t                            store_data;
  logic [Readers-1:0] read_valid, read_grant;
  logic      [Readers-1:0][BufferWidth-1:0] read_buffer;
  logic      [Readers-1:0][WordWidth-1:0]   read_word;
  log_word_t [Readers-1:0]              read_data;
  logic commit_free_valid, again_free_valid;
  logic [BufferWidth-1:0] commit_free_buffer, again_free_buffer;

  buffer_pool #(
    .Buffers    (Buffers),
    .BufferWords(BufferWords),
    .Banks      (Banks),
    .Readers    (Readers)
  ) u_buffer_pool (
    .clk_i,
    .rst_ni,
    .alloc_valid_o (alloc_valid),
    .alloc_empty_o (alloc_empty),
    .alloc_buffer_o(alloc_buffer),
    .alloc_ready_i (alloc_ready),
    .free_valid_i  (commit_free_valid || again_free_valid),
    .free_buffer_i (commit_free_valid ? commit_free_buffer : again_free_buffer),
    .store_valid_i (store_valid),
    .store_buffer_i(store_buffer),
    .store_word_i  (store_word),
    .store_data_i  (store_data),
    .read_valid_i  (read_valid),
    .read_grant_o  (read_grant),
    .read_buffer_i (read_buffer),
    .read_word_i   (read_word),
    .read_data_o   (read_data)
  );

  // Control stream: final outcomes to their ring entries, words of a log to the stage that asked for it.
  logic      control_final;
  log_word_t resend_word;
  logic hazard_resend_wait, hazard_resend_ready, hazard_resend_valid;
  logic again_resend_wait, again_resend_ready, again_resend_valid;
  logic commit_resend_wait, commit_resend_ready, commit_resend_valid;
  cid_t hazard_ask_id, again_ask_id, commit_ask_id;

  control_router u_control_router (
    .clk_i,
    .rst_ni,
    .enable_i      (!sweep_q),
    .control_valid_i,
    .control_ready_o,
    .control_kind_i,
    .control_id_i,
    .final_valid_o (control_final),
    .resend_wait_i ({hazard_resend_wait, again_resend_wait, commit_resend_wait}),
    .resend_id_i   ({hazard_ask_id, again_ask_id, commit_ask_id}),
    .resend_valid_o({hazard_resend_valid, again_resend_valid, commit_resend_valid}),
    .resend_ready_i({hazard_resend_ready, again_resend_ready, commit_resend_ready})
  );
  assign resend_word = '{addr: control_addr_i, data: control_data_i};

  // Replies, oldest entries first.
  localparam int unsigned Replies = 5;
  logic [Replies-1:0] replies_valid, replies_ready;
  reply_kind_e [Replies-1:0] replies_kind;
  cid_t        [Replies-1:0] replies_id;
  logic                      hazard_ask_writes;
  reply_kind_e               outcome_kind;

  assign replies_kind[0] = ReplyResendWrites;
  assign replies_kind[1] = ReplyRetired;
  assign replies_kind[2] = ReplyResendReads;
  assign replies_kind[3] = outcome_kind;
  assign replies_kind[4] = hazard_ask_writes ? ReplyResendWrites : ReplyResendReads;
  assign replies_id[0]   = commit_ask_id;
  assign replies_id[2]   = again_ask_id;
  assign replies_id[4]   = hazard_ask_id;

  reply_arbiter #(
    .Sources(Replies)
  ) u_reply_arbiter (
    .clk_i,
    .rst_ni,
    .valid_i(replies_valid),
    .ready_o(replies_ready),
    .kind_i (replies_kind),
    .id_i   (replies_id),
    .reply_valid_o,
    .reply_ready_i,
    .reply_kind_o,
    .reply_id_o
  );

  // Stages
  logic validate_valid, validate_ready, validate_failed_value;
  logic [IndexWidth-1:0] validate_index;
  log_word_t             validate_word;
  logic again_valid, again_ready, again_failed_value;
  logic [IndexWidth-1:0] again_index;
  log_word_t             again_word;
  logic fill_active, validator_active, hazard_active, revalidation_active, outcome_active, final_active, commit_active;

  fill_unit #(
    .Entries    (RingEntries),
    .LiveIds    (LiveIds),
    .Buffers    (Buffers),
    .BufferWords(BufferWords),
    .CountWidth (CountWidth),
    .progress_t (progress_t),
    .log_t      (log_t),
    .verdict_t  (verdict_t)
  ) u_fill_unit (
    .clk_i,
    .rst_ni,
    .sweep_i                (sweep_q),
    .sweep_index_i          (sweep_index_q),
    .retire_id_i            (retire_id_o),
    .retire_slot_i          (retire_slot),
    .fill_valid_i,
    .fill_ready_o,
    .fill_kind_i,
    .fill_last_i,
    .fill_id_i,
    .fill_word_i            ({fill_addr_i, fill_data_i}),
    .fill_skips_i,
    .read_o                 (fill_read),
    .read_index_o           (fill_index),
    .verdict_i              (fill_verdict),
    .head_index_i           (head_index),
    .head_progress_o        (head_progress),
    .head_rcid_o            (head_rcid),
    .head_rlog_o            (head_rlog),
    .head_wlog_o            (head_wlog),
    .wait_index_i           (wait_index),
    .wait_progress_o        (wait_progress),
    .wait_rlog_o            (wait_rlog),
    .commit_index_i         (commit_index),
    .commit_wlog_o          (commit_wlog),
    .alloc_valid_i          (alloc_valid),
    .alloc_empty_i          (alloc_empty),
    .alloc_buffer_i         (alloc_buffer),
    .alloc_ready_o          (alloc_ready),
    .store_valid_o          (store_valid),
    .store_buffer_o         (store_buffer),
    .store_word_o           (store_word),
    .store_data_o           (store_data),
    .validate_valid_o       (validate_valid),
    .validate_ready_i       (validate_ready),
    .validate_index_o       (validate_index),
    .validate_failed_value_o(validate_failed_value),
    .validate_word_o        (validate_word),
    .active_o               (fill_active)
  );

  read_validator #(
    .Entries  (RingEntries),
    .Tags     (ReadTags),
    .verdict_t(verdict_t)
  ) u_read_validator (
    .clk_i,
    .rst_ni,
    .sweep_i             (sweep_q),
    .sweep_index_i       (sweep_index_q),
    .first_valid_i       (validate_valid),
    .first_ready_o       (validate_ready),
    .first_index_i       (validate_index),
    .first_failed_value_i(validate_failed_value),
    .first_word_i        (validate_word),
    .again_valid_i       (again_valid),
    .again_ready_o       (again_ready),
    .again_index_i       (again_index),
    .again_failed_value_i(again_failed_value),
    .again_word_i        (again_word),
    .l2_read_valid_o,
    .l2_read_ready_i,
    .l2_read_tag_o,
    .l2_read_addr_o,
    .l2_response_valid_i,
    .l2_response_tag_i,
    .l2_response_data_i,
    .fill_read_i         (fill_read),
    .fill_index_i        (fill_index),
    .fill_verdict_o      (fill_verdict),
    .head_index_i        (head_index),
    .head_verdict_o      (head_verdict),
    .wait_index_i        (wait_index),
    .wait_verdict_o      (wait_verdict),
    .outcome_index_i     (outcome_index),
    .outcome_verdict_o   (outcome_verdict),
    .active_o            (validator_active)
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
    .progress_t    (progress_t),
    .log_t         (log_t),
    .hazard_t      (hazard_t)
  ) u_hazard_detector (
    .clk_i,
    .rst_ni,
    .sweep_i       (sweep_q),
    .sweep_index_i (sweep_index_q),
    .first_id_i,
    .head_id_o,
    .hazard_id_o,
    .hazard_slot_o (hazard_slot),
    .read_index_o  (head_index),
    .progress_i    (head_progress),
    .rcid_i        (head_rcid),
    .rlog_i        (head_rlog),
    .wlog_i        (head_wlog),
    .failed_i      (head_verdict.failed),
    .wait_index_i  (wait_index),
    .wait_hazard_o (wait_hazard),
    .read_valid_o  (read_valid[ReadHazard]),
    .read_grant_i  (read_grant[ReadHazard]),
    .read_buffer_o (read_buffer[ReadHazard]),
    .read_word_o   (read_word[ReadHazard]),
    .read_data_i   (read_data[ReadHazard]),
    .ask_valid_o   (replies_valid[4]),
    .ask_ready_i   (replies_ready[4]),
    .ask_id_o      (hazard_ask_id),
    .ask_writes_o  (hazard_ask_writes),
    .resend_wait_o (hazard_resend_wait),
    .resend_valid_i(hazard_resend_valid),
    .resend_ready_o(hazard_resend_ready),
    .resend_last_i (control_last_i),
    .resend_word_i (resend_word),
    .active_o      (hazard_active)
  );

  revalidation_stage #(
    .Entries    (RingEntries),
    .Buffers    (Buffers),
    .BufferWords(BufferWords),
    .CountWidth (CountWidth),
    .progress_t (progress_t),
    .log_t      (log_t),
    .hazard_t   (hazard_t),
    .await_t    (await_t)
  ) u_revalidation_stage (
    .clk_i,
    .rst_ni,
    .sweep_i                (sweep_q),
    .sweep_index_i          (sweep_index_q),
    .first_id_i,
    .hazard_slot_i          (hazard_slot),
    .retire_id_i            (retire_id_o),
    .wait_id_o,
    .revalidate_id_o,
    .revalidate_slot_o      (revalidate_slot),
    .read_index_o           (wait_index),
    .progress_i             (wait_progress),
    .rlog_i                 (wait_rlog),
    .hazard_i               (wait_hazard),
    .failed_i               (wait_verdict.failed),
    .outcome_index_i        (outcome_index),
    .outcome_await_o        (outcome_await),
    .read_valid_o           (read_valid[ReadAgain]),
    .read_grant_i           (read_grant[ReadAgain]),
    .read_buffer_o          (read_buffer[ReadAgain]),
    .read_word_o            (read_word[ReadAgain]),
    .read_data_i            (read_data[ReadAgain]),
    .free_valid_o           (again_free_valid),
    .free_ready_i           (!commit_free_valid),
    .free_buffer_o          (again_free_buffer),
    .ask_valid_o            (replies_valid[2]),
    .ask_ready_i            (replies_ready[2]),
    .ask_id_o               (again_ask_id),
    .resend_wait_o          (again_resend_wait),
    .resend_valid_i         (again_resend_valid),
    .resend_ready_o         (again_resend_ready),
    .resend_last_i          (control_last_i),
    .resend_word_i          (resend_word),
    .validate_valid_o       (again_valid),
    .validate_ready_i       (again_ready),
    .validate_index_o       (again_index),
    .validate_failed_value_o(again_failed_value),
    .validate_word_o        (again_word),
    .active_o               (revalidation_active)
  );

  outcome_stage #(
    .Entries  (RingEntries),
    .await_t  (await_t),
    .verdict_t(verdict_t),
    .outcome_t(outcome_t)
  ) u_outcome_stage (
    .clk_i,
    .rst_ni,
    .sweep_i          (sweep_q),
    .sweep_index_i    (sweep_index_q),
    .first_id_i,
    .revalidate_slot_i(revalidate_slot),
    .outcome_id_o,
    .outcome_slot_o   (outcome_slot),
    .read_index_o     (outcome_index),
    .await_i          (outcome_await),
    .verdict_i        (outcome_verdict),
    .commit_index_i   (commit_index),
    .commit_outcome_o (commit_outcome),
    .reply_valid_o    (replies_valid[3]),
    .reply_ready_i    (replies_ready[3]),
    .reply_kind_o     (outcome_kind),
    .reply_id_o       (replies_id[3]),
    .active_o         (outcome_active)
  );

  final_outcomes #(
    .Entries(RingEntries),
    .final_t(final_t)
  ) u_final_outcomes (
    .clk_i,
    .rst_ni,
    .sweep_i       (sweep_q),
    .sweep_index_i (sweep_index_q),
    .retire_id_i   (retire_id_o),
    .retire_slot_i (retire_slot),
    .commit_id_i   (commit_id_o),
    .outcome_id_i  (outcome_id_o),
    .valid_i       (control_final),
    .id_i          (control_id_i),
    .pass_i        (control_kind_i == ControlFinalPass),
    .commit_index_i(commit_index),
    .commit_final_o(commit_final),
    .active_o      (final_active)
  );

  logic done_valid, done_ready, done_skip;
  log_word_t l2_write_word;

  commit_stage #(
    .Entries    (RingEntries),
    .Buffers    (Buffers),
    .BufferWords(BufferWords),
    .log_t      (log_t),
    .outcome_t  (outcome_t),
    .final_t    (final_t)
  ) u_commit_stage (
    .clk_i,
    .rst_ni,
    .sweep_i        (sweep_q),
    .sweep_index_i  (sweep_index_q),
    .first_id_i,
    .outcome_slot_i (outcome_slot),
    .commit_id_o,
    .read_index_o   (commit_index),
    .wlog_i         (commit_wlog),
    .outcome_i      (commit_outcome),
    .final_i        (commit_final),
    .read_valid_o   (read_valid[ReadCommit]),
    .read_grant_i   (read_grant[ReadCommit]),
    .read_buffer_o  (read_buffer[ReadCommit]),
    .read_word_o    (read_word[ReadCommit]),
    .read_data_i    (read_data[ReadCommit]),
    .free_valid_o   (commit_free_valid),
    .free_ready_i   (1'b1),
    .free_buffer_o  (commit_free_buffer),
    .ask_valid_o    (replies_valid[0]),
    .ask_ready_i    (replies_ready[0]),
    .ask_id_o       (commit_ask_id),
    .resend_wait_o  (commit_resend_wait),
    .resend_valid_i (commit_resend_valid),
    .resend_ready_o (commit_resend_ready),
    .resend_last_i  (control_last_i),
    .resend_word_i  (resend_word),
    .l2_write_valid_o,
    .l2_write_ready_i,
    .l2_write_word_o(l2_write_word),
    .done_valid_o   (done_valid),
    .done_ready_i   (done_ready),
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
    .sweep_i      (sweep_q),
    .first_id_i,
    .retire_id_o,
    .retire_slot_o(retire_slot),
    .done_valid_i (done_valid),
    .done_ready_o (done_ready),
    .done_skip_i  (done_skip),
    .reply_valid_o(replies_valid[1]),
    .reply_ready_i(replies_ready[1]),
    .reply_id_o   (replies_id[1])
  );

  // Clock gating: the unit is at rest when nothing has moved for longer than the way from one stage's write to the
  // next stage's reaction: a pointer, the RAM of a field, the stage's own read, and the queues of log_reader and
  // reply_arbiter. Tests of the unit check that it is long enough.
  localparam int unsigned SettleCycles = 7;
  logic       active;
  logic [2:0] settle_q;

  assign active = sweep_q || fill_valid_i || control_valid_i || reply_valid_o || l2_write_valid_o || fill_active ||
                  validator_active || hazard_active || revalidation_active || outcome_active || final_active ||
                  commit_active || replies_valid != '0;

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
    .enable_i       (!sweep_q),
    .head_id_i      (head_id_o),
    .hazard_id_i    (hazard_id_o),
    .wait_id_i      (wait_id_o),
    .revalidate_id_i(revalidate_id_o),
    .outcome_id_i   (outcome_id_o),
    .commit_id_i    (commit_id_o),
    .retire_id_i    (retire_id_o)
  );

endmodule

`default_nettype wire
