// Streams the words of logs, one log after the other: from the buffer pool, or, where the log has overflown, from the
// core, which it asks to send the log again (MICRO 2011 paper, section 4.5.3). Hazard detection, revalidation and
// commit have one each.
//
// A job names a log and what to do with it: `fetch` its words, `release` its buffer to the pool afterwards. Each word
// becomes a beat; a job without words becomes one empty beat, so that the last beat of every job can carry on what the
// stage has to do for the entry.
//
// Latency: three cycles from job to first beat. Throughput: one beat a cycle, without a gap between jobs.
//
// Buffers, BufferWords: the pool's. UserWidth: bits that a job hands to its beats.

`default_nettype none

module log_reader
  import kilo_pkg::*;
  import commit_unit_pkg::*;
#(
  parameter  int unsigned Buffers     = 512,
  parameter  int unsigned BufferWords = 8,
  parameter  int unsigned UserWidth   = 1,
  parameter  type         log_t       = logic,
  localparam int unsigned BufferWidth = $clog2(Buffers),
  localparam int unsigned WordWidth   = $clog2(BufferWords)
) (
  input  wire logic clk_i,
  input  wire logic rst_ni,

  // Jobs
  input  wire logic                 job_valid_i,
  output logic                      job_ready_o,
  input  wire cid_t                 job_id_i,       // whose log it is
  input  wire logic                 job_fetch_i,    // its words are wanted
  input  wire logic                 job_release_i,  // its buffer goes back to the pool
  input  wire log_t                 job_log_i,      // where it is
  input  wire logic [UserWidth-1:0] job_user_i,     // goes with its beats

  // Buffer pool
  output logic                        read_valid_o,
  input  wire logic                   read_grant_i,   // read_data_i has the word in the next cycle
  output logic      [BufferWidth-1:0] read_buffer_o,
  output logic      [WordWidth-1:0]   read_word_o,
  input  wire log_word_t              read_data_i,
  output logic                        free_valid_o,
  input  wire logic                   free_ready_i,
  output logic      [BufferWidth-1:0] free_buffer_o,

  // Request to send a log again, and its words
  output logic                 ask_valid_o,
  input  wire logic            ask_ready_i,
  output cid_t                 ask_id_o,
  output logic [UserWidth-1:0] ask_user_o,
  output logic                 resend_wait_o,   // the words of ask_id_o are expected
  input  wire logic            resend_valid_i,
  output logic                 resend_ready_o,
  input  wire logic            resend_last_i,
  input  wire log_word_t       resend_word_i,

  // Beats
  output logic                 beat_valid_o,
  input  wire logic            beat_ready_i,
  output logic                 beat_has_word_o, // else the job has no words
  output logic                 beat_last_o,     // last of its job
  output log_word_t            beat_word_o,
  output logic [UserWidth-1:0] beat_user_o,

  output logic active_o
);

  typedef struct packed {
    cid_t                 id;
    logic                 fetch;
    logic                 release_buffer;
    log_t                 log;
    logic [UserWidth-1:0] user;
  } job_t;

  typedef struct packed {
    logic                 has_word;
    logic                 last;
    logic [UserWidth-1:0] user;
    log_word_t            word;
  } beat_t;

  localparam int unsigned BeatDepth = 4;

  job_t job;
  logic job_valid, job_done;

  fifo_sync #(
    .Width($bits(job_t)),
    .Depth(2)
  ) u_jobs (
    .clk_i,
    .rst_ni,
    .in_valid_i (job_valid_i),
    .in_ready_o (job_ready_o),
    .in_data_i  ({job_id_i, job_fetch_i, job_release_i, job_log_i, job_user_i}),
    .out_valid_o(job_valid),
    .out_ready_i(job_done),
    .out_data_o (job),
    .count_o    ()
  );

  // First stage: one word, or the empty beat, of the job at hand.
  logic [WordWidth-1:0] word_q;
  logic                 asked_q;
  logic                 free_valid_q;
  logic [BufferWidth-1:0] free_buffer_q;
  logic                 may_free;    // the job's buffer can be released in this cycle
  logic empty_job, from_core, last_word, space;
  logic push, push_last;

  logic valid_q, has_word_q, last_q, from_core_q;
  logic [UserWidth-1:0]       user_q;
  log_word_t                  word_data_q;
  logic [$clog2(BeatDepth):0] beats;

  assign may_free  = !job.release_buffer || !free_valid_q || free_ready_i;
  assign empty_job = !job.fetch || (!job.log.overflow && job.log.count == '0);
  assign from_core = !empty_job && job.log.overflow;
  assign last_word = {1'b0, word_q} + 1'b1 == job.log.count;
  assign space     = job_valid && beats + ($bits(beats))'(valid_q) < ($bits(beats))'(BeatDepth);

  assign read_valid_o   = space && !empty_job && !from_core && (!last_word || may_free);
  assign read_buffer_o  = job.log.buffer;
  assign read_word_o    = word_q;
  assign ask_valid_o    = job_valid && from_core && !asked_q;
  assign ask_id_o       = job.id;
  assign ask_user_o     = job.user;
  assign resend_wait_o  = job_valid && from_core && asked_q;
  assign resend_ready_o = resend_wait_o && space && (!resend_last_i || may_free);

  always_comb begin
    push      = space && empty_job && may_free;
    push_last = 1'b1;
    if (job_valid && from_core) begin
      push      = resend_valid_i && resend_ready_o;
      push_last = resend_last_i;
    end else if (job_valid && !empty_job) begin
      push      = read_grant_i;
      push_last = last_word;
    end
  end
  assign job_done = push && push_last;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      word_q       <= '0;
      asked_q      <= 1'b0;
      free_valid_q <= 1'b0;
      valid_q      <= 1'b0;
    end else begin
      if (job_done) word_q <= '0;
      else if (read_grant_i) word_q <= word_q + 1'b1;
      if (job_done) asked_q <= 1'b0;
      else if (ask_valid_o && ask_ready_i) asked_q <= 1'b1;
      if (job_done && job.release_buffer) free_valid_q <= 1'b1;
      else if (free_ready_i) free_valid_q <= 1'b0;
      valid_q <= push;
    end
  end

  always_ff @(posedge clk_i) begin
    if (job_done && job.release_buffer) free_buffer_q <= job.log.buffer;
    if (push) begin
      has_word_q  <= !empty_job;
      last_q      <= push_last;
      from_core_q <= from_core;
      user_q      <= job.user;
      word_data_q <= resend_word_i;
    end
  end

  assign free_valid_o  = free_valid_q;
  assign free_buffer_o = free_buffer_q;

  // Second stage: the word has arrived.
  beat_t beat_in, beat_out;
  assign beat_in = '{
          has_word: has_word_q,
          last: last_q,
          user: user_q,
          word: from_core_q ? word_data_q : read_data_i
      };

  fifo_sync #(
    .Width($bits(beat_t)),
    .Depth(BeatDepth)
  ) u_beats (
    .clk_i,
    .rst_ni,
    .in_valid_i (valid_q),
    .in_ready_o (),              // `space` keeps room
    .in_data_i  (beat_in),
    .out_valid_o(beat_valid_o),
    .out_ready_i(beat_ready_i),
    .out_data_o (beat_out),
    .count_o    (beats)
  );

  assign beat_has_word_o = beat_out.has_word;
  assign beat_last_o     = beat_out.last;
  assign beat_user_o     = beat_out.user;
  assign beat_word_o     = beat_out.word;

  assign active_o = (job_valid && !resend_wait_o) || valid_q || beat_valid_o || free_valid_q;

  always_ff @(posedge clk_i) begin
    if (rst_ni) a_grant_asked : assert (!read_grant_i || read_valid_o);
  end

endmodule

`default_nettype wire
