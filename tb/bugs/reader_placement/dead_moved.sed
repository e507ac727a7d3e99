# The dead go along with an entry that moves.
s/displaced_q <= live;/displaced_q <= displaced_q;/
