// Validation wait and revalidation (MICRO 2011 paper, section 4.5, steps 4 and 5): an entry with a hazard waits until
// its YCID has retired; then its whole local read set is read again. Others pass at once. Behind this stage nobody
// needs the read set, so its buffer goes back to the pool.
//
// The wait pointer passes an entry when it need not wait (any longer); the revalidate pointer, when the last of its
// reads is on its way. The next entry's revalidation begins without awaiting the answers; the outcome stage awaits them.
//
// Latency: about five cycles without a hazard. Throughput: one entry, or one word, a cycle.
// Owns the ring's field await.
//
// Entries: ring slots. Buffers, BufferWords: the pool's. Types: the fields as commit_unit declares them.

`default_nettype none

module revalidation_stage
  import kilo_pkg::*;
  import commit_unit_pkg::*;
#(
  parameter  int unsigned Entries     = 1920,
  parameter  int unsigned Buffers     = 512,
  parameter  int unsigned BufferWords = 8,
  parameter  int unsigned CountWidth  = 10,
  parameter  type         progress_t  = logic,
  parameter  type         log_t       = logic,
  parameter  type         hazard_t    = logic,
  parameter  type         await_t     = logic,
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
  input  wire logic [IndexWidth:0] hazard_slot_i,
  input  wire cid_t                retire_id_i,
  output cid_t                     wait_id_o,
  output cid_t                     revalidate_id_o,
  output logic      [IndexWidth:0] revalidate_slot_o,

  // Fields of the entry at read_index_o
  output logic [IndexWidth-1:0] read_index_o,
  input  wire progress_t        progress_i,
  input  wire log_t             rlog_i,
  input  wire hazard_t          hazard_i,
  input  wire logic             failed_i,

  // Own field, for the outcome stage
  input  wire logic [IndexWidth-1:0] outcome_index_i,
  output await_t                     outcome_await_o,

  // Read log
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

  // Read validator
  output logic                  validate_valid_o,
  input  wire logic             validate_ready_i,
  output logic [IndexWidth-1:0] validate_index_o,
  output logic                  validate_failed_value_o,
  output log_word_t             validate_word_o,

  output logic active_o
);

  typedef struct packed {
    logic                  skip;
    logic                  failed_base;
    logic [CountWidth-1:0] issued;  // before revalidation
  } user_t;

  // Validation wait
  logic [IndexWidth:0] wait_slot_next;
  logic read_valid_q, revalidate, job_valid, job_ready, wait_advance;
  user_t job_user;

  ring_pointer #(
    .Entries(Entries)
  ) u_wait (
    .clk_i,
    .rst_ni,
    .load_i     (sweep_i),
    .load_id_i  (first_id_i),
    .advance_i  (wait_advance),
    .slot_o     (),
    .slot_next_o(wait_slot_next),
    .id_o       (wait_id_o)
  );

  assign read_index_o = wait_slot_next[IndexWidth-1:0];
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) read_valid_q <= 1'b0;
    else read_valid_q <= wait_slot_next != hazard_slot_i && !sweep_i;
  end

  assign revalidate   = !hazard_i.skip && hazard_i.hazard && failed_i == progress_i.failed_base;
  assign job_valid    = read_valid_q && (!revalidate || cid_before(hazard_i.ycid, retire_id_i));
  assign wait_advance = job_valid && job_ready;
  assign job_user     = '{skip: hazard_i.skip, failed_base: progress_i.failed_base, issued: progress_i.issued};

  logic beat_valid, beat_ready, beat_has_word, beat_last;
  log_word_t beat_word;
  user_t     beat_user;
  logic      reader_active;

  log_reader #(
    .Buffers    (Buffers),
    .BufferWords(BufferWords),
    .UserWidth  ($bits(user_t)),
    .log_t      (log_t)
  ) u_log_reader (
    .clk_i,
    .rst_ni,
    .job_valid_i    (job_valid),
    .job_ready_o    (job_ready),
    .job_id_i       (wait_id_o),
    .job_fetch_i    (revalidate),
    .job_release_i  (rlog_i.count != '0),
    .job_log_i      (rlog_i),
    .job_user_i     (job_user),
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
    .beat_user_o    (beat_user),
    .active_o       (reader_active)
  );

  // Revalidation
  logic [IndexWidth:0]   revalidate_slot;
  logic                  advance;
  await_t                await_new;
  logic [CountWidth-1:0] again_q;  // words of the entry sent so far

  ring_pointer #(
    .Entries(Entries)
  ) u_revalidate (
    .clk_i,
    .rst_ni,
    .load_i     (sweep_i),
    .load_id_i  (first_id_i),
    .advance_i  (advance),
    .slot_o     (revalidate_slot),
    .slot_next_o(),
    .id_o       (revalidate_id_o)
  );

  assign beat_ready              = !beat_has_word || validate_ready_i;
  assign validate_valid_o        = beat_valid && beat_has_word;
  assign validate_index_o        = revalidate_slot[IndexWidth-1:0];
  assign validate_failed_value_o = !beat_user.failed_base;
  assign validate_word_o         = beat_word;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) again_q <= '0;
    else if (beat_valid && beat_ready) again_q <= beat_last ? '0 : again_q + 1'b1;
  end

  assign advance   = beat_valid && beat_ready && beat_last;
  assign await_new = '{
      skip: beat_user.skip,
      failed_base: beat_user.failed_base,
      expected: beat_user.issued + again_q + CountWidth'(beat_has_word)
  };

  ring_ram #(
    .Entries(Entries),
    .Width  ($bits(await_t))
  ) u_await (
    .clk_i,
    .sweep_i,
    .sweep_index_i,
    .we_i    (advance),
    .windex_i(revalidate_slot[IndexWidth-1:0]),
    .wdata_i (await_new),
    .re_i    (1'b1),
    .rindex_i(outcome_index_i),
    .rdata_o (outcome_await_o)
  );

  assign revalidate_slot_o = revalidate_slot;
  assign active_o          = wait_advance || reader_active;

endmodule

`default_nettype wire
