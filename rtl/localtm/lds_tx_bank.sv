// One bank of local memory with transactions: the implementation that Paper selects (lds_bank_paper, lds_bank_pipelined),
// with the same ports. Commands are accesses of one lane, and walks that release or restore what lanes of a wavefront
// own; both are carried out in the order of acceptance. Every access is answered once, in order.

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
  parameter  bit          ScanWalk      = 1'b0,
  localparam int unsigned LaneWidth     = $clog2(Lanes),
  localparam int unsigned WfWidth       = $clog2(Wavefronts),
  localparam int unsigned OwnerWidth    = WfWidth + LaneWidth,
  localparam int unsigned RowWidth      = $clog2(Rows)
) (
  input  wire logic                  clk_i,
  input  wire logic                  rst_ni,

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

  output      logic                  rsp_valid_o,
  output      word_t                 rsp_data_o,       // loads and atomics: value before the access
  output      logic                  rsp_conflict_o,
  output      logic                  rsp_true_o,       // conflict: the row has an owner, it is not the filter's mistake
  output      logic                  rsp_reader_o,     // conflict: with a filter of reads
  output      logic                  rsp_overflow_o,   // conflict: no backup is free
  output      logic                  rsp_race_o,       // plain access to an owned row

  output      logic                  busy_o
);

  if (Paper) begin : gen_paper
    lds_bank_paper #(
      .Lanes        (Lanes),
      .Wavefronts   (Wavefronts),
      .WorkGroups   (WorkGroups),
      .Rows         (Rows),
      .FilterBits   (FilterBits),
      .Exact        (Exact),
      .SharedReaders(SharedReaders),
      .Migratory    (Migratory),
      .UndoEntries  (UndoEntries),
      .ScanWalk     (ScanWalk)
    ) u_bank (
      .*
    );
  end else begin : gen_pipelined
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
      .ScanWalk     (ScanWalk)
    ) u_bank (
      .*
    );
  end

  // Streams keep their promises.
  stream_check #(
    .Width($bits(
        {
          cmd_walk_i,
          cmd_restore_i,
          cmd_wavefront_i,
          cmd_lanes_i,
          cmd_op_i,
          cmd_tx_i,
          cmd_owner_i,
          cmd_row_i,
          cmd_data_i,
          cmd_bytes_i
        }
    ))
  ) u_check_cmd (
    .clk_i,
    .rst_ni,
    .valid_i(cmd_valid_i),
    .ready_i(cmd_ready_o),
    .data_i({
      cmd_walk_i,
      cmd_restore_i,
      cmd_wavefront_i,
      cmd_lanes_i,
      cmd_op_i,
      cmd_tx_i,
      cmd_owner_i,
      cmd_row_i,
      cmd_data_i,
      cmd_bytes_i
    })
  );

endmodule

`default_nettype wire
