// What a unit has to know of its banks (lds_tx_bank). A study that puts another bank in its place
// (studies/paper_bank) also replaces this package.

`default_nettype none

package lds_tx_bank_pkg;

  parameter bit Prompt = 1'b1;  // an access is answered in the next cycle, unless it is stalled
  parameter bit Stalls = 1'b1;  // the bank can stall conflicting accesses
  parameter int unsigned LeastRows = 4;  // words of a bank
  parameter int unsigned MostEpochBits = 8;

  // Rows of a bank that transactions can use. Backup of every row: one half of the rows holds the other half's
  // backups. Undo log: a separate memory holds its entries' backups.
  function automatic int unsigned tx_rows(int unsigned rows, int unsigned undo_entries);
    return undo_entries != 0 ? rows : rows / 2;
  endfunction

endpackage

`default_nettype wire
