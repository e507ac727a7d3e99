// Operations and results of the dependency_unit.

`default_nettype none

package dependency_pkg;

  typedef enum logic [3:0] {
    DepSnapshot,  // a transaction begins; its id is in the answer
    DepRead,      // read of a block that the transaction has not written
    DepWrite,
    DepCommit,
    DepAbort,
    DepPublish,   // all commits so far become a version of memory; its number is in the answer
    // Inside the unit only:
    DepFence,     // everything before it has left the tables
    DepRetire,    // no running transaction is concurrent with the id's committed one
    DepFlush      // start again from timestamp 0
  } dep_op_e;

  typedef enum logic [3:0] {
    DepDone,
    DepWait,          // snapshot: no id, or no room in a table, or a flush is due; ask again
    DepSecondWriter,  // another running transaction writes the block
    DepLateWriter,    // a transaction that committed after the snapshot wrote the block: the first committer wins
    DepSuspected,     // a dependency that may close a loop
    DepCycle,         // a dependency that closes a loop
    DepOverflow,      // no room in a table
    DepExhausted,     // out of timestamps or of commits to count: a flush is due
    DepDoomed,        // commit: an earlier access was refused
    DepGone           // snapshot: of a version that has ended; ask for a newer one
  } dep_result_e;

  // An operation and one other transaction that it meets, as access_tables gets them from the tables
  typedef struct packed {
    dep_op_e op;
    logic    overflow;      // a table has no room for the operation; with its last beat
    logic    other_valid;   // there is another transaction ...
    logic    other_writes;  // ... writes the block, else it reads it
  } access_beat_t;

  // State of an id: unused; running, with the number of commits in its snapshot; committed, with its commit's number
  typedef enum logic [1:0] {
    TxnFree,
    TxnLive,
    TxnCommitted
  } txn_state_e;

  // Whether a dependency_unit can work with its parameters (param_pkg)

  function automatic bit tables_are_legal(int unsigned writer_parts, int unsigned writer_ways, int unsigned writer_rows,
                                          int unsigned reader_ways, int unsigned reader_rows, int unsigned block_width,
                                          int unsigned id_width, int unsigned leaf_width, int unsigned gen_width,
                                          int unsigned passes);
    bit [9:0] legal;
    legal = {
      param_pkg::in_range("dependency_unit: WriterParts", writer_parts, 2, 16),
      param_pkg::in_range("dependency_unit: WriterWays", writer_ways, 1, 16),
      param_pkg::in_range("dependency_unit: WriterRows", writer_rows, 2, 65536),
      param_pkg::in_range("dependency_unit: ReaderWays", reader_ways, 2, 16),
      param_pkg::multiple("dependency_unit: ReaderRows", reader_rows, 4, 8, 2 ** 20),
      param_pkg::in_range("dependency_unit: BlockWidth", block_width, 1, 64 - (id_width - leaf_width)),
      param_pkg::in_range("dependency_unit: IdWidth", id_width, leaf_width + 1, 16),
      param_pkg::in_range("dependency_unit: LeafWidth", leaf_width, 1, id_width - 1),
      param_pkg::in_range("dependency_unit: GenWidth", gen_width, 1, 8),
      param_pkg::in_range(
          "dependency_unit: Passes", passes, 1, writer_rows < reader_rows / 4 ? writer_rows : reader_rows / 4
      )
    };
    return legal == '1;
  endfunction

  function automatic bit queues_are_legal(int unsigned id_width, int unsigned seq_width, int unsigned versions,
                                          int unsigned queue);
    bit [2:0] legal;
    legal = {
      param_pkg::in_range("dependency_unit: SeqWidth", seq_width, 2, 32),
      param_pkg::holds(
          "dependency_unit: Versions",
          64'(versions),
          versions == 0 || versions >= 2 && versions <= param_pkg::power(
              id_width
          ) && param_pkg::is_power(
              versions
          ),
          "0, or a power of two from 2 to 2 ** IdWidth"
      ),
      param_pkg::in_range("dependency_unit: Queue", queue, 2, 4096)
    };
    return legal == '1;
  endfunction

endpackage

`default_nettype wire
