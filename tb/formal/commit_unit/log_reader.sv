// log_reader with one job at a time. A log in the pool is one beat; a log from the core has as many as the core sends.

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

  logic valid_q, asked_q, fetch_q;
  cid_t                 id_q;
  log_t                 log_q;
  log_word_t            word_q;  // word in the pool: any
  logic [UserWidth-1:0] user_q;
  logic from_core, done;

  assign from_core = fetch_q && log_q.overflow;
  assign done      = beat_valid_o && beat_ready_i && beat_o.last;

  assign job_gnt_o      = !valid_q;
  assign ask_valid_o    = valid_q && from_core && !asked_q;
  assign ask_id_o       = id_q;
  assign ask_user_o     = user_q;
  assign resend_wait_o  = '{waiting: valid_q && from_core && asked_q, id: id_q};
  assign resend_ready_o = resend_wait_o.waiting && beat_ready_i;
  assign beat_valid_o   = from_core ? resend_wait_o.waiting && resend_valid_i : valid_q;
  assign beat_o         = '{
      has_word: from_core || (fetch_q && log_q.count != '0),
      last: !from_core || resend_i.last,
      word: from_core ? resend_i.word : word_q
  };
  assign beat_user_o = user_q;
  assign error_o     = '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      asked_q <= 1'b0;
    end else begin
      if (job_req_i && job_gnt_o) valid_q <= 1'b1;
      else if (done) valid_q <= 1'b0;
      if (done) asked_q <= 1'b0;
      else if (ask_valid_o && ask_ready_i) asked_q <= 1'b1;
    end
  end
  always_ff @(posedge clk_i) begin
    if (job_req_i && job_gnt_o) begin
      id_q    <= job_i.id;
      fetch_q <= job_i.fetch;
      log_q   <= job_i.log;
      word_q  <= resend_i.word;
      user_q  <= job_user_i;
    end
  end

  assign read_o        = '0;
  assign free_valid_o  = 1'b0;
  assign free_buffer_o = '0;
  assign active_o      = 1'b0;

endmodule

`default_nettype wire
