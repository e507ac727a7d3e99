// Builds an entry of the scalable reader list from the fields of its kind; unused bits are zero. A
// free entry is all zero, and so is a root without leaves: nothing is left of the block.
//
// Combinational.
//
// BlockWidth: bits of a block's number. IdWidth: bits of a transaction id. LeafWidth: log2 of the transactions of a
// leaf.

`default_nettype none

module reader_entry_encode
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
  input  wire reader_kind_e                             kind_i,
  input  wire logic         [BlockWidth-1:0]            block_i,
  input  wire logic         [CountWidth-1:0]            count_i,    // plain: number of readers in ids_i
  input  wire logic         [PlainIds-1:0][IdWidth-1:0] ids_i,
  input  wire logic         [Leaves-1:0]                leaves_i,   // root: existing leaves
  input  wire logic         [LeafIndex-1:0]             leaf_i,     // leaf: its number
  input  wire logic         [LeafIds-1:0]               readers_i,  // leaf: one bit for each of its transactions

  output      logic         [EntryWidth-1:0]            entry_o
);

  always_comb begin
    unique case (kind_i)
      ReaderPlain: entry_o = {block_i, kind_i, ContentWidth'({count_i, ids_i})};
      ReaderRoot:  entry_o = leaves_i == '0 ? '0 : {block_i, kind_i, ContentWidth'(leaves_i)};
      ReaderLeaf:  entry_o = {block_i, kind_i, ContentWidth'({leaf_i, readers_i})};
      default:     entry_o = '0;
    endcase
  end

endmodule

`default_nettype wire
