# The read pointer misses a pop that meets a push.
s/rptr_d  = pop \?/rptr_d  = pop \&\& !push ?/
/a_count_/d
/assert \(32'\(wptr_q\)/d
