// outcome_stage with the types and sizes of stage_fields_pkg.

`default_nettype none

module outcome_stage_top
  import kilo_pkg::*;
  import commit_unit_pkg::*;
  import stage_fields_pkg::*;
(
  input wire logic clk_i,
  rst_ni,
  sweep_i,
  input wire logic [IndexWidth-1:0] sweep_index_i,
  input wire cid_t first_id_i,
  input wire logic [IndexWidth:0] revalidate_slot_i,
  output cid_t outcome_id_o,
  output logic [IndexWidth:0] outcome_slot_o,
  output logic [IndexWidth-1:0] read_index_o,
  input wire await_t await_i,
  input wire verdict_t verdict_i,
  input wire logic [IndexWidth-1:0] commit_index_i,
  output outcome_t commit_outcome_o,
  output logic reply_valid_o,
  input wire logic reply_ready_i,
  output reply_kind_e reply_kind_o,
  output cid_t reply_id_o,
  output logic active_o
);

  outcome_stage #(
    .Entries  (Entries),
    .await_t  (await_t),
    .verdict_t(verdict_t),
    .outcome_t(outcome_t)
  ) u_dut (
    .*
  );

endmodule

`default_nettype wire
