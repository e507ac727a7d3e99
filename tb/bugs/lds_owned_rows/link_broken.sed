# A row's link does not lead to the list's previous head.
s/next: head.row/next: row_q/
