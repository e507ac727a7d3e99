// revalidation_stage with the types and sizes of stage_fields_pkg.

`default_nettype none

module revalidation_stage_top
  import kilo_pkg::*;
  import commit_unit_pkg::*;
  import stage_fields_pkg::*;
(
  input wire logic clk_i,
  rst_ni,
  sweep_i,
  input wire logic [IndexWidth-1:0] sweep_index_i,
  input wire cid_t first_id_i,
  input wire logic [IndexWidth:0] hazard_slot_i,
  input wire cid_t retire_id_i,
  output cid_t wait_id_o,
  revalidate_id_o,
  output logic [IndexWidth:0] revalidate_slot_o,
  output logic [IndexWidth-1:0] read_index_o,
  input wire progress_t progress_i,
  input wire log_t rlog_i,
  input wire hazard_t hazard_i,
  input wire logic failed_i,
  input wire logic [IndexWidth-1:0] outcome_index_i,
  output await_t outcome_await_o,
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
  output logic validate_valid_o,
  input wire logic validate_ready_i,
  output logic [IndexWidth-1:0] validate_index_o,
  output logic validate_failed_value_o,
  output log_word_t validate_word_o,
  output logic active_o
);

  revalidation_stage #(
    .Entries    (Entries),
    .Buffers    (Buffers),
    .BufferWords(BufferWords),
    .CountWidth (CountWidth),
    .progress_t (progress_t),
    .log_t      (log_t),
    .hazard_t   (hazard_t),
    .await_t    (await_t)
  ) u_dut (
    .*
  );

endmodule

`default_nettype wire
