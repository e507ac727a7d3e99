# The read pointer misses a pop that meets a push.
s/rptr_d  = pop \?/rptr_d  = pop \&\& !push ?/
/a_count_/,/\$error/d
