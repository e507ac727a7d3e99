# The other thread takes a node without what its interconnect's cycle has done: right on x86-64, a race by C++.
s/begun_.store(i + 1, std::memory_order_release)/begun_.store(i + 1, std::memory_order_relaxed)/
