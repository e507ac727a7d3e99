// The paper's bank (lds_bank_paper) in the place of rtl/localtm/lds_tx_bank.sv, with the same ports. Neither Epochs nor
// StallLeaving nor Protection.

`include "gputm_assert.svh"

`default_nettype none

module lds_tx_bank
  import localtm_pkg::*;
#(
  parameter  int unsigned Lanes         = 64,
  parameter  int unsigned Wavefronts    = 4,
  parameter  int unsigned WorkGroups    = 1,
  parameter  int unsigned Rows          = 512,
  parameter  int unsigned FilterBits    = 8,
  parameter  bit          Exact         = 1'b0,
  parameter  bit          SharedReaders = 1'b0,
  parameter  bit          Migratory     = 1'b0,
  parameter  int unsigned UndoEntries   = 0,
  parameter  int unsigned Epochs        = 0,                    // 0
  parameter  bit          StallLeaving  = 1'b0,                 // 0
  parameter  int unsigned Protection    = 0,                    // 0
  localparam int unsigned LaneWidth     = $clog2(Lanes),
  localparam int unsigned WfWidth       = $clog2(Wavefronts),
  localparam int unsigned OwnerWidth    = WfWidth + LaneWidth,
  localparam int unsigned RowWidth      = $clog2(Rows)
) (
  input  wire logic                  clk_i,
  input  wire logic                  rst_ni,

  input  wire logic                  restoring_i,      // a restore is on its way to the banks: the next walk

  input  wire logic                  cmd_valid_i,
  output      logic                  cmd_ready_o,
  input  wire logic                  cmd_walk_i,       // walk, else access
  input  wire logic                  cmd_restore_i,    // walk: restore, else release
  input  wire logic [WfWidth-1:0]    cmd_wavefront_i,  // walk: wavefront of the rows
  input  wire logic [Lanes-1:0]      cmd_lanes_i,      // walk: lanes of the rows
  input  wire lds_op_e               cmd_op_i,         // access, as the rest
  input  wire logic                  cmd_tx_i,         // access by a transaction
  input  wire logic [OwnerWidth-1:0] cmd_owner_i,      // wavefront, lane
  input  wire logic [RowWidth-1:0]   cmd_row_i,
  input  wire word_t                 cmd_data_i,
  input  wire logic [3:0]            cmd_bytes_i,  // bytes of the word that a store writes

  output      logic                  rsp_coming_o,     // valid, unless the access waits for a restore
  output      logic                  rsp_may_stall_o,  // coming, and not valid with restoring_i
  output      logic                  rsp_valid_o,
  output      word_t                 rsp_data_o,       // loads and atomics: value before the access
  output      logic                  rsp_conflict_o,
  output      logic                  rsp_true_o,       // conflict: the row has an owner, it is not the filter's mistake
  output      logic                  rsp_reader_o,     // conflict: with a filter of reads
  output      logic                  rsp_overflow_o,   // conflict: no backup is free
  output      logic                  rsp_race_o,       // plain access to an owned row

  output ecc_pkg::ram_error_t [BankMemories-1:0] errors_o,

  output      logic                  busy_o
);

  localparam bit [2:0] Legal = {
    param_pkg::holds("lds_tx_bank: Protection", 64'(Protection), Protection == 0, "0: the paper's bank has none", 2),
    param_pkg::holds("lds_tx_bank: Epochs", 64'(Epochs), Epochs == 0, "0: the paper's bank has none", 2),
    param_pkg::holds("lds_tx_bank: StallLeaving", 64'(StallLeaving), !StallLeaving, "0: the paper's bank cannot", 2)
  };
  `GPUTM_ASSERT_PARAMS(Legal == '1)

  assign rsp_coming_o    = rsp_valid_o;
  assign rsp_may_stall_o = 1'b0;
  assign errors_o        = '0;

  logic unused;
  assign unused = restoring_i;

  lds_bank_paper #(
    .Lanes        (Lanes),
    .Wavefronts   (Wavefronts),
    .WorkGroups   (WorkGroups),
    .Rows         (Rows),
    .FilterBits   (FilterBits),
    .Exact        (Exact),
    .SharedReaders(SharedReaders),
    .Migratory    (Migratory),
    .UndoEntries  (UndoEntries)
  ) u_bank (
    .clk_i,
    .rst_ni,
    .cmd_valid_i,
    .cmd_ready_o,
    .cmd_walk_i,
    .cmd_restore_i,
    .cmd_wavefront_i,
    .cmd_lanes_i,
    .cmd_op_i,
    .cmd_tx_i,
    .cmd_owner_i,
    .cmd_row_i,
    .cmd_data_i,
    .cmd_bytes_i,
    .rsp_valid_o,
    .rsp_data_o,
    .rsp_conflict_o,
    .rsp_true_o,
    .rsp_reader_o,
    .rsp_overflow_o,
    .rsp_race_o,
    .busy_o
  );

  // Handshake assertions
  `GPUTM_STREAM(u_check_cmd, cmd_valid_i, cmd_ready_o, {cmd_walk_i, cmd_restore_i, cmd_wavefront_i, cmd_lanes_i,
                                                        cmd_op_i, cmd_tx_i, cmd_owner_i, cmd_row_i, cmd_data_i,
                                                        cmd_bytes_i})

endmodule

`default_nettype wire
