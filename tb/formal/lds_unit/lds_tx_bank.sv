// lds_tx_bank as the unit has to be able to live with it: an access is answered in the next cycle, by a transaction with a
// conflict or without, as it likes; a walk takes any time. lds_bank_formal proves of the real one what it answers.

`default_nettype none

module lds_tx_bank
  import localtm_pkg::*;
#(
  parameter  bit          Paper         = 1'b0,
  parameter  int unsigned Lanes         = 64,
  parameter  int unsigned Wavefronts    = 4,
  parameter  int unsigned WorkGroups    = 1,
  parameter  int unsigned Rows          = 512,
  parameter  int unsigned FilterBits    = 8,
  parameter  bit          Exact         = 1'b0,
  parameter  bit          SharedReaders = 1'b0,
  parameter  bit          Migratory     = 1'b0,
  parameter  int unsigned UndoEntries   = 0,
  parameter  bit          WorkItemLists = 1'b0,
  parameter  int unsigned Epochs        = 0,                    // pipelined banks only
  parameter  bit          StallLeaving  = 1'b0,
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
  input  wire logic                  cmd_walk_i,       // else an access
  input  wire logic                  cmd_restore_i,    // walk: restore, else release
  input  wire logic [WfWidth-1:0]    cmd_wavefront_i,  // walk
  input  wire logic [Lanes-1:0]      cmd_lanes_i,      // walk
  input  wire lds_op_e               cmd_op_i,         // access, as the rest
  input  wire logic                  cmd_tx_i,         // by a transaction
  input  wire logic [OwnerWidth-1:0] cmd_owner_i,      // wavefront, lane
  input  wire logic [RowWidth-1:0]   cmd_row_i,
  input  wire word_t                 cmd_data_i,
  input  wire logic [3:0]            cmd_bytes_i,  // of the word that a store writes

  output      logic                  rsp_coming_o,     // valid, unless the access waits for a restore
  output      logic                  rsp_may_stall_o,  // coming, and not valid with restoring_i
  output      logic                  rsp_valid_o,
  output      word_t                 rsp_data_o,       // loads and atomics: value before the access
  output      logic                  rsp_conflict_o,
  output      logic                  rsp_true_o,       // conflict: the row has an owner, it is not the filter's mistake
  output      logic                  rsp_reader_o,     // conflict: with a filter of reads
  output      logic                  rsp_overflow_o,   // conflict: no backup is free
  output      logic                  rsp_race_o,       // plain access to an owned row

  output      logic                  busy_o
);

  wire guess_conflict, guess_end;  // without a driver: free in every cycle
  logic answer_q, tx_q, walking_q;
  logic [OwnerWidth-1:0] owner_q;

  assign cmd_ready_o     = !walking_q;
  assign rsp_coming_o    = answer_q;
  assign rsp_may_stall_o = 1'b0;
  assign rsp_valid_o     = answer_q;
  assign rsp_data_o      = '0;
  assign rsp_conflict_o  = answer_q && tx_q && guess_conflict;
  assign rsp_true_o      = 1'b0;
  assign rsp_reader_o    = 1'b0;
  assign rsp_overflow_o  = 1'b0;
  assign rsp_race_o      = 1'b0;
  assign busy_o          = walking_q || answer_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      answer_q  <= 1'b0;
      walking_q <= 1'b0;
    end else begin
      answer_q  <= cmd_valid_i && !cmd_walk_i;
      walking_q <= cmd_valid_i && cmd_walk_i || walking_q && !guess_end;
    end
  end
  always_ff @(posedge clk_i) begin
    tx_q    <= cmd_tx_i;
    owner_q <= cmd_owner_i;
  end

endmodule

`default_nettype wire
