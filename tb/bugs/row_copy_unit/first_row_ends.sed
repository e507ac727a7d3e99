# The table is told after the first row of a version.
s/row_q\.last, row_q\.copied/1'b1, row_q.copied/
