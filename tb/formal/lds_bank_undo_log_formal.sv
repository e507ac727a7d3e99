// Holds for a bank with an undo log of 2 entries and exact ownership (lds_bank_books): the row has at most one owner; a
// restore brings back what it held before; an access conflicts with the owner, or with overflow when 2 rows are owned,
// and only then, and changes nothing; as many entries are in use as rows are owned.
//
// prove: abc pdr
// cover: 12
// bug: lds_undo_log/overwrites_when_full abc bmc3 12
// bug: lds_undo_log/stale_entry abc bmc3 12
// bug: lds_bank_pipelined/log_backup_too_late abc bmc3 12

`default_nettype none

module lds_bank_undo_log_formal
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

  lds_bank_books #(
    .Exact      (1),
    .UndoEntries(2)
  ) u_books (
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
