// Streams the words of logs, one log after the other: from the buffer pool, or, if the log has
// overflown, from the core, which is asked to resend the log (MICRO 2011 paper, section 4.5.3).
// Hazard detection, revalidation and commit have one each.
//
// A job names a log and its actions: `fetch` its words, then release its buffer to the pool. Each
// word becomes a beat; a job without words becomes one empty beat, so that the last beat of every
// job can carry the stage's own action for the entry.
//
// Latency: four cycles from job to first beat. Throughput: one beat a cycle, without a gap between jobs.
//
// With protection the latency is a cycle more: a word is corrected by the check bits that have come with it, and waits in
// a register with a parity bit. A beat that cannot be corrected is not offered: the reader stops.
//
// Buffers, BufferWords: the pool's. UserWidth: bits that a job passes to its beats. Protection: of ecc_pkg.

`include "gputm_assert.svh"

`default_nettype none

module log_reader
  import kilo_pkg::*;
  import commit_unit_pkg::*;
#(
  parameter  int unsigned Buffers     = 512,
  parameter  int unsigned BufferWords = 8,
  parameter  int unsigned UserWidth   = 1,
  parameter  int unsigned Protection  = ecc_pkg::None,
  localparam int unsigned BufferWidth = $clog2(Buffers),
  localparam int unsigned WordWidth   = $clog2(BufferWords)
) (
  input  wire logic clk_i,
  input  wire logic rst_ni,

  // Jobs. A waiting one may change, though no stage's does.
  input  wire logic                 job_req_i,
  output logic                      job_gnt_o,
  input  wire log_job_t             job_i,
  input  wire logic [UserWidth-1:0] job_user_i,  // passed to its beats

  // Buffer pool
  output log_read_req_t      read_o,
  input  wire log_read_rsp_t read_i,
  input  wire word_check_t   read_check_i,   // check bits of the word
  output logic               free_valid_o,
  input  wire logic          free_ready_i,
  output buffer_id_t         free_buffer_o,

  // Request to resend a log, and its words
  output logic                 ask_valid_o,
  input  wire logic            ask_ready_i,
  output cid_t                 ask_id_o,
  output logic [UserWidth-1:0] ask_user_o,
  output resend_wait_t         resend_wait_o,
  input  wire logic            resend_valid_i,
  output logic                 resend_ready_o,
  input  wire resend_t         resend_i,
  input  wire word_check_t     resend_check_i,  // check bits of the word

  // Beats
  output logic                 beat_valid_o,
  input  wire logic            beat_ready_i,
  output log_beat_t            beat_o,
  output logic [UserWidth-1:0] beat_user_o,

  output ecc_pkg::ram_error_t error_o,  // of jobs, of the pool's words, and of the queue of beats; row: always 0
  output logic active_o
);

  typedef struct packed {
    cid_t                   id;
    logic                   from_core;
    logic                   from_pool;       // if neither, the job has no words
    logic                   release_buffer;
    logic                   one_word;        // one word in the pool
    logic [WordWidth-1:0]   last_place;      // place of the last word in the pool
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
          from_core: job_i.fetch && job_i.log.overflow,
          from_pool: job_i.fetch && !job_i.log.overflow && job_i.log.count != '0,
          release_buffer: job_i.release_buffer,
          one_word: job_i.log.count == word_count_t'(1),
          last_place: WordWidth'(job_i.log.count - 1'b1),
          buffer: BufferWidth'(job_i.log.buffer),
          user: job_user_i
      };

  // Two jobs, the first one in a register: the word to read from the pool is chosen in the cycle of its read. A job has
  // a parity bit with protection. It begins all the same if it is wrong: its beats leave later than the unit stops.
  localparam int unsigned JobParity = Protection == ecc_pkg::None ? 0 : 1;
  logic [$bits(stored_job_t)+JobParity-1:0] job_code_in, job_code;
  ecc_pkg::ram_error_t job_error;

  assign job_code_in = ($bits(stored_job_t) + JobParity)'({^job_in, job_in});
  assign job         = job_code[$bits(stored_job_t)-1:0];

  skid_buffer #(
    .Width($bits(stored_job_t) + JobParity)
  ) u_jobs (
    .clk_i,
    .rst_ni,
    .in_valid_i (job_req_i && job_gnt_o),
    .in_ready_o (job_gnt_o),
    .in_data_i  (job_code_in),
    .out_valid_o(job_valid),
    .out_ready_i(job_done),
    .out_data_o (job_code)
  );

  parity_check #(
    .Width     ($bits(stored_job_t) + JobParity),
    .Protection(Protection)
  ) u_job_check (
    .clk_i,
    .rst_ni,
    .valid_i(job_valid),
    .word_i (job_code),
    .wrong_o(),
    .error_o(job_error)
  );

  // First stage: one word, or the empty beat, of the current job.
  logic [WordWidth-1:0] place_q, next_place;
  logic begun_q, is_last_q;  // this word is not the first; registered: it is the last
  logic                 asked_q;
  logic                 free_valid_q;
  logic [BufferWidth-1:0] free_buffer_q;
  logic                 may_free;    // the job's buffer can be released in this cycle
  logic last_word, space;
  logic push, push_last;

  // The next stages of a word: its read, and its arrival
  typedef struct packed {
    logic                 has_word;
    logic                 last;
    logic                 from_core;
    logic [UserWidth-1:0] user;
    log_word_t            word;       // word from the core
  } arrival_t;
  logic [2:1]     arrival_valid_q;
  arrival_t [2:1] arrival_q;
  logic [$clog2(BeatDepth):0] beats;

  assign may_free  = !job.release_buffer || !free_valid_q || free_ready_i;
  assign last_word  = begun_q ? is_last_q : job.one_word;
  assign next_place = place_q + 1'b1;
  // Room for the new beat and those on their way
  assign space      = job_valid && 32'(beats) + 32'(arrival_valid_q[1]) + 32'(arrival_valid_q[2]) < BeatDepth;

  assign read_o = '{
      req: space && job.from_pool && (!last_word || may_free),
      buffer: buffer_id_t'(job.buffer),
      place: word_count_t'(place_q)
  };
  assign ask_valid_o    = job_valid && job.from_core && !asked_q;
  assign ask_id_o       = job.id;
  assign ask_user_o     = job.user;
  assign resend_wait_o  = '{waiting: job_valid && job.from_core && asked_q, id: job.id};
  assign resend_ready_o = resend_wait_o.waiting && space && (!resend_i.last || may_free);

  always_comb begin
    push      = space && may_free;
    push_last = 1'b1;
    if (job_valid && job.from_core) begin
      push      = resend_valid_i && resend_ready_o;
      push_last = resend_i.last;
    end else if (job_valid && job.from_pool) begin
      push      = read_i.gnt;
      push_last = last_word;
    end
  end
  assign job_done = push && push_last;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      place_q      <= '0;
      begun_q      <= 1'b0;
      asked_q      <= 1'b0;
      free_valid_q <= 1'b0;
      arrival_valid_q <= '0;
    end else begin
      if (job_done) begin
        place_q <= '0;
        begun_q <= 1'b0;
      end else if (read_i.gnt) begin
        place_q <= next_place;
        begun_q <= 1'b1;
      end
      if (job_done) asked_q <= 1'b0;
      else if (ask_valid_o && ask_ready_i) asked_q <= 1'b1;
      if (job_done && job.release_buffer) free_valid_q <= 1'b1;
      else if (free_ready_i) free_valid_q <= 1'b0;
      arrival_valid_q <= {arrival_valid_q[1], push};
    end
  end

  always_ff @(posedge clk_i) begin
    if (job_done && job.release_buffer) free_buffer_q <= job.buffer;
    if (read_i.gnt) is_last_q <= next_place == job.last_place;
    arrival_q <= {
      arrival_q[1],
      arrival_t
'{
          has_word: job.from_core || job.from_pool,
          last: push_last,
          from_core: job.from_core,
          user: job.user,
          word: resend_i.word
      }
    };
  end

  assign free_valid_o  = free_valid_q;
  assign free_buffer_o = buffer_id_t'(free_buffer_q);

  // Third stage: the word has arrived.
  stored_beat_t beat_in, beat_out;
  assign beat_in = '{
          beat: '{
              has_word: arrival_q[2].has_word,
              last: arrival_q[2].last,
              word: arrival_q[2].from_core ? arrival_q[2].word : read_i.word
          },
          user: arrival_q[2].user
      };

  localparam int unsigned BeatBits = $bits(stored_beat_t);
  localparam int unsigned NumberWidth = $clog2(BeatDepth) + 1;
  localparam int unsigned BeatWidth = BeatBits + (Protection == ecc_pkg::None ? 0 : $bits(
      word_check_t
  ) + 1 + NumberWidth);
  logic [BeatWidth-1:0] code_in, code_out;
  logic queued, taken, held;  // held: behind the queue

  fifo_sync #(
    .Width(BeatWidth),
    .Depth(BeatDepth)
  ) u_beats (
    .clk_i,
    .rst_ni,
    .in_valid_i (arrival_valid_q[2]),
    .in_ready_o (),                    // `space` keeps room
    .in_data_i  (code_in),
    .out_valid_o(queued),
    .out_ready_i(taken),
    .out_data_o (code_out),
    .count_o    (beats)
  );

  assign beat_out = code_out[BeatBits-1:0];

  if (Protection == ecc_pkg::None) begin : gen_plain
    assign code_in      = beat_in;
    assign taken        = beat_ready_i;
    assign held         = 1'b0;
    assign beat_valid_o = queued;
    assign beat_o       = beat_out.beat;
    assign beat_user_o  = beat_out.user;
    assign error_o      = job_error;
    wire unused_check = ^{read_check_i, resend_check_i};
  end else begin : gen_checked
    // The word has its check bits, the rest of the beat a parity bit, and the beat a number: its turn.
    word_check_t [2:1] arrival_check_q;
    word_check_t check_in, check_out;
    log_word_t word;
    logic parity_in, parity_out, word_wrong, word_bad, bad;
    logic [NumberWidth-1:0] number, in_q, out_q;

    always_ff @(posedge clk_i) arrival_check_q <= {arrival_check_q[1], resend_check_i};
    assign check_in  = arrival_q[2].from_core ? arrival_check_q[2] : read_check_i;
    assign parity_in = ^{beat_in.beat.has_word, beat_in.beat.last, beat_in.user};
    assign code_in   = {in_q, parity_in, check_in, beat_in};
    assign {number, parity_out, check_out} = code_out[BeatWidth-1:BeatBits];

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        in_q  <= '0;
        out_q <= '0;
      end else begin
        in_q  <= in_q + NumberWidth'(arrival_valid_q[2]);
        out_q <= out_q + NumberWidth'(queued && taken);
      end
    end

    log_word_dec #(
      .Protection(Protection)
    ) u_word (
      .word_i (beat_out.beat.word),
      .check_i(check_out),
      .word_o (word),
      .error_o(word_wrong),
      .bad_o  (word_bad)
    );
    assign bad = number != out_q || (^{beat_out.beat.has_word, beat_out.beat.last, beat_out.user, parity_out}) ||
                 (beat_out.beat.has_word && word_bad);

    // The corrected beat waits for its stage in a register, so that no stage decides behind the decoder. One that is bad
    // stays there and is not offered.
    typedef struct packed {
      logic         bad;
      stored_beat_t stored;
    } checked_t;

    checked_t checked_in, checked;
    logic checked_parity, checked_valid;
    ecc_pkg::ram_error_t beat_error, checked_error;

    assign checked_in = '{
            bad: bad,
            stored: '{
                beat: '{has_word: beat_out.beat.has_word, last: beat_out.beat.last, word: word},
                user: beat_out.user
            }
        };

    late_ready_buffer #(
      .Width($bits(checked_t) + 1)
    ) u_checked (
      .clk_i,
      .rst_ni,
      .in_valid_i (queued),
      .in_ready_o (taken),
      .in_data_i  ({^checked_in, checked_in}),
      .out_valid_o(checked_valid),
      .out_ready_i(beat_ready_i && !checked.bad),
      .out_data_o ({checked_parity, checked})
    );

    assign held         = checked_valid;
    assign beat_valid_o = checked_valid && !checked.bad;
    assign beat_o       = checked.stored.beat;
    assign beat_user_o  = checked.stored.user;

    parity_check #(
      .Width     ($bits(checked_t) + 1),
      .Protection(Protection)
    ) u_checked_check (
      .clk_i,
      .rst_ni,
      .valid_i(checked_valid),
      .word_i ({checked_parity, checked}),
      .wrong_o(),
      .error_o(checked_error)
    );

    // A beat is reported once: when it leaves the queue.
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        beat_error <= '0;
      end else begin
        beat_error       <= '0;
        beat_error.valid <= queued && taken && (bad || (beat_out.beat.has_word && word_wrong));
        beat_error.fatal <= queued && taken && bad;
      end
    end
    assign error_o = beat_error | checked_error | job_error;
  end

  assign active_o = (job_valid && (!resend_wait_o.waiting || job.from_pool)) || arrival_valid_q != '0 || queued ||
                    held || free_valid_q;

  `GPUTM_ASSERT(a_grant_asked, !read_i.gnt || read_o.req,
                ("log_reader: grant for buffer %0d without a request", read_o.buffer))
  `GPUTM_ASSERT(a_room_for_beat, !arrival_valid_q[2] || 32'(beats) < BeatDepth,
                ("log_reader: word of id %0d finds %0d waiting beats", job.id, beats))
  // Coverage points (tb/coverage)
  `GPUTM_COVER(b_log_is_asked_for, ask_valid_o && ask_ready_i)
  `GPUTM_COVER(b_bank_is_taken, read_o.req && !read_i.gnt)
  `GPUTM_COVER(b_words_wait, job_valid && !space)

  // Handshake assertions
  `GPUTM_STREAM(u_check_free, free_valid_o, free_ready_i, free_buffer_o)
  `GPUTM_STREAM(u_check_ask, ask_valid_o, ask_ready_i, {ask_id_o, ask_user_o})
  `GPUTM_STREAM(u_check_resend, resend_valid_i, resend_ready_o, resend_i)
  `GPUTM_STREAM(u_check_beat, beat_valid_o, beat_ready_i, {beat_o, beat_user_o})

endmodule

`default_nettype wire
