// Short campaigns of each unit: no wrong bit of a protected memory is unnoticed, and without protection some
// are, which the benches find. Fault numbers replay a failure: fault_campaign SUBJECT ram --count N.
#include <gtest/gtest.h>

#include <array>
#include <iostream>
#include <string>
#include <vector>

#include "faults/campaign.h"

namespace gputm::tb {
namespace {

std::array<unsigned, kOutcomes> counts(const Subject& subject, SiteKind kind, std::uint64_t faults) {
  const Campaign campaign(subject, kind, 1);
  std::array<unsigned, kOutcomes> sum{};
  for (std::uint64_t i = 0; i < faults; ++i) {
    const Injection injection = campaign.inject(i);
    ++sum[static_cast<unsigned>(injection.outcome)];
    if (kind == SiteKind::kMemory &&
        (injection.outcome == Outcome::kHang || injection.outcome == Outcome::kSilent)) {
      ADD_FAILURE() << subject.name << " fault " << i << ": " << injection.what;
    }
  }
  std::cout << subject.name << ':';
  for (unsigned i = 0; i < kOutcomes; ++i) std::cout << ' ' << sum[i] << ' ' << kOutcomeNames[i];
  std::cout << std::endl;
  return sum;
}

std::vector<Subject> subjects_with(bool protection) {
  std::vector<Subject> found;
  for (const Subject& subject : subjects()) {
    if (std::string(subject.name).ends_with("/none") != protection) found.push_back(subject);
  }
  return found;
}

std::vector<Subject> with_protected_registers() {
  std::vector<Subject> found = subjects_with(true);
  std::erase_if(
      found, [](const Subject& subject) { return !std::string(subject.name).starts_with("commit_unit/"); });
  return found;
}

std::string test_name(const ::testing::TestParamInfo<Subject>& test) {
  std::string name = test.param.name;
  for (char& letter : name) letter = letter == '/' ? '_' : letter;
  return name;
}

class FaultsWithProtection : public ::testing::TestWithParam<Subject> {};

TEST_P(FaultsWithProtection, InMemoriesAreNoticed) {
  const auto sum = counts(GetParam(), SiteKind::kMemory, 150);
  const auto of = [&](Outcome outcome) { return sum[static_cast<unsigned>(outcome)]; };
  EXPECT_GT(of(Outcome::kCorrected) + of(Outcome::kDetected), 10u);
}

// Registers of pointers, counters and queues of these tops have a parity bit; a watchdog reports what stands
// still.
class FaultsWithProtectedRegisters : public ::testing::TestWithParam<Subject> {};

TEST_P(FaultsWithProtectedRegisters, AreReported) {
  const auto sum = counts(GetParam(), SiteKind::kRegister, 150);
  const auto of = [&](Outcome outcome) { return sum[static_cast<unsigned>(outcome)]; };
  EXPECT_GT(of(Outcome::kDetected), 5u);
  EXPECT_EQ(of(Outcome::kHang), 0u);
}

INSTANTIATE_TEST_SUITE_P(Units, FaultsWithProtection, ::testing::ValuesIn(subjects_with(true)), test_name);
INSTANTIATE_TEST_SUITE_P(Units, FaultsWithProtectedRegisters, ::testing::ValuesIn(with_protected_registers()),
                         test_name);

class FaultsWithoutProtection : public ::testing::TestWithParam<Subject> {};

TEST_P(FaultsWithoutProtection, AreFoundByTheBench) {
  const Campaign campaign(GetParam(), SiteKind::kMemory, 1);
  for (std::uint64_t i = 0; i < 600; ++i) {
    const Injection injection = campaign.inject(i);
    if (injection.outcome == Outcome::kHang || injection.outcome == Outcome::kSilent) {
      std::cout << GetParam().name << " fault " << i << ": " << injection.what << std::endl;
      return;
    }
  }
  ADD_FAILURE() << GetParam().name << ": none of 600 wrong bits was found";
}

INSTANTIATE_TEST_SUITE_P(Units, FaultsWithoutProtection, ::testing::ValuesIn(subjects_with(false)),
                         test_name);

}  // namespace
}  // namespace gputm::tb
