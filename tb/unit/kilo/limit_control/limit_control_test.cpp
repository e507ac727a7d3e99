// limit_control beside the class of the GPU model, on random attempts of machines with every best number of
// warps.
#include "core/limit_control.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "Vlimit_control.h"
#include "common/module_bench.h"
#include "common/seed.h"

namespace gputm::tb {
namespace {

constexpr unsigned kCores = 2, kWarps = 12, kLanes = 8;
constexpr unsigned kDecision = 16;  // cycles in which no attempt ends, for the model decides at once

class LimitControlBench : public ModuleBench<Vlimit_control> {
 public:
  LimitControlBench() {
    MachineConfig config;
    config.core.count = kCores;
    config.core.max_warps = kWarps;
    model_.emplace(config);
    dut().begin_i = dut().ended_i = 0;
    reset();
  }

  void begin(unsigned first) {
    dut().begin_i = 1;
    dut().first_i = first;
    model_->begin_launch(first, cycles());
    tick();
    dut().begin_i = 0;
  }
  void ended(unsigned lanes, unsigned commits) {
    dut().ended_i = 1;
    dut().lanes_i = lanes;
    dut().commits_i = commits;
    model_->ended(lanes, commits, cycles());
    tick();
    dut().ended_i = 0;
    wait(kDecision);
    expect("warps_o", dut().warps_o, model_->warps());
  }
  void wait(unsigned cycles) {
    for (; cycles != 0; --cycles) tick();
  }
  unsigned warps() const { return model_->warps(); }

 private:
  std::optional<core::LimitControl> model_;
};

TEST(LimitControlRtl, FindsWhatTheModelFinds) {
  Rng rng = seeded_rng(77);
  LimitControlBench bench;
  unsigned changes = 0;
  for (std::uint64_t launch = 0; launch < run_length(8) && !bench.failed(); ++launch) {
    const unsigned best = below(rng, kWarps) + 1;
    const unsigned aborts = below(rng, 6);  // of 8 lanes, with twice the best number of warps
    bench.begin(below(rng, kWarps) + 1);
    for (unsigned i = 0; i < 8000 && !bench.failed(); ++i) {
      const unsigned warps = bench.warps();
      const unsigned slow = warps < best ? 120 / warps : 120 * warps / (best * best);
      bench.wait(below(rng, 40) + slow);
      const unsigned lanes = below(rng, kLanes) + 1;
      const unsigned failed = std::min(lanes, aborts * warps / (2 * best) + below(rng, 2));
      bench.ended(lanes, lanes - failed);
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
  for (unsigned i = 0; i < 20'000 && !bench.failed(); ++i) {
    dut.ended_i = 1;
    dut.lanes_i = kLanes;
    dut.commits_i = kLanes - below(rng, 3);
    bench.tick();
    if (dut.warps_o < 1 || dut.warps_o > kWarps) bench.fail("warps_o is out of its range");
  }
  EXPECT_EQ(bench.failure(), std::nullopt);
}

}  // namespace
}  // namespace gputm::tb
