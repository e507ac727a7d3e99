# The beats behind one that was refused narrow the intervals of those that they meet.
s/ && !refused_i//
