// fill_unit with the types and sizes of stage_fields_pkg.

`default_nettype none

module fill_unit_top
  import kilo_pkg::*;
  import commit_unit_pkg::*;
  import stage_fields_pkg::*;
(
  input wire logic clk_i,
  rst_ni,
  sweep_i,
  input wire logic [IndexWidth-1:0] sweep_index_i,
  input wire cid_t retire_id_i,
  input wire logic [IndexWidth:0] retire_slot_i,
  input wire logic fill_valid_i,
  output logic fill_ready_o,
  input wire fill_kind_e fill_kind_i,
  input wire logic fill_last_i,
  input wire cid_t fill_id_i,
  input wire log_word_t fill_word_i,
  input wire logic [SkipWidth-1:0] fill_skips_i,
  output logic read_o,
  output logic [IndexWidth-1:0] read_index_o,
  input wire verdict_t verdict_i,
  input wire logic [IndexWidth-1:0] head_index_i,
  output progress_t head_progress_o,
  output cid_t head_rcid_o,
  output log_t head_rlog_o,
  head_wlog_o,
  input wire logic [IndexWidth-1:0] wait_index_i,
  output progress_t wait_progress_o,
  output log_t wait_rlog_o,
  input wire logic [IndexWidth-1:0] commit_index_i,
  output log_t commit_wlog_o,
  input wire logic alloc_valid_i,
  alloc_empty_i,
  input wire logic [BufferWidth-1:0] alloc_buffer_i,
  output logic alloc_ready_o,
  store_valid_o,
  output logic [BufferWidth-1:0] store_buffer_o,
  output logic [WordWidth-1:0] store_word_o,
  output log_word_t store_data_o,
  output logic validate_valid_o,
  input wire logic validate_ready_i,
  output logic [IndexWidth-1:0] validate_index_o,
  output logic validate_failed_value_o,
  output log_word_t validate_word_o,
  output logic active_o
);

  fill_unit #(
    .Entries    (Entries),
    .LiveIds    (Entries),
    .Buffers    (Buffers),
    .BufferWords(BufferWords),
    .CountWidth (CountWidth),
    .progress_t (progress_t),
    .log_t      (log_t),
    .verdict_t  (verdict_t)
  ) u_dut (
    .*
  );

endmodule

`default_nettype wire
