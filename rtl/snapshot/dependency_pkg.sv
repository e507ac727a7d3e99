// Operations and results of the dependency_unit.

`default_nettype none

package dependency_pkg;

  typedef enum logic [3:0] {
    DepSnapshot,  // a transaction begins; its id is in the answer
    DepRead,      // of a block; not of one that the transaction has written
    DepWrite,
    DepCommit,
    DepAbort,
    DepPublish,   // what has committed so far is a version of memory; its number is in the answer
    // Inside the unit only:
    DepFence,     // everything before it has left the tables
    DepRetire,    // nobody who runs is concurrent with the id's committed transaction
    DepFlush      // start again from timestamp 0
  } dep_op_e;

  typedef enum logic [3:0] {
    DepDone,
    DepWait,          // snapshot: no id, or no room in a table, or a flush is due; ask again
    DepSecondWriter,  // another running transaction writes the block
    DepLateWriter,    // somebody who committed after the snapshot wrote the block: the first committer wins
    DepSuspected,     // a dependency that may close a loop
    DepCycle,         // one that does
    DepOverflow,      // no room in a table
    DepExhausted,     // out of timestamps or of commits to count: a flush is due
    DepDoomed,        // commit: an earlier access was refused
    DepGone           // snapshot: of a version that has ended; ask for a newer one
  } dep_result_e;

  // An operation and one other transaction that it meets, as access_tables has them from the tables.
  typedef struct packed {
    dep_op_e op;
    logic    overflow;      // with the operation's last: a table has no room for it
    logic    other_valid;   // another transaction ...
    logic    other_writes;  // ... writes the block, else it reads it
  } access_beat_t;

  // What is known of an id: nobody's; since how many commits its transaction's snapshot; which commit it was.
  typedef enum logic [1:0] {
    TxnFree,
    TxnLive,
    TxnCommitted
  } txn_state_e;

endpackage

`default_nettype wire
