// Validation wait and revalidation (MICRO 2011 paper, section 4.5, steps 4 and 5): an entry with a
// hazard waits until its YCID has retired; then its whole local read set is read again. Other
// entries pass at once. No later stage needs the read set, so its buffer returns to the pool.
//
// The wait pointer passes an entry that need not wait (any longer); the revalidate pointer, an entry with its last
// read issued. The next entry's revalidation begins without awaiting the answers; the outcome stage awaits them.
//
// Latency: about seven cycles without a hazard. Throughput: one entry, or one word, a cycle.
// Owns the ring's field await.
//
// Entries: ring slots. Buffers, BufferWords: the pool's. CountWidth: see fill_unit. Protection: of ecc_pkg.

`include "gputm_assert.svh"

`default_nettype none

module revalidation_stage
  import kilo_pkg::*;
  import commit_unit_pkg::*;
#(
  parameter int unsigned Entries     = 1920,
  parameter int unsigned Buffers     = 512,
  parameter int unsigned BufferWords = 8,
  parameter int unsigned CountWidth  = 10,
  parameter int unsigned Protection  = ecc_pkg::None
) (
  input  wire logic clk_i,
  input  wire logic rst_ni,

  input  wire ring_init_t    init_i,
  input  wire ring_pointer_t hazard_i,
  input  wire ring_pointer_t retire_i,
  output ring_pointer_t      wait_o,
  output ring_pointer_t      revalidate_o,

  // Fields of the entry at wait_read_o
  output ring_read_t     wait_read_o,
  input  wire progress_t progress_i,
  input  wire log_t      rlog_i,
  input  wire hazard_t   hazard_field_i,
  input  wire logic      failed_i,

  // Own field, for the outcome stage
  input  wire ring_read_t  outcome_read_i,
  output await_t           outcome_await_o,

  // Read log, from the pool or from the core
  output log_read_req_t      read_o,
  input  wire log_read_rsp_t read_i,
  input  wire word_check_t   read_check_i,
  output logic               free_valid_o,
  input  wire logic          free_ready_i,
  output buffer_id_t         free_buffer_o,
  output logic               ask_valid_o,
  input  wire logic          ask_ready_i,
  output reply_t             ask_o,
  output resend_wait_t       resend_wait_o,
  input  wire logic          resend_valid_i,
  output logic               resend_ready_o,
  input  wire resend_t       resend_i,
  input  wire word_check_t   resend_check_i,

  // Read validator
  output logic        validate_valid_o,
  input  wire logic   validate_ready_i,
  output validation_t validate_o,

  output ecc_pkg::ram_error_t [1:0] errors_o,  // beats, await
  output ecc_pkg::ram_error_t [1:0] pointer_errors_o,  // wait, revalidate
  output logic active_o
);

  typedef struct packed {
    logic                  skip;
    logic                  failed_base;
    logic [CountWidth-1:0] issued;  // reads issued before revalidation
  } user_t;

  typedef struct packed {
    logic                  skip;
    logic                  failed_base;
    logic [CountWidth-1:0] expected;
  } stored_await_t;

  typedef struct packed {
    progress_t progress;
    log_t      rlog;
    hazard_t   hazard;
    logic      failed;
  } fields_t;

  // Validation wait. When the hazard detector has passed, all fields but `failed` are final, and a
  // failure stays one; a failure that is seen late costs a needless revalidation.
  ring_slot_t read_slot;
  fields_t    fields;
  logic valid, revalidate, may_pass, job_gnt, wait_advance;
  log_job_t job;
  user_t    job_user;

  ring_walker #(
    .Entries   (Entries),
    .fields_t  (fields_t),
    .Protection(Protection)
  ) u_wait (
    .clk_i,
    .rst_ni,
    .init_i,
    .read_slot_o(read_slot),
    .may_read_i (read_slot != hazard_i.slot),
    .read_o     (wait_read_o),
    .fields_i   ({progress_i, rlog_i, hazard_field_i, failed_i}),
    .pointer_o  (wait_o),
    .valid_o    (valid),
    .fields_o   (fields),
    .pass_i     (wait_advance),
    .reread_i   (valid && !may_pass),
    .error_o    (pointer_errors_o[0])
  );

  assign revalidate   = !fields.hazard.skip && fields.hazard.hazard && fields.failed == fields.progress.failed_base;
  assign may_pass     = !revalidate || cid_before(fields.hazard.ycid, retire_i.id);
  assign wait_advance = valid && may_pass && job_gnt;
  assign job          = '{
      id: wait_o.id,
      fetch: revalidate,
      release_buffer: fields.rlog.count != '0,
      log: fields.rlog
  };
  assign job_user     = '{
      skip: fields.hazard.skip,
      failed_base: fields.progress.failed_base,
      issued: CountWidth'(fields.progress.issued)
  };

  logic beat_valid, beat_ready;
  log_beat_t beat;
  user_t     beat_user;
  logic      reader_active;

  log_reader #(
    .Buffers    (Buffers),
    .BufferWords(BufferWords),
    .UserWidth  ($bits(user_t)),
    .Protection (Protection)
  ) u_log_reader (
    .clk_i,
    .rst_ni,
    .job_req_i   (valid && may_pass),
    .job_gnt_o   (job_gnt),
    .job_i       (job),
    .job_user_i  (job_user),
    .read_o,
    .read_i,
    .read_check_i,
    .free_valid_o,
    .free_ready_i,
    .free_buffer_o,
    .ask_valid_o,
    .ask_ready_i,
    .ask_id_o    (ask_o.id),
    .ask_user_o  (),
    .resend_wait_o,
    .resend_valid_i,
    .resend_ready_o,
    .resend_i,
    .resend_check_i,
    .beat_valid_o(beat_valid),
    .beat_ready_i(beat_ready),
    .beat_o      (beat),
    .beat_user_o (beat_user),
    .error_o     (errors_o[0]),
    .active_o    (reader_active)
  );
  assign ask_o.kind = ReplyResendReads;

  // Revalidation
  logic advance;
  stored_await_t await_new, outcome_await;
  logic [CountWidth-1:0] sent_q;  // words of the entry sent to the validator

  ring_pointer #(
    .Entries   (Entries),
    .Protection(Protection)
  ) u_revalidate (
    .clk_i,
    .rst_ni,
    .init_i,
    .advance_i(advance),
    .pointer_o(revalidate_o),
    .error_o  (pointer_errors_o[1])
  );

  assign beat_ready       = !beat.has_word || validate_ready_i;
  assign validate_valid_o = beat_valid && beat.has_word;
  assign validate_o       = '{index: revalidate_o.slot.index, failed_value: !beat_user.failed_base, word: beat.word};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) sent_q <= '0;
    else if (beat_valid && beat_ready) sent_q <= beat.last ? '0 : sent_q + 1'b1;
  end

  assign advance   = beat_valid && beat_ready && beat.last;
  assign await_new = '{
      skip: beat_user.skip,
      failed_base: beat_user.failed_base,
      expected: beat_user.issued + sent_q + CountWidth'(beat.has_word)
  };

  ring_ram #(
    .Entries   (Entries),
    .Width     ($bits(stored_await_t)),
    .Protection(Protection)
  ) u_await (
    .clk_i,
    .rst_ni,
    .init_i,
    .write_i (advance),
    .windex_i(revalidate_o.slot.index),
    .wdata_i (await_new),
    .read_i  (outcome_read_i),
    .rdata_o (outcome_await),
    .errors_o(errors_o[1])
  );

  assign outcome_await_o = '{
      skip: outcome_await.skip,
      failed_base: outcome_await.failed_base,
      expected: read_count_t'(outcome_await.expected)
  };
  assign active_o = wait_advance || reader_active;

  `GPUTM_ASSERT(a_reads_of_one_entry, !(beat_valid && beat_user.skip) || (!beat.has_word && sent_q == '0),
                ("revalidation_stage: id %0d has no log, but %0d words are read", revalidate_o.id, sent_q))
  // Coverage points (tb/coverage)
  `GPUTM_COVER(b_waits_for_its_writer, valid && !may_pass)
  `GPUTM_COVER(b_is_revalidated, wait_advance && revalidate)
  `GPUTM_COVER(b_failed_despite_a_hazard, wait_advance && fields.hazard.hazard && !revalidate)
  `GPUTM_COVER(b_validator_is_busy, validate_valid_o && !validate_ready_i)

  // Handshake assertions
  `GPUTM_STREAM(u_check_free, free_valid_o, free_ready_i, free_buffer_o)
  `GPUTM_STREAM(u_check_ask, ask_valid_o, ask_ready_i, ask_o)
  `GPUTM_STREAM(u_check_resend, resend_valid_i, resend_ready_o, resend_i)
  `GPUTM_STREAM(u_check_validate, validate_valid_o, validate_ready_i, validate_o)

endmodule

`default_nettype wire
