// Whether a transaction is in the entries of the scalable reader list that could have it: the plain
// entry of a block, and the leaf of that transaction.
//
// Combinational.
//
// BlockWidth: bits of a block's number. IdWidth: bits of a transaction id. LeafWidth: log2 of the transactions of a leaf.

`default_nettype none

module reader_member
  import reader_list_pkg::*;
#(
  parameter  int unsigned BlockWidth = 30,
  parameter  int unsigned IdWidth    = 10,
  parameter  int unsigned LeafWidth  = 5,
  localparam int unsigned EntryWidth = entry_width(BlockWidth, IdWidth, LeafWidth)
) (
  input  wire logic [IdWidth-1:0]                id_i,       // id of the transaction
  input  wire logic [Probes-1:0]                 hit_i,      // the entry exists
  input  wire logic [Probes-1:0][EntryWidth-1:0] entry_i,    // contents, if it exists

  output      logic                              in_plain_o,
  output      logic                              in_leaf_o
);

  localparam int unsigned LeafIds = 2 ** LeafWidth;

  logic [CountWidth-1:0] count;
  logic [PlainIds-1:0][IdWidth-1:0] ids;
  logic [LeafIds-1:0] readers;

  reader_entry_decode #(
    .BlockWidth(BlockWidth),
    .IdWidth   (IdWidth),
    .LeafWidth (LeafWidth)
  ) u_plain (
    .entry_i  (entry_i[PlainProbe]),
    .block_o  (),
    .kind_o   (),
    .count_o  (count),
    .ids_o    (ids),
    .leaves_o (),
    .leaf_o   (),
    .readers_o()
  );

  reader_entry_decode #(
    .BlockWidth(BlockWidth),
    .IdWidth   (IdWidth),
    .LeafWidth (LeafWidth)
  ) u_leaf (
    .entry_i  (entry_i[LeafProbe]),
    .block_o  (),
    .kind_o   (),
    .count_o  (),
    .ids_o    (),
    .leaves_o (),
    .leaf_o   (),
    .readers_o(readers)
  );

  always_comb begin
    in_plain_o = 1'b0;
    for (int unsigned i = 0; i < PlainIds; i++) begin
      if (hit_i[PlainProbe] && CountWidth'(i) < count && ids[i] == id_i) in_plain_o = 1'b1;
    end
  end
  assign in_leaf_o = hit_i[LeafProbe] && readers[id_i[LeafWidth-1:0]];

endmodule

`default_nettype wire
