# The table is told after the first row of a version.
s/last: last_row/last: 1'b1/
