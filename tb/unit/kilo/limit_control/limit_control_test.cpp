// limit_control beside the class of the GPU model, on random attempts of machines with every best number of
// warps.
#include "core/limit_control.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "Vlimit_control.h"
#include "common/module_bench.h"
#include "common/seed.h"

namespace gputm::tb {
namespace {

constexpr unsigned kCores = 2, kWarps = 12, kLanes = 8;
constexpr unsigned kDecision = 16;  // cycles in which no attempt ends, for the model decides at once

/// Random number below `bound`
unsigned some(Rng& rng, unsigned bound) { return static_cast<unsigned>(below(rng, bound)); }

class LimitControlBench : public ModuleBench<Vlimit_control> {
 public:
  LimitControlBench() {
    dut().begin_i = dut().ended_i = 0;
    dut().inside_i = dut().waiting_i = 0;
    reset();
  }

  void cycle() {
    settle();
    tick();
  }
  void begin(unsigned first) {
    MachineConfig config;
    config.core.count = kCores;
    config.core.max_warps = kWarps;
    model_.emplace(config);
    model_->begin_launch(first, cycles());
    inside_ = waiting_ = 0;
    dut().begin_i = 1;
    dut().first_i = static_cast<CData>(first);
    crowd(0, 0);
    dut().begin_i = 0;
  }
  /// Brings the numbers of warps to these, and takes a cycle.
  void crowd(unsigned inside, unsigned waiting) {
    for (; inside_ > inside; --inside_) model_->leaves(cycles());
    for (; inside_ < inside; ++inside_) {
      model_->asks(cycles());
      model_->enters(cycles());
    }
    for (; waiting_ < waiting; ++waiting_) model_->asks(cycles());
    // A warp that waits no more has been inside.
    for (; waiting_ > waiting; --waiting_) {
      model_->enters(cycles());
      model_->leaves(cycles());
    }
    dut().inside_i = static_cast<CData>(inside);
    dut().waiting_i = static_cast<CData>(waiting);
    cycle();
  }
  void ended(unsigned commits) {
    dut().ended_i = 1;
    dut().commits_i = static_cast<CData>(commits);
    model_->ended(commits, cycles());
    cycle();
    dut().ended_i = 0;
    wait(kDecision);
    settle();
    expect("warps_o", dut().warps_o, model_->warps());
  }
  void wait(unsigned cycles) {
    for (; cycles != 0; --cycles) cycle();
  }
  unsigned warps() const { return model_->warps(); }

 private:
  std::optional<core::LimitControl> model_;
  unsigned inside_ = 0, waiting_ = 0;
};

TEST(LimitControlRtl, FindsWhatTheModelFinds) {
  Rng rng = seeded_rng(77);
  LimitControlBench bench;
  unsigned changes = 0;
  for (std::uint64_t launch = 0; launch < run_length(8) && !bench.failed(); ++launch) {
    unsigned best = some(rng, kWarps) + 1;
    const unsigned failing = some(rng, 4);  // of 8 lanes, with twice the best number of warps
    bench.begin(some(rng, kWarps) + 1);
    for (unsigned i = 0; i < 8000 && !bench.failed(); ++i) {
      if (some(rng, 1000) == 0) best = some(rng, kWarps) + 1;
      const unsigned warps = bench.warps();
      // Enough warps, or few ones, or none for a while
      const unsigned kind = some(rng, 16);
      const unsigned inside = kind == 0 ? 0 : kind < 4 ? some(rng, kCores * kWarps + 1) : kCores * warps;
      bench.crowd(inside, some(rng, kCores * kWarps + 1 - inside));
      const unsigned slow = warps < best ? 120 / warps : 120 * warps / (best * best);
      bench.wait(some(rng, 20) + slow);
      const unsigned failed = std::min(kLanes, failing * warps / (2 * best) + some(rng, 2));
      bench.ended(kLanes - failed);
      changes += bench.warps() != warps ? 1 : 0;
    }
  }
  EXPECT_EQ(bench.failure(), std::nullopt);
  EXPECT_GT(changes, 50U);
}

/// Attempts that end one after the other fill a window while the last one is decided on.
TEST(LimitControlRtl, TakesAnAttemptEachCycle) {
  Rng rng = seeded_rng(78);
  LimitControlBench bench;
  auto& dut = bench.dut();
  bench.begin(1);
  bench.crowd(kCores, kCores);
  for (unsigned i = 0; i < 20'000 && !bench.failed(); ++i) {
    dut.ended_i = 1;
    dut.commits_i = static_cast<CData>(kLanes - some(rng, 3));
    bench.cycle();
    if (dut.warps_o < 1 || dut.warps_o > kWarps) bench.fail("warps_o is out of its range");
  }
  EXPECT_EQ(bench.failure(), std::nullopt);
}

}  // namespace
}  // namespace gputm::tb
