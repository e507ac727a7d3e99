// log_reader with one job at a time, whose log in the pool is one beat. A log from the core has as many as the core sends.

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

  input  wire logic                 job_valid_i,
  output logic                      job_ready_o,
  input  wire cid_t                 job_id_i,
  input  wire logic                 job_fetch_i,
  input  wire logic                 job_release_i,
  input  wire log_t                 job_log_i,
  input  wire logic [UserWidth-1:0] job_user_i,

  output logic                        read_valid_o,
  input  wire logic                   read_grant_i,
  output logic      [BufferWidth-1:0] read_buffer_o,
  output logic      [WordWidth-1:0]   read_word_o,
  input  wire log_word_t              read_data_i,
  output logic                        free_valid_o,
  input  wire logic                   free_ready_i,
  output logic      [BufferWidth-1:0] free_buffer_o,

  output logic                 ask_valid_o,
  input  wire logic            ask_ready_i,
  output cid_t                 ask_id_o,
  output logic [UserWidth-1:0] ask_user_o,
  output logic                 resend_wait_o,
  input  wire logic            resend_valid_i,
  output logic                 resend_ready_o,
  input  wire logic            resend_last_i,
  input  wire log_word_t       resend_word_i,

  output logic                 beat_valid_o,
  input  wire logic            beat_ready_i,
  output logic                 beat_has_word_o,
  output logic                 beat_last_o,
  output log_word_t            beat_word_o,
  output logic [UserWidth-1:0] beat_user_o,

  output logic active_o
);

  logic valid_q, asked_q, fetch_q;
  cid_t                 id_q;
  log_t                 log_q;
  logic [UserWidth-1:0] user_q;
  logic from_core, done;

  assign from_core = fetch_q && log_q.overflow;
  assign done      = beat_valid_o && beat_ready_i && beat_last_o;

  assign job_ready_o     = !valid_q;
  assign ask_valid_o     = valid_q && from_core && !asked_q;
  assign ask_id_o        = id_q;
  assign ask_user_o      = user_q;
  assign resend_wait_o   = valid_q && from_core && asked_q;
  assign resend_ready_o  = resend_wait_o && beat_ready_i;
  assign beat_valid_o    = from_core ? resend_wait_o && resend_valid_i : valid_q;
  assign beat_has_word_o = from_core || (fetch_q && log_q.count != '0);
  assign beat_last_o     = !from_core || resend_last_i;
  assign beat_word_o     = resend_word_i;
  assign beat_user_o     = user_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      asked_q <= 1'b0;
    end else begin
      if (job_valid_i && job_ready_o) valid_q <= 1'b1;
      else if (done) valid_q <= 1'b0;
      if (done) asked_q <= 1'b0;
      else if (ask_valid_o && ask_ready_i) asked_q <= 1'b1;
    end
  end
  always_ff @(posedge clk_i) begin
    if (job_valid_i && job_ready_o) begin
      id_q    <= job_id_i;
      fetch_q <= job_fetch_i;
      log_q   <= job_log_i;
      user_q  <= job_user_i;
    end
  end

  assign read_valid_o  = 1'b0;
  assign read_buffer_o = '0;
  assign read_word_o   = '0;
  assign free_valid_o  = 1'b0;
  assign free_buffer_o = '0;
  assign active_o      = 1'b0;

endmodule

`default_nettype wire
