// Entry format of the scalable reader list (ISCA 2017 paper, section 4.2 and figure 10), and the
// items of its pipeline.
//
// An entry is {block, kind, content}; the content depends on the kind, from bit 0 up:
//   plain  PlainIds tags, then the number of them in use; the ones in use come first
//   root   one bit for each leaf of the block
//   leaf   one bit for each transaction of the leaf, then the leaf's number, then its generation
// Unused bits are zero. An unused entry is all zero.
//
// A tag is {generation, id}. The transactions of a leaf have one generation at a time; readers of another are dead.
//
// The key of an entry: the block, the kind, and of a leaf its number.

`default_nettype none

package reader_list_pkg;

  localparam int unsigned PlainIds = 3;
  localparam int unsigned CountWidth = 2;

  typedef enum logic [1:0] {
    ReaderUnused = 2'd0,
    ReaderPlain  = 2'd1,
    ReaderRoot   = 2'd2,
    ReaderLeaf   = 2'd3
  } reader_kind_e;

  // The three entries that an operation looks up at once, one of each kind
  localparam int unsigned Probes = 3;
  localparam int unsigned PlainProbe = 0;
  localparam int unsigned RootProbe = 1;
  localparam int unsigned LeafProbe = 2;

  // The memory of a way: a row's last two bits select the bank.
  localparam int unsigned Banks = 4;

  // Items in front with writes that an item misses as it reads its rows: reader_match
  localparam int unsigned ItemsAhead = 4;

  // Bits of an entry's content: the largest of the kinds
  function automatic int unsigned content_width(int unsigned id_width, int unsigned leaf_width, int unsigned gen_width);
    int unsigned widest;
    widest = PlainIds * (gen_width + id_width) + CountWidth;
    if (2 ** (id_width - leaf_width) > widest) widest = 2 ** (id_width - leaf_width);
    if (2 ** leaf_width + id_width - leaf_width + gen_width > widest) begin
      widest = 2 ** leaf_width + id_width - leaf_width + gen_width;
    end
    return widest;
  endfunction

  function automatic int unsigned entry_width(int unsigned block_width, int unsigned id_width, int unsigned leaf_width,
                                              int unsigned gen_width);
    return block_width + 2 + content_width(id_width, leaf_width, gen_width);
  endfunction

  // Items of the reader list's pipeline
  typedef enum logic [2:0] {
    ReaderInsert,  // operation: a reader of a block
    ReaderLookUp,  // operation: all readers of a block; its plain entry and its root
    ReaderReadLeaf,  // one leaf of a look-up
    ReaderCompact,    // a leaf that has become empty or small, reported by a reclaim pass
    ReaderMove       // an evicted entry that needs a row (reader_eviction)
  } reader_item_e;

  // Entries that an item writes, and where
  typedef struct packed {
    logic write;
    logic alloc;  // to a free row, else in place of the found entry
  } reader_put_t;

endpackage

`default_nettype wire
