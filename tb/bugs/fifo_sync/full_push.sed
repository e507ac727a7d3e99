# A word is taken although the queue is full.
s/assign push = .*/assign push = in_valid_i;/
/a_count_/d
/assert \(32'\(wptr_q\)/d
