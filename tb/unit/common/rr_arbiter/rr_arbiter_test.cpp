// rr_arbiter against a reference that searches after the last winner.
#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "Vrr_arbiter.h"
#include "common/clocked.h"
#include "common/reset_in_traffic.h"
#include "common/stalls.h"

namespace gputm::tb {
namespace {

constexpr unsigned kRequests = 5;

/// The first difference from the reference in `cycles` random cycles.
template <typename Model>
std::optional<std::string> run_arbiter(std::uint64_t cycles, Rng& rng) {
  Clocked<Model> clocked;
  auto& dut = clocked.dut();
  dut.req_i = 0;
  dut.accept_i = 0;
  clocked.reset();
  StallStream accept(rng);
  unsigned next = 0;  // start of the search
  for (std::uint64_t cycle = 0; cycle < cycles; ++cycle) {
    const auto requests =
        static_cast<unsigned>(below(rng, 1u << kRequests)) & (one_in(rng, 4) ? 0b10001u : ~0u);
    drive(dut.req_i, requests);
    dut.accept_i = accept.go();
    clocked.settle();
    std::optional<unsigned> winner;
    for (unsigned i = 0; i < kRequests && !winner; ++i) {
      const unsigned candidate = (next + i) % kRequests;
      if ((requests >> candidate & 1) != 0) winner = candidate;
    }
    const bool right = winner ? dut.valid_o && dut.grant_o == 1u << *winner && dut.index_o == *winner
                              : !dut.valid_o && dut.grant_o == 0;
    if (!right) return "wrong grant at cycle " + std::to_string(cycle);
    if (winner && dut.accept_i) next = (*winner + 1) % kRequests;
    clocked.step();
    if (clocked.assertion_failed()) return "assertion failed in the RTL";
  }
  return std::nullopt;
}

TEST(RrArbiter, GrantsRoundRobin) {
  Rng rng = seeded_rng(21);
  EXPECT_EQ(run_arbiter<Vrr_arbiter>(run_length(100000), rng), std::nullopt);
}

TEST(RrArbiter, BeginsAnewAfterAReset) {
  check_resets_in_traffic<Vrr_arbiter>(24, 300, [](Rng& rng) { return run_arbiter<Vrr_arbiter>(400, rng); });
}

}  // namespace
}  // namespace gputm::tb
