// final_outcomes with the types and sizes of stage_fields_pkg.

`default_nettype none

module final_outcomes_top
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
  input wire cid_t commit_id_i,
  outcome_id_i,
  input wire logic valid_i,
  input wire cid_t id_i,
  input wire logic pass_i,
  input wire logic [IndexWidth-1:0] commit_index_i,
  output final_t commit_final_o,
  output logic active_o
);

  final_outcomes #(
    .Entries(Entries),
    .final_t(final_t)
  ) u_dut (
    .*
  );

endmodule

`default_nettype wire
