# Rows of the write log are not checked.
s/RowCheckWrite: aborts\[lane\] = .*/RowCheckWrite: aborts[lane] = 1'b0;/
