// Decides the writes of an operation of the scalable reader list, from its found entries: the
// block's plain entry, its root and one leaf.
//
//   insertion  nothing, if the transaction is a reader; a bit of the leaf, if that exists (readers of another generation
//              are dead, and removed); an id in the plain
//              entry, if that has room; else a new leaf and its bit in the root, which may be new as well; also
//              if the root has that bit already, since it was written for this insertion
//   compaction removes a leaf without readers, with its bit in the root, and a root without leaves; of another
//              leaf one reader moves to the plain entry, if that has room
//
// So each of them writes at most one entry of each kind, and reads see the whole of it or nothing. A new entry without a
// free row evicts another (evict_o): a root before its leaf.
//
// Combinational.
//
// BlockWidth: bits of a block's number. IdWidth: bits of a transaction id. LeafWidth: log2 of the transactions of a leaf.
// GenWidth: bits of a generation.

`default_nettype none

module reader_update
  import reader_list_pkg::*;
#(
  parameter  int unsigned BlockWidth = 30,
  parameter  int unsigned IdWidth    = 10,
  parameter  int unsigned LeafWidth  = 5,
  parameter  int unsigned GenWidth   = 3,
  localparam int unsigned TagWidth   = GenWidth + IdWidth,
  localparam int unsigned EntryWidth = entry_width(BlockWidth, IdWidth, LeafWidth, GenWidth)
) (
  input  wire reader_item_e                       item_i,
  input  wire logic [BlockWidth-1:0]              block_i,
  input  wire logic [TagWidth-1:0]                tag_i,    // tag of the reader; compaction: any id of the leaf
  input  wire logic                               present_i,  // insertion: it is a reader already
  input  wire logic [Probes-1:0]                  hit_i,    // the entry exists
  input  wire logic [Probes-1:0][EntryWidth-1:0]  entry_i,  // contents, if it exists
  input  wire logic [Probes-1:0]                  free_i,   // otherwise: a row is free for it

  output      reader_put_t [Probes-1:0]           put_o,
  output      logic [Probes-1:0][EntryWidth-1:0]  entry_o,
  output      logic [Probes-1:0]                  evict_o,  // entry_o evicts another, since no row is free
  output      logic                               again_o   // compaction: the leaf has more to move
);

  localparam int unsigned LeafIds = 2 ** LeafWidth;
  localparam int unsigned LeafIndex = IdWidth - LeafWidth;
  localparam int unsigned Leaves = 2 ** LeafIndex;
  localparam int unsigned ContentWidth = content_width(IdWidth, LeafWidth, GenWidth);

  typedef struct packed {
    logic [CountWidth-1:0]             count;
    logic [PlainIds-1:0][TagWidth-1:0] tags;
  } plain_t;

  typedef struct packed {
    logic [GenWidth-1:0]  gen;
    logic [LeafIndex-1:0] leaf;
    logic [LeafIds-1:0]   readers;
  } leaf_t;

  typedef struct packed {
    logic [BlockWidth-1:0]   block;
    reader_kind_e            kind;
    logic [ContentWidth-1:0] content;
  } entry_t;

  // Found entries
  entry_t [Probes-1:0] found;
  plain_t plain;
  logic [Leaves-1:0] leaves;
  logic [LeafIds-1:0] readers;
  logic [GenWidth-1:0] found_gen, gen;  // of the found leaf, of an insertion

  assign found   = entry_i;
  assign plain   = hit_i[PlainProbe] ? found[PlainProbe].content[$bits(plain_t)-1:0] : '0;
  assign leaves  = hit_i[RootProbe] ? found[RootProbe].content[Leaves-1:0] : '0;

  logic [LeafIndex-1:0] leaf;
  logic [Leaves-1:0]    leaf_bit;
  logic [LeafIds-1:0]   id_bit;
  logic insert, compact, room, expected;

  assign insert  = item_i == ReaderInsert;
  assign compact = item_i == ReaderCompact;
  assign leaf    = tag_i[LeafWidth+:LeafIndex];
  assign room    = plain.count != CountWidth'(PlainIds);

  assign found_gen = found[LeafProbe].content[LeafIds+LeafIndex+:GenWidth];
  assign gen       = tag_i[IdWidth+:GenWidth];
  assign readers   = hit_i[LeafProbe] ? found[LeafProbe].content[LeafIds-1:0] : '0;

  assign expected = (leaves & leaf_bit) != '0;  // the root has a bit for the leaf

  always_comb begin
    for (int unsigned i = 0; i < Leaves; i++) leaf_bit[i] = LeafIndex'(i) == leaf;
    for (int unsigned i = 0; i < LeafIds; i++) id_bit[i] = LeafWidth'(i) == tag_i[LeafWidth-1:0];
  end

  // Writes of an insertion: one of these
  logic to_leaf, to_plain, adds_leaf;

  assign to_leaf   = insert && !present_i && hit_i[LeafProbe];
  assign to_plain  = insert && !present_i && !hit_i[LeafProbe] && room && !expected;
  assign adds_leaf = insert && !present_i && !hit_i[LeafProbe] && !(room && !expected);

  // Compaction: the first reader of the leaf moves
  logic [LeafIds-1:0] rest;
  logic [LeafWidth-1:0] first;
  logic moves, removes;

  assign rest    = readers & (readers - 1'b1);
  assign moves   = compact && readers != '0 && room && (hit_i[PlainProbe] || free_i[PlainProbe]);
  assign removes = compact && (moves ? rest : readers) == '0;
  assign again_o = moves && rest != '0;

  always_comb begin
    first = '0;
    for (int unsigned i = 0; i < LeafIds; i++) begin
      if (readers[i] && !rest[i]) first |= LeafWidth'(i);
    end
  end

  // The entries. Nothing is left of a removed leaf, nor of a root without leaves.
  plain_t new_plain;
  leaf_t new_leaf;
  logic [Leaves-1:0] new_leaves;
  entry_t [Probes-1:0] entries;

  always_comb begin
    new_plain.count = plain.count + 1'b1;
    new_plain.tags  = plain.tags;
    for (int unsigned i = 0; i < PlainIds; i++) begin
      if (plain.count == CountWidth'(i)) new_plain.tags[i] = compact ? {found_gen, leaf, first} : tag_i;
    end
    new_leaves = compact ? leaves & ~leaf_bit : leaves | leaf_bit;
    new_leaf   = '{gen: gen, leaf: leaf, readers: found_gen == gen ? readers | id_bit : id_bit};
    if (compact) new_leaf = '{gen: found_gen, leaf: leaf, readers: rest};

    entries             = '0;
    entries[PlainProbe] = '{block: block_i, kind: ReaderPlain, content: ContentWidth'(new_plain)};
    if (new_leaves != '0) begin
      entries[RootProbe] = '{block: block_i, kind: ReaderRoot, content: ContentWidth'(new_leaves)};
    end
    if (!removes) entries[LeafProbe] = '{block: block_i, kind: ReaderLeaf, content: ContentWidth'(new_leaf)};
  end
  assign entry_o = entries;

  // A leaf is written with its bit in the root, or after it.
  logic [Probes-1:0] wanted;

  always_comb begin
    wanted             = '0;
    wanted[PlainProbe] = to_plain || moves;
    wanted[RootProbe]  = (adds_leaf && !expected) || (removes && expected);
    wanted[LeafProbe]  = to_leaf || adds_leaf || moves || (removes && hit_i[LeafProbe]);
    for (int unsigned probe = 0; probe < Probes; probe++) begin
      put_o[probe]   = '{write: wanted[probe] && (hit_i[probe] || free_i[probe]), alloc: !hit_i[probe]};
      evict_o[probe] = wanted[probe] && !hit_i[probe] && !free_i[probe];
    end
    if (evict_o[RootProbe]) begin
      put_o[LeafProbe].write = 1'b0;
      evict_o[LeafProbe]     = 1'b0;
    end
  end

endmodule

`default_nettype wire
