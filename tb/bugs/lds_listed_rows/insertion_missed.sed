# A walk of nobody's list is over at once, also if its first row is inserted as the walk begins.
s/ \|\| put && put_wavefront == walk_wavefront_i\)/)/
