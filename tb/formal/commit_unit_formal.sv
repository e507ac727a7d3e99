// The commit unit's ring at four entries (MICRO 2011 paper, section 4.5, figure 5), with cores and an L2 that do
// anything the streams' rules allow. Proved: the pointers keep their order; every id retires exactly once and in order,
// never before its log, its local outcome and its final outcome, and is reported once. The stand-ins in commit_unit/
// reduce ids to three bits; the last writer history may name any live writer; the buffer pool stores nothing; log
// readers and read validator have one job and one read at a time; queues and RAMs are registers. Induction is one query
// to the SAT solver y2sat: incrementally, with Yices, it does not end within half an hour. Bugs of the second lap are
// beyond the depth of a bounded search; the unit's tests catch them.
//
// prove: smtbmc --nopresat yices --delegate=y2sat -- --noincr --logic QF_BV 2
// cover: 40
// bug: commit_stage/final_not_awaited 30
// bug: fill_unit/missing_skip 20
//
// with: early EarlyOutcomes=1
// prove: smtbmc --nopresat yices --delegate=y2sat -- --noincr --logic QF_BV 2
// cover: 40
// bug: early_outcome_stage/replied_forgotten 30
// bug: outcome_stage/second_reply 30

`default_nettype none

module commit_unit_formal
  import kilo_pkg::*;
  import commit_unit_pkg::*;
#(
  parameter bit EarlyOutcomes = 1'b0,
  parameter bit AnyState      = 1'b0   // start in any state that the assertions allow, for enclosing harnesses
) (
  input wire logic          clk_i,
  input wire logic          fill_valid_i,
  input wire fill_kind_e    fill_kind_i,
  input wire logic          fill_last_i,
  input wire cid_t          fill_id_i,
  input wire word_addr_t    fill_addr_i,
  input wire data_t         fill_data_i,
  input wire logic          control_valid_i,
  input wire control_kind_e control_kind_i,
  input wire logic          control_last_i,
  input wire cid_t          control_id_i,
  input wire word_addr_t    control_addr_i,
  input wire data_t         control_data_i,
  input wire logic          reply_ready_i,
  input wire logic          l2_response_valid_i,
  input wire data_t         l2_response_data_i,
  input wire logic          l2_write_ready_i
);

  localparam int unsigned Entries = 4;
  localparam int unsigned Tags = 2;
  localparam int unsigned Ids = 2 ** CidBits;

  logic rst_n = AnyState;
  always_ff @(posedge clk_i) rst_n <= 1'b1;

  logic fill_ready, control_ready, reply_valid, l2_write_valid;
  reply_kind_e reply_kind;
  cid_t reply_id, head_id, hazard_id, wait_id, revalidate_id, outcome_id, commit_id, retire_id;
  logic ready;

  commit_unit #(
    .RingEntries  (Entries),
    .Buffers      (4),
    .Cfg          ('{buffer_words: 2, buffer_banks: 2, history_ways: 4, history_arrays: 4}),
    .ReadTags     (Tags),
    .EarlyOutcomes(EarlyOutcomes)
  ) u_commit_unit (
    .clk_i,
    .rst_ni             (rst_n),
    .first_id_i         (cid_t'(6)),       // the ids wrap after two
    .fill_valid_i,
    .fill_ready_o       (fill_ready),
    .fill_kind_i,
    .fill_last_i,
    .fill_id_i,
    .fill_addr_i,
    .fill_data_i,
    .fill_skips_i       (2'b01),
    .control_valid_i,
    .control_ready_o    (control_ready),
    .control_kind_i,
    .control_last_i,
    .control_id_i,
    .control_addr_i,
    .control_data_i,
    .reply_valid_o      (reply_valid),
    .reply_ready_i,
    .reply_kind_o       (reply_kind),
    .reply_id_o         (reply_id),
    .l2_read_valid_o    (),
    .l2_read_ready_i    (1'b0),
    .l2_read_tag_o      (),
    .l2_read_addr_o     (),
    .l2_response_valid_i,
    .l2_response_tag_i  ('0),
    .l2_response_data_i,
    .l2_response_error_i(1'b0),
    .l2_write_valid_o   (l2_write_valid),
    .l2_write_ready_i,
    .l2_write_addr_o    (),
    .l2_write_data_o    (),
    .l2_write_last_o    (),
    .head_id_o          (head_id),
    .hazard_id_o        (hazard_id),
    .wait_id_o          (wait_id),
    .revalidate_id_o    (revalidate_id),
    .outcome_id_o       (outcome_id),
    .commit_id_o        (commit_id),
    .retire_id_o        (retire_id),
    .memory_report_o    (),
    .stuck_o            (),
    .ready_o            (ready),
    .busy_o             ()
  );

  // Events of the ids in the ring. Unused ids have all bits clear.
  logic [Ids-1:0] begun_q, complete_q, replied_q, passed_q, final_q, asked_q;
  cid_t retire_id_q;
  logic running;  // initialisation is past the point after which the ring no longer changes
  assign running = ready || u_commit_unit.init_index_q > 2'd1;

  // Retired ids with a log that are still to be reported, oldest first.
  localparam int unsigned MaxReports = 5;
  logic [2:0]             reports_q;
  cid_t [MaxReports-1:0]  report_id_q;
  logic leaving, reported;
  assign leaving  = running && retire_id != retire_id_q && begun_q[retire_id_q];
  assign reported = reply_valid && reply_ready_i && reply_kind == ReplyRetired;
  always_ff @(posedge clk_i) begin
    if (!rst_n) begin
      reports_q <= '0;
    end else begin
      reports_q <= reports_q + 3'(leaving) - 3'(reported);
      for (int unsigned i = 0; i < MaxReports; i++) begin
        if (reported && i + 1 < MaxReports) report_id_q[i] <= report_id_q[i+1];
        if (leaving && 3'(i) == reports_q - 3'(reported)) report_id_q[i] <= retire_id_q;
      end
    end
  end

  cid_t fill_age;
  assign fill_age = fill_id_i - retire_id;

  logic fill, control, reply;
  assign fill    = fill_valid_i && fill_ready;
  assign control = control_valid_i && control_ready;
  assign reply   = reply_valid && reply_ready_i;

  // The rules of the streams.
  always_comb begin
    assume (fill_kind_i inside {FillRead, FillWrite, FillSkip});
    assume (control_kind_i inside {ControlFinalPass, ControlFinalFail, ControlResend});
    if (fill_valid_i) begin
      assume (fill_age < cid_t'(Entries));
      assume (!complete_q[fill_id_i]);
      assume (fill_kind_i != FillSkip || !begun_q[fill_id_i]);
    end
    if (control_valid_i) begin
      if (control_kind_i == ControlResend) begin
        assume (asked_q[control_id_i]);
      end else begin
        assume (replied_q[control_id_i] && !final_q[control_id_i]);
        assume (control_kind_i != ControlFinalPass || passed_q[control_id_i]);
      end
    end
  end

  stream_assume #(
    .Width($bits(fill_t))
  ) u_assume_fill (
    .clk_i,
    .rst_ni (rst_n),
    .valid_i(fill_valid_i),
    .ready_i(fill_ready),
    .data_i ({fill_kind_i, fill_last_i, fill_id_i, fill_addr_i, fill_data_i, SkipWidth'(1)})
  );

  stream_assume #(
    .Width($bits(control_t))
  ) u_assume_control (
    .clk_i,
    .rst_ni (rst_n),
    .valid_i(control_valid_i),
    .ready_i(control_ready),
    .data_i ({control_kind_i, control_last_i, control_id_i, control_addr_i, control_data_i})
  );

  always_ff @(posedge clk_i) begin
    if (!rst_n) begin
      begun_q      <= '0;
      complete_q   <= '0;
      replied_q    <= '0;
      passed_q     <= '0;
      final_q      <= '0;
      asked_q      <= '0;
    end else begin
      if (fill) begin
        begun_q[fill_id_i]    <= fill_kind_i != FillSkip;
        complete_q[fill_id_i] <= fill_kind_i == FillSkip || fill_last_i;
      end
      if (control) begin
        if (control_kind_i == ControlResend) begin
          if (control_last_i) asked_q[control_id_i] <= 1'b0;
        end else begin
          final_q[control_id_i] <= 1'b1;
        end
      end
      if (reply) begin
        case (reply_kind)
          ReplyPass, ReplyFail: begin
            replied_q[reply_id] <= 1'b1;
            passed_q[reply_id]  <= reply_kind == ReplyPass;
            a_outcome_once : assert (begun_q[reply_id] && complete_q[reply_id] && !replied_q[reply_id]);
          end
          ReplyRetired: a_reported : assert (reports_q != '0 && report_id_q[0] == reply_id);
          default: asked_q[reply_id] <= 1'b1;
        endcase
      end
      // The retire pointer passes an id.
      if (running) begin
        a_one_at_a_time : assert (retire_id == retire_id_q || retire_id == cid_t'(retire_id_q + 1));
        if (retire_id != retire_id_q) begin
          a_complete : assert (complete_q[retire_id_q]);
          a_decided : assert (!begun_q[retire_id_q] || (replied_q[retire_id_q] && final_q[retire_id_q]));
          a_not_asked : assert (!asked_q[retire_id_q]);
          begun_q[retire_id_q]    <= 1'b0;
          complete_q[retire_id_q] <= 1'b0;
          replied_q[retire_id_q]  <= 1'b0;
          passed_q[retire_id_q]   <= 1'b0;
          final_q[retire_id_q]    <= 1'b0;
        end
      end
    end
    retire_id_q <= retire_id;
  end

  // Induction invariants: they relate the model above to the unit's registers. An id's slot {phase, index} is the id
  // less the first one, since the ring's two laps have as many slots as there are ids.
  localparam cid_t FirstId = cid_t'(6);
  localparam int unsigned IndexWidth = $clog2(Entries);
  localparam int unsigned CountWidth = $clog2(Tags + 8);
  typedef logic [IndexWidth:0] slot_t;
  typedef logic [CountWidth-1:0] count_t;

  function automatic slot_t slot_of(cid_t id);
    return id - FirstId;
  endfunction
  function automatic logic phase_of(cid_t id);
    slot_t slot;
    slot = slot_of(id);
    return slot[IndexWidth];
  endfunction
  function automatic logic [IndexWidth-1:0] index_of(cid_t id);
    return IndexWidth'(id - FirstId);
  endfunction

  // Contents of the hazard detector, as declared there
  typedef struct packed {
    cid_t id;
    logic writes;
    logic entry_last;
    logic skip;
    cid_t rcid;
  } hazard_user_t;
  typedef struct packed {
    logic lookup;
    logic entry_last;
    logic skip;
    cid_t rcid;
  } note_t;

  progress_t [Entries-1:0] progress;
  hazard_t   [Entries-1:0] hazard;
  await_t    [Entries-1:0] awaited;
  outcome_t  [Entries-1:0] outcome;
  final_t    [Entries-1:0] finals;
  logic      [Entries-1:0] taken;
  assign progress = u_commit_unit.u_fill_unit.u_progress.entries_q;
  assign hazard   = u_commit_unit.u_hazard_detector.u_hazard_field.entries_q;
  assign awaited  = u_commit_unit.u_revalidation_stage.u_await.entries_q;
  assign outcome  = u_commit_unit.u_outcome_stage.u_outcome_field.entries_q;
  assign finals   = u_commit_unit.u_final_outcomes.u_final.entries_q;
  assign taken    = u_commit_unit.u_commit_stage.u_taken.entries_q;

  // Jobs of the three log readers, and the hazard detector's note.
  logic hazard_job, wait_job, commit_job, hazard_asked, wait_asked, commit_asked, note_valid, second_job;
  cid_t hazard_job_id, wait_job_id, commit_job_id;
  hazard_user_t hazard_user;
  logic wait_job_skip, commit_job_skip;
  count_t wait_job_issued;
  note_t note;
  assign hazard_job      = u_commit_unit.u_hazard_detector.u_log_reader.valid_q;
  assign hazard_job_id   = u_commit_unit.u_hazard_detector.u_log_reader.id_q;
  assign hazard_asked    = u_commit_unit.u_hazard_detector.u_log_reader.asked_q;
  assign hazard_user     = u_commit_unit.u_hazard_detector.u_log_reader.user_q;
  assign second_job      = u_commit_unit.u_hazard_detector.second_q;
  assign wait_job        = u_commit_unit.u_revalidation_stage.u_log_reader.valid_q;
  assign wait_job_id     = u_commit_unit.u_revalidation_stage.u_log_reader.id_q;
  assign wait_asked      = u_commit_unit.u_revalidation_stage.u_log_reader.asked_q;
  assign wait_job_skip   = u_commit_unit.u_revalidation_stage.u_log_reader.user_q[$bits(await_t)-1];
  assign wait_job_issued = u_commit_unit.u_revalidation_stage.u_log_reader.user_q[CountWidth-1:0];
  assign commit_job      = u_commit_unit.u_commit_stage.u_log_reader.valid_q;
  assign commit_job_id   = u_commit_unit.u_commit_stage.u_log_reader.id_q;
  assign commit_asked    = u_commit_unit.u_commit_stage.u_log_reader.asked_q;
  assign commit_job_skip = u_commit_unit.u_commit_stage.u_log_reader.user_q[0];
  assign note_valid      = u_commit_unit.u_hazard_detector.u_notes.gen_none.u_fifo.valid_q[0];
  assign note            = u_commit_unit.u_hazard_detector.u_notes.gen_none.u_fifo.data_q[0];

  // The hazard detector's answers.
  logic answer_valid, answer_found, hazard_seen;
  cid_t answer_id, ycid;
  assign answer_valid = u_commit_unit.u_hazard_detector.answer_valid;
  assign answer_found = u_commit_unit.u_hazard_detector.answer_found;
  assign answer_id    = u_commit_unit.u_hazard_detector.answer_id;
  assign hazard_seen  = u_commit_unit.u_hazard_detector.seen_q;
  assign ycid         = u_commit_unit.u_hazard_detector.ycid_q;

  // The read in flight, and the number of answered reads of an entry including it.
  verdict_t [Entries-1:0] verdict;
  logic [Entries-1:0] reading;
  count_t [Entries-1:0] read_count;
  assign verdict = u_commit_unit.u_read_validator.u_verdict.entries_q;
  always_comb begin
    for (int unsigned i = 0; i < Entries; i++) begin
      reading[i] = (u_commit_unit.u_read_validator.valid_q || u_commit_unit.u_read_validator.update_q) &&
                   u_commit_unit.u_read_validator.index_q == ring_index_t'(i);
      read_count[i] = count_t'(verdict[i].done) + count_t'(reading[i]);
    end
  end

  // Words that the log readers fetch, and words that the current revalidation has sent so far.
  logic wait_fetch, commit_fetch;
  read_count_t revalidation_sent;
  assign wait_fetch        = u_commit_unit.u_revalidation_stage.u_log_reader.fetch_q;
  assign commit_fetch      = u_commit_unit.u_commit_stage.u_log_reader.fetch_q;
  assign revalidation_sent = u_commit_unit.u_revalidation_stage.sent_q;

  // The stages of the fill unit, oldest words first: from the fifth stage to the first, then the message in the
  // expander.
  localparam int unsigned FillStages = 6;
  logic [FillStages-1:0] filling, fill_skip, fill_complete;
  slot_t [FillStages-1:0] fill_slot;
  progress_t fill_read;  // progress field of the fourth stage
  verdict_t fill_verdict;
  assign filling   = {u_commit_unit.u_fill_unit.u_skip_expander.valid_q, u_commit_unit.u_fill_unit.valid_q[1],
                      u_commit_unit.u_fill_unit.valid_q[2], u_commit_unit.u_fill_unit.valid_q[3],
                      u_commit_unit.u_fill_unit.valid_q[4], u_commit_unit.u_fill_unit.valid_q[5]};
  assign fill_read = u_commit_unit.u_fill_unit.progress;
  assign fill_verdict = u_commit_unit.u_fill_unit.verdict_i;

  assign fill_skip = {
    u_commit_unit.u_fill_unit.u_skip_expander.op_kind_o == FillSkip,
    u_commit_unit.u_fill_unit.op_q[1].kind == FillSkip,
    u_commit_unit.u_fill_unit.op_q[2].kind == FillSkip,
    u_commit_unit.u_fill_unit.op_q[3].kind == FillSkip,
    u_commit_unit.u_fill_unit.op_q[4].kind == FillSkip,
    u_commit_unit.u_fill_unit.op_q[5].kind == FillSkip
  };
  assign fill_complete = fill_skip | {
    u_commit_unit.u_fill_unit.u_skip_expander.op_last_o,
    u_commit_unit.u_fill_unit.op_q[1].last,
    u_commit_unit.u_fill_unit.op_q[2].last,
    u_commit_unit.u_fill_unit.op_q[3].last,
    u_commit_unit.u_fill_unit.op_q[4].last,
    u_commit_unit.u_fill_unit.op_q[5].last
  };
  // In the second cycle of its calculation a slot is in parts, one of which is the start of the next lap.
  assign fill_slot = {
    slot_of(u_commit_unit.u_fill_unit.u_skip_expander.op_id_o),
    slot_of(u_commit_unit.u_fill_unit.id_1_q),
    slot_t'({u_commit_unit.u_fill_unit.u_slot.phase_q, u_commit_unit.u_fill_unit.u_slot.here_q}) +
        slot_t'(u_commit_unit.u_fill_unit.u_slot.age_q),
    slot_t'(u_commit_unit.u_fill_unit.u_slot.slot_q),
    slot_t'({u_commit_unit.u_fill_unit.slot_4_q.phase, u_commit_unit.u_fill_unit.slot_4_q.index[IndexWidth-1:0]}),
    slot_t'({u_commit_unit.u_fill_unit.slot_5_q.phase, u_commit_unit.u_fill_unit.slot_5_q.index[IndexWidth-1:0]})
  };

  // The stages of the final outcomes, oldest first.
  localparam int unsigned GiveStages = 4;
  logic [GiveStages-1:0] giving, giving_pass;
  logic [GiveStages-1:0][IndexWidth-1:0] give_index;
  logic [GiveStages-1:0] give_phase;  // phases, except of the two oldest stages
  final_t give_read, give_old;
  assign giving      = {u_commit_unit.u_final_outcomes.valid_q[1], u_commit_unit.u_final_outcomes.valid_q[2],
                        u_commit_unit.u_final_outcomes.valid_q[3], u_commit_unit.u_final_outcomes.valid_q[4]};
  assign giving_pass = {u_commit_unit.u_final_outcomes.pass_q[1], u_commit_unit.u_final_outcomes.pass_q[2],
                        u_commit_unit.u_final_outcomes.pass_q[3], u_commit_unit.u_final_outcomes.pass_q[4]};
  assign {give_phase[3], give_index[3]} =
      slot_t'({u_commit_unit.u_final_outcomes.u_slot.phase_q, u_commit_unit.u_final_outcomes.u_slot.here_q}) +
      slot_t'(u_commit_unit.u_final_outcomes.u_slot.age_q);
  assign {give_phase[2], give_index[2]} = slot_t'(u_commit_unit.u_final_outcomes.u_slot.slot_q);
  assign {give_phase[1], give_index[1]} = {1'b0, u_commit_unit.u_final_outcomes.index_3_q[IndexWidth-1:0]};
  assign {give_phase[0], give_index[0]} = {1'b0, u_commit_unit.u_final_outcomes.index_4_q[IndexWidth-1:0]};
  assign give_read   = u_commit_unit.u_final_outcomes.final_now;
  assign give_old    = u_commit_unit.u_final_outcomes.final_4_q;

  // The outcome stage's field is written in the cycle after the entry has passed.
  logic outcome_writes;
  assign outcome_writes = u_commit_unit.u_outcome_stage.write_q;
  slot_t head_slot, hazard_slot, wait_slot, revalidate_slot, outcome_slot, commit_slot, retire_slot;
  assign head_slot       = u_commit_unit.head.slot;
  assign hazard_slot     = u_commit_unit.hazard.slot;
  assign wait_slot       = u_commit_unit.waiting.slot;
  assign revalidate_slot = u_commit_unit.revalidate.slot;
  assign outcome_slot    = u_commit_unit.outcome.slot;
  assign commit_slot     = u_commit_unit.commit.slot;
  assign retire_slot     = u_commit_unit.retire.slot;

  // The walkers: head, wait, outcome, commit. Each has up to two samples of fields: those visible to the stage, and
  // those on the RAMs' outputs.
  localparam int unsigned Walkers = 4;
  localparam int unsigned Head = 0, Wait = 1, Outcome = 2, Commit = 3;
  logic [Walkers-1:0] walker_valid, walker_read, walker_polls;
  slot_t [Walkers-1:0] walker_ahead, walker_slot;
  assign walker_valid = {
    u_commit_unit.u_commit_stage.u_commit.valid_q,
    u_commit_unit.u_outcome_stage.u_outcome.valid_q,
    u_commit_unit.u_revalidation_stage.u_wait.valid_q,
    u_commit_unit.u_hazard_detector.u_head.valid_q
  };
  assign walker_read = {
    u_commit_unit.u_commit_stage.u_commit.read_valid_q,
    u_commit_unit.u_outcome_stage.u_outcome.read_valid_q,
    u_commit_unit.u_revalidation_stage.u_wait.read_valid_q,
    u_commit_unit.u_hazard_detector.u_head.read_valid_q
  };
  assign walker_polls = {
    u_commit_unit.u_commit_stage.u_commit.polling_q,
    u_commit_unit.u_outcome_stage.u_outcome.polling_q,
    u_commit_unit.u_revalidation_stage.u_wait.polling_q,
    u_commit_unit.u_hazard_detector.u_head.polling_q
  };
  assign walker_ahead = {
    u_commit_unit.u_commit_stage.u_commit.ahead_q,
    u_commit_unit.u_outcome_stage.u_outcome.ahead_q,
    u_commit_unit.u_revalidation_stage.u_wait.ahead_q,
    u_commit_unit.u_hazard_detector.u_head.ahead_q
  };
  assign walker_slot = {commit_slot, outcome_slot, wait_slot, head_slot};

  logic [Walkers-1:0][1:0] sample_valid;
  cid_t [Walkers-1:0][1:0] sample_id;
  always_comb begin
    for (int unsigned w = 0; w < Walkers; w++) begin
      sample_valid[w] = {walker_read[w], walker_valid[w]};
      sample_id[w][0] = cid_t'(walker_slot[w] + FirstId);
      sample_id[w][1] = cid_t'(walker_slot[w] + FirstId + cid_t'(walker_valid[w] && !walker_polls[w]));
    end
  end

  // Fields of the walkers, as the stages declare them
  typedef struct packed {
    progress_t progress;
    cid_t rcid;
    log_t rlog;
    log_t wlog;
    logic failed;
  } head_fields_t;
  typedef struct packed {
    progress_t progress;
    log_t rlog;
    hazard_t hazard;
    logic failed;
  } wait_fields_t;
  typedef struct packed {
    await_t awaited;
    early_t early;
    verdict_t verdict;
  } outcome_fields_t;
  typedef struct packed {
    log_t wlog;
    outcome_t outcome;
    final_t final_outcome;
    logic taken;
  } commit_fields_t;
  head_fields_t [1:0] head_sample;
  wait_fields_t [1:0] wait_sample;
  outcome_fields_t [1:0] outcome_sample;
  commit_fields_t [1:0] commit_sample;
  assign head_sample = {u_commit_unit.u_hazard_detector.u_head.fields_i, u_commit_unit.u_hazard_detector.u_head.fields_q};
  assign wait_sample = {
    u_commit_unit.u_revalidation_stage.u_wait.fields_i, u_commit_unit.u_revalidation_stage.u_wait.fields_q
  };
  assign outcome_sample = {
    u_commit_unit.u_outcome_stage.u_outcome.fields_i, u_commit_unit.u_outcome_stage.u_outcome.fields_q
  };
  assign commit_sample = {
    u_commit_unit.u_commit_stage.u_commit.fields_i, u_commit_unit.u_commit_stage.u_commit.fields_q
  };

  logic [Entries-1:0] early_replied;  // entries that the early outcome stage has answered
  slot_t early_slot;
  cid_t early_id;

  cid_t age_head, age_hazard, age_early, age_wait, age_revalidate, age_outcome, age_commit;
  assign age_head       = head_id - retire_id;
  assign age_hazard     = hazard_id - retire_id;
  assign age_early      = early_id - retire_id;
  assign age_wait       = wait_id - retire_id;
  assign age_revalidate = revalidate_id - retire_id;
  assign age_outcome    = outcome_id - retire_id;
  assign age_commit     = commit_id - retire_id;

  // The early outcome stage.
  if (EarlyOutcomes) begin : gen_early
    typedef struct packed {
      progress_t progress;
      hazard_t hazard;
      verdict_t verdict;
    } early_fields_t;
    function automatic logic of_entry(early_fields_t fields, cid_t id);
      return fields.hazard.skip == !begun_q[id] && fields.hazard == hazard[index_of(id)] &&
          fields.progress == progress[index_of(id)];
    endfunction

    early_fields_t [1:0] sample;
    logic valid, read, polls;
    slot_t ahead;
    assign sample        = {u_commit_unit.gen_early_outcomes.u_early_outcome_stage.u_early.fields_i,
                            u_commit_unit.gen_early_outcomes.u_early_outcome_stage.u_early.fields_q};
    assign valid         = u_commit_unit.gen_early_outcomes.u_early_outcome_stage.u_early.valid_q;
    assign read          = u_commit_unit.gen_early_outcomes.u_early_outcome_stage.u_early.read_valid_q;
    assign polls         = u_commit_unit.gen_early_outcomes.u_early_outcome_stage.u_early.polling_q;
    assign ahead         = u_commit_unit.gen_early_outcomes.u_early_outcome_stage.u_early.ahead_q;
    assign early_replied = u_commit_unit.gen_early_outcomes.u_early_outcome_stage.u_early_field.entries_q;
    assign early_slot    = u_commit_unit.early.slot;
    assign early_id      = u_commit_unit.early.id;

    always_ff @(posedge clk_i) begin
      if (rst_n && running) begin
        i_early_copies :
        assert (u_commit_unit.u_fill_unit.gen_early_port.u_progress.entries_q == progress &&
                u_commit_unit.u_hazard_detector.gen_early_port.u_hazard_field.entries_q == hazard &&
                u_commit_unit.u_read_validator.gen_early_port.u_verdict.entries_q ==
                    u_commit_unit.u_read_validator.u_verdict.entries_q);
        i_early_slot : assert (early_slot == slot_of(early_id));
        i_early_order : assert (age_early <= age_hazard && age_outcome <= age_early);
        i_early_ahead : assert (ahead == (polls ? early_slot : early_slot + slot_t'(valid) + slot_t'(read)));
        i_early_polls : assert (!polls || valid);
        i_early_limit : assert (age_early + cid_t'(valid) + cid_t'(read && !polls) <= age_hazard);
        i_early_sample : assert (!valid || of_entry(sample[0], early_id));
        i_early_read : assert (!read || of_entry(sample[1], cid_t'(early_id + cid_t'(valid && !polls))));
      end
      if (rst_n && !ready) begin
        i_early_idle : assert (!valid && !read && !polls && ahead == '0);
        if (u_commit_unit.init_index_q != '0) begin
          i_early_loaded : assert (early_id == FirstId && early_slot == '0);
        end
      end
    end
  end else begin : gen_in_order
    assign early_replied    = '0;
    assign early_slot       = outcome_slot;
    assign early_id         = outcome_id;
  end

  logic hazard_job_last, note_last;
  assign hazard_job_last = hazard_job && hazard_user.entry_last;
  assign note_last       = note_valid && note.entry_last;

  always_ff @(posedge clk_i) begin
    if (rst_n && running) begin
      // Pointers: slots correspond to ids, and the gap between two pointers is the contents of the stage between them.
      i_head_slot : assert (head_slot == slot_of(head_id));
      i_hazard_slot : assert (hazard_slot == slot_of(hazard_id));
      i_wait_slot : assert (wait_slot == slot_of(wait_id));
      i_revalidate_slot : assert (revalidate_slot == slot_of(revalidate_id));
      i_outcome_slot : assert (outcome_slot == slot_of(outcome_id));
      i_commit_slot : assert (commit_slot == slot_of(commit_id));
      i_retire_slot : assert (retire_slot == slot_of(retire_id));
      i_order :
      assert (age_head <= cid_t'(Entries) && age_hazard <= age_head && age_wait <= age_hazard &&
              age_revalidate <= age_wait && age_outcome <= age_revalidate && age_commit <= age_outcome);
      i_hazard_gap : assert (cid_t'(head_id - hazard_id) == cid_t'(hazard_job_last) + cid_t'(note_last));
      i_wait_gap : assert (cid_t'(wait_id - revalidate_id) == cid_t'(wait_job));
      i_commit_gap : assert (cid_t'(commit_id - retire_id) == cid_t'(commit_job));

      // A walker reads ahead of its pointer, but only entries that the stage before it has passed.
      i_wait_limit :
      assert (age_wait + cid_t'(walker_valid[Wait]) + cid_t'(walker_read[Wait] && !walker_polls[Wait]) <= age_hazard);
      i_outcome_limit :
      assert (age_outcome + cid_t'(walker_valid[Outcome]) + cid_t'(walker_read[Outcome] && !walker_polls[Outcome]) <=
              age_revalidate);
      i_outcome_early_limit :
      assert (!EarlyOutcomes || age_outcome + cid_t'(walker_valid[Outcome]) +
                  cid_t'(walker_read[Outcome] && !walker_polls[Outcome]) <= age_early);
      i_outcome_writes :
      assert (!outcome_writes || (index_of(
          cid_t'(outcome_id - 1'b1)
      ) == u_commit_unit.u_outcome_stage.write_index_q[IndexWidth-1:0] &&
          u_commit_unit.u_outcome_stage.outcome_q.skip == !begun_q[cid_t'(outcome_id-1'b1)] && age_commit +
          cid_t'(walker_valid[Commit]) + cid_t'(walker_read[Commit] && !walker_polls[Commit]) < age_outcome));
      i_commit_limit :
      assert (age_commit + cid_t'(walker_valid[Commit]) + cid_t'(walker_read[Commit] && !walker_polls[Commit]) <=
              age_outcome);

      // Words and final outcomes in flight in the fill unit.
      i_fill_place :
      assert ((!filling[5] || u_commit_unit.u_fill_unit.u_skip_expander.message_q.skips == SkipWidth'(1)) &&
              (!filling[4] || !u_commit_unit.u_fill_unit.place_1_q[1]));
      i_fill_parts :
      assert (!filling[3] ||
              u_commit_unit.u_fill_unit.u_slot.there_q == {1'b1, u_commit_unit.u_fill_unit.u_slot.here_q});
      i_fill_reads : assert (!filling[1] || fill_read == progress[fill_slot[1][IndexWidth-1:0]]);
      i_fill_entry :
      assert (!filling[0] || (u_commit_unit.u_fill_unit.entry_q.first ==
                                  (progress[fill_slot[0][IndexWidth-1:0]].phase != fill_slot[0][IndexWidth]) &&
                              (u_commit_unit.u_fill_unit.entry_q.first ||
                               u_commit_unit.u_fill_unit.entry_q.progress == progress[fill_slot[0][IndexWidth-1:0]])));
      i_fill_verdict :
      assert ((!filling[1] || progress[fill_slot[1][IndexWidth-1:0]].phase == fill_slot[1][IndexWidth] ||
               fill_verdict.done == verdict[fill_slot[1][IndexWidth-1:0]].done) &&
              (!filling[0] || !u_commit_unit.u_fill_unit.entry_q.first ||
               u_commit_unit.u_fill_unit.entry_q.verdict.done == verdict[fill_slot[0][IndexWidth-1:0]].done));
      i_read_reads :
      assert (!u_commit_unit.u_read_validator.update_q || !u_commit_unit.u_read_validator.valid_q && u_commit_unit.u_read_validator.verdict.done ==
              verdict[u_commit_unit.u_read_validator.index_q[IndexWidth-1:0]].done);
      i_final_parts :
      assert (!giving[3] ||
              u_commit_unit.u_final_outcomes.u_slot.there_q == {1'b1, u_commit_unit.u_final_outcomes.u_slot.here_q});
      i_final_reads : assert (!giving[1] || give_read == finals[give_index[1]]);
      i_final_old : assert (!giving[0] || give_old == finals[give_index[0]]);

      // Jobs and notes belong to entries in the corresponding gaps.
      i_hazard_job :
      assert (!hazard_job || (hazard_job_id == cid_t'(head_id - cid_t'(hazard_user.entry_last)) &&
                              hazard_user.id == hazard_job_id && hazard_user.skip == !begun_q[hazard_job_id]));
      i_first_job : assert (!hazard_job || hazard_user.entry_last || second_job);
      i_second_job :
      assert (!second_job || (begun_q[head_id] && age_head < cid_t'(Entries) && !hazard_job_last &&
                              u_commit_unit.u_hazard_detector.complete && u_commit_unit.u_hazard_detector.reads &&
                              u_commit_unit.u_hazard_detector.writes));
      i_wait_hazard : assert (!wait_job || !wait_fetch || hazard[revalidate_slot[IndexWidth-1:0]].hazard);
      i_wait_issued :
      assert (!wait_job || wait_job_issued == count_t'(progress[revalidate_slot[IndexWidth-1:0]].issued));
      i_wait_job : assert (!wait_job || (wait_job_id == revalidate_id && wait_job_skip == !begun_q[revalidate_id]));
      i_commit_job : assert (!commit_job || (commit_job_id == retire_id && commit_job_skip == !begun_q[retire_id]));
      i_wait_fetch : assert (!wait_job || !wait_job_skip || !wait_fetch);
      i_commit_fetch : assert (!commit_job || !commit_job_skip || !commit_fetch);
      i_sent : assert (revalidation_sent == '0 || wait_asked);
      i_hazard_asked : assert (!hazard_asked || u_commit_unit.resend_wait[0].waiting);
      i_wait_asked : assert (!wait_asked || u_commit_unit.resend_wait[1].waiting);
      i_commit_asked : assert (!commit_asked || u_commit_unit.resend_wait[2].waiting);
      i_note : assert (!note_last || note.skip == !begun_q[hazard_id]);
      i_one_note : assert (!u_commit_unit.u_hazard_detector.u_notes.gen_none.u_fifo.valid_q[1]);
      i_answer : assert (answer_valid == (note_valid && note.lookup));
      i_answer_older :
      assert (!(answer_valid && answer_found) ||
              cid_t'(hazard_id - answer_id) inside {cid_t'(1), cid_t'(2), cid_t'(3)});
      i_seen_older : assert (!hazard_seen || cid_t'(hazard_id - ycid) inside {cid_t'(1), cid_t'(2), cid_t'(3)});
    end
  end

  // A walker's read slot is the end of its entries.
  for (genvar w = 0; w < Walkers; w++) begin : gen_walker
    always_ff @(posedge clk_i) begin
      if (rst_n && running) begin
        i_ahead :
        assert (walker_ahead[w] == (walker_polls[w] ? walker_slot[w] :
                                    walker_slot[w] + slot_t'(walker_valid[w]) + slot_t'(walker_read[w])));
        i_polls : assert (!walker_polls[w] || walker_valid[w]);
      end
    end
  end

  // The fields that a walker has read tell its stage all that it relies on, however long ago they were read.
  for (genvar k = 0; k < 2; k++) begin : gen_sample
    always_ff @(posedge clk_i) begin
      if (rst_n && running) begin
        i_head_sample :
        assert (!sample_valid[Head][k] || !head_sample[k].progress.complete ||
                head_sample[k].progress.phase != phase_of(
            sample_id[Head][k]
        ) || (cid_t'(sample_id[Head][k] - retire_id) < cid_t'(Entries) && head_sample[k].progress == progress[index_of(
            sample_id[Head][k]
        )]));
        i_wait_sample :
        assert (!sample_valid[Wait][k] || (wait_sample[k].hazard == hazard[index_of(
            sample_id[Wait][k]
        )] && wait_sample[k].progress == progress[index_of(
            sample_id[Wait][k]
        )] && wait_sample[k].hazard.skip == !begun_q[sample_id[Wait][k]]));
        i_outcome_sample :
        assert (!sample_valid[Outcome][k] || (outcome_sample[k].awaited.skip == !begun_q[sample_id[Outcome][k]] &&
                 outcome_sample[k].awaited == awaited[index_of(
            sample_id[Outcome][k]
        )] && outcome_sample[k].early.replied == early_replied[index_of(
            sample_id[Outcome][k]
        )]));
        i_answered_sample :
        assert (!sample_valid[Outcome][k] || outcome_sample[k].verdict.done != outcome_sample[k].awaited.expected ||
                (!reading[index_of(
            sample_id[Outcome][k]
        )] && outcome_sample[k].verdict.done == verdict[index_of(
            sample_id[Outcome][k]
        )].done));
        i_commit_sample :
        assert (!sample_valid[Commit][k] || (commit_sample[k].outcome.skip == !begun_q[sample_id[Commit][k]] &&
                 commit_sample[k].taken == taken[index_of(
            sample_id[Commit][k]
        )] && (commit_sample[k].final_outcome.given == commit_sample[k].taken ||
               commit_sample[k].final_outcome == finals[index_of(
            sample_id[Commit][k]
        )])));
      end
    end
  end

  // Words and final outcomes in flight have ids in the ring.
  for (genvar stage = 0; stage < FillStages; stage++) begin : gen_fill_live
    always_ff @(posedge clk_i) begin
      if (rst_n && running) begin
        i_fill_live : assert (!filling[stage] || cid_t'(fill_slot[stage] + FirstId - retire_id) < cid_t'(Entries));
      end
    end
  end
  for (genvar stage = 2; stage < GiveStages; stage++) begin : gen_final_live
    always_ff @(posedge clk_i) begin
      if (rst_n && running) begin
        i_final_live :
        assert (!giving[stage] || cid_t'({give_phase[stage], give_index[stage]} + FirstId - retire_id) < cid_t'(Entries));
      end
    end
  end

  // Messages to the cores: in the reply arbiter's queue, and before it in the retire stage's.
  logic [1:0] arbiter_valid, retire_valid;
  reply_t [1:0] arbiter_message;
  cid_t     [1:0] retire_message;
  assign arbiter_valid   = u_commit_unit.u_reply_arbiter.u_replies.gen_none.u_fifo.valid_q;
  assign arbiter_message = u_commit_unit.u_reply_arbiter.u_replies.gen_none.u_fifo.data_q;
  assign retire_valid    = u_commit_unit.u_retire_stage.u_replies.gen_none.u_fifo.valid_q;
  assign retire_message  = u_commit_unit.u_retire_stage.u_replies.gen_none.u_fifo.data_q;

  function automatic logic is_of(reply_t message, cid_t id, reply_kind_e a, reply_kind_e b);
    return message.id == id && (message.kind == a || message.kind == b);
  endfunction
  function automatic logic [1:0] messages_of(cid_t id, reply_kind_e a, reply_kind_e b);
    return 2'(arbiter_valid[0] && is_of(arbiter_message[0], id, a, b)) +
        2'(arbiter_valid[1] && is_of(arbiter_message[1], id, a, b));
  endfunction

  // Their reports are those of the model, in the same order.
  logic [2:0] messages;
  cid_t [MaxReports-1:0] message_id, model_id;
  always_comb begin
    messages   = '0;
    message_id = '0;
    model_id   = '0;
    for (int unsigned i = 0; i < 2; i++) begin
      if (arbiter_valid[i] && arbiter_message[i].kind == ReplyRetired) begin
        message_id[messages] = arbiter_message[i].id;
        messages++;
      end
    end
    for (int unsigned i = 0; i < 2; i++) begin
      if (retire_valid[i]) begin
        message_id[messages] = retire_message[i];
        messages++;
      end
    end
    for (int unsigned i = 0; i < MaxReports; i++) begin
      if (3'(i) < reports_q) model_id[i] = report_id_q[i];
      if (leaving && 3'(i) == reports_q) model_id[i] = retire_id_q;
    end
  end
  always_ff @(posedge clk_i) begin
    if (rst_n && running) begin
      i_reports : assert (messages == reports_q + 3'(leaving) && messages < 3'(MaxReports) && message_id == model_id);
      i_arbiter_queue : assert (arbiter_valid != 2'b10);
      i_retire_queue : assert (retire_valid != 2'b10);
      i_arbiter_kinds :
      assert ((!arbiter_valid[0] || arbiter_message[0].kind <= ReplyResendWrites) &&
              (!arbiter_valid[1] || arbiter_message[1].kind <= ReplyResendWrites));
    end
  end

  // Nothing moves before the ring has been initialised.
  always_ff @(posedge clk_i) begin
    if (rst_n && !ready) begin
      i_idle_units :
      assert (filling == '0 && giving == '0 && !outcome_writes && revalidation_sent == '0 && !hazard_job && !wait_job && !commit_job && !second_job && !hazard_seen &&
              !hazard_asked && !wait_asked && !commit_asked &&
              walker_valid == '0 && walker_read == '0 && walker_polls == '0 && walker_ahead == '0);
      i_idle_queues :
      assert (u_commit_unit.u_hazard_detector.u_notes.gen_none.u_fifo.valid_q == '0 && arbiter_valid == '0 && retire_valid == '0 &&
              !answer_valid && reports_q == '0 && !u_commit_unit.u_read_validator.valid_q &&
              !u_commit_unit.u_read_validator.update_q);
      i_idle_model :
      assert (begun_q == '0 && complete_q == '0 && replied_q == '0 && passed_q == '0 && final_q == '0 && asked_q == '0);
      if (u_commit_unit.init_index_q != '0) begin
        i_initialised :
        assert (progress == {Entries{1'b1, {($bits(progress_t) - 1) {1'b0}}}} && finals == '0 && taken == '0);
        i_loaded :
        assert (head_id == FirstId && hazard_id == FirstId && wait_id == FirstId && revalidate_id == FirstId &&
                outcome_id == FirstId && commit_id == FirstId && retire_id == FirstId);
        i_at_slot_0 :
        assert (head_slot == '0 && hazard_slot == '0 && wait_slot == '0 && revalidate_slot == '0 &&
                outcome_slot == '0 && commit_slot == '0 && retire_slot == '0);
      end
    end
  end

  // a log reader has asked the core for a log of this id
  function automatic logic asking(cid_t id);
    return (hazard_asked && hazard_job_id == id) || (wait_asked && wait_job_id == id) ||
           (commit_asked && commit_job_id == id);
  endfunction

  // The fields of each entry in the ring.
  for (genvar age = 0; age < Entries; age++) begin : gen_entry
    cid_t                  id;
    slot_t                 slot;
    logic [IndexWidth-1:0] index;
    logic [FillStages-1:0] fill_here;
    logic [GiveStages-1:0] give_here;
    logic ours, early_here, answered, open;
    assign id        = retire_id + cid_t'(age);
    assign slot      = slot_of(id);
    assign index     = slot[IndexWidth-1:0];
    for (genvar stage = 0; stage < FillStages; stage++) begin : gen_fill
      assign fill_here[stage] = filling[stage] && fill_slot[stage] == slot;
      always_ff @(posedge clk_i) begin
        if (rst_n && running) begin
          i_fill_stage :
          assert (!fill_here[stage] || (fill_skip[stage] == !begun_q[id] && (!fill_complete[stage] || complete_q[id])));
          i_fill_last : assert (!(fill_here[stage] && fill_complete[stage]) || (fill_here >> (stage + 1)) == '0);
        end
      end
    end
    for (genvar stage = 0; stage < GiveStages; stage++) begin : gen_give
      assign give_here[stage] = giving[stage] && give_index[stage] == index &&
                                (stage < 2 || give_phase[stage] == slot[IndexWidth]);
    end
    assign ours      = progress[index].phase == slot[IndexWidth];  // written in this lap
    assign early_here = cid_t'(age) >= age_outcome && cid_t'(age) < age_early;
    assign answered  = cid_t'(age) < age_outcome || (early_here && early_replied[index]);  // if it has a log
    assign open      = final_q[id] && cid_t'(age) >= age_commit;  // final outcome not taken yet

    always_ff @(posedge clk_i) begin
      if (rst_n && running) begin
        i_before_head : assert (cid_t'(age) >= age_head || (ours && progress[index].complete));
        i_complete :
        assert (!(ours && progress[index].complete) ||
                (complete_q[id] && fill_here == '0 && progress[index].skip == !begun_q[id]));
        i_filling :
        assert (!(ours && !progress[index].complete) || (begun_q[id] && (!complete_q[id] || fill_here != '0)));
        i_complete_somewhere :
        assert (!complete_q[id] || (fill_here & fill_complete) != '0 || (ours && progress[index].complete));
        i_begun_somewhere : assert (!begun_q[id] || fill_here != '0 || ours);
        i_hazard_field :
        assert ((cid_t'(age) < age_wait && cid_t'(age) < age_early) || cid_t'(age) >= age_hazard ||
                hazard[index].skip == !begun_q[id]);
        i_hazard_older :
        assert (cid_t'(age) < age_wait || cid_t'(age) >= age_hazard || !hazard[index].hazard || cid_before(
            hazard[index].ycid, id
        ));
        i_reading : assert (!reading[index] || (ours && cid_t'(age) >= age_outcome));
        i_issued :
        assert (!ours || cid_t'(age) < age_revalidate || read_count[index] == count_t'(progress[index].issued) +
                (cid_t'(age) == age_revalidate ? count_t'(revalidation_sent) : '0));
        i_expected :
        assert (cid_t'(age) < age_outcome || cid_t'(age) >= age_revalidate ||
                (read_count[index] == count_t'(awaited[index].expected) &&
                 (hazard[index].hazard || awaited[index].expected == progress[index].issued)));
        i_early_field : assert (!early_here || !early_replied[index] || begun_q[id]);
        i_await_field :
        assert (cid_t'(age) < age_outcome || cid_t'(age) >= age_revalidate || awaited[index].skip == !begun_q[id]);
        if (cid_t'(age) >= age_commit && cid_t'(age) < age_outcome) begin
          i_outcome_field :
          assert (outcome[index].skip == !begun_q[id] || (outcome_writes && cid_t'(age + 1) == age_outcome));
        end
        i_replied : assert (!replied_q[id] || (answered && begun_q[id] && complete_q[id]));
        i_outcome_message :
        assert (messages_of(id, ReplyPass, ReplyFail) == 2'(begun_q[id] && answered && !replied_q[id]));
        i_asked : assert (2'(asked_q[id]) + messages_of(id, ReplyResendReads, ReplyResendWrites) == 2'(asking(id)));
        i_passed : assert (!passed_q[id] || replied_q[id]);
        i_final : assert (!final_q[id] || replied_q[id]);
        i_given : assert ((finals[index].given != taken[index] || give_here != '0) == open);
        i_given_once :
        assert ((give_here & (give_here - 1'b1)) == '0 && (finals[index].given == taken[index] || give_here == '0));
        i_decided : assert (cid_t'(age) >= age_commit || !begun_q[id] || final_q[id]);
        i_final_pass :
        assert (!open || passed_q[id] || !(give_here != '0 ? (give_here & giving_pass) != '0 : finals[index].pass));
      end
    end
  end

  // Ids outside the ring have no history, except the one that is just leaving it.
  for (genvar age = Entries; age < Ids; age++) begin : gen_outside
    cid_t id;
    assign id = retire_id + cid_t'(age);
    always_ff @(posedge clk_i) begin
      if (rst_n && running) begin
        i_no_message :
        assert (messages_of(
            id, ReplyPass, ReplyFail
        ) == '0 && messages_of(
            id, ReplyResendReads, ReplyResendWrites
        ) == '0);
        i_outside :
        assert ((age == Ids - 1 && retire_id != retire_id_q) ||
                (!begun_q[id] && !complete_q[id] && !replied_q[id] && !passed_q[id] && !final_q[id] && !asked_q[id]));
      end
    end
  end

  // Reachability
  logic wrote_q, asked_once_q;
  always_ff @(posedge clk_i) begin
    if (!rst_n) begin
      wrote_q      <= 1'b0;
      asked_once_q <= 1'b0;
    end else begin
      wrote_q      <= wrote_q || (l2_write_valid && l2_write_ready_i);
      asked_once_q <= asked_once_q || (reply && reply_kind == ReplyResendReads);
      c_skip_retires : cover (running && retire_id == cid_t'(7));
      c_second_lap : cover (running && head_id == cid_t'(6 + Entries + 1));
      c_revalidated : cover (wait_asked && u_commit_unit.resend_valid[1]);
      c_write_retires : cover (wrote_q && reply && reply_kind == ReplyRetired);
      c_log_asked_for : cover (asked_once_q && control && control_kind_i == ControlResend && control_last_i);
    end
  end

endmodule

`default_nettype wire
