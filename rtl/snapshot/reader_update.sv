// Decides the writes of an operation of the scalable reader list, from its found entries: the
// block's plain entry, its root and one leaf.
//
//   insertion  nothing, if the transaction is a reader; a bit of the leaf, if that exists; a place in the
//              plain entry, if there is one; else a new leaf and its bit in the root, which may be new as
//              well; also if the root has that bit already, since it was placed for this insertion
//   tidying    removes a leaf without readers, with its bit in the root, and a root without leaves; of
//              another leaf one reader moves to the plain entry, if there is a place
//
// So each of them writes at most one entry of each kind, and reads see the whole of it or nothing.
// A new entry without a row has to be placed (place_o): a root before its leaf.
//
// Combinational.
//
// BlockWidth: bits of a block's number. IdWidth: bits of a transaction id. LeafWidth: log2 of the transactions of a leaf.

`default_nettype none

module reader_update
  import reader_list_pkg::*;
#(
  parameter  int unsigned BlockWidth = 30,
  parameter  int unsigned IdWidth    = 10,
  parameter  int unsigned LeafWidth  = 5,
  localparam int unsigned EntryWidth = entry_width(BlockWidth, IdWidth, LeafWidth)
) (
  input  wire reader_item_e                       item_i,
  input  wire logic [BlockWidth-1:0]              block_i,
  input  wire logic [IdWidth-1:0]                 id_i,     // id of the reader, or any of the leaf
  input  wire logic                               present_i,  // insertion: it is a reader already
  input  wire logic [Probes-1:0]                  hit_i,    // the entry exists
  input  wire logic [Probes-1:0][EntryWidth-1:0]  entry_i,  // contents, if it exists
  input  wire logic [Probes-1:0]                  free_i,   // otherwise: a row is free for it

  output      reader_put_t [Probes-1:0]           put_o,
  output      logic [Probes-1:0][EntryWidth-1:0]  entry_o,
  output      logic [Probes-1:0]                  place_o,  // entry_o has no row
  output      logic                               again_o   // tidying: the leaf has more to move
);

  localparam int unsigned LeafIds = 2 ** LeafWidth;
  localparam int unsigned LeafIndex = IdWidth - LeafWidth;
  localparam int unsigned Leaves = 2 ** LeafIndex;

  // Found entries
  logic [CountWidth-1:0] plain_count, count;
  logic [PlainIds-1:0][IdWidth-1:0] plain_ids;
  logic [Leaves-1:0] root_leaves, leaves;
  logic [LeafIds-1:0] leaf_readers, readers;

  reader_entry_decode #(
    .BlockWidth(BlockWidth),
    .IdWidth   (IdWidth),
    .LeafWidth (LeafWidth)
  ) u_plain (
    .entry_i  (entry_i[PlainProbe]),
    .block_o  (),
    .kind_o   (),
    .count_o  (plain_count),
    .ids_o    (plain_ids),
    .leaves_o (),
    .leaf_o   (),
    .readers_o()
  );

  reader_entry_decode #(
    .BlockWidth(BlockWidth),
    .IdWidth   (IdWidth),
    .LeafWidth (LeafWidth)
  ) u_root (
    .entry_i  (entry_i[RootProbe]),
    .block_o  (),
    .kind_o   (),
    .count_o  (),
    .ids_o    (),
    .leaves_o (root_leaves),
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
    .readers_o(leaf_readers)
  );

  logic [LeafIndex-1:0] leaf;
  logic [Leaves-1:0]    leaf_bit;
  logic [LeafIds-1:0]   id_bit;
  logic insert, tidy, room, expected;

  assign insert  = item_i == ReaderInsert;
  assign tidy    = item_i == ReaderTidy;
  assign leaf    = id_i[LeafWidth+:LeafIndex];
  assign count   = hit_i[PlainProbe] ? plain_count : '0;
  assign leaves  = hit_i[RootProbe] ? root_leaves : '0;
  assign readers = hit_i[LeafProbe] ? leaf_readers : '0;
  assign room    = count != CountWidth'(PlainIds);

  assign expected = (leaves & leaf_bit) != '0;  // the root has a bit for the leaf

  always_comb begin
    for (int unsigned i = 0; i < Leaves; i++) leaf_bit[i] = LeafIndex'(i) == leaf;
    for (int unsigned i = 0; i < LeafIds; i++) id_bit[i] = LeafWidth'(i) == id_i[LeafWidth-1:0];
  end

  // Writes of an insertion: one of these
  logic to_leaf, to_plain, new_leaf;

  assign to_leaf  = insert && !present_i && hit_i[LeafProbe];
  assign to_plain = insert && !present_i && !hit_i[LeafProbe] && room && !expected;
  assign new_leaf = insert && !present_i && !hit_i[LeafProbe] && !(room && !expected);

  // Tidying: the first reader of the leaf moves
  logic [LeafIds-1:0] rest;
  logic [LeafWidth-1:0] first;
  logic moves, removes;

  assign rest    = readers & (readers - 1'b1);
  assign moves   = tidy && readers != '0 && room && (hit_i[PlainProbe] || free_i[PlainProbe]);
  assign removes = tidy && (moves ? rest : readers) == '0;
  assign again_o = moves && rest != '0;

  always_comb begin
    first = '0;
    for (int unsigned i = 0; i < LeafIds; i++) begin
      if (readers[i] && !rest[i]) first |= LeafWidth'(i);
    end
  end

  // The entries
  logic [PlainIds-1:0][IdWidth-1:0] ids;

  always_comb begin
    ids = hit_i[PlainProbe] ? plain_ids : '0;
    for (int unsigned i = 0; i < PlainIds; i++) begin
      if (count == CountWidth'(i)) ids[i] = tidy ? {leaf, first} : id_i;
    end
  end

  reader_entry_encode #(
    .BlockWidth(BlockWidth),
    .IdWidth   (IdWidth),
    .LeafWidth (LeafWidth)
  ) u_new_plain (
    .kind_i   (ReaderPlain),
    .block_i,
    .count_i  (count + 1'b1),
    .ids_i    (ids),
    .leaves_i ('0),
    .leaf_i   ('0),
    .readers_i('0),
    .entry_o  (entry_o[PlainProbe])
  );

  reader_entry_encode #(
    .BlockWidth(BlockWidth),
    .IdWidth   (IdWidth),
    .LeafWidth (LeafWidth)
  ) u_new_root (
    .kind_i   (ReaderRoot),
    .block_i,
    .count_i  ('0),
    .ids_i    ('0),
    .leaves_i (tidy ? leaves & ~leaf_bit : leaves | leaf_bit),
    .leaf_i   ('0),
    .readers_i('0),
    .entry_o  (entry_o[RootProbe])
  );

  reader_entry_encode #(
    .BlockWidth(BlockWidth),
    .IdWidth   (IdWidth),
    .LeafWidth (LeafWidth)
  ) u_new_leaf (
    .kind_i   (removes ? ReaderUnused : ReaderLeaf),
    .block_i,
    .count_i  ('0),
    .ids_i    ('0),
    .leaves_i ('0),
    .leaf_i   (leaf),
    .readers_i(tidy ? rest : readers | id_bit),
    .entry_o  (entry_o[LeafProbe])
  );

  // Their places. A leaf is written with its bit in the root, or after it.
  logic [Probes-1:0] wanted;

  always_comb begin
    wanted             = '0;
    wanted[PlainProbe] = to_plain || moves;
    wanted[RootProbe]  = (new_leaf && !expected) || (removes && expected);
    wanted[LeafProbe]  = to_leaf || new_leaf || moves || (removes && hit_i[LeafProbe]);
    for (int unsigned probe = 0; probe < Probes; probe++) begin
      put_o[probe]   = '{write: wanted[probe] && (hit_i[probe] || free_i[probe]), fresh: !hit_i[probe]};
      place_o[probe] = wanted[probe] && !hit_i[probe] && !free_i[probe];
    end
    if (place_o[RootProbe]) begin
      put_o[LeafProbe].write = 1'b0;
      place_o[LeafProbe]     = 1'b0;
    end
  end

endmodule

`default_nettype wire
