// log_reader with one job at a time, of at most one word, which is in the pool. The original has room for more jobs and
// words.

`default_nettype none

module log_reader
  import kilo_pkg::*;
  import commit_unit_pkg::*;
#(
  parameter int unsigned Buffers     = 512,
  parameter int unsigned BufferWords = 8,
  parameter int unsigned UserWidth   = 1,
  parameter int unsigned Protection  = 0
) (
  input  wire logic clk_i,
  input  wire logic rst_ni,

  input  wire logic                 job_req_i,
  output logic                      job_gnt_o,
  input  wire log_job_t             job_i,
  input  wire logic [UserWidth-1:0] job_user_i,

  output log_read_req_t      read_o,
  input  wire log_read_rsp_t read_i,
  input  wire word_check_t   read_check_i,
  output logic               free_valid_o,
  input  wire logic          free_ready_i,
  output buffer_id_t         free_buffer_o,

  output logic                 ask_valid_o,
  input  wire logic            ask_ready_i,
  output cid_t                 ask_id_o,
  output logic [UserWidth-1:0] ask_user_o,
  output resend_wait_t         resend_wait_o,
  input  wire logic            resend_valid_i,
  output logic                 resend_ready_o,
  input  wire resend_t         resend_i,
  input  wire word_check_t     resend_check_i,

  output logic                 beat_valid_o,
  input  wire logic            beat_ready_i,
  output log_beat_t            beat_o,
  output logic [UserWidth-1:0] beat_user_o,

  output ecc_pkg::ram_error_t error_o,
  output logic active_o
);

  logic valid_q, word_q, release_q, free_valid_q, done;
  cid_t id_q;
  buffer_id_t buffer_q, free_buffer_q;
  logic [UserWidth-1:0] user_q;

  assign job_gnt_o    = !valid_q || done;
  assign read_o       = '{req: valid_q && word_q, buffer: buffer_q, place: '0};
  assign beat_valid_o = valid_q && !(release_q && free_valid_q);
  assign beat_o       = '{has_word: word_q, last: 1'b1, word: read_i.word};
  assign beat_user_o  = user_q;
  assign error_o      = '0;
  assign done         = beat_valid_o && beat_ready_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q      <= 1'b0;
      free_valid_q <= 1'b0;
    end else begin
      if (job_req_i && job_gnt_o) valid_q <= 1'b1;
      else if (done) valid_q <= 1'b0;
      if (done && release_q) free_valid_q <= 1'b1;
      else if (free_ready_i) free_valid_q <= 1'b0;
    end
  end
  always_ff @(posedge clk_i) begin
    if (job_req_i && job_gnt_o) begin
      id_q      <= job_i.id;
      word_q    <= job_i.fetch && job_i.log.count != '0;
      release_q <= job_i.release_buffer;
      buffer_q  <= job_i.log.buffer;
      user_q    <= job_user_i;
      if (rst_ni) s_in_the_pool : assert (!job_i.log.overflow && job_i.log.count <= word_count_t'(1));
    end
    if (done && release_q) free_buffer_q <= buffer_q;
  end

  assign free_valid_o  = free_valid_q;
  assign free_buffer_o = free_buffer_q;

  // The core is never asked to send a log again.
  assign ask_valid_o    = 1'b0;
  assign ask_id_o       = '0;
  assign ask_user_o     = '0;
  assign resend_wait_o  = '0;
  assign resend_ready_o = 1'b0;
  assign active_o       = 1'b0;

endmodule

`default_nettype wire
