# A word that the lane has read and then written is taken from the read log.
s/access.lanes \& ~own, searching.reads/access.lanes, searching.reads/
