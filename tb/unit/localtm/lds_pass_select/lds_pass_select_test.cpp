// lds_pass_select against a loop over the lanes.
#include <gtest/gtest.h>

#include <array>
#include <optional>

#include "Vpass_select.h"
#include "common/module_bench.h"
#include "common/seed.h"

namespace gputm::tb::lds_pass_select_test {
namespace {

constexpr unsigned kLanes = 8;  // and 4 banks of 4 places

template <typename Model>
bool agrees(std::uint64_t passes) {
  Rng rng = seeded_rng(63);
  VerilatedContext context;
  context.fatalOnError(false);  // a failed assertion is a difference
  Model dut(&context);
  for (std::uint64_t i = 0; i < passes; ++i) {
    drive(dut.active_i, one_in(rng, 2) ? rng() : rng() & rng());
    const std::uint64_t banks = one_in(rng, 2) ? rng() : rng() & rng() & rng();  // spread, and not
    const std::uint64_t places = one_in(rng, 2) ? rng() & rng() : rng();
    drive(dut.merge_i, rng() & 1);
    drive(dut.last_wins_i, rng() & 1);
    std::array<std::optional<unsigned>, 4> first;  // lane, by bank
    const auto bank = [&](unsigned lane) { return banks >> 2 * lane & 3; };
    const auto place = [&](unsigned lane) { return places >> 2 * lane & 3; };
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      unsigned same_bank = 0, equal = 0;
      for (unsigned other = 0; other < kLanes; ++other) {
        if (bank(lane) == bank(other)) same_bank |= 1u << other;
        const bool same = bank(lane) == bank(other) && place(lane) == place(other);
        if (dut.merge_i ? same : lane == other) equal |= 1u << other;
      }
      set_element(dut.same_bank_i, lane, kLanes, same_bank);
      set_element(dut.equal_i, lane, kLanes, equal);
    }
    dut.eval();
    unsigned served = 0;
    for (unsigned n = 0; n < kLanes; ++n) {
      const unsigned lane = dut.last_wins_i ? kLanes - 1 - n : n;
      if ((dut.active_i >> lane & 1) == 0) continue;
      if (first[bank(lane)] && !(dut.merge_i && place(lane) == place(*first[bank(lane)]))) continue;
      if (!first[bank(lane)]) first[bank(lane)] = lane;
      served |= 1u << lane;
    }
    unsigned firsts = 0;
    for (const std::optional<unsigned>& lane : first) firsts |= lane ? 1u << *lane : 0;
    if (dut.all_served_o != (served == dut.active_i)) return false;
    if (dut.served_o != served || dut.first_o != firsts || context.gotError()) return false;
  }
  return true;
}

TEST(LdsPassSelect, ServesTheFirstLaneOfEachBankAndThoseWithItsWord) {
  EXPECT_TRUE(agrees<Vpass_select>(run_length(300000)));
}

}  // namespace
}  // namespace gputm::tb::lds_pass_select_test
