// Log transfer (MICRO 2011 paper, section 4.5, step 1): takes one word a cycle, of any live commit id, into the
// entry's buffers and starts the speculative validation of reads (step 2). Skips mark their entries complete.
//
// A word is never refused for lack of buffers: when the pool is empty or the buffer full, the entry's
// log counts as overflown (section 4.5.3) and will be requested again; its reads are validated all the
// same. So has a log to which buffer_grants denies a buffer.
//
// Latency: seven cycles from a word to the ring's fields. Throughput: one word, or one skipped id, each cycle.
// Owns the fields progress, rcid, rlog and wlog of the ring; each entry's are written at least once in
// each lap, so that one phase bit tells whether they are of this lap. The read validator's verdict is not
// cleared between laps; `issued` starts from its `done`, and no read is in flight when both are equal.
//
// Entries: ring slots. LiveIds: ids that may be alive at a time. Buffers, BufferWords: the pool's.
// CountWidth: bits of issued and done, wider than the reads in flight. EarlyPort: progress has one
// more reader, the early outcome stage. Protection: of ecc_pkg.

`include "gputm_assert.svh"

`default_nettype none

module fill_unit
  import kilo_pkg::*;
  import commit_unit_pkg::*;
#(
  parameter  int unsigned Entries     = 1920,
  parameter  int unsigned LiveIds     = Entries,
  parameter  int unsigned Buffers     = 512,
  parameter  int unsigned BufferWords = 8,
  parameter  int unsigned CountWidth  = 10,
  parameter  bit          EarlyPort   = 1'b0,
  parameter  int unsigned Protection  = ecc_pkg::None,
  localparam int unsigned BufferWidth = $clog2(Buffers),
  localparam int unsigned WordWidth   = $clog2(BufferWords)
) (
  input  wire logic clk_i,
  input  wire logic rst_ni,

  input  wire ring_init_t    init_i,
  input  wire ring_pointer_t retire_i,

  // Fill stream
  input  wire logic  fill_valid_i,
  output logic       fill_ready_o,
  input  wire fill_t fill_i,

  // The read validator's verdict of an entry
  output ring_read_t    verdict_read_o,
  input  wire verdict_t verdict_i,

  // Own fields, for the later stages
  input  wire ring_read_t  head_read_i,
  output progress_t        head_progress_o,
  output cid_t             head_rcid_o,
  output log_t             head_rlog_o,
  output log_t             head_wlog_o,
  input  wire ring_read_t  wait_read_i,
  output progress_t        wait_progress_o,
  input  wire ring_read_t  early_read_i,    // with EarlyPort
  output progress_t        early_progress_o,
  output log_t             wait_rlog_o,
  input  wire ring_read_t  commit_read_i,
  output log_t             commit_wlog_o,

  // Buffer pool: a free buffer, and one word to store, which is always taken
  input  wire logic       alloc_valid_i,
  output logic            alloc_ready_o,
  input  wire buffer_id_t alloc_buffer_i,
  input  wire logic       alloc_empty_i,   // no buffer is free; if low, the next one is on its way
  output logic            store_valid_o,
  output log_store_t      store_o,

  input  wire logic       free_valid_i,    // a buffer returns to the pool

  // Speculative validation. The request is withdrawn for a cycle when a buffer turns out to be on its way to the word.
  output logic        validate_req_o,
  input  wire logic   validate_gnt_i,
  output validation_t validate_o,

  output ecc_pkg::ram_error_t [10:0] errors_o,  // by field and reader, in the order of the instances
  output ecc_pkg::ram_error_t op_error_o,  // a message, or an operation in the pipeline
  output logic active_o
);

  localparam int unsigned Stages = 5;

  // The fields as stored: as many bits as this size needs
  typedef struct packed {
    logic                  phase;
    logic                  complete;
    logic                  skip;
    logic                  failed_base;
    logic [CountWidth-1:0] issued;
  } stored_progress_t;
  typedef struct packed {
    logic                   begun;     // it has words or has overflown; for this module only
    logic                   overflow;
    logic [WordWidth:0]     count;
    logic [BufferWidth-1:0] buffer;
  } stored_log_t;

  function automatic progress_t wide_progress(stored_progress_t stored);
    return
    '{
        phase: stored.phase,
        complete: stored.complete,
        skip: stored.skip,
        failed_base: stored.failed_base,
        issued: read_count_t'(stored.issued)
    }
    ;
  endfunction
  function automatic log_t wide_log(stored_log_t stored);
    return '{overflow: stored.overflow, count: word_count_t'(stored.count), buffer: buffer_id_t'(stored.buffer)};
  endfunction

  // Pipeline registers of an operation: its data, and the fields of its entry that it needs
  typedef struct packed {
    fill_kind_e kind;
    logic       last;
    log_word_t  word;
  } op_t;
  typedef struct packed {
    logic             first;     // first of this lap: the other fields are of the previous lap
    stored_progress_t progress;
    stored_log_t      rlog;
    stored_log_t      wlog;
    verdict_t         verdict;
  } entry_t;

  // The stages advance together, or stall while the last one cannot do its work. Operations, ids
  // and slots are numbered by their stage.
  logic move, done;
  logic [Stages:1] valid_q;
  op_t [Stages:1]  op_q;
  cid_t id_1, id_1_q;  // the operation's and its message's
  logic [SkipWidth-1:0] place_1_q;
  ring_slot_t slot_3, slot_4_q, slot_5_q;
  logic op_valid, expander_ready;
  op_t                  op;
  cid_t                 message_id;
  logic [SkipWidth-1:0] place;

  assign move = !valid_q[Stages] || done;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= '0;
    else if (move) valid_q <= {valid_q[Stages-1:1], op_valid};
  end
  always_ff @(posedge clk_i) begin
    if (move) begin
      op_q      <= {op_q[Stages-1:1], op};
      id_1_q    <= message_id;
      place_1_q <= place;
      slot_4_q  <= slot_3;
      slot_5_q  <= slot_4_q;
    end
  end

  // A parity bit goes with an operation.
  ecc_pkg::ram_error_t [1:0] op_errors;
  assign op_error_o = op_errors[0] | op_errors[1];
  logic [Stages:1] op_parity_q;
  if (Protection != ecc_pkg::None) begin : gen_op_parity
    always_ff @(posedge clk_i) if (move) op_parity_q <= {op_parity_q[Stages-1:1], ^op};
  end else begin : gen_no_op_parity
    assign op_parity_q = '0;
  end

  parity_check #(
    .Width     ($bits(op_t) + 1),
    .Protection(Protection)
  ) u_op_check (
    .clk_i,
    .rst_ni,
    .valid_i(valid_q[Stages]),
    .word_i ({op_parity_q[Stages], op_q[Stages]}),
    .wrong_o(),
    .error_o(op_errors[1])
  );

  // First stage: the operation. Second and third: its entry's slot.
  skip_expander #(
    .Protection(Protection)
  ) u_skip_expander (
    .clk_i,
    .rst_ni,
    .fill_valid_i(fill_valid_i && !init_i.active),
    .fill_ready_o(expander_ready),
    .fill_i,
    .op_valid_o  (op_valid),
    .op_ready_i  (move),
    .op_kind_o   (op.kind),
    .op_last_o   (op.last),
    .op_id_o     (message_id),
    .op_place_o  (place),
    .op_word_o   (op.word),
    .error_o     (op_errors[0])
  );
  assign fill_ready_o = expander_ready && !init_i.active;

  // Number of the one set bit, as the OR of numbers
  function automatic cid_t number_of(logic [SkipWidth-1:0] one_hot);
    cid_t number;
    number = '0;
    for (int unsigned i = 0; i < SkipWidth; i++) begin
      if (one_hot[i]) number |= cid_t'(i);
    end
    return number;
  endfunction

  assign id_1 = id_1_q + number_of(place_1_q);

  ring_slot #(
    .Entries(Entries)
  ) u_slot (
    .clk_i,
    .enable_i(move),
    .retire_i,
    .id_i    (id_1),
    .slot_o  (slot_3)
  );

  // Third stage: the read of the entry's fields.
  ring_read_t read;
  assign read           = '{enable: move && valid_q[3], index: slot_3.index};
  assign verdict_read_o = read;

  // Fourth stage: the fields as the previous operation is writing them.
  stored_progress_t progress, progress_new;
  stored_log_t rlog, wlog, rlog_new, wlog_new;
  entry_t entry_q;
  logic   forward;

  assign forward = valid_q[5] && slot_5_q == slot_4_q;

  always_ff @(posedge clk_i) begin
    if (move) begin
      entry_q <= '{
          first: !forward && progress.phase != slot_4_q.phase,
          progress: forward ? progress_new : progress,
          rlog: forward ? rlog_new : rlog,
          wlog: forward ? wlog_new : wlog,
          verdict: verdict_i
      };
    end
  end

  // Fifth stage: the fields as of this lap; modify and write back.
  fill_kind_e kind;
  stored_log_t log_old, log_new;  // the log to which the word belongs
  logic write, write_first;
  logic wants_buffer, may_have, wait_buffer, stored;

  assign kind = op_q[5].kind;

  always_comb begin
    progress_new = entry_q.progress;
    if (entry_q.first) begin
      progress_new.phase       = slot_5_q.phase;
      progress_new.failed_base = entry_q.verdict.failed;
      progress_new.issued      = CountWidth'(entry_q.verdict.done);
    end
    progress_new.skip     = kind == FillSkip;
    progress_new.complete = op_q[5].last || kind == FillSkip;
    progress_new.issued   = progress_new.issued + CountWidth'(kind == FillRead);
  end

  // A log in this lap (the buffer number of an empty one does not matter), and with one word more
  function automatic stored_log_t this_lap(stored_log_t log, logic first);
    this_lap          = log;
    this_lap.begun    = log.begun && !first;
    this_lap.overflow = log.overflow && !first;
    this_lap.count    = first ? '0 : log.count;
  endfunction
  function automatic stored_log_t with_word(stored_log_t log, logic buffer_valid, buffer_id_t buffer);
    with_word       = log;
    with_word.begun = 1'b1;
    if (!log.begun) with_word.buffer = BufferWidth'(buffer);
    if (log.overflow || (!log.begun && !buffer_valid) || log.count == (WordWidth + 1)'(BufferWords)) begin
      with_word.overflow = 1'b1;
    end else begin
      with_word.count = log.count + 1'b1;
    end
  endfunction

  always_comb begin
    rlog_new = this_lap(entry_q.rlog, entry_q.first);
    wlog_new = this_lap(entry_q.wlog, entry_q.first);
    log_old  = kind == FillRead ? rlog_new : wlog_new;
    if (kind == FillRead) rlog_new = with_word(rlog_new, alloc_valid_i && may_have, alloc_buffer_i);
    if (kind == FillWrite) wlog_new = with_word(wlog_new, alloc_valid_i && may_have, alloc_buffer_i);
    log_new      = kind == FillRead ? rlog_new : wlog_new;
    wants_buffer = kind != FillSkip && !log_old.begun;
    stored       = kind != FillSkip && !log_new.overflow;
  end

  assign wait_buffer    = wants_buffer && may_have && !alloc_valid_i && !alloc_empty_i;
  assign done           = !wait_buffer && (kind != FillRead || validate_gnt_i);
  assign validate_req_o = valid_q[5] && kind == FillRead && !wait_buffer;
  assign write          = valid_q[5] && done;
  assign write_first    = write && entry_q.first;

  buffer_grants #(
    .Entries(Entries),
    .Buffers(Buffers)
  ) u_buffer_grants (
    .clk_i,
    .rst_ni,
    .init_i,
    .retire_i,
    .read_i    (read),
    .move_i    (move),
    .same_i    (forward),
    .op_valid_i(write),
    .op_index_i(slot_5_q.index),
    .op_first_i(entry_q.first),
    .op_skip_i (kind == FillSkip),
    .op_wants_i(wants_buffer),
    .op_grant_o(may_have),
    .alloc_valid_i,
    .free_valid_i
  );

  stored_progress_t head_progress, wait_progress;
  stored_log_t head_rlog, wait_rlog, head_wlog, commit_wlog;

  assign head_progress_o = wide_progress(head_progress);
  assign wait_progress_o = wide_progress(wait_progress);
  assign head_rlog_o     = wide_log(head_rlog);
  assign wait_rlog_o     = wide_log(wait_rlog);
  assign head_wlog_o     = wide_log(head_wlog);
  assign commit_wlog_o   = wide_log(commit_wlog);

  // The lap before the first one has phase 1.
  ring_ram #(
    .Entries   (Entries),
    .Width     ($bits(stored_progress_t)),
    .ReadPorts (3),
    .InitValue ({1'b1, {($bits(stored_progress_t) - 1) {1'b0}}}),
    .Protection(Protection)
  ) u_progress (
    .clk_i,
    .rst_ni,
    .init_i,
    .write_i (write),
    .windex_i(slot_5_q.index),
    .wdata_i (progress_new),
    .read_i  ({read, head_read_i, wait_read_i}),
    .rdata_o ({progress, head_progress, wait_progress}),
    .errors_o(errors_o[2:0])
  );

  if (EarlyPort) begin : gen_early_port
    stored_progress_t early_progress;
    ring_ram #(
      .Entries   (Entries),
      .Width     ($bits(stored_progress_t)),
      .InitValue ({1'b1, {($bits(stored_progress_t) - 1) {1'b0}}}),
      .Protection(Protection)
    ) u_progress (
      .clk_i,
      .rst_ni,
      .init_i,
      .write_i (write),
      .windex_i(slot_5_q.index),
      .wdata_i (progress_new),
      .read_i  (early_read_i),
      .rdata_o (early_progress),
      .errors_o(errors_o[10])
    );
    assign early_progress_o = wide_progress(early_progress);
  end else begin : gen_no_early_port
    logic unused_early_read;
    assign unused_early_read = ^early_read_i;
    assign early_progress_o = '0;
    assign errors_o[10] = '0;
  end

  ring_ram #(
    .Entries   (Entries),
    .Width     (CidBits),
    .Protection(Protection)
  ) u_rcid (
    .clk_i,
    .rst_ni,
    .init_i,
    .write_i (write_first),
    .windex_i(slot_5_q.index),
    .wdata_i (retire_i.id),
    .read_i  (head_read_i),
    .rdata_o (head_rcid_o),
    .errors_o(errors_o[3])
  );

  ring_ram #(
    .Entries   (Entries),
    .Width     ($bits(stored_log_t)),
    .ReadPorts (3),
    .Protection(Protection)
  ) u_rlog (
    .clk_i,
    .rst_ni,
    .init_i,
    .write_i (write),
    .windex_i(slot_5_q.index),
    .wdata_i (rlog_new),
    .read_i  ({read, head_read_i, wait_read_i}),
    .rdata_o ({rlog, head_rlog, wait_rlog}),
    .errors_o(errors_o[6:4])
  );

  ring_ram #(
    .Entries   (Entries),
    .Width     ($bits(stored_log_t)),
    .ReadPorts (3),
    .Protection(Protection)
  ) u_wlog (
    .clk_i,
    .rst_ni,
    .init_i,
    .write_i (write),
    .windex_i(slot_5_q.index),
    .wdata_i (wlog_new),
    .read_i  ({read, head_read_i, commit_read_i}),
    .rdata_o ({wlog, head_wlog, commit_wlog}),
    .errors_o(errors_o[9:7])
  );

  assign alloc_ready_o = write && wants_buffer && may_have;
  assign store_valid_o = write && stored;
  assign store_o       = '{
      buffer: buffer_id_t'(log_new.buffer),
      place: word_count_t'(log_old.count[WordWidth-1:0]),
      word: op_q[5].word
  };

  assign validate_o = '{index: slot_5_q.index, failed_value: !progress_new.failed_base, word: op_q[5].word};
  assign active_o   = op_valid || valid_q != '0;

  cid_t age;
  assign age = id_1 - retire_i.id;
  `GPUTM_ASSERT(a_id_in_window, !valid_q[1] || 32'(age) < LiveIds,
                ("fill_unit: id %0d is %0d ids from retire %0d", id_1, age, retire_i.id))
  `GPUTM_ASSERT(a_not_complete, !write || entry_q.first || !entry_q.progress.complete,
                ("fill_unit: word for entry %0d after its last one", slot_5_q.index))
  `GPUTM_ASSERT(a_named_kind,
                !fill_valid_i || fill_i.kind == FillRead || fill_i.kind == FillWrite || fill_i.kind == FillSkip,
                ("fill_unit: unknown message kind %0d", fill_i.kind))
  `GPUTM_ASSERT(a_skip_alone, !write || kind != FillSkip || entry_q.first,
                ("fill_unit: skip of entry %0d after a word of it", slot_5_q.index))
  // Coverage points (tb/coverage)
  `GPUTM_COVER(b_log_outgrows_its_buffer, write && log_old.begun && !log_old.overflow && log_new.overflow)
  `GPUTM_COVER(b_no_buffer_is_free, write && wants_buffer && alloc_empty_i && !alloc_valid_i)
  `GPUTM_COVER(b_next_buffer_is_awaited, valid_q[5] && wait_buffer)
  `GPUTM_COVER(b_words_of_one_entry_in_a_row, move && valid_q[4] && forward)
  `GPUTM_COVER(b_ring_is_full, valid_q[1] && 32'(age) == LiveIds - 1)
  `GPUTM_COVER(b_ids_wrap, valid_q[1] && id_1 < retire_i.id)
  `GPUTM_COVER(b_validator_is_full, valid_q[5] && validate_req_o && !validate_gnt_i)

  // Handshake assertions
  `GPUTM_STREAM(u_check_fill, fill_valid_i, fill_ready_o, fill_i)
  `GPUTM_STREAM(u_check_alloc, alloc_valid_i, alloc_ready_o, alloc_buffer_i)

endmodule

`default_nettype wire
