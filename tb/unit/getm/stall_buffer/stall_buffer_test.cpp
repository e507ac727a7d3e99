// stall_buffer against a list: each operation wakes the earliest access that waits for a granule, then
// inserts one.
#include <gtest/gtest.h>

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "Vstall_buffer.h"
#include "common/module_bench.h"
#include "common/stalls.h"

namespace gputm::tb::stall_buffer_test {
namespace {

constexpr unsigned kEntries = 5;

struct Waiting {
  std::uint64_t granule = 0, time = 0;
  unsigned slot = 0;
};

struct Result {
  std::optional<unsigned> woken;
  bool refused = false;
};

class StallList {
 public:
  Result operate(const std::optional<Waiting>& wake, const std::optional<Waiting>& insert) {
    Result result;
    if (wake) {
      auto earliest = waiting_.end();
      for (auto i = waiting_.begin(); i != waiting_.end(); ++i) {
        if (i->granule != wake->granule || i->time > wake->time) continue;
        if (earliest == waiting_.end() || i->time < earliest->time) earliest = i;
      }
      if (earliest != waiting_.end()) {
        result.woken = earliest->slot;
        waiting_.erase(earliest);
      }
    }
    if (insert) {
      result.refused = waiting_.size() == kEntries;
      if (!result.refused) waiting_.push_back(*insert);
    }
    return result;
  }
  bool empty() const { return waiting_.empty(); }

 private:
  std::vector<Waiting> waiting_;
};

TEST(StallBuffer, IsAList) {
  constexpr unsigned kLatency = 2;
  Rng rng = seeded_rng(405);
  ModuleBench<Vstall_buffer> bench;
  auto& dut = bench.dut();
  dut.wake_i = 0;
  dut.insert_i = 0;
  bench.reset();
  StallList list;
  StallStream wakes(rng), insertions(rng);
  std::deque<Result> expected(kLatency);
  std::uint64_t woken = 0, refused = 0;
  const auto random = [&] {
    return Waiting{
        .granule = below(rng, 4), .time = below(rng, 16), .slot = static_cast<unsigned>(below(rng, 32))};
  };
  for (std::uint64_t i = 0; i < run_length(100'000) && !bench.failure(); ++i) {
    const auto wake = wakes.go() ? std::optional(random()) : std::nullopt;
    const auto insert = insertions.go() && one_in(rng, 2) ? std::optional(random()) : std::nullopt;
    dut.wake_i = wake.has_value();
    drive(dut.wake_granule_i, wake.value_or(random()).granule);
    drive(dut.wake_time_i, wake.value_or(random()).time);
    dut.insert_i = insert.has_value();
    const Waiting entry = insert.value_or(random());
    drive(dut.insert_granule_i, entry.granule);
    drive(dut.insert_time_i, entry.time);
    drive(dut.insert_slot_i, entry.slot);
    bench.settle();
    const Result& result = expected.front();
    bench.expect("woken", dut.woken_o, result.woken.has_value());
    if (result.woken) bench.expect("slot", dut.woken_slot_o, *result.woken);
    bench.expect("refused", dut.refused_o, result.refused);
    woken += result.woken.has_value();
    refused += result.refused;
    expected.pop_front();
    expected.push_back(list.operate(wake, insert));
    bench.tick();
  }
  ASSERT_EQ(bench.failure(), std::nullopt);
  EXPECT_GT(woken, run_length(100'000) / 20);
  EXPECT_GT(refused, run_length(100'000) / 100);

  // It is empty when everything has left, and not before.
  dut.insert_i = 0;
  dut.wake_i = 0;
  bench.settle();
  bench.tick();
  bench.settle();
  ASSERT_FALSE(list.empty());
  for (unsigned i = 0; i < 4 * kEntries; ++i) {
    bench.expect("empty", dut.empty_o, list.empty());
    dut.wake_i = 1;
    drive(dut.wake_granule_i, i % 4);
    drive(dut.wake_time_i, 15);
    bench.settle();
    list.operate(Waiting{.granule = i % 4, .time = 15}, {});
    bench.tick();
    dut.wake_i = 0;
    for (unsigned n = 0; n < kLatency; ++n) {
      bench.settle();
      bench.tick();
    }
    bench.settle();
  }
  EXPECT_TRUE(dut.empty_o);
  EXPECT_EQ(bench.failure(), std::nullopt);
}

}  // namespace
}  // namespace gputm::tb::stall_buffer_test
