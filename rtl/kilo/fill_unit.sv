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
// Entries: ring slots. Buffers: size of the pool. CountWidth: bits of issued and done, wider than the reads in flight.
// progress_t, log_t, verdict_t: the fields as commit_unit declares them.

`default_nettype none

module fill_unit
  import kilo_pkg::*;
  import commit_unit_pkg::*;
#(
  parameter  int unsigned Entries     = 1920,
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
  input  wire logic                enable_i,  // the ring has been swept
  input  wire cid_t                retire_id_i,
  input  wire logic [IndexWidth:0] retire_slot_i,

  // Fill stream
  input  wire logic                 fill_valid_i,
  output logic                      fill_ready_o,
  input  wire fill_kind_e           fill_kind_i,
  input  wire logic                 fill_last_i,
  input  wire cid_t                 fill_id_i,
  input  wire log_word_t            fill_word_i,
  input  wire logic [SkipWidth-1:0] fill_skips_i,

  // Own fields, and the read validator's verdict, of the entry at read_index_o
  output logic                       read_o,
  output logic      [IndexWidth-1:0] read_index_o,
  input  wire progress_t             progress_i,
  input  wire log_t                  rlog_i,
  input  wire log_t                  wlog_i,
  input  wire verdict_t              verdict_i,
  output logic                       write_o,
  output logic                       write_first_o,  // first write in this lap: rcid is written too
  output logic      [IndexWidth-1:0] write_index_o,
  output progress_t                  progress_o,
  output cid_t                       rcid_o,
  output log_t                       rlog_o,
  output log_t                       wlog_o,

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
  logic                op_valid, op_ready;
  cid_t                op_id;
  logic [IndexWidth:0] op_slot;
  logic                expander_ready;

  skip_expander u_skip_expander (
    .clk_i,
    .rst_ni,
    .fill_valid_i(fill_valid_i && enable_i),
    .fill_ready_o(expander_ready),
    .fill_kind_i,
    .fill_id_i,
    .fill_skips_i,
    .op_valid_o  (op_valid),
    .op_ready_i  (op_ready),
    .op_id_o     (op_id)
  );
  assign fill_ready_o = expander_ready && enable_i;

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

  logic first;
  log_t rlog, wlog;    // as they are in this lap
  log_t log, log_d;    // the one that the word belongs to
  logic wants_buffer, wait_buffer, stored;

  always_comb begin
    first = progress_i.phase != slot_q[IndexWidth];
    rlog  = rlog_i;
    wlog  = wlog_i;
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

    progress_o = progress_i;
    if (first) begin
      progress_o.phase       = slot_q[IndexWidth];
      progress_o.failed_base = verdict_i.failed;
      progress_o.issued      = verdict_i.done;
    end
    progress_o.skip     = kind_q == FillSkip;
    progress_o.complete = last_q || kind_q == FillSkip;
    progress_o.issued   = progress_o.issued + CountWidth'(kind_q == FillRead);
    rlog_o = rlog;
    wlog_o = wlog;
    if (kind_q == FillRead) rlog_o = log_d;
    if (kind_q == FillWrite) wlog_o = log_d;
  end

  assign write_o       = valid_q && done;
  assign write_first_o = write_o && first;
  assign write_index_o = slot_q[IndexWidth-1:0];
  assign rcid_o        = retire_id_i;

  assign alloc_ready_o  = write_o && wants_buffer;
  assign store_valid_o  = write_o && stored;
  assign store_buffer_o = log_d.buffer;
  assign store_word_o   = log.count[WordWidth-1:0];
  assign store_data_o   = word_q;

  assign validate_index_o        = slot_q[IndexWidth-1:0];
  assign validate_failed_value_o = !progress_o.failed_base;
  assign validate_word_o         = word_q;

  assign active_o = valid_q;

  cid_t op_age;
  assign op_age = op_id - retire_id_i;
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      a_id_in_window : assert (!read_o || 32'(op_age) < Entries);
      a_not_complete : assert (!write_o || first || !progress_i.complete);
    end
  end

endmodule

`default_nettype wire
