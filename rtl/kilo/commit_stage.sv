// Commit (MICRO 2011 paper, section 4.5, step 8): in commit-id order, once an entry's final outcome is known, writes the
// write set of a passed one to the L2 slice; a failed one is skipped. The write buffer goes back to the pool.
//
// The commit pointer passes an entry when its final outcome has been taken, so that the next entry's
// words follow without a gap; the entry moves to the retire stage with its last accepted write.
//
// Latency: seven cycles from a final outcome in its field to the first write. Throughput: one word
// a cycle; an entry without words takes one cycle.
// Owns the ring's field taken, which no other stage reads.
//
// Entries: ring slots. Buffers, BufferWords: the pool's. Protection: of ecc_pkg.

`include "gputm_assert.svh"

`default_nettype none

module commit_stage
  import kilo_pkg::*;
  import commit_unit_pkg::*;
#(
  parameter int unsigned Entries     = 1920,
  parameter int unsigned Buffers     = 512,
  parameter int unsigned BufferWords = 8,
  parameter int unsigned Protection  = ecc_pkg::None
) (
  input  wire logic clk_i,
  input  wire logic rst_ni,

  input  wire ring_init_t    init_i,
  input  wire ring_pointer_t outcome_i,
  output ring_pointer_t      commit_o,

  // Fields of the entry at commit_read_o
  output ring_read_t    commit_read_o,
  input  wire log_t     wlog_i,
  input  wire outcome_t outcome_field_i,
  input  wire final_t   final_i,

  // Write log, from the pool or from the core
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

  // L2 write port: a write is ordered when it is accepted
  output logic      l2_write_valid_o,
  input  wire logic l2_write_ready_i,
  output log_word_t l2_write_word_o,
  output logic      l2_write_last_o,  // last write of the entry

  // To the retire stage: the oldest entry's writes are ordered. The request comes with the last
  // write, so it is withdrawn when the L2 deasserts its ready; a grant stays until it is used.
  output logic      done_req_o,
  input  wire logic done_gnt_i,
  output logic      done_skip_o,

  output ecc_pkg::ram_error_t [1:0] errors_o,  // beats, taken
  output ecc_pkg::ram_error_t pointer_error_o,
  output logic active_o
);

  typedef struct packed {
    log_t     wlog;
    outcome_t outcome;
    final_t   final_outcome;
    logic     taken;
  } fields_t;

  ring_slot_t read_slot;
  fields_t    fields;
  logic valid, decided, passed, job_gnt, advance, taken;
  log_job_t job;

  // `wlog` and `outcome` are final when the outcome stage has passed; the final outcome is final
  // from its arrival until this stage takes it.
  ring_walker #(
    .Entries   (Entries),
    .fields_t  (fields_t),
    .Protection(Protection)
  ) u_commit (
    .clk_i,
    .rst_ni,
    .init_i,
    .read_slot_o(read_slot),
    .may_read_i (read_slot != outcome_i.slot),
    .read_o     (commit_read_o),
    .fields_i   ({wlog_i, outcome_field_i, final_i, taken}),
    .pointer_o  (commit_o),
    .valid_o    (valid),
    .fields_o   (fields),
    .pass_i     (advance),
    .reread_i   (valid && !decided),
    .error_o    (pointer_error_o)
  );

  assign passed  = !fields.outcome.skip && fields.final_outcome.pass;
  assign decided = fields.outcome.skip || fields.final_outcome.given != fields.taken;
  assign advance = valid && decided && job_gnt;
  assign job     = '{
      id: commit_o.id,
      fetch: passed,
      release_buffer: fields.wlog.count != '0,
      log: fields.wlog
  };

  // Own field: `given` of the slot's most recently taken final outcome
  ring_ram #(
    .Entries   (Entries),
    .Width     (1),
    .Protection(Protection)
  ) u_taken (
    .clk_i,
    .rst_ni,
    .init_i,
    .write_i (advance && !fields.outcome.skip),
    .windex_i(commit_o.slot.index),
    .wdata_i (fields.final_outcome.given),
    .read_i  (commit_read_o),
    .rdata_o (taken),
    .errors_o(errors_o[1])
  );

  logic beat_valid, beat_ready, beat_skip;
  log_beat_t beat;
  logic      reader_active;

  log_reader #(
    .Buffers    (Buffers),
    .BufferWords(BufferWords),
    .UserWidth  (1),
    .Protection (Protection)
  ) u_log_reader (
    .clk_i,
    .rst_ni,
    .job_req_i   (valid && decided),
    .job_gnt_o   (job_gnt),
    .job_i       (job),
    .job_user_i  (fields.outcome.skip),
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
    .beat_user_o (beat_skip),
    .error_o     (errors_o[0]),
    .active_o    (reader_active)
  );
  assign ask_o.kind = ReplyResendWrites;

  // The last beat needs both the L2 and the retire stage.
  assign l2_write_valid_o = beat_valid && beat.has_word && (!beat.last || done_gnt_i);
  assign l2_write_word_o  = beat.word;
  assign l2_write_last_o  = beat.last;
  assign done_req_o       = beat_valid && beat.last && (!beat.has_word || l2_write_ready_i);
  assign done_skip_o      = beat_skip;
  assign beat_ready       = (!beat.has_word || l2_write_ready_i) && (!beat.last || done_gnt_i);

  assign active_o = advance || reader_active;

  `GPUTM_ASSERT(a_skip_writes_nothing, !(beat_valid && beat_skip) || !beat.has_word,
                ("commit_stage: an id without a log here writes %0h to word %0h", beat.word.data, beat.word.addr))
  // Coverage points (tb/coverage)
  `GPUTM_COVER(b_final_outcome_is_awaited, valid && !decided)
  `GPUTM_COVER(b_failed_elsewhere, advance && !fields.outcome.skip && !passed)
  `GPUTM_COVER(b_reads_only, advance && passed && !fields.wlog.overflow && fields.wlog.count == '0)
  `GPUTM_COVER(b_memory_is_busy, l2_write_valid_o && !l2_write_ready_i)

  // Handshake assertions
  `GPUTM_STREAM(u_check_free, free_valid_o, free_ready_i, free_buffer_o)
  `GPUTM_STREAM(u_check_ask, ask_valid_o, ask_ready_i, ask_o)
  `GPUTM_STREAM(u_check_resend, resend_valid_i, resend_ready_o, resend_i)
  `GPUTM_STREAM(u_check_l2_write, l2_write_valid_o, l2_write_ready_i, {l2_write_last_o, l2_write_word_o})

endmodule

`default_nettype wire
