# A pass is made in the cycle after an abort's walk, of lanes that it has taken away.
s/ && !aborts_q;/;/
