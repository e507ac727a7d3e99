// In a file of its own, so that the compiler cannot optimise the replaced operators away.
#include "sim/tm/allocation_counter.h"

#include <cstdlib>
#include <new>

namespace {

std::size_t count = 0;

}  // namespace

namespace gputm::test {

std::size_t allocations() { return count; }

}  // namespace gputm::test

void* operator new(std::size_t bytes) {
  ++count;
  if (void* const p = std::malloc(bytes)) return p;
  throw std::bad_alloc();
}
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
  ++count;
  return std::malloc(bytes);
}
void operator delete(void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
