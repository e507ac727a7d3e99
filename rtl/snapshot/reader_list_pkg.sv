// Entry format of the scalable reader list (ISCA 2017 paper, section 4.2 and figure 10), and the states of its control.
//
// An entry is {block, kind, content}; the content depends on the kind, from bit 0 up:
//   plain  PlainIds transaction ids, then the number of them in use; the ones in use come first
//   root   one bit for each leaf of the block
//   leaf   one bit for each transaction of the leaf, then the leaf's number
// Entries are built by reader_entry_encode and read by reader_entry_decode.
//
// A key, by which an entry is found, is {is_leaf, leaf, block}; a plain entry and a root have leaf number 0.

`default_nettype none

package reader_list_pkg;

  localparam int unsigned PlainIds = 3;
  localparam int unsigned CountWidth = 2;
  localparam int unsigned NewIds = PlainIds + 1;  // most readers that one insertion puts into leaves

  typedef enum logic [1:0] {
    ReaderUnused = 2'd0,
    ReaderPlain  = 2'd1,
    ReaderRoot   = 2'd2,
    ReaderLeaf   = 2'd3
  } reader_kind_e;

  // Bits of an entry's content: those of the largest kind.
  function automatic int unsigned content_width(int unsigned id_width, int unsigned leaf_width);
    int unsigned widest;
    widest = PlainIds * id_width + CountWidth;
    if (2 ** (id_width - leaf_width) > widest) widest = 2 ** (id_width - leaf_width);
    if (2 ** leaf_width + id_width - leaf_width > widest) widest = 2 ** leaf_width + id_width - leaf_width;
    return widest;
  endfunction

  function automatic int unsigned entry_width(int unsigned block_width, int unsigned id_width, int unsigned leaf_width);
    return block_width + 2 + content_width(id_width, leaf_width);
  endfunction

  function automatic int unsigned key_width(int unsigned block_width, int unsigned id_width, int unsigned leaf_width);
    return 1 + id_width - leaf_width + block_width;
  endfunction

  // What the operation in stage B of the reader list comes to.
  typedef enum logic [2:0] {
    ReaderNothing,
    ReaderLookUp,       // of a plain entry, or of no entry
    ReaderLookUpRoot,   // of the leaves of a root
    ReaderInsert,       // into a plain entry or a free row
    ReaderInsertLeaf,   // into a leaf that is there
    ReaderNewLeaf,      // a root gets one more leaf
    ReaderPromote,      // a full plain entry becomes a root with leaves
    ReaderRelocate      // no row is free: others must move
  } reader_task_e;

  typedef enum logic [2:0] {
    ListInitialise,  // after reset: the rows are emptied
    ListRun,         // one operation a cycle
    ListPlace,       // insertion: new entries look for rows (reader_placement)
    ListLeaf,        // insertion into a leaf that is there
    ListRoot,        // insertion: the root gets its new leaves
    ListEnumerate,   // look-up: the leaves of a root (reader_enumeration)
    ListUpdate,      // reclaim: the roots of leaves that became empty or small (reader_root_update)
    ListRespond      // the answer to an operation of several steps
  } list_state_e;

endpackage

`default_nettype wire
