// What a unit has to know of lds_bank_paper, in the place of rtl/localtm/lds_tx_bank_pkg.sv.

`default_nettype none

package lds_tx_bank_pkg;

  parameter bit Prompt = 1'b0;  // an access is answered in the next cycle, unless it is stalled
  parameter bit Stalls = 1'b0;  // the bank can stall conflicting accesses
  parameter int unsigned LeastRows = 8;  // words of a bank
  parameter int unsigned MostEpochBits = 0;

  function automatic int unsigned tx_rows(int unsigned rows, int unsigned undo_entries);
    return lds_bank_paper_pkg::tx_rows(rows, undo_entries);
  endfunction

endpackage

`default_nettype wire
