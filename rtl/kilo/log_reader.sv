// Streams the words of logs, one log after the other: from the buffer pool, or, where the log has overflown, from the
// core, which it asks to send the log again (MICRO 2011 paper, section 4.5.3). Hazard detection, revalidation and
// commit have one each.
//
// A job names a log and what to do with it: `fetch` its words, release its buffer to the pool afterwards. Each word
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
  localparam int unsigned BufferWidth = $clog2(Buffers),
  localparam int unsigned WordWidth   = $clog2(BufferWords)
) (
  input  wire logic clk_i,
  input  wire logic rst_ni,

  // Jobs. One that waits may change: an entry whose validation fails meanwhile needs no words any more.
  input  wire logic                 job_req_i,
  output logic                      job_gnt_o,
  input  wire log_job_t             job_i,
  input  wire logic [UserWidth-1:0] job_user_i,  // goes with its beats

  // Buffer pool
  output log_read_req_t      read_o,
  input  wire log_read_rsp_t read_i,
  output logic               free_valid_o,
  input  wire logic          free_ready_i,
  output buffer_id_t         free_buffer_o,

  // Request to send a log again, and its words
  output logic                 ask_valid_o,
  input  wire logic            ask_ready_i,
  output cid_t                 ask_id_o,
  output logic [UserWidth-1:0] ask_user_o,
  output resend_wait_t         resend_wait_o,
  input  wire logic            resend_valid_i,
  output logic                 resend_ready_o,
  input  wire resend_t         resend_i,

  // Beats
  output logic                 beat_valid_o,
  input  wire logic            beat_ready_i,
  output log_beat_t            beat_o,
  output logic [UserWidth-1:0] beat_user_o,

  output logic active_o
);

  typedef struct packed {
    cid_t                   id;
    logic                   fetch;
    logic                   release_buffer;
    logic                   overflow;
    logic [WordWidth:0]     count;
    logic [BufferWidth-1:0] buffer;
    logic [UserWidth-1:0]   user;
  } stored_job_t;

  typedef struct packed {
    log_beat_t            beat;
    logic [UserWidth-1:0] user;
  } stored_beat_t;

  localparam int unsigned BeatDepth = 4;

  stored_job_t job_in, job;
  logic job_valid, job_done;

  assign job_in = '{
          id: job_i.id,
          fetch: job_i.fetch,
          release_buffer: job_i.release_buffer,
          overflow: job_i.log.overflow,
          count: (WordWidth + 1)'(job_i.log.count),
          buffer: BufferWidth'(job_i.log.buffer),
          user: job_user_i
      };

  fifo_sync #(
    .Width($bits(stored_job_t)),
    .Depth(2)
  ) u_jobs (
    .clk_i,
    .rst_ni,
    .in_valid_i (job_req_i && job_gnt_o),
    .in_ready_o (job_gnt_o),
    .in_data_i  (job_in),
    .out_valid_o(job_valid),
    .out_ready_i(job_done),
    .out_data_o (job),
    .count_o    ()
  );

  // First stage: one word, or the empty beat, of the current job.
  logic [WordWidth-1:0] place_q;
  logic                 asked_q;
  logic                 free_valid_q;
  logic [BufferWidth-1:0] free_buffer_q;
  logic                 may_free;    // the job's buffer can be released in this cycle
  logic empty_job, from_core, last_word, space;
  logic push, push_last;

  logic valid_q, has_word_q, last_q, from_core_q;
  logic [UserWidth-1:0]       user_q;
  log_word_t                  word_q;
  logic [$clog2(BeatDepth):0] beats;

  assign may_free  = !job.release_buffer || !free_valid_q || free_ready_i;
  assign empty_job = !job.fetch || (!job.overflow && job.count == '0);
  assign from_core = !empty_job && job.overflow;
  assign last_word = {1'b0, place_q} + 1'b1 == job.count;
  assign space     = job_valid && beats + ($bits(beats))'(valid_q) < ($bits(beats))'(BeatDepth);

  assign read_o = '{
      req: space && !empty_job && !from_core && (!last_word || may_free),
      buffer: buffer_id_t'(job.buffer),
      place: word_count_t'(place_q)
  };
  assign ask_valid_o    = job_valid && from_core && !asked_q;
  assign ask_id_o       = job.id;
  assign ask_user_o     = job.user;
  assign resend_wait_o  = '{waiting: job_valid && from_core && asked_q, id: job.id};
  assign resend_ready_o = resend_wait_o.waiting && space && (!resend_i.last || may_free);

  always_comb begin
    push      = space && empty_job && may_free;
    push_last = 1'b1;
    if (job_valid && from_core) begin
      push      = resend_valid_i && resend_ready_o;
      push_last = resend_i.last;
    end else if (job_valid && !empty_job) begin
      push      = read_i.gnt;
      push_last = last_word;
    end
  end
  assign job_done = push && push_last;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      place_q      <= '0;
      asked_q      <= 1'b0;
      free_valid_q <= 1'b0;
      valid_q      <= 1'b0;
    end else begin
      if (job_done) place_q <= '0;
      else if (read_i.gnt) place_q <= place_q + 1'b1;
      if (job_done) asked_q <= 1'b0;
      else if (ask_valid_o && ask_ready_i) asked_q <= 1'b1;
      if (job_done && job.release_buffer) free_valid_q <= 1'b1;
      else if (free_ready_i) free_valid_q <= 1'b0;
      valid_q <= push;
    end
  end

  always_ff @(posedge clk_i) begin
    if (job_done && job.release_buffer) free_buffer_q <= job.buffer;
    if (push) begin
      has_word_q  <= !empty_job;
      last_q      <= push_last;
      from_core_q <= from_core;
      user_q      <= job.user;
      word_q      <= resend_i.word;
    end
  end

  assign free_valid_o  = free_valid_q;
  assign free_buffer_o = buffer_id_t'(free_buffer_q);

  // Second stage: the word has arrived.
  stored_beat_t beat_in, beat_out;
  assign beat_in = '{
          beat: '{has_word: has_word_q, last: last_q, word: from_core_q ? word_q : read_i.word},
          user: user_q
      };

  fifo_sync #(
    .Width($bits(stored_beat_t)),
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

  assign beat_o      = beat_out.beat;
  assign beat_user_o = beat_out.user;

  assign active_o = (job_valid && !resend_wait_o.waiting) || valid_q || beat_valid_o || free_valid_q;

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      a_grant_asked :
      assert (!read_i.gnt || read_o.req)
      else $error("log_reader: a grant for buffer %0d, which was not asked for", read_o.buffer);
      a_room_for_beat :
      assert (!valid_q || 32'(beats) < BeatDepth)
      else $error("log_reader: a word of id %0d comes to %0d beats that wait", job.id, beats);
    end
  end

  // Streams keep their promises.
  stream_check #(
    .Width($bits(buffer_id_t))
  ) u_check_free (
    .clk_i,
    .rst_ni,
    .valid_i(free_valid_o),
    .ready_i(free_ready_i),
    .data_i (free_buffer_o)
  );
  stream_check #(
    .Width(CidBits + UserWidth)
  ) u_check_ask (
    .clk_i,
    .rst_ni,
    .valid_i(ask_valid_o),
    .ready_i(ask_ready_i),
    .data_i ({ask_id_o, ask_user_o})
  );
  stream_check #(
    .Width($bits(resend_t))
  ) u_check_resend (
    .clk_i,
    .rst_ni,
    .valid_i(resend_valid_i),
    .ready_i(resend_ready_o),
    .data_i (resend_i)
  );
  stream_check #(
    .Width($bits(stored_beat_t))
  ) u_check_beat (
    .clk_i,
    .rst_ni,
    .valid_i(beat_valid_o),
    .ready_i(beat_ready_i),
    .data_i ({beat_o, beat_user_o})
  );

endmodule

`default_nettype wire
