// Holds for a bank whose readers share (lds_bank_books): a write is taken only if the row has no other owner, and no other
// work-item's filter of reads has its bit, so never when another one has read it; what a transaction has seen of a
// row stays until its end; a walk empties the filters of its lanes, and no others.
//
// bound: abc bmc3 14
// cover: 12
// bug: lds_ownership/writer_ignores_readers abc bmc3 14
// bug: lds_reader_filters/counted_twice abc bmc3 14
// bug: lds_reader_filters/stale_filter abc bmc3 14
// bug: lds_lane_memory/walk_takes_all abc bmc3 14

`default_nettype none

module lds_bank_shared_readers_formal
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
    .SharedReaders(1)
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
