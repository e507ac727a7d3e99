# A row is written back though an operation has written or read it since it was read.
s/taken = touched_q\[Steps\] \|\|/taken =/
