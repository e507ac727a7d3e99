// reader_list_control with its types of entries, keys and operations, which a top module cannot be given.

`default_nettype none

module reader_list_control_top
  import reader_list_pkg::*;
#(
  parameter  int unsigned Ways         = 3,
  parameter  int unsigned BlockWidth   = 4,
  parameter  int unsigned IdWidth      = 6,
  parameter  int unsigned LeafWidth    = 2,
  parameter  int unsigned MaxMoves     = 5,
  localparam int unsigned LeafIndex    = IdWidth - LeafWidth,
  localparam int unsigned ContentWidth = content_width(IdWidth, LeafWidth),
  localparam int unsigned EntryWidth   = BlockWidth + 2 + ContentWidth,
  localparam int unsigned KeyWidth     = 1 + LeafIndex + BlockWidth,
  localparam int unsigned OpWidth      = 1 + BlockWidth + IdWidth,
  localparam int unsigned WayWidth     = $clog2(Ways)
) (
  input  wire logic                            clk_i,
  input  wire logic                            rst_ni,

  input  wire logic                            clear_last_i,
  output      list_state_e                     state_o,
  output      logic                            runs_on_o,

  input  wire logic [Ways-1:0]                 fix_i,
  input  wire logic [Ways-1:0][EntryWidth-1:0] reclaim_live_i,

  input  wire logic                            b_valid_i,
  input  wire logic [OpWidth-1:0]              b_op_i,       // insertion, block, id
  input  wire logic [KeyWidth-1:0]             b_key_i,      // of a leaf, its number, block
  input  wire logic [Ways-1:0][EntryWidth-1:0] live_i,
  input  wire logic [Ways-1:0]                 hit_i,
  input  wire logic [Ways-1:0]                 free_i,
  output      logic                            b_done_o,
  output      logic                            put_o,
  output      logic [WayWidth-1:0]             put_way_o,
  output      logic [EntryWidth-1:0]           entry_o,

  output      logic                            step_issue_o,
  output      logic [KeyWidth-1:0]             step_key_o,
  input  wire logic                            step_valid_i,

  output      logic                            rsp_valid_o,
  input  wire logic                            rsp_ready_i,
  output      logic                            rsp_last_o,
  output      logic                            rsp_reader_o,
  output      logic                            rsp_overflow_o,
  output      logic [IdWidth-1:0]              rsp_id_o
);

  typedef struct packed {
    logic [BlockWidth-1:0]   block;
    reader_kind_e            kind;
    logic [ContentWidth-1:0] content;
  } entry_t;

  typedef struct packed {
    logic                  is_leaf;
    logic [LeafIndex-1:0]  leaf;
    logic [BlockWidth-1:0] block;
  } find_key_t;

  typedef struct packed {
    logic                  insert;
    logic [BlockWidth-1:0] block;
    logic [IdWidth-1:0]    id;
  } op_t;

  entry_t [Ways-1:0] reclaim_live, live;
  entry_t            entry;
  find_key_t         step_key;

  assign reclaim_live = reclaim_live_i;
  assign live       = live_i;
  assign entry_o    = entry;
  assign step_key_o = step_key;

  reader_list_control #(
    .Ways      (Ways),
    .BlockWidth(BlockWidth),
    .IdWidth   (IdWidth),
    .LeafWidth (LeafWidth),
    .MaxMoves  (MaxMoves),
    .entry_t   (entry_t),
    .find_key_t(find_key_t),
    .op_t      (op_t)
  ) u_control (
    .reclaim_live_i(reclaim_live),
    .live_i      (live),
    .entry_o     (entry),
    .step_key_o  (step_key),
    .*
  );

endmodule

`default_nettype wire
