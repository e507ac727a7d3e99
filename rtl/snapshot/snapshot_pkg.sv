// Types and sizes shared by the blocks of snapshot isolation (ISCA 2017 paper, sections 4.2 and 4.3)

`default_nettype none

package snapshot_pkg;

  // A transaction's id is its slot in the timestamp table; a slot is used again when its transaction has ended.
  parameter int unsigned TxnBits = 10;
  // Generation of a group of ids: entries of older ones are dead (docs/snapshot/tables.md).
  parameter int unsigned GenBits = 3;
  // Conflicts are detected by blocks of memory.
  parameter int unsigned BlockBits = 30;
  // Logical timestamps. All ones stands for a PDTS that has not been chosen, above every other (the paper's -1).
  parameter int unsigned TimestampBits = 24;

  typedef logic [TxnBits-1:0] txn_t;
  typedef logic [BlockBits-1:0] block_t;
  typedef logic [TimestampBits-1:0] timestamp_t;

  // Requests to the post_dating_unit, in the order of the events
  typedef enum logic [2:0] {
    TsEdge,           // the successor depends on the predecessor
    TsStart,          // a transaction enters a slot
    TsCommit,
    TsAbort,
    TsRelease,        // no live transaction is concurrent with the slot's committed occupant
    TsReleaseFormer,  // as TsRelease, for all former occupants of the slot
    TsFlush,          // forget everything and start from timestamp 0; no slot is live
    TsPublish         // returns the CTS of a snapshot that is taken now
  } timestamp_op_e;

  typedef enum logic [1:0] {
    VerdictAccepted,
    VerdictSuspected,  // the dependency may close a loop: a live end must abort
    VerdictCycle,      // as far as the successor lists show, it closes one: a live end must abort
    VerdictExhausted   // out of timestamps: abort every live transaction, then flush
  } verdict_e;

  // Written fields of two slots: cts of the successor, the others of the predecessor
  typedef struct packed {
    logic cts;
    logic pdts;
    logic former;  // both ends of the former occupants' interval
    logic state;
    logic succs;     // the list of successors
    logic committed; // commit time of the occupant, in committed timestamps
    logic released;  // time of a committed occupant's release
  } timestamp_write_t;

  // State of a slot of the timestamp table
  typedef struct packed {
    logic former;     // a former occupant's interval still matters
    logic committed;  // the occupant has committed, and its interval still matters
    logic live;
  } slot_state_t;

endpackage

`default_nettype wire
