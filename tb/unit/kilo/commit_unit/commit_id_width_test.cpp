// Units built with other widths of commit ids (kilo_pkg::CidBits) in the environment of the commit unit's
// tests, which counts in 16 bits: the unit of 9 bits wraps several times.
#include <gtest/gtest.h>

#include <iostream>
#include <memory>
#include <utility>
#include <vector>

#include "Vcommit_unit_narrow_ids.h"
#include "Vcommit_unit_wide_ids.h"
#include "common/seed.h"
#include "engines/kilo/verilated_commit_unit.h"
#include "unit/kilo/commit_unit/environment.h"

namespace gputm::tb {
namespace {

using engines::kilo::CommitUnitOptions;
using engines::kilo::VerilatedCommitUnit;

/// A unit with ids of `kBits` < 16 bits, which looks to its environment like one of 16.
template <typename Model, unsigned kBits>
class NarrowUnit final : public tm::CommitUnit {
 public:
  explicit NarrowUnit(tm::CommitId first_id)
      : unit_(8, CommitUnitOptions{.first_id = narrow(first_id), .trace = {}}), retired_(first_id) {}

  bool can_fill() const override { return unit_.can_fill(); }
  void fill(const tm::FillWord& beat) override {
    tm::FillWord narrowed = beat;
    narrowed.id = narrow(beat.id);
    unit_.fill(narrowed);
  }
  bool can_control() const override { return unit_.can_control(); }
  void control(const tm::ControlWord& beat) override {
    tm::ControlWord narrowed = beat;
    narrowed.id = narrow(beat.id);
    unit_.control(narrowed);
  }
  /// A reply may name an id that has retired by now.
  std::optional<tm::ReplyWord> reply() const override {
    std::optional<tm::ReplyWord> reply = unit_.reply();
    if (reply) {
      const int distance = narrow(static_cast<tm::CommitId>(reply->id - retired_));
      reply->id = static_cast<tm::CommitId>(retired_ + (distance >= kHalf ? distance - 2 * kHalf : distance));
    }
    return reply;
  }
  void pop_reply() override { unit_.pop_reply(); }
  void tick(tm::WordPort& memory) override {
    unit_.tick(memory);
    const tm::CommitId advance = narrow(static_cast<tm::CommitId>(unit_.retired() - narrow(retired_)));
    retired_ = static_cast<tm::CommitId>(retired_ + advance);
  }
  bool busy() const override { return unit_.busy(); }
  tm::CommitId retired() const override { return retired_; }
  std::string describe() const override { return unit_.describe(); }

 private:
  static constexpr int kHalf = 1 << (kBits - 1);
  static tm::CommitId narrow(tm::CommitId id) { return static_cast<tm::CommitId>(id & (2 * kHalf - 1)); }

  VerilatedCommitUnit<Model> unit_;
  tm::CommitId retired_;
};

Report run_one(const Scenario& scenario, std::unique_ptr<tm::CommitUnit> unit) {
  std::vector<std::unique_ptr<tm::CommitUnit>> units;
  units.push_back(std::move(unit));
  return Environment(scenario, std::move(units)).run();
}

Scenario many_attempts(std::uint64_t seed) {
  std::cout << "seed " << seed << std::endl;
  Scenario scenario;
  scenario.seed = seed;
  scenario.capacity = 8;
  scenario.vendor_ring = 64;
  scenario.lanes = 2;
  scenario.attempts = 4000;
  scenario.overflow_expected = true;
  return scenario;
}

TEST(CommitIdWidth, NineBitsWrapWithoutALostOrder) {
  for (std::uint64_t seed = 1; seed <= run_length(2); ++seed) {
    Scenario scenario = many_attempts(seed);
    scenario.first_id = 0xFF00;
    const Report report =
        run_one(scenario, std::make_unique<NarrowUnit<Vcommit_unit_narrow_ids, 9>>(scenario.first_id));
    ASSERT_EQ(report.violation, "");
    EXPECT_GT(report.commits, 1u << 10) << "ids did not wrap";
    EXPECT_GT(report.aborts, 100u);
  }
}

TEST(CommitIdWidth, TwentyBitsKeepTheOrder) {
  const Scenario scenario = many_attempts(1);
  const Report report = run_one(scenario, std::make_unique<VerilatedCommitUnit<Vcommit_unit_wide_ids>>(
                                              8, CommitUnitOptions{.first_id = 0, .trace = {}}));
  ASSERT_EQ(report.violation, "");
  EXPECT_GT(report.commits, 1000u);
  EXPECT_GT(report.aborts, 100u);
}

}  // namespace
}  // namespace gputm::tb
