// read_validator with the types and sizes of stage_fields_pkg.

`default_nettype none

module read_validator_top
  import kilo_pkg::*;
  import commit_unit_pkg::*;
  import stage_fields_pkg::*;
(
  input wire logic clk_i,
  rst_ni,
  sweep_i,
  input wire logic [IndexWidth-1:0] sweep_index_i,
  input wire logic first_valid_i,
  output logic first_ready_o,
  input wire logic [IndexWidth-1:0] first_index_i,
  input wire logic first_failed_value_i,
  input wire log_word_t first_word_i,
  input wire logic again_valid_i,
  output logic again_ready_o,
  input wire logic [IndexWidth-1:0] again_index_i,
  input wire logic again_failed_value_i,
  input wire log_word_t again_word_i,
  output logic l2_read_valid_o,
  input wire logic l2_read_ready_i,
  output logic [1:0] l2_read_tag_o,
  output word_addr_t l2_read_addr_o,
  input wire logic l2_response_valid_i,
  input wire logic [1:0] l2_response_tag_i,
  input wire data_t l2_response_data_i,
  input wire logic fill_read_i,
  input wire logic [IndexWidth-1:0] fill_index_i,
  output verdict_t fill_verdict_o,
  input wire logic [IndexWidth-1:0] head_index_i,
  output verdict_t head_verdict_o,
  input wire logic [IndexWidth-1:0] wait_index_i,
  output verdict_t wait_verdict_o,
  input wire logic [IndexWidth-1:0] outcome_index_i,
  output verdict_t outcome_verdict_o,
  output logic active_o
);

  read_validator #(
    .Entries  (Entries),
    .verdict_t(verdict_t),
    .Tags     (4)
  ) u_dut (
    .*
  );

endmodule

`default_nettype wire
