# The request after a propagation keeps the rows from before it.
s/\|\| propagation_read \|\| propagation_done/|| propagation_read/
