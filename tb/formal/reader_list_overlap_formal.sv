// Holds for a reader_list (reader_list_books), an operation behind another, also during sweeps: exact membership.
//
// bound: abc bmc3 18
// cover: 24
// bug: ram_1r1w_fwd/no_forwarding abc bmc3 18

`default_nettype none

module reader_list_overlap_formal (
  input wire logic       clk_i,
  input wire logic       block_i,
  input wire logic [1:0] id_i,
  input wire logic       warm_i,
  input wire logic       op_valid_i,
  input wire logic       op_insert_i,
  input wire logic       op_block_i,
  input wire logic [1:0] op_id_i,
  input wire logic [3:0] kill_i,
  input wire logic       sweep_i
);

  reader_list_books #(
    .Overlap(1'b1)
  ) u_books (
    .clk_i,
    .block_i,
    .id_i,
    .warm_i,
    .op_valid_i,
    .op_insert_i,
    .op_block_i,
    .op_id_i,
    .kill_i,
    .sweep_i
  );

endmodule

`default_nettype wire
