# The banks are shown the walk that was in the issue register a cycle before.
s/asked \? walk_i : made_walk_next_i/asked ? walk_i : made_walk_i[0]/
