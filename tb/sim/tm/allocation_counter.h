// How many times this program has called operator new.
#pragma once

#include <cstddef>

namespace gputm::test {

std::size_t allocations();

}  // namespace gputm::test
