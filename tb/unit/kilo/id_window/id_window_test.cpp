// id_window: ids are dense, at most Size are alive, and both comparisons are exact, also with counts whose
// sum is the whole id space; retired ids are room two cycles later.
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>

#include "Vid_window.h"
#include "Vid_window_successive.h"
#include "common/module_bench.h"
#include "common/stalls.h"

namespace gputm::tb::id_window_test {
namespace {

constexpr std::uint64_t kSize = 8, kMask = 15;  // half of the id space

template <typename Model>
void run(bool successive) {
  Rng rng = seeded_rng(117);
  ModuleBench<Model> bench;
  auto& dut = bench.dut();
  dut.take_i = dut.retire_valid_i = 0;
  bench.reset();
  StallStream takes(rng), retirement(rng);
  std::uint64_t next = 0, retired = 0, full = 0;
  std::deque<std::uint64_t> known = {0, 0};  // retired ids, two and one cycles ago
  const std::uint64_t cycles = run_length(50000);
  for (std::uint64_t cycle = 0; cycle < cycles && !bench.failed(); ++cycle) {
    const std::uint64_t room = kSize - (next - known.front()), head = below(rng, kSize + 1),
                        behind = below(rng, kSize + 1);
    const bool take = head <= room && takes.go();
    const std::uint64_t retires = retirement.go() ? below(rng, next - retired + 1) : 0;
    drive(dut.head_count_i, head);
    drive(dut.next_count_i, behind);
    dut.take_i = take;
    dut.retire_valid_i = retires != 0;
    drive(dut.retire_id_i, (retires != 0 ? retired + retires : ~retired) & kMask);
    bench.settle();
    bench.expect("head_fits_o", dut.head_fits_o, head <= room);
    bench.expect("next_fits_o", dut.next_fits_o, behind + (successive ? head : 0) <= room);
    bench.expect("next_id_o", dut.next_id_o, next & kMask);
    bench.expect("retired_o", dut.retired_o, known.back() & kMask);
    bench.expect("empty_o", dut.empty_o, next == known.front());
    full += room == 0;
    bench.tick();
    if (take) next += head;
    retired += retires;
    known.pop_front();
    known.push_back(retired);
  }
  EXPECT_EQ(bench.failure(), std::nullopt);
  EXPECT_GT(next, cycles / 8);
  EXPECT_GT(full, 0u);
}

TEST(IdWindow, OfOneRowOfSeveral) { run<Vid_window>(false); }
TEST(IdWindow, OfEachBeat) { run<Vid_window_successive>(true); }

}  // namespace
}  // namespace gputm::tb::id_window_test
