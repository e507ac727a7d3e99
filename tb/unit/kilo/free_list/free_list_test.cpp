// free_list against a queue: first in, first out, one owner per number, and the documented return latency.
#include <gtest/gtest.h>

#include <deque>
#include <vector>

#include "Vfree_list.h"
#include "common/stalls.h"
#include "unit/kilo/common/checked.h"

namespace gputm::tb::free_list_test {
namespace {

constexpr unsigned kDepth = 5;
constexpr std::uint64_t kReturnLatency = 3;  // cycles until a returned number can be allocated

struct Free {
  std::uint64_t number, from;  // first cycle in which it can be allocated
};

template <typename Model>
std::optional<std::string> run_free_list(std::uint64_t cycles, Rng& rng) {
  Unprotected<Model> bench;
  auto& dut = bench.dut();
  dut.alloc_ready_i = 0;
  dut.free_valid_i = 0;
  bench.reset();
  StallStream take(rng), give(rng);
  std::deque<Free> inside;
  std::vector<std::uint64_t> owned;
  for (std::uint64_t number = 0; number < kDepth; ++number) inside.push_back({number, 1});
  unsigned empty_cycles = 0;
  for (std::uint64_t cycle = 0; cycle < cycles && !bench.failure(); ++cycle) {
    dut.alloc_ready_i = take.go();
    dut.free_valid_i = !owned.empty() && give.go();
    const std::size_t pick = owned.empty() ? 0 : below(rng, owned.size());
    if (dut.free_valid_i) drive(dut.free_i, owned[pick]);
    bench.settle();
    const bool available = !inside.empty() && inside.front().from <= cycle;
    bench.require(dut.alloc_valid_o == available, "number offered too early or too late");
    bench.require(dut.empty_o == inside.empty(), "empty is wrong");
    if (available) bench.require(dut.alloc_o == inside.front().number, "numbers out of order");
    empty_cycles += dut.empty_o;
    if (dut.free_valid_i) {
      inside.push_back({owned[pick], cycle + kReturnLatency});
      owned.erase(owned.begin() + static_cast<std::ptrdiff_t>(pick));
    }
    if (available && dut.alloc_ready_i) {
      owned.push_back(inside.front().number);
      inside.pop_front();
    }
    bench.step();
  }
  bench.require(empty_cycles > cycles / 100, "hardly ever empty");
  return bench.failure();
}

TEST(FreeList, FirstInFirstOut) {
  Rng rng = seeded_rng(51);
  EXPECT_EQ(run_free_list<Vfree_list>(run_length(100000), rng), std::nullopt);
}

TEST(FreeList, ReportsMoreReturnsThanAllocations) {
  Unprotected<Vfree_list> bench;
  auto& dut = bench.dut();
  dut.alloc_ready_i = 0;
  dut.free_valid_i = 0;
  bench.reset();
  dut.free_valid_i = 1;
  bench.settle();
  bench.step();
  EXPECT_TRUE(bench.assertion_failed());
}

}  // namespace
}  // namespace gputm::tb::free_list_test
