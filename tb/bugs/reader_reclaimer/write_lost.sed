# A row is written back though an operation has written it since it was read.
s/taken = done_touched_q \|\|/taken =/
