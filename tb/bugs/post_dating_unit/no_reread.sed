# The request behind a push keeps the rows from before it.
s/\|\| push_read \|\| push_done/|| push_read/
