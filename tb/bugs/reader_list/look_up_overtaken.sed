# An insertion does not wait for the leaves of a look-up of its block.
s/\(e_busy_q \|\| stale \|\|/(stale ||/
