# A group does not see that a lower one has lanes, too.
s/some & ~below/some/
