// Reads an entry of the scalable reader list: all fields; only those of its kind are meaningful.
//
// Combinational; no logic, only names for bits.
//
// BlockWidth: bits of a block's number. IdWidth: bits of a transaction id. LeafWidth: log2 of the transactions of a
// leaf.

`default_nettype none

module reader_entry_decode
  import reader_list_pkg::*;
#(
  parameter  int unsigned BlockWidth   = 30,
  parameter  int unsigned IdWidth      = 10,
  parameter  int unsigned LeafWidth    = 5,
  localparam int unsigned LeafIds      = 2 ** LeafWidth,
  localparam int unsigned LeafIndex    = IdWidth - LeafWidth,
  localparam int unsigned Leaves       = 2 ** LeafIndex,
  localparam int unsigned ContentWidth = content_width(IdWidth, LeafWidth),
  localparam int unsigned EntryWidth   = entry_width(BlockWidth, IdWidth, LeafWidth)
) (
  input  wire logic         [EntryWidth-1:0]            entry_i,

  output      logic         [BlockWidth-1:0]            block_o,
  output      reader_kind_e                             kind_o,
  output      logic         [CountWidth-1:0]            count_o,   // plain: number of readers in ids_o
  output      logic         [PlainIds-1:0][IdWidth-1:0] ids_o,
  output      logic         [Leaves-1:0]                leaves_o,  // root: existing leaves
  output      logic         [LeafIndex-1:0]             leaf_o,    // leaf: its number
  output      logic         [LeafIds-1:0]               readers_o  // leaf: one bit for each of its transactions
);

  logic [ContentWidth-1:0] content;

  assign content   = entry_i[ContentWidth-1:0];
  assign kind_o    = reader_kind_e'(entry_i[ContentWidth+:2]);
  assign block_o   = entry_i[EntryWidth-1-:BlockWidth];
  assign ids_o     = content[PlainIds*IdWidth-1:0];
  assign count_o   = content[PlainIds*IdWidth+:CountWidth];
  assign leaves_o  = content[Leaves-1:0];
  assign readers_o = content[LeafIds-1:0];
  assign leaf_o    = content[LeafIds+:LeafIndex];

endmodule

`default_nettype wire
