// Number of calls of operator new in this program.
#pragma once

#include <cstddef>

namespace gputm::test {

std::size_t allocations();

}  // namespace gputm::test
