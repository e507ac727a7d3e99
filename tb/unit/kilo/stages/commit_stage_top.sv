// commit_stage with the types and sizes of stage_fields_pkg.

`default_nettype none

module commit_stage_top
  import kilo_pkg::*;
  import commit_unit_pkg::*;
  import stage_fields_pkg::*;
(
  input wire logic clk_i,
  rst_ni,
  sweep_i,
  input wire logic [IndexWidth-1:0] sweep_index_i,
  input wire cid_t first_id_i,
  input wire logic [IndexWidth:0] outcome_slot_i,
  output cid_t commit_id_o,
  output logic [IndexWidth-1:0] read_index_o,
  input wire log_t wlog_i,
  input wire outcome_t outcome_i,
  input wire final_t final_i,
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
  output logic resend_wait_o,
  input wire logic resend_valid_i,
  output logic resend_ready_o,
  input wire logic resend_last_i,
  input wire log_word_t resend_word_i,
  output logic l2_write_valid_o,
  input wire logic l2_write_ready_i,
  output log_word_t l2_write_word_o,
  output logic done_valid_o,
  input wire logic done_ready_i,
  output logic done_skip_o,
  active_o
);

  commit_stage #(
    .Entries    (Entries),
    .Buffers    (Buffers),
    .BufferWords(BufferWords),
    .log_t      (log_t),
    .outcome_t  (outcome_t),
    .final_t    (final_t)
  ) u_dut (
    .*
  );

endmodule

`default_nettype wire
