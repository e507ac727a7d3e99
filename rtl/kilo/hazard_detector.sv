// Hazard detection (MICRO 2011 paper, sections 4.5, step 3, and 4.5.2): in commit-id order, once an entry's log is
// complete, all its reads are looked up in the last writer history, and then its writes are inserted.
//
// A hazard exists iff the last writer of a read word is not older than RCID, the retire pointer when the entry's
// speculative validation began: that validation may have seen memory before the writer's update. YCID is the
// youngest such writer over all reads; a passed validation is then worth nothing, and the entry is revalidated
// once YCID has retired. An entry known to have failed validation needs neither look-ups nor insertions.
//
// The head pointer passes an entry when its log is complete and issued to this stage; the hazard
// pointer, when its last answer has arrived.
//
// Latency: about fourteen cycles. Throughput: one look-up or insertion a cycle; an entry without any takes one cycle.
// Owns the ring's field hazard.
//
// Entries: ring slots. Buffers, BufferWords: the pool's. HistoryEntries, Ways, Arrays, Buckets: the
// last writer history's. HistoryIds: ids that the history has to cover. EarlyPort: the field has
// one more reader, the early outcome stage. Protection: of ecc_pkg.

`include "gputm_assert.svh"

`default_nettype none

module hazard_detector
  import kilo_pkg::*;
  import commit_unit_pkg::*;
