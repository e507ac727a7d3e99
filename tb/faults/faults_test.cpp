// Short campaigns of each unit: no wrong bit of a protected memory is unnoticed, and without protection some
// are, which the benches find. Fault numbers replay a failure: fault_campaign SUBJECT ram --count N.
#include <gtest/gtest.h>

#include <array>
#include <iostream>
#include <string>

#include "faults/campaign.h"

namespace gputm::tb {
namespace {

std::array<unsigned, kOutcomes> counts(const Subject& subject, SiteKind kind, std::uint64_t faults,
                                       bool protects) {
  const Campaign campaign(subject, kind, 1);
  std::array<unsigned, kOutcomes> sum{};
  for (std::uint64_t i = 0; i < faults; ++i) {
    const Injection injection = campaign.inject(i);
    ++sum[static_cast<unsigned>(injection.outcome)];
    if (protects && (injection.outcome == Outcome::kHang || injection.outcome == Outcome::kSilent)) {
      ADD_FAILURE() << subject.name << " fault " << i << ": " << injection.what;
    }
  }
  std::cout << subject.name << ':';
  for (unsigned i = 0; i < kOutcomes; ++i) std::cout << ' ' << sum[i] << ' ' << kOutcomeNames[i];
  std::cout << std::endl;
  return sum;
}

class Faults : public ::testing::TestWithParam<Subject> {};

TEST_P(Faults, InMemoriesAreNoticedWithProtection) {
  const std::string name = GetParam().name;
  const bool protects = !name.ends_with("/none");
  const auto sum = counts(GetParam(), SiteKind::kMemory, 150, protects);
  const auto of = [&](Outcome outcome) { return sum[static_cast<unsigned>(outcome)]; };
  if (protects) {
    EXPECT_GT(of(Outcome::kCorrected) + of(Outcome::kDetected), 20u);
  } else {
    EXPECT_GT(of(Outcome::kSilent) + of(Outcome::kHang), 1u);
  }
}

// Registers of pointers, counters and queues have a parity bit; a watchdog reports what stands still.
TEST_P(Faults, InRegistersAreReportedWithProtection) {
  const std::string name = GetParam().name;
  const auto sum = counts(GetParam(), SiteKind::kRegister, 150, false);
  const auto of = [&](Outcome outcome) { return sum[static_cast<unsigned>(outcome)]; };
  if (name.ends_with("/none")) {
    EXPECT_EQ(of(Outcome::kDetected), 0u);
  } else {
    EXPECT_GT(of(Outcome::kDetected), 5u);
    EXPECT_EQ(of(Outcome::kHang), 0u);
  }
}

INSTANTIATE_TEST_SUITE_P(Units, Faults, ::testing::ValuesIn(subjects()), [](const auto& test) {
  std::string name = test.param.name;
  for (char& letter : name) letter = letter == '/' ? '_' : letter;
  return name;
});

}  // namespace
}  // namespace gputm::tb
