// Types and sizes that the blocks of snapshot isolation share (ISCA 2017 paper, sections 4.2 and 4.3).

`default_nettype none

package snapshot_pkg;

  // A transaction's id is its slot in the timestamp table; a slot is used again when its transaction has ended.
  parameter int unsigned TxnBits = 10;
  // Conflicts are detected by blocks of memory.
  parameter int unsigned BlockBits = 30;
  // Logical timestamps. All ones stands for a PDTS that has not been chosen, above every date (the paper's -1).
  parameter int unsigned DateBits = 24;

  typedef logic [TxnBits-1:0] txn_t;
  typedef logic [BlockBits-1:0] block_t;
  typedef logic [DateBits-1:0] date_t;

  // What the post_dating_unit is asked to do, in the order in which it happens.
  typedef enum logic [2:0] {
    DateEdge,           // the successor depends on the predecessor
    DateStart,          // a transaction enters a slot
    DateCommit,
    DateAbort,
    DateRelease,        // no live transaction is concurrent with the slot's committed occupant
    DateReleaseFormer,  // the same for all its former occupants
    DateFlush           // forget everything and start from date 0; no slot is live
  } date_op_e;

  typedef enum logic [1:0] {
    DateAccepted,
    DateSuspected,  // the dependency may close a loop: a live end must abort
    DateCycle,      // as far as the successor lists tell, it does close one: a live end must abort
    DateExhausted   // out of dates: abort every live transaction, then flush
  } date_verdict_e;

  // Of a slot of the timestamp table.
  typedef struct packed {
    logic former;     // a former occupant's interval still matters
    logic committed;  // the occupant has committed, and its interval still matters
    logic live;
  } slot_state_t;

endpackage

`default_nettype wire
