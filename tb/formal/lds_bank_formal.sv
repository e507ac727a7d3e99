// Holds for a bank without options (lds_bank_books): the row has at most one owner, and it is the one whose access was
// taken; whoever else accesses it conflicts, and who accesses a row whose filter bit is another's; nobody else does. After a
// restore a row holds what it held before its owner's transaction, after a release what the owner wrote.
//
// bound: abc bmc3 17
// cover: 12
// bug: lds_filters/not_cleared abc bmc3 16
// bug: lds_filters/not_set abc bmc3 16
// bug: lds_owned_rows/not_released abc bmc3 16
// bug: lds_owned_rows/link_broken abc bmc3 16
// bug: lds_walk_lanes/stale_list abc bmc3 16
// bug: lds_bank_pipelined/open_while_walking abc bmc3 16
// bug: lds_bank_pipelined/backup_too_late abc bmc3 16

`default_nettype none

module lds_bank_formal
  import localtm_pkg::*;
(
  input wire logic       clk_i,
  input wire logic [1:0] symbolic_row_i,    // constant
  input wire logic [1:0] symbolic_owner_i,  // constant
  input wire logic       valid_i,
  input wire logic       walk_i,
  input wire logic       restore_i,
  input wire logic       wavefront_i,
  input wire logic [1:0] lanes_i,
  input wire logic       write_i,
  input wire logic       atomic_i,
  input wire logic       tx_i,
  input wire logic [1:0] owner_i,
  input wire logic [1:0] row_i,
  input wire word_t      data_i
);

  lds_bank_books u_books (
    .clk_i,
    .symbolic_row_i,
    .symbolic_owner_i,
    .valid_i,
    .walk_i,
    .restore_i,
    .wavefront_i,
    .lanes_i,
    .write_i,
    .atomic_i,
    .tx_i,
    .owner_i,
    .row_i,
    .data_i
  );

endmodule

`default_nettype wire
