// Short campaigns of whole runs: with SECDED no wrong bit of a memory is unnoticed, without protection some
// are, which the check of the history or of the result finds. A fault is the same each time.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <iostream>
#include <string>
#include <tuple>
#include <vector>

#include "faults/campaign.h"

namespace gputm::tb {
namespace {

const Subject& find(const std::string& name) {
  static const std::vector<Subject> all = subjects();
  return *std::ranges::find(all, name, &Subject::name);
}

using Counts = std::array<unsigned, kOutcomes>;

Counts counts(const Subject& subject, SiteKind kind, std::uint64_t faults) {
  const Campaign campaign(subject, kind, 1);
  Counts sum{};
  for (std::uint64_t i = 0; i < faults; ++i) ++sum[static_cast<unsigned>(campaign.inject(i).outcome)];
  std::cout << subject.name << ':';
  for (unsigned i = 0; i < kOutcomes; ++i) std::cout << ' ' << sum[i] << ' ' << kOutcomeNames[i];
  std::cout << std::endl;
  return sum;
}
unsigned of(const Counts& counts, Outcome outcome) { return counts[static_cast<unsigned>(outcome)]; }

TEST(WholeRuns, WrongBitsAreFound) {
  const Counts sum = counts(find("kilo/none"), SiteKind::kRegister, 60);
  EXPECT_GT(of(sum, Outcome::kSilent), 0u);
  EXPECT_GT(of(sum, Outcome::kHang), 0u);
  EXPECT_GT(of(sum, Outcome::kMasked), 30u);
  EXPECT_EQ(of(sum, Outcome::kCorrected) + of(sum, Outcome::kDetected), 0u) << "reported by nothing";
}

// The first fault of a campaign that is not masked is among so many.
TEST(WholeRuns, HaveFaultsInEachSystem) {
  for (const auto& [system, kind, faults] : {std::tuple{"getm/none", SiteKind::kRegister, 20u},
                                             std::tuple{"snapshot/none", SiteKind::kRegister, 70u},
                                             std::tuple{"localtm/none", SiteKind::kMemory, 20u}}) {
    const Counts sum = counts(find(system), kind, faults);
    EXPECT_LT(of(sum, Outcome::kMasked), faults) << system;
  }
}

TEST(WholeRuns, WithSecdedAreCorrect) {
  const Counts sum = counts(find("kilo/secded"), SiteKind::kMemory, 60);
  EXPECT_EQ(of(sum, Outcome::kSilent), 0u);
  EXPECT_EQ(of(sum, Outcome::kHang), 0u);
  EXPECT_GT(of(sum, Outcome::kCorrected), 0u);
}

TEST(WholeRuns, AreReproducible) {
  const Campaign one(find("kilo/none"), SiteKind::kRegister, 1),
      other(find("kilo/none"), SiteKind::kRegister, 1);
  for (std::uint64_t i = 0; i < 10; ++i) EXPECT_EQ(one.inject(i).what, other.inject(i).what);
}

}  // namespace
}  // namespace gputm::tb
