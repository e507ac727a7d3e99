# Serial positions are given to lanes that have failed, too.
s/std::popcount(passed))/std::popcount(lanes | failed))/
