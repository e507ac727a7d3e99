// Size of lds_bank_paper.

`default_nettype none

package lds_bank_paper_pkg;

  // Rows of a bank that transactions can use: one array holds R words, R backups and R owner bytes. Undo log: it holds
  // the backups of the log's entries.
  function automatic int unsigned tx_rows(int unsigned rows, int unsigned undo_entries);
    int unsigned r;
    if (undo_entries != 0) return rows - undo_entries;
    r = rows / 2;
    while (2 * r + (r + 3) / 4 > rows) r--;
    return r;
  endfunction

endpackage

`default_nettype wire
