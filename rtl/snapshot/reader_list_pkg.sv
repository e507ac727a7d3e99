// Entry format of the scalable reader list (ISCA 2017 paper, section 4.2 and figure 10), and the states of its control.
//
// An entry is {block, kind, content}; the content depends on the kind, from bit 0 up:
//   plain  PlainIds transaction ids, then the number of them in use; the ones in use come first
//   root   one bit for each leaf of the block
//   leaf   one bit for each transaction of the leaf, then the leaf's number

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

  // Bits of an entry's content: those of the largest kind.
  function automatic int unsigned content_width(int unsigned id_width, int unsigned leaf_width);
    int unsigned widest;
    widest = PlainIds * id_width + CountWidth;
    if (2 ** (id_width - leaf_width) > widest) widest = 2 ** (id_width - leaf_width);
    if (2 ** leaf_width + id_width - leaf_width > widest) widest = 2 ** leaf_width + id_width - leaf_width;
    return widest;
  endfunction

  typedef enum logic [3:0] {
    ListClear,      // after reset: the rows are emptied
    ListRun,        // one operation a cycle
    ListNextLeaf,   // insertion: what is still to be placed
    ListPlace,      // an entry in hand looks for a free row, evicting others on its way
    ListUndo,       // no row was found: the evicted ones go back, newest first
    ListUnplace,    // the leaves that were placed before go as well
    ListLeaf,       // insertion into a leaf that is there
    ListRoot,       // insertion: the root gets its new leaves
    ListEnumerate,  // look-up: the leaves of a root
    ListNextFix,    // sweep: leaves of the row that became empty or small
    ListFix,        // sweep: the root of such a leaf
    ListDemote,     // sweep: the last leaf of a block that is plain again
    ListRespond     // the answer to an operation of several steps
  } list_state_e;

endpackage

`default_nettype wire
