// The owned rows of one bank with a list for each work-item (lds_owned_rows) in the place of rtl/localtm/lds_listed_rows.sv:
// walks use lists of their lanes' rows, not their wavefront's list.

`default_nettype none

module lds_listed_rows #(
  parameter  int unsigned Lanes      = 64,
  parameter  int unsigned Wavefronts = 4,
  parameter  int unsigned Rows       = 256,
  parameter  int unsigned Protection = ecc_pkg::None,
  localparam int unsigned LaneWidth  = $clog2(Lanes),
  localparam int unsigned WfWidth    = $clog2(Wavefronts),
  localparam int unsigned OwnerWidth = WfWidth + LaneWidth,
  localparam int unsigned RowWidth   = $clog2(Rows)
) (
  input  wire logic                  clk_i,
  input  wire logic                  rst_ni,
  output      logic                  ready_o,

  input  wire logic                  lookup_i,
  input  wire logic [RowWidth-1:0]   lookup_row_i,
  input  wire logic [OwnerWidth-1:0] lookup_owner_i,
  output      logic                  owned_o,
  output      logic [OwnerWidth-1:0] owner_o,
  input  wire logic                  insert_i,

  input  wire logic                  walk_offered_i,  // walk_i or lookup_i, if any, will be a walk
  input  wire logic                  walk_i,
  input  wire logic [WfWidth-1:0]    walk_wavefront_i,
  input  wire logic [Lanes-1:0]      walk_lanes_i,
  output      logic                  walking_o,
  output      logic                  fetch_o,
  output      logic [RowWidth-1:0]   fetch_row_o,
  output      logic                  entry_valid_o,
  output      logic [RowWidth-1:0]   entry_row_o,
  output      logic [OwnerWidth-1:0] entry_owner_o,
  input  wire logic                  entry_ready_i,

  output ecc_pkg::ram_error_t [1:0]  errors_o         // records, list heads
);

  lds_owned_rows #(
    .Lanes     (Lanes),
    .Wavefronts(Wavefronts),
    .Rows      (Rows),
    .Protection(Protection)
  ) u_owned_rows (
    .clk_i,
    .rst_ni,
    .ready_o,
    .lookup_i,
    .lookup_row_i,
    .lookup_owner_i,
    .owned_o,
    .owner_o,
    .insert_i,
    .walk_offered_i,
    .walk_i,
    .walk_restore_i(1'b0),  // of no consequence without epochs
    .walk_wavefront_i,
    .walk_lanes_i,
    .walking_o,
    .fetch_o,
    .fetch_row_o,
    .entry_valid_o,
    .entry_row_o,
    .entry_owner_o,
    .entry_ready_i,
    .errors_o
  );

endmodule

`default_nettype wire
