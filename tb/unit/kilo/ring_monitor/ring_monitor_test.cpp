// ring_monitor reports exactly the pointers that are out of order, wherever the ids wrap.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "Vring_monitor.h"
#include "common/clocked.h"
#include "common/seed.h"

namespace gputm::tb::ring_monitor_test {
namespace {

constexpr unsigned kMaxIds = 5;

/// Whether the monitor accepts pointers with these ages (ids since the retire pointer), head first.
bool accepts(const std::array<unsigned, 6>& ages, std::uint64_t retire, bool enabled) {
  Clocked<Vring_monitor> clocked;
  auto& dut = clocked.dut();
  drive(dut.retire_id_i, retire);
  drive(dut.head_id_i, retire + ages[0]);
  drive(dut.hazard_id_i, retire + ages[1]);
  drive(dut.wait_id_i, retire + ages[2]);
  drive(dut.revalidate_id_i, retire + ages[3]);
  drive(dut.outcome_id_i, retire + ages[4]);
  drive(dut.commit_id_i, retire + ages[5]);
  dut.enable_i = enabled;
  clocked.reset();
  clocked.settle();
  clocked.step();
  return !clocked.assertion_failed();
}

TEST(RingMonitor, ReportsPointersThatAreOutOfOrder) {
  Rng rng = seeded_rng(34);
  for (int i = 0; i < 300; ++i) {
    std::array<unsigned, 6> ages;
    for (unsigned& age : ages) age = static_cast<unsigned>(below(rng, kMaxIds + 2));
    if (one_in(rng, 2)) std::sort(ages.rbegin(), ages.rend());
    const bool right = std::is_sorted(ages.rbegin(), ages.rend()) && ages[0] <= kMaxIds;
    const std::uint64_t retire = rng();
    EXPECT_EQ(accepts(ages, retire, true), right);
    EXPECT_TRUE(accepts(ages, retire, false)) << "during initialisation the pointers say nothing";
  }
}

}  // namespace
}  // namespace gputm::tb::ring_monitor_test
