// Whether the transaction of an item of the scalable reader list is a reader of its block already, by the
// entries that the item has found in stage D and those that the item in front of it, in stage E, is deciding.
// Both are searched in parallel to that decision, so the result is ready when the item itself decides.
//
// An entry that the item in front writes has its previous readers, and its own transaction, if it
// inserts that. When it tidies a leaf, a reader goes from there to the plain entry, which is written
// as well: it is a reader before and after. The same holds for the last one of a leaf that is removed.
//
// Combinational.
//
// BlockWidth: bits of a block's number. IdWidth: bits of a transaction id. LeafWidth: log2 of the transactions of a leaf.

`default_nettype none

module reader_presence
  import reader_list_pkg::*;
#(
  parameter  int unsigned BlockWidth = 30,
  parameter  int unsigned IdWidth    = 10,
  parameter  int unsigned LeafWidth  = 5,
  localparam int unsigned EntryWidth = entry_width(BlockWidth, IdWidth, LeafWidth)
) (
  // The item, and its found entries, without the decision in front
  input  wire logic [IdWidth-1:0]                id_i,
  input  wire logic [Probes-1:0]                 hit_i,
  input  wire logic [Probes-1:0][EntryWidth-1:0] entry_i,

  // The item in front: its found entries, and those of the item's entries that it writes
  input  wire logic                              ahead_inserts_i,
  input  wire logic [IdWidth-1:0]                ahead_id_i,
  input  wire logic [Probes-1:0]                 ahead_hit_i,
  input  wire logic [Probes-1:0][EntryWidth-1:0] ahead_entry_i,
  input  wire logic [Probes-1:0]                 written_i,

  output      logic                              present_o
);

  logic in_plain, in_leaf, ahead_in_plain, ahead_in_leaf, inserted;

  reader_member #(
    .BlockWidth(BlockWidth),
    .IdWidth   (IdWidth),
    .LeafWidth (LeafWidth)
  ) u_found (
    .id_i,
    .hit_i,
    .entry_i,
    .in_plain_o(in_plain),
    .in_leaf_o (in_leaf)
  );

  reader_member #(
    .BlockWidth(BlockWidth),
    .IdWidth   (IdWidth),
    .LeafWidth (LeafWidth)
  ) u_ahead (
    .id_i,
    .hit_i     (ahead_hit_i),
    .entry_i   (ahead_entry_i),
    .in_plain_o(ahead_in_plain),
    .in_leaf_o (ahead_in_leaf)
  );

  assign inserted  = ahead_inserts_i && ahead_id_i == id_i;
  assign present_o = (written_i[PlainProbe] ? ahead_in_plain || inserted : in_plain) ||
                     (written_i[LeafProbe] ? ahead_in_leaf || inserted : in_leaf);

endmodule

`default_nettype wire
