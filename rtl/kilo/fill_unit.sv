// Log transfer (MICRO 2011 paper, section 4.5, step 1): takes one word a cycle, of any live commit id, into the
// entry's buffers and starts the speculative validation of reads (step 2). Skips mark their entries complete.
//
// A word is never refused for lack of buffers: when the pool is empty or the buffer full, the entry's log counts as
// overflown (section 4.5.3) and will be asked for again; its reads are validated all the same.
//
// Latency:    two cycles from a word to the ring's fields. Throughput: one word, or one skipped id, each cycle.
// Owns the fields progress, rcid, rlog and wlog of the ring; each entry's are written at least once in each lap, so that
// one phase bit says whether they are of this lap. The read validator's verdict is not cleared between laps; `issued`
// starts from its `done`, and no read is in flight when both are equal.
//
// Entries: ring slots. LiveIds: ids that may be alive at a time. Buffers: size of the pool. CountWidth: bits of issued and done, wider than the reads in flight.
// progress_t, log_t, verdict_t: the fields as commit_unit declares them.

`default_nettype none

module fill_unit
  import kilo_pkg::*;
  import commit_unit_pkg::*;
#(
  parameter  int unsigned Entries     = 1920,
  parameter  int unsigned LiveIds     = 1920,
  parameter  int unsigned Buffers     = 512,
  parameter  int unsigned BufferWords = 8,
  parameter  int unsigned CountWidth  = 10,
  parameter  type         progress_t  = logic,
  parameter  type         log_t       = logic,
  parameter  type         verdict_t   = logic,
  localparam int unsigned IndexWidth  = $clog2(Entries),
  localparam int unsigned BufferWidth = $clog2(Buffers),
  localparam int unsigned WordWidth   = $clog2(BufferWords)
) (
  input  wire logic clk_i,
  input  wire logic rst_ni,

  // The ring
  input  wire logic                  sweep_i,        // of the ring after reset
  input  wire logic [IndexWidth-1:0] sweep_index_i,
  input  wire cid_t                  retire_id_i,
  input  wire logic [IndexWidth:0]   retire_slot_i,

  // Fill stream
  input  wire logic                 fill_valid_i,
  output logic                      fill_ready_o,
  input  wire fill_kind_e           fill_kind_i,
  input  wire logic                 fill_last_i,
  input  wire cid_t                 fill_id_i,
  input  wire log_word_t            fill_word_i,
  input  wire logic [SkipWidth-1:0] fill_skips_i,

  // The read validator's verdict of the entry at read_index_o
  output logic                  read_o,
  output logic [IndexWidth-1:0] read_index_o,
  input  wire verdict_t         verdict_i,

  // Own fields, for the stages behind
  input  wire logic [IndexWidth-1:0] head_index_i,
  output progress_t                  head_progress_o,
  output cid_t                       head_rcid_o,
  output log_t                       head_rlog_o,
  output log_t                       head_wlog_o,
  input  wire logic [IndexWidth-1:0] wait_index_i,
  output progress_t                  wait_progress_o,
  output log_t                       wait_rlog_o,
  input  wire logic [IndexWidth-1:0] commit_index_i,
  output log_t                       commit_wlog_o,

  // Buffer pool
  input  wire logic                    alloc_valid_i,
  input  wire logic                    alloc_empty_i,
  input  wire logic [BufferWidth-1:0]  alloc_buffer_i,
  output logic                         alloc_ready_o,
  output logic                         store_valid_o,
  output logic      [BufferWidth-1:0]  store_buffer_o,
  output logic      [WordWidth-1:0]    store_word_o,
  output log_word_t                    store_data_o,

  // Speculative validation
  output logic                  validate_valid_o,
  input  wire logic             validate_ready_i,
  output logic [IndexWidth-1:0] validate_index_o,
  output logic                  validate_failed_value_o,
  output log_word_t             validate_word_o,

  output logic active_o
);

  // First stage: the entry's slot, and the read of its fields.
  logic op_valid, op_ready;
  cid_t                op_id;
  logic [IndexWidth:0] op_slot;
  logic                expander_ready;

  skip_expander u_skip_expander (
    .clk_i,
    .rst_ni,
    .fill_valid_i(fill_valid_i && !sweep_i),
    .fill_ready_o(expander_ready),
    .fill_kind_i,
    .fill_id_i,
    .fill_skips_i,
    .op_valid_o  (op_valid),
    .op_ready_i  (op_ready),
    .op_id_o     (op_id)
  );
  assign fill_ready_o = expander_ready && !sweep_i;

  ring_slot #(
    .Entries(Entries)
  ) u_slot (
    .retire_id_i,
    .retire_slot_i,
    .id_i  (op_id),
    .slot_o(op_slot)
  );

  // Second stage: modify and write back.
  logic                valid_q;
  fill_kind_e          kind_q;
  logic                last_q;
  logic [IndexWidth:0] slot_q;
  log_word_t           word_q;
  logic                done;

  assign op_ready     = !valid_q || done;
  assign read_o       = op_valid && op_ready;
  assign read_index_o = op_slot[IndexWidth-1:0];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= 1'b0;
    else if (op_ready) valid_q <= op_valid;
  end

  always_ff @(posedge clk_i) begin
    if (read_o) begin
      kind_q <= fill_kind_i;
      last_q <= fill_last_i;
      slot_q <= op_slot;
      word_q <= fill_word_i;
    end
  end

  progress_t progress, progress_new;
  log_t rlog_stored, wlog_stored, rlog_new, wlog_new;
  logic write, write_first;  // the first of this lap
  logic [IndexWidth-1:0] write_index;

  logic first;
  log_t rlog, wlog;  // as they are in this lap
  log_t log, log_d;  // the one that the word belongs to
  logic wants_buffer, wait_buffer, stored;

  always_comb begin
    first = progress.phase != slot_q[IndexWidth];
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
        if (wants_buffer) log_d.buffer = alloc_buffer_i;
      end
    end

    validate_valid_o = valid_q && kind_q == FillRead && !wait_buffer;
    done             = !wait_buffer && (kind_q != FillRead || validate_ready_i);

    progress_new = progress;
    if (first) begin
      progress_new.phase       = slot_q[IndexWidth];
      progress_new.failed_base = verdict_i.failed;
      progress_new.issued      = verdict_i.done;
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
  assign write_index = slot_q[IndexWidth-1:0];

  // Phase 1 is the one before the first lap's.
  ring_ram #(
    .Entries   (Entries),
    .Width     ($bits(progress_t)),
    .ReadPorts (3),
    .SweepValue({1'b1, {($bits(progress_t) - 1) {1'b0}}})
  ) u_progress (
    .clk_i,
    .sweep_i,
    .sweep_index_i,
    .we_i    (write),
    .windex_i(write_index),
    .wdata_i (progress_new),
    .re_i    ({read_o, 2'b11}),
    .rindex_i({read_index_o, head_index_i, wait_index_i}),
    .rdata_o ({progress, head_progress_o, wait_progress_o})
  );

  ring_ram #(
    .Entries(Entries),
    .Width  (CidBits)
  ) u_rcid (
    .clk_i,
    .sweep_i,
    .sweep_index_i,
    .we_i    (write_first),
    .windex_i(write_index),
    .wdata_i (retire_id_i),
    .re_i    (1'b1),
    .rindex_i(head_index_i),
    .rdata_o (head_rcid_o)
  );

  ring_ram #(
    .Entries  (Entries),
    .Width    ($bits(log_t)),
    .ReadPorts(3)
  ) u_rlog (
    .clk_i,
    .sweep_i,
    .sweep_index_i,
    .we_i    (write),
    .windex_i(write_index),
    .wdata_i (rlog_new),
    .re_i    ({read_o, 2'b11}),
    .rindex_i({read_index_o, head_index_i, wait_index_i}),
    .rdata_o ({rlog_stored, head_rlog_o, wait_rlog_o})
  );

  ring_ram #(
    .Entries  (Entries),
    .Width    ($bits(log_t)),
    .ReadPorts(3)
  ) u_wlog (
    .clk_i,
    .sweep_i,
    .sweep_index_i,
    .we_i    (write),
    .windex_i(write_index),
    .wdata_i (wlog_new),
    .re_i    ({read_o, 2'b11}),
    .rindex_i({read_index_o, head_index_i, commit_index_i}),
    .rdata_o ({wlog_stored, head_wlog_o, commit_wlog_o})
  );

  assign alloc_ready_o  = write && wants_buffer;
  assign store_valid_o  = write && stored;
  assign store_buffer_o = log_d.buffer;
  assign store_word_o   = log.count[WordWidth-1:0];
  assign store_data_o   = word_q;

  assign validate_index_o        = slot_q[IndexWidth-1:0];
  assign validate_failed_value_o = !progress_new.failed_base;
  assign validate_word_o         = word_q;

  assign active_o = valid_q;

  cid_t op_age;
  assign op_age = op_id - retire_id_i;
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      a_id_in_window : assert (!read_o || 32'(op_age) < LiveIds);
      a_not_complete : assert (!write || first || !progress.complete);
    end
  end

endmodule

`default_nettype wire
