// hazard_detector with the types and sizes of stage_fields_pkg.

`default_nettype none

module hazard_detector_top
  import kilo_pkg::*;
  import commit_unit_pkg::*;
  import stage_fields_pkg::*;
(
  input wire logic clk_i,
  rst_ni,
  sweep_i,
  input wire logic [IndexWidth-1:0] sweep_index_i,
  input wire cid_t first_id_i,
  output cid_t head_id_o,
  hazard_id_o,
  output logic [IndexWidth:0] hazard_slot_o,
  output logic [IndexWidth-1:0] read_index_o,
  input wire progress_t progress_i,
  input wire cid_t rcid_i,
  input wire log_t rlog_i,
  wlog_i,
  input wire logic failed_i,
  input wire logic [IndexWidth-1:0] wait_index_i,
  output hazard_t wait_hazard_o,
  output logic read_valid_o,
  input wire logic read_grant_i,
  output logic [BufferWidth-1:0] read_buffer_o,
  output logic [WordWidth-1:0] read_word_o,
  input wire log_word_t read_data_i,
  output logic ask_valid_o,
  input wire logic ask_ready_i,
  output cid_t ask_id_o,
  output logic ask_writes_o,
  resend_wait_o,
  input wire logic resend_valid_i,
  output logic resend_ready_o,
  input wire logic resend_last_i,
  input wire log_word_t resend_word_i,
  output logic active_o
);

  hazard_detector #(
    .Entries       (Entries),
    .Buffers       (Buffers),
    .BufferWords   (BufferWords),
    .progress_t    (progress_t),
    .log_t         (log_t),
    .hazard_t      (hazard_t),
    .HistoryEntries(32),
    .HistoryBuckets(16),
    .HistoryIds    (Entries)
  ) u_dut (
    .*
  );

endmodule

`default_nettype wire
