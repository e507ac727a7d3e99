# A matching entry keeps its old id; the new one takes a way of its own.
s/assign target = .*/assign target = victim;/
