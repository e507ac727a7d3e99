// bank_leaders against a search bank by bank: a pass serves each bank's lowest waiting lane and whoever wants
// the same slot.
#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "Vbank_leaders.h"
#include "common/clocked.h"
#include "common/seed.h"
#include "unit/kilo/common/bits.h"

namespace gputm::tb {
namespace {

constexpr unsigned kLanes = 8, kBanks = 4, kSlotBits = 5, kLaneBits = 3, kBankBits = 2;
constexpr unsigned kPlaceBits = kSlotBits - kBankBits;

template <typename Model>
std::optional<std::string> run_leaders(std::uint64_t cases, Rng& rng) {
  VerilatedContext context;
  context.fatalOnError(false);
  Model dut(&context);
  for (std::uint64_t i = 0; i < cases; ++i) {
    const auto waiting = static_cast<unsigned>(below(rng, 1u << kLanes));
    const std::uint64_t spread = 1 + below(rng, 1u << kSlotBits);
    unsigned slots[kLanes];
    drive(dut.waiting_i, waiting);
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      slots[lane] = static_cast<unsigned>(below(rng, spread));
      set_bits(dut.slot_i, lane * kSlotBits, kSlotBits, slots[lane]);
    }
    dut.eval();
    unsigned served = 0;
    for (unsigned bank = 0; bank < kBanks; ++bank) {
      std::optional<unsigned> leader;
      for (unsigned lane = 0; lane < kLanes && !leader; ++lane) {
        if ((waiting >> lane & 1) != 0 && slots[lane] % kBanks == bank) leader = lane;
      }
      if ((dut.bank_used_o >> bank & 1) != leader.has_value()) return "a bank is used or not, wrongly";
      if (!leader) continue;
      if (get_bits(dut.bank_leader_o, bank * kLaneBits, kLaneBits) != *leader) return "wrong leader";
      if (get_bits(dut.bank_place_o, bank * kPlaceBits, kPlaceBits) != slots[*leader] / kBanks)
        return "wrong place";
      for (unsigned lane = 0; lane < kLanes; ++lane) {
        if ((waiting >> lane & 1) != 0 && slots[lane] == slots[*leader]) served |= 1u << lane;
      }
    }
    if (dut.served_o != served) return "wrong lanes are served";
    if (context.gotError()) return "assertion failed in the RTL";
  }
  return std::nullopt;
}

TEST(BankLeaders, ServeEachBanksLowestLaneAndItsSlot) {
  Rng rng = seeded_rng(71);
  EXPECT_EQ(run_leaders<Vbank_leaders>(run_length(50000), rng), std::nullopt);
}

}  // namespace
}  // namespace gputm::tb
