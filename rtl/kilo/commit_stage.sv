// Commit (MICRO 2011 paper, section 4.5, step 8): in commit-id order, once an entry's final outcome is known, writes the
// write set of a passed one to the L2 slice; a failed one is skipped. The write buffer goes back to the pool.
//
// The commit pointer passes an entry when its final outcome has been taken, so that the next entry's words follow
// without a gap; the entry is given to the retire stage with its last accepted write.
//
// Latency: five cycles from a final outcome to the first write. Throughput: one word a cycle; an entry without words
// takes one cycle.
// Owns the ring's field taken, which nobody else reads.
//
// Entries: ring slots. Buffers, BufferWords: the pool's. Types: the fields as commit_unit declares them.

`default_nettype none

module commit_stage
  import kilo_pkg::*;
  import commit_unit_pkg::*;
#(
  parameter  int unsigned Entries     = 1920,
  parameter  int unsigned Buffers     = 512,
  parameter  int unsigned BufferWords = 8,
  parameter  type         log_t       = logic,
  parameter  type         outcome_t   = logic,
  parameter  type         final_t     = logic,
  localparam int unsigned IndexWidth  = $clog2(Entries),
  localparam int unsigned BufferWidth = $clog2(Buffers),
  localparam int unsigned WordWidth   = $clog2(BufferWords)
) (
  input  wire logic clk_i,
  input  wire logic rst_ni,

  input  wire logic                  sweep_i,        // of the ring after reset
  input  wire logic [IndexWidth-1:0] sweep_index_i,
  input  wire cid_t                  first_id_i,

  // Pointers
  input  wire logic [IndexWidth:0] outcome_slot_i,
  output cid_t                     commit_id_o,

  // Fields of the entry at read_index_o
  output logic [IndexWidth-1:0] read_index_o,
  input  wire log_t             wlog_i,
  input  wire outcome_t         outcome_i,
  input  wire final_t           final_i,

  // Write log
  output logic                        read_valid_o,
  input  wire logic                   read_grant_i,
  output logic      [BufferWidth-1:0] read_buffer_o,
  output logic      [WordWidth-1:0]   read_word_o,
  input  wire log_word_t              read_data_i,
  output logic                        free_valid_o,
  input  wire logic                   free_ready_i,
  output logic      [BufferWidth-1:0] free_buffer_o,
  output logic                        ask_valid_o,
  input  wire logic                   ask_ready_i,
  output cid_t                        ask_id_o,
  output logic                        resend_wait_o,
  input  wire logic                   resend_valid_i,
  output logic                        resend_ready_o,
  input  wire logic                   resend_last_i,
  input  wire log_word_t              resend_word_i,

  // L2 write port: a write is ordered when it is accepted
  output logic      l2_write_valid_o,
  input  wire logic l2_write_ready_i,
  output log_word_t l2_write_word_o,

  // To the retire stage: the oldest entry's writes are ordered
  output logic      done_valid_o,
  input  wire logic done_ready_i,
  output logic      done_skip_o,

  output logic active_o
);

  logic [IndexWidth:0] slot, slot_next;
  logic read_valid_q, passed, job_valid, job_ready, advance, taken;

  ring_pointer #(
    .Entries(Entries)
  ) u_commit (
    .clk_i,
    .rst_ni,
    .load_i     (sweep_i),
    .load_id_i  (first_id_i),
    .advance_i  (advance),
    .slot_o     (slot),
    .slot_next_o(slot_next),
    .id_o       (commit_id_o)
  );

  assign read_index_o = slot_next[IndexWidth-1:0];
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) read_valid_q <= 1'b0;
    else read_valid_q <= slot_next != outcome_slot_i && !sweep_i;
  end

  assign passed    = !outcome_i.skip && final_i.pass;
  assign job_valid = read_valid_q && (outcome_i.skip || final_i.given != taken);
  assign advance   = job_valid && job_ready;

  // Own field: `given` of the slot's last final outcome taken.
  ring_ram #(
    .Entries(Entries),
    .Width  (1)
  ) u_taken (
    .clk_i,
    .sweep_i,
    .sweep_index_i,
    .we_i    (advance && !outcome_i.skip),
    .windex_i(slot[IndexWidth-1:0]),
    .wdata_i (final_i.given),
    .re_i    (1'b1),
    .rindex_i(read_index_o),
    .rdata_o (taken)
  );

  logic beat_valid, beat_ready, beat_has_word, beat_last, beat_skip;
  log_word_t beat_word;
  logic      reader_active;

  log_reader #(
    .Buffers    (Buffers),
    .BufferWords(BufferWords),
    .UserWidth  (1),
    .log_t      (log_t)
  ) u_log_reader (
    .clk_i,
    .rst_ni,
    .job_valid_i    (job_valid),
    .job_ready_o    (job_ready),
    .job_id_i       (commit_id_o),
    .job_fetch_i    (passed),
    .job_release_i  (wlog_i.count != '0),
    .job_log_i      (wlog_i),
    .job_user_i     (outcome_i.skip),
    .read_valid_o,
    .read_grant_i,
    .read_buffer_o,
    .read_word_o,
    .read_data_i,
    .free_valid_o,
    .free_ready_i,
    .free_buffer_o,
    .ask_valid_o,
    .ask_ready_i,
    .ask_id_o,
    .ask_user_o     (),
    .resend_wait_o,
    .resend_valid_i,
    .resend_ready_o,
    .resend_last_i,
    .resend_word_i,
    .beat_valid_o   (beat_valid),
    .beat_ready_i   (beat_ready),
    .beat_has_word_o(beat_has_word),
    .beat_last_o    (beat_last),
    .beat_word_o    (beat_word),
    .beat_user_o    (beat_skip),
    .active_o       (reader_active)
  );

  // The last beat needs both the L2 and the retire stage.
  assign l2_write_valid_o = beat_valid && beat_has_word && (!beat_last || done_ready_i);
  assign l2_write_word_o  = beat_word;
  assign done_valid_o     = beat_valid && beat_last && (!beat_has_word || l2_write_ready_i);
  assign done_skip_o      = beat_skip;
  assign beat_ready       = (!beat_has_word || l2_write_ready_i) && (!beat_last || done_ready_i);

  assign active_o = advance || reader_active;

endmodule

`default_nettype wire
