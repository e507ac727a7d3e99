# Serial positions are given to lanes that have failed, too.
/next_order +=/s/std::popcount(passed))/std::popcount(lanes))/
