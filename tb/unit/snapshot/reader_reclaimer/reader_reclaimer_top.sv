// reader_reclaimer with its type of entries, which a top module cannot be given.

`default_nettype none

module reader_reclaimer_top
  import reader_list_pkg::*;
#(
  parameter  int unsigned Ways         = 2,
  parameter  int unsigned Rows         = 8,
  parameter  int unsigned IdWidth      = 4,
  parameter  int unsigned LeafWidth    = 3,
  parameter  int unsigned ReclaimShare   = 4,
  parameter  int unsigned BlockWidth   = 4,
  localparam int unsigned ContentWidth = content_width(IdWidth, LeafWidth),
  localparam int unsigned EntryWidth   = BlockWidth + 2 + ContentWidth,
  localparam int unsigned Ids          = 2 ** IdWidth,
  localparam int unsigned RowWidth     = $clog2(Rows)
) (
  input  wire logic                            clk_i,
  input  wire logic                            rst_ni,

  input  wire logic                            clear_i,
  output      logic [RowWidth-2:0]             clear_index_o,
  output      logic                            clear_last_o,

  input  wire logic                            start_i,
  output      logic                            reclaiming_o,
  input  wire logic                            fixing_i,

  input  wire logic                            slot_i,
  output      logic                            steal_o,
  input  wire logic                            ready_i,
  input  wire logic                            idle_i,
  input  wire logic                            op_read_i,
  input  wire logic [Ways-1:0]                 op_banks_i,
  output      logic [Ways-1:0]                 read_o,
  output      logic [Ways-1:0][RowWidth-1:0]   read_rows_o,

  input  wire logic [Ids-1:0]                  dead_i,
  input  wire logic [Ways-1:0][EntryWidth-1:0] entry_i,
  input  wire logic                            op_active_i,
  output      logic [Ways-1:0]                 write_o,
  output      logic [Ways-1:0][RowWidth-1:0]   write_rows_o,
  output      logic [Ways-1:0][EntryWidth-1:0] entry_o,
  output      logic [Ways-1:0][EntryWidth-1:0] live_o,
  output      logic [Ways-1:0]                 fix_o
);

  typedef struct packed {
    logic [BlockWidth-1:0]   block;
    reader_kind_e            kind;
    logic [ContentWidth-1:0] content;
  } entry_t;

  entry_t [Ways-1:0] entry, swept, live;

  assign entry   = entry_i;
  assign entry_o = swept;
  assign live_o  = live;

  reader_reclaimer #(
    .Ways      (Ways),
    .Rows      (Rows),
    .IdWidth   (IdWidth),
    .LeafWidth (LeafWidth),
    .ReclaimShare(ReclaimShare),
    .entry_t   (entry_t)
  ) u_reclaimer (
    .entry_i(entry),
    .entry_o(swept),
    .live_o (live),
    .*
  );

endmodule

`default_nettype wire
