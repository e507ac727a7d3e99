// Types and sizes that the KILO TM blocks share (MICRO 2011 paper, section 4.5).

// A build has one width of commit ids, since structs and ports of all blocks carry them: +define+GPUTM_CID_BITS=N, 9 .. 31.

`ifndef GPUTM_CID_BITS
`define GPUTM_CID_BITS 16
`endif

`default_nettype none

package kilo_pkg;

  // Commit ids wrap: they are ordered only within half of the id space.
  parameter int unsigned CidBits = `GPUTM_CID_BITS;
  parameter int unsigned MinCidBits = 9;  // with fewer, nothing would be left of half of them but the 64
  // Ids that may be alive at a time: half of the id space, less (rounded up) the ids with writers inserted into
  // the last writer history ahead of the hazard pointer, from which its window reaches back (a_insert_live there).
  parameter int unsigned MaxLiveIds = 2 ** (CidBits - 1) - 64;
  // Memory is tracked by aligned 32-bit words of a 32-bit byte address space.
  parameter int unsigned WordAddrBits = 30;
  parameter int unsigned DataWidth = 32;
  parameter int unsigned SkipWidth = 64;  // ids that one skip message can name
  // Widths of the commit unit's types, enough for every size of it: buffer numbers, words of a buffer, reads of the L2.
  parameter int unsigned BufferIdBits = 16;
  parameter int unsigned WordCountBits = 8;
  parameter int unsigned ReadCountBits = 16;

  typedef logic [CidBits-1:0] cid_t;
  typedef logic [WordAddrBits-1:0] word_addr_t;

  // Whether a is older than b; the two must be within half of the id space.
  function automatic logic cid_before(cid_t a, cid_t b);
    cid_t distance;
    distance = a - b;
    return distance[CidBits-1];
  endfunction

  // Operations of the last writer history's pipeline
  typedef enum logic [2:0] {
    LwhNone,
    LwhLookup,
    LwhInsert,
    LwhScrub,   // drop expired entries of one row
    LwhClear    // drop all entries of one row
  } lwh_op_e;

endpackage

`default_nettype wire
