// log_reader with the types and sizes of stage_fields_pkg.

`default_nettype none

module log_reader_top
  import kilo_pkg::*;
  import commit_unit_pkg::*;
  import stage_fields_pkg::*;
(
  input wire logic clk_i,
  rst_ni,
  job_valid_i,
  output logic job_ready_o,
  input wire cid_t job_id_i,
  input wire logic job_fetch_i,
  job_release_i,
  input wire log_t job_log_i,
  input wire logic [3:0] job_user_i,
  output logic read_valid_o,
  input wire logic read_grant_i,
  output logic [BufferWidth-1:0] read_buffer_o,
  output logic [WordWidth-1:0] read_word_o,
  input wire log_word_t read_data_i,
  output logic free_valid_o,
  input wire logic free_ready_i,
  output logic [BufferWidth-1:0] free_buffer_o,
  output logic ask_valid_o,
  input wire logic ask_ready_i,
  output cid_t ask_id_o,
  output logic [3:0] ask_user_o,
  output logic resend_wait_o,
  input wire logic resend_valid_i,
  output logic resend_ready_o,
  input wire logic resend_last_i,
  input wire log_word_t resend_word_i,
  output logic beat_valid_o,
  input wire logic beat_ready_i,
  output logic beat_has_word_o,
  beat_last_o,
  output log_word_t beat_word_o,
  output logic [3:0] beat_user_o,
  output logic active_o
);

  log_reader #(
    .Buffers    (Buffers),
    .BufferWords(BufferWords),
    .log_t      (log_t),
    .UserWidth  (4)
  ) u_dut (
    .*
  );

endmodule

`default_nettype wire
