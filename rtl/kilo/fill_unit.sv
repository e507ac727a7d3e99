// Log transfer (MICRO 2011 paper, section 4.5, step 1): takes one word a cycle, of any live commit id, into the
// entry's buffers and starts the speculative validation of reads (step 2). Skips mark their entries complete.
//
// A word is never refused for lack of buffers: when the pool is empty or the buffer full, the entry's log counts as
// overflown (section 4.5.3) and will be asked for again; its reads are validated all the same.
//
// Latency: two cycles from a word to the ring's fields. Throughput: one word, or one skipped id, each cycle.
// Owns the fields progress, rcid, rlog and wlog of the ring; each entry's are written at least once in each lap, so that
// one phase bit says whether they are of this lap. The read validator's verdict is not cleared between laps; `issued`
// starts from its `done`, and no read is in flight when both are equal.
//
// Entries: ring slots. LiveIds: ids that may be alive at a time. Buffers, BufferWords: the pool's. CountWidth: bits of
// issued and done, wider than the reads in flight. EarlyPort: there is a reader more of progress, the early outcome stage.

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

  // The read validator's verdict of the entry at verdict_index_o
  output logic          verdict_read_o,
  output ring_index_t   verdict_index_o,
  input  wire verdict_t verdict_i,

  // Own fields, for the later stages
  input  wire ring_index_t head_index_i,
  output progress_t        head_progress_o,
  output cid_t             head_rcid_o,
  output log_t             head_rlog_o,
  output log_t             head_wlog_o,
  input  wire ring_index_t wait_index_i,
  output progress_t        wait_progress_o,
  input  wire ring_index_t early_index_i,    // with EarlyPort
  output progress_t        early_progress_o,
  output log_t             wait_rlog_o,
  input  wire ring_index_t commit_index_i,
  output log_t             commit_wlog_o,

  // Buffer pool: a free buffer, and one word into a buffer, which is always taken
  input  wire logic       alloc_valid_i,
  output logic            alloc_ready_o,
  input  wire buffer_id_t alloc_buffer_i,
  input  wire logic       alloc_empty_i,   // no buffer is free; else the next one is on its way
  output logic            store_valid_o,
  output log_store_t      store_o,

  // Speculative validation. The request is withdrawn for a cycle when a buffer turns out to be on its way to the word.
  output logic        validate_req_o,
  input  wire logic   validate_gnt_i,
  output validation_t validate_o,

  output logic active_o
);

  // The fields as they are stored: as many bits as this size needs.
  typedef struct packed {
    logic                  phase;
    logic                  complete;
    logic                  skip;
    logic                  failed_base;
    logic [CountWidth-1:0] issued;
  } stored_progress_t;
  typedef struct packed {
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

  // First stage: the entry's slot, and the read of its fields.
  logic op_valid, op_ready, read;
  cid_t       op_id;
  ring_slot_t op_slot;
  logic       expander_ready;

  skip_expander u_skip_expander (
    .clk_i,
    .rst_ni,
    .fill_valid_i(fill_valid_i && !init_i.active),
    .fill_ready_o(expander_ready),
    .fill_i,
    .op_valid_o  (op_valid),
    .op_ready_i  (op_ready),
    .op_id_o     (op_id)
  );
  assign fill_ready_o = expander_ready && !init_i.active;

  ring_slot #(
    .Entries(Entries)
  ) u_slot (
    .retire_i,
    .id_i  (op_id),
    .slot_o(op_slot)
  );

  // Second stage: modify and write back.
  logic       valid_q;
  fill_kind_e kind_q;
  logic       last_q;
  ring_slot_t slot_q;
  log_word_t  word_q;
  logic       done;

  assign op_ready        = !valid_q || done;
  assign read            = op_valid && op_ready;
  assign verdict_read_o  = read;
  assign verdict_index_o = op_slot.index;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= 1'b0;
    else if (op_ready) valid_q <= op_valid;
  end

  always_ff @(posedge clk_i) begin
    if (read) begin
      kind_q <= fill_i.kind;
      last_q <= fill_i.last;
      slot_q <= op_slot;
      word_q <= fill_i.word;
    end
  end

  stored_progress_t progress, progress_new;
  stored_log_t rlog_stored, wlog_stored, rlog_new, wlog_new;
  logic write, write_first;  // the first of this lap

  logic first;
  stored_log_t rlog, wlog;  // as they are in this lap
  stored_log_t log, log_d;  // the one that the word belongs to
  logic wants_buffer, wait_buffer, stored;

  always_comb begin
    first = progress.phase != slot_q.phase;
    rlog  = rlog_stored;
    wlog  = wlog_stored;
    if (first) begin
      rlog = '0;
      wlog = '0;
    end
    log = wlog;
    if (kind_q == FillRead) log = rlog;

    wants_buffer = kind_q != FillSkip && !log.overflow && log.count == '0;
    wait_buffer  = wants_buffer && !alloc_valid_i && !alloc_empty_i;
    stored       = 1'b0;
    log_d        = log;
    if (kind_q != FillSkip) begin
      if (log.overflow || (wants_buffer && !alloc_valid_i) || log.count == (WordWidth + 1)'(BufferWords)) begin
        log_d.overflow = 1'b1;
      end else begin
        stored      = 1'b1;
        log_d.count = log.count + 1'b1;
        if (wants_buffer) log_d.buffer = BufferWidth'(alloc_buffer_i);
      end
    end

    validate_req_o = valid_q && kind_q == FillRead && !wait_buffer;
    done           = !wait_buffer && (kind_q != FillRead || validate_gnt_i);

    progress_new = progress;
    if (first) begin
      progress_new.phase       = slot_q.phase;
      progress_new.failed_base = verdict_i.failed;
      progress_new.issued      = CountWidth'(verdict_i.done);
    end
    progress_new.skip     = kind_q == FillSkip;
    progress_new.complete = last_q || kind_q == FillSkip;
    progress_new.issued   = progress_new.issued + CountWidth'(kind_q == FillRead);
    rlog_new              = rlog;
    wlog_new              = wlog;
    if (kind_q == FillRead) rlog_new = log_d;
    if (kind_q == FillWrite) wlog_new = log_d;
  end

  assign write       = valid_q && done;
  assign write_first = write && first;

  stored_progress_t head_progress, wait_progress;
  stored_log_t head_rlog, wait_rlog, head_wlog, commit_wlog;

  assign head_progress_o = wide_progress(head_progress);
  assign wait_progress_o = wide_progress(wait_progress);
  assign head_rlog_o     = wide_log(head_rlog);
  assign wait_rlog_o     = wide_log(wait_rlog);
  assign head_wlog_o     = wide_log(head_wlog);
  assign commit_wlog_o   = wide_log(commit_wlog);

  // Phase 1 is the one before the first lap's.
  ring_ram #(
    .Entries  (Entries),
    .Width    ($bits(stored_progress_t)),
    .ReadPorts(3),
    .InitValue({1'b1, {($bits(stored_progress_t) - 1) {1'b0}}})
  ) u_progress (
    .clk_i,
    .init_i,
    .write_i (write),
    .windex_i(slot_q.index),
    .wdata_i (progress_new),
    .read_i  ({read, 2'b11}),
    .rindex_i({op_slot.index, head_index_i, wait_index_i}),
    .rdata_o ({progress, head_progress, wait_progress})
  );

  if (EarlyPort) begin : gen_early_port
    stored_progress_t early_progress;
    ring_ram #(
      .Entries  (Entries),
      .Width    ($bits(stored_progress_t)),
      .InitValue({1'b1, {($bits(stored_progress_t) - 1) {1'b0}}})
    ) u_progress (
      .clk_i,
      .init_i,
      .write_i (write),
      .windex_i(slot_q.index),
      .wdata_i (progress_new),
      .read_i  (1'b1),
      .rindex_i(early_index_i),
      .rdata_o (early_progress)
    );
    assign early_progress_o = wide_progress(early_progress);
  end else begin : gen_no_early_port
    logic unused_early_index;
    assign unused_early_index = ^early_index_i;
    assign early_progress_o = '0;
  end

  ring_ram #(
    .Entries(Entries),
    .Width  (CidBits)
  ) u_rcid (
    .clk_i,
    .init_i,
    .write_i (write_first),
    .windex_i(slot_q.index),
    .wdata_i (retire_i.id),
    .read_i  (1'b1),
    .rindex_i(head_index_i),
    .rdata_o (head_rcid_o)
  );

  ring_ram #(
    .Entries  (Entries),
    .Width    ($bits(stored_log_t)),
    .ReadPorts(3)
  ) u_rlog (
    .clk_i,
    .init_i,
    .write_i (write),
    .windex_i(slot_q.index),
    .wdata_i (rlog_new),
    .read_i  ({read, 2'b11}),
    .rindex_i({op_slot.index, head_index_i, wait_index_i}),
    .rdata_o ({rlog_stored, head_rlog, wait_rlog})
  );

  ring_ram #(
    .Entries  (Entries),
    .Width    ($bits(stored_log_t)),
    .ReadPorts(3)
  ) u_wlog (
    .clk_i,
    .init_i,
    .write_i (write),
    .windex_i(slot_q.index),
    .wdata_i (wlog_new),
    .read_i  ({read, 2'b11}),
    .rindex_i({op_slot.index, head_index_i, commit_index_i}),
    .rdata_o ({wlog_stored, head_wlog, commit_wlog})
  );

  assign alloc_ready_o = write && wants_buffer;
  assign store_valid_o = write && stored;
  assign store_o       = '{
      buffer: buffer_id_t'(log_d.buffer),
      place: word_count_t'(log.count[WordWidth-1:0]),
      word: word_q
  };

  assign validate_o = '{index: slot_q.index, failed_value: !progress_new.failed_base, word: word_q};
  assign active_o   = valid_q;

  cid_t op_age;
  assign op_age = op_id - retire_i.id;
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      a_id_in_window :
      assert (!read || 32'(op_age) < LiveIds)
      else $error("fill_unit: id %0d is %0d ids from retire %0d", op_id, op_age, retire_i.id);
      a_not_complete :
      assert (!write || first || !progress.complete)
      else $error("fill_unit: a word comes to entry %0d, which is complete", slot_q.index);
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
    .data_i (fill_i)
  );
  stream_check #(
    .Width($bits(buffer_id_t))
  ) u_check_alloc (
    .clk_i,
    .rst_ni,
    .valid_i(alloc_valid_i),
    .ready_i(alloc_ready_o),
    .data_i (alloc_buffer_i)
  );

endmodule

`default_nettype wire
