# The end of a round does not publish its effects: right on x86-64, a race by C++.
s/state_.store(kIdle, std::memory_order_release)/state_.store(kIdle, std::memory_order_relaxed)/
