# The requests after a propagation keep the rows from before it.
s/\|\| propagation_done \|\| reload_q/ /
