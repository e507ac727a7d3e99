// One bank of local memory with transactions (lds_bank_pipelined). Commands are accesses of one lane, and walks that
// release or restore the rows of lanes of a wavefront; both are carried out in the order of acceptance. Every access is
// answered once, in order. StallLeaving: an access that conflicts while a restore is on its way is carried out after it
// (lds_stalled_access). What a unit has to know of the bank is in lds_tx_bank_pkg.

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
  parameter  int unsigned Epochs        = 0,
  parameter  bit          StallLeaving  = 1'b0,
  parameter  int unsigned Protection    = ecc_pkg::None,
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

  typedef struct packed {
    lds_op_e               op;
    logic                  tx;
    logic [OwnerWidth-1:0] owner;
    logic [RowWidth-1:0]   row;
    word_t                 data;
    logic [3:0]            bytes;
  } access_t;

  // The bank's commands and answers
  logic bank_valid, bank_ready, bank_walk, bank_rsp_valid, bank_busy;
  access_t cmd_access, bank_access;

  assign cmd_access = '{
          op: cmd_op_i,
          tx: cmd_tx_i,
          owner: cmd_owner_i,
          row: cmd_row_i,
          data: cmd_data_i,
          bytes: cmd_bytes_i
      };

  assign rsp_coming_o = bank_rsp_valid;

  if (StallLeaving) begin : gen_stall
    logic waits;

    lds_stalled_access #(
      .access_t(access_t)
    ) u_stalled (
      .clk_i,
      .rst_ni,
      .restoring_i,
      .cmd_valid_i,
      .cmd_ready_o,
      .cmd_walk_i,
      .cmd_access_i   (cmd_access),
      .bank_valid_o   (bank_valid),
      .bank_ready_i   (bank_ready),
      .bank_walk_o    (bank_walk),
      .bank_access_o  (bank_access),
      .bank_answers_i (bank_rsp_valid),
      .bank_conflict_i(rsp_conflict_o),
      .answers_o      (rsp_valid_o),
      .may_stall_o    (rsp_may_stall_o),
      .waits_o        (waits)
    );

    assign busy_o = bank_busy || waits;
  end else begin : gen_no_stall
    assign bank_valid  = cmd_valid_i;
    assign cmd_ready_o = bank_ready;
    assign bank_walk   = cmd_walk_i;
    assign bank_access = cmd_access;
    assign rsp_valid_o = bank_rsp_valid;
    assign rsp_may_stall_o = 1'b0;
    assign busy_o      = bank_busy;

    logic unused;
    assign unused = restoring_i;
  end

  lds_bank_pipelined #(
    .Lanes        (Lanes),
    .Wavefronts   (Wavefronts),
    .WorkGroups   (WorkGroups),
    .Rows         (Rows),
    .FilterBits   (FilterBits),
    .Exact        (Exact),
    .SharedReaders(SharedReaders),
    .Migratory    (Migratory),
    .UndoEntries  (UndoEntries),
    .Epochs       (Epochs),
    .Protection   (Protection)
  ) u_bank (
    .clk_i,
    .rst_ni,
    .cmd_valid_i(bank_valid),
    .cmd_ready_o(bank_ready),
    .cmd_walk_i (bank_walk),
    .cmd_restore_i,
    .cmd_wavefront_i,
    .cmd_lanes_i,
    .cmd_op_i   (bank_access.op),
    .cmd_tx_i   (bank_access.tx),
    .cmd_owner_i(bank_access.owner),
    .cmd_row_i  (bank_access.row),
    .cmd_data_i (bank_access.data),
    .cmd_bytes_i(bank_access.bytes),
    .rsp_valid_o(bank_rsp_valid),
    .rsp_data_o,
    .rsp_conflict_o,
    .rsp_true_o,
    .rsp_reader_o,
    .rsp_overflow_o,
    .rsp_race_o,
    .errors_o,
    .busy_o     (bank_busy)
  );

  // Handshake assertions
  `GPUTM_STREAM(u_check_cmd, cmd_valid_i, cmd_ready_o, {cmd_walk_i, cmd_restore_i, cmd_wavefront_i, cmd_lanes_i,
                                                        cmd_op_i, cmd_tx_i, cmd_owner_i, cmd_row_i, cmd_data_i,
                                                        cmd_bytes_i})

endmodule

`default_nettype wire
