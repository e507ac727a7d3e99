# What the oldest look-up without its last beat needs no more is left out of the next one's leaves.
s/ && lasts_q == '0 && leaf_lasts_q == '0//