#(
  parameter int unsigned Entries        = 1920,
  parameter int unsigned Buffers        = 512,
  parameter int unsigned BufferWords    = 8,
  parameter int unsigned HistoryEntries = 512,
  parameter int unsigned HistoryWays    = 4,
  parameter int unsigned HistoryArrays  = 4,
  parameter int unsigned HistoryBuckets = 256,
  parameter int unsigned HistoryIds     = Entries,
  parameter bit          EarlyPort      = 1'b0,
  parameter int unsigned Protection     = ecc_pkg::None
) (
  input  wire logic clk_i,
  input  wire logic rst_ni,

  input  wire ring_init_t init_i,
  output ring_pointer_t   head_o,
  output ring_pointer_t   hazard_o,

  // Fields of the entry at head_read_o
  output ring_read_t      head_read_o,
  input  wire progress_t  progress_i,
  input  wire cid_t       rcid_i,
  input  wire log_t       rlog_i,
  input  wire log_t       wlog_i,
  input  wire logic       failed_i,

  // Own field, for the revalidation stage and the early outcome stage
  input  wire ring_read_t  wait_read_i,
  output hazard_t          wait_hazard_o,
  input  wire ring_read_t  early_read_i,   // with EarlyPort
  output hazard_t          early_hazard_o,

  // Logs, from the pool or from the core
  output log_read_req_t      read_o,
  input  wire log_read_rsp_t read_i,
  input  wire word_check_t   read_check_i,
  output logic               ask_valid_o,
  input  wire logic          ask_ready_i,
  output reply_t             ask_o,
  output resend_wait_t       resend_wait_o,
  input  wire logic          resend_valid_i,
  output logic               resend_ready_o,
  input  wire resend_t       resend_i,
  input  wire word_check_t   resend_check_i,

  output ecc_pkg::ram_error_t [5:0] errors_o,  // beats, queue of answers, history (2), hazard by reader
  output ecc_pkg::ram_error_t [1:0] pointer_errors_o,  // head, hazard
  output logic active_o
);

  // Payload of an entry's beats
  typedef struct packed {
    cid_t id;
    logic writes;      // the beat is of the write log
    logic entry_last;  // last job of the entry
    logic skip;
    cid_t rcid;
  } user_t;

  typedef struct packed {
    progress_t progress;
    cid_t      rcid;
    log_t      rlog;
    log_t      wlog;
    logic      failed;
  } head_fields_t;

  // Head: offer the jobs of the entry at the head. Its fields are written together with the progress that marks it
  // complete, and not again in this lap; a slot of the previous lap has the other phase. A failure that is seen late
  // costs look-ups only.
  logic  valid;
  logic  second_q;      // the read log has been offered, the write log is next
  logic known_failed, reads, writes, two_jobs, complete;
  logic job_req, job_gnt, head_advance;
  ring_pointer_t head;
  head_fields_t  fields;
  user_t         job_user;
  log_t          job_log;
  log_job_t      job;

  ring_walker #(
    .Entries   (Entries),
    .fields_t  (head_fields_t),
    .Protection(Protection)
  ) u_head (
    .clk_i,
    .rst_ni,
    .init_i,
    .read_slot_o(),
    .may_read_i (1'b1),
    .read_o     (head_read_o),
    .fields_i   ({progress_i, rcid_i, rlog_i, wlog_i, failed_i}),
    .pointer_o  (head),
    .valid_o    (valid),
    .fields_o   (fields),
    .pass_i     (head_advance),
    .reread_i   (valid && !complete),
    .error_o    (pointer_errors_o[0])
  );

  assign complete     = valid && fields.progress.phase == head.slot.phase && fields.progress.complete;
  assign known_failed = fields.failed != fields.progress.failed_base;
  assign reads        = !fields.progress.skip && !known_failed && (fields.rlog.overflow || fields.rlog.count != '0);
  assign writes       = !fields.progress.skip && !known_failed && (fields.wlog.overflow || fields.wlog.count != '0);
  assign two_jobs     = reads && writes && !second_q;
  assign job_req      = complete;
  assign head_advance = job_req && job_gnt && !two_jobs;

  always_comb begin
    job_log  = fields.rlog;
    job_user = '{
        id: head.id,
        writes: 1'b0,
        entry_last: !two_jobs,
        skip: fields.progress.skip,
        rcid: fields.rcid
    };
    if (second_q || !reads) begin
      job_log         = fields.wlog;
      job_user.writes = 1'b1;
    end
  end

  assign job = '{id: head.id, fetch: reads || writes, release_buffer: 1'b0, log: job_log};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) second_q <= 1'b0;
    else if (job_req && job_gnt) second_q <= two_jobs;
  end

  logic beat_valid, beat_ready;
  log_beat_t beat;
  user_t beat_user, ask_user;
  logic reader_active;

  log_reader #(
    .Buffers    (Buffers),
    .BufferWords(BufferWords),
    .UserWidth  ($bits(user_t)),
    .Protection (Protection)
  ) u_log_reader (
    .clk_i,
    .rst_ni,
    .job_req_i    (job_req),
    .job_gnt_o    (job_gnt),
    .job_i        (job),
    .job_user_i   (job_user),
    .read_o,
    .read_i,
    .read_check_i,
    .free_valid_o (),
    .free_ready_i (1'b1),
    .free_buffer_o(),
    .ask_valid_o,
    .ask_ready_i,
    .ask_id_o     (ask_o.id),
    .ask_user_o   (ask_user),
    .resend_wait_o,
    .resend_valid_i,
    .resend_ready_o,
    .resend_i,
    .resend_check_i,
    .beat_valid_o (beat_valid),
    .beat_ready_i (beat_ready),
    .beat_o       (beat),
    .beat_user_o  (beat_user),
    .error_o      (errors_o[0]),
    .active_o     (reader_active)
  );
  assign ask_o.kind = ask_user.writes ? ReplyResendWrites : ReplyResendReads;

  // Each beat goes to the last writer history (section 6.3.2), and a record of it to the queue that awaits the answers.
  typedef struct packed {
    logic lookup;
    logic entry_last;
    logic skip;
    cid_t rcid;
  } note_t;

  logic op_valid, op_ready, op_insert, op_answered, answer_valid, answer_found, history_busy;
  word_addr_t op_addr;
  cid_t op_id, answer_id;

  note_t note_in, note;
  logic note_in_ready, note_valid, note_done;

  assign op_valid   = beat_valid && beat.has_word && note_in_ready;
  assign op_insert  = beat_user.writes;
  assign op_addr    = beat.word.addr;
  assign op_id      = beat_user.id;
  assign beat_ready = note_in_ready && (!beat.has_word || op_ready);
  assign note_in    = '{
      lookup: beat.has_word && op_answered,
      entry_last: beat.last && beat_user.entry_last,
      skip: beat_user.skip,
      rcid: beat_user.rcid
  };

  fifo_parity #(
    .Width     ($bits(note_t)),
    .Depth     (8),
    .Protection(Protection)
  ) u_notes (
    .clk_i,
    .rst_ni,
    .in_valid_i (beat_valid && beat_ready),
    .in_ready_o (note_in_ready),
    .in_data_i  (note_in),
    .out_valid_o(note_valid),
    .out_ready_i(note_done),
    .out_data_o (note),
    .count_o    (),
    .error_o    (errors_o[1])
  );

  // The history must outlive retirement: a writer that retired after a reader's RCID was taken is still a
  // hazard to it. No RCID of an entry that has yet to pass is older than this id, which may be a cycle old.
  cid_t history_id_q;
  always_ff @(posedge clk_i) history_id_q <= hazard_o.id - cid_t'(HistoryIds - 1);

  last_writer_history #(
    .Entries   (HistoryEntries),
    .Ways      (HistoryWays),
    .SubArrays (HistoryArrays),
    .Buckets   (HistoryBuckets),
    .Protection(Protection)
  ) u_last_writer_history (
    .clk_i,
    .rst_ni,
    .retire_cid_i (history_id_q),
    .op_valid_i   (op_valid),
    .op_ready_o   (op_ready),
    .op_answered_o(op_answered),
    .op_insert_i  (op_insert),
    .op_addr_i    (op_addr),
    .op_cid_i     (op_id),
    .rsp_valid_o  (answer_valid),
    .rsp_found_o  (answer_found),
    .rsp_cid_o    (answer_id),
    .errors_o     (errors_o[3:2]),
    .busy_o       (history_busy)
  );

  // Collect an entry's answers.
  logic seen_q, seen;  // a hazard among the entry's reads so far, and its youngest writer
  cid_t ycid_q, ycid;

  assign note_done = note_valid && (!note.lookup || answer_valid);

  always_comb begin
    seen = seen_q;
    ycid = ycid_q;
    if (note.lookup && answer_found && !cid_before(answer_id, note.rcid)) begin
      if (!seen_q || cid_before(ycid_q, answer_id)) ycid = answer_id;
      seen = 1'b1;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      seen_q <= 1'b0;
      ycid_q <= '0;
    end else if (note_done) begin
      seen_q <= seen && !note.entry_last;
      ycid_q <= ycid;
    end
  end

  logic    advance;
  hazard_t hazard_new;

  ring_pointer #(
    .Entries   (Entries),
    .Protection(Protection)
  ) u_hazard (
    .clk_i,
    .rst_ni,
    .init_i,
    .advance_i(advance),
    .pointer_o(hazard_o),
    .error_o  (pointer_errors_o[1])
  );

  assign advance    = note_done && note.entry_last;
  assign hazard_new = '{skip: note.skip, hazard: seen, ycid: ycid};

  ring_ram #(
    .Entries   (Entries),
    .Width     ($bits(hazard_t)),
    .Protection(Protection)
  ) u_hazard_field (
    .clk_i,
    .rst_ni,
    .init_i,
    .write_i (advance),
    .windex_i(hazard_o.slot.index),
    .wdata_i (hazard_new),
    .read_i  (wait_read_i),
    .rdata_o (wait_hazard_o),
    .errors_o(errors_o[4])
  );

  if (EarlyPort) begin : gen_early_port
    ring_ram #(
      .Entries   (Entries),
      .Width     ($bits(hazard_t)),
      .Protection(Protection)
    ) u_hazard_field (
      .clk_i,
      .rst_ni,
      .init_i,
      .write_i (advance),
      .windex_i(hazard_o.slot.index),
      .wdata_i (hazard_new),
      .read_i  (early_read_i),
      .rdata_o (early_hazard_o),
      .errors_o(errors_o[5])
    );
  end else begin : gen_no_early_port
    logic unused_early_read;
    assign unused_early_read = ^early_read_i;
    assign early_hazard_o = '0;
    assign errors_o[5] = '0;
  end

  assign head_o   = head;
  assign active_o = (complete && job_gnt) || reader_active || note_valid || history_busy;

  `GPUTM_ASSERT(a_answer_awaited, !answer_valid || (note_valid && note.lookup),
                ("hazard_detector: an answer, writer %0d, while id %0d awaits none", answer_id, hazard_o.id))
  `GPUTM_ASSERT(a_writer_older, !advance || !seen || cid_before(ycid, hazard_o.id),
                ("hazard_detector: id %0d waits for id %0d, expected an older one", hazard_o.id, ycid))
  // Coverage points (tb/coverage)
  `GPUTM_COVER(b_hazard, advance && seen)
  `GPUTM_COVER(b_writer_retired_before, note_done && note.lookup && answer_found && cid_before(answer_id, note.rcid))
  `GPUTM_COVER(b_younger_of_two_writers, note_done && note.lookup && seen_q && seen && ycid != ycid_q)
  `GPUTM_COVER(b_skip, advance && note.skip)
  `GPUTM_COVER(b_has_failed_already, head_advance && known_failed)

  // Handshake assertions
  `GPUTM_STREAM(u_check_ask, ask_valid_o, ask_ready_i, ask_o)
  `GPUTM_STREAM(u_check_resend, resend_valid_i, resend_ready_o, resend_i)

endmodule

`default_nettype wire
