// balance_sweep: each account is loaded once, in order, with any memory timing; the sum is reported as right
// only if it is.
#include <gtest/gtest.h>

#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "Vbalance_sweep.h"
#include "common/module_bench.h"
#include "common/stalls.h"

namespace gputm::tb {
namespace {

// As the parameters of the model in CMakeLists.txt
constexpr unsigned kAccounts = 16, kUnits = 4, kExpected = 4000;

/// Random balances that add up to `sum`, modulo 2^32.
std::vector<std::uint32_t> balances_of(std::uint32_t sum, Rng& rng) {
  std::vector<std::uint32_t> balances(kAccounts);
  for (auto& balance : balances) balance = static_cast<std::uint32_t>(rng());
  const auto all = std::accumulate(balances.begin(), balances.end(), std::uint32_t{0});
  balances[below(rng, kAccounts)] += sum - all;
  return balances;
}

class SweepBench : public ModuleBench<Vbalance_sweep> {
 public:
  explicit SweepBench(Rng& rng) : memory_(rng) {
    dut().start_i = 0;
    dut().load_ready_i = 0;
    dut().answer_valid_i = 0;
    reset();
  }

  /// A whole sweep with random stalls.
  void run(const std::vector<std::uint32_t>& balances) {
    for (int cycle = 0; cycle < 5; ++cycle) idle();
    dut().start_i = 1;
    unsigned account = 0;
    std::optional<unsigned> loaded;
    while (!failed() && account < kAccounts) {
      const bool answer = loaded && memory_.go();
      drive(dut().answer_valid_i, answer);
      drive(dut().answer_data_i, answer ? balances.at(*loaded) : 0xdeadbeef);
      drive(dut().load_ready_i, memory_.go());
      settle();
      expect("done_o", dut().done_o, 0);
      if (dut().load_valid_o) {
        expect("loads at a time", loaded.has_value(), 0);
        expect("load_addr_o", dut().load_addr_o, account);
        expect("load_unit_o", dut().load_unit_o, 1u << account % kUnits);
      }
      if (answer) expect("account_o", dut().account_o, account);
      const bool taken = dut().load_valid_o && dut().load_ready_i;
      tick();
      if (answer) {
        loaded.reset();
        ++account;
      }
      if (taken) loaded = account;
      if (cycles() > kPatience) fail("the sweep does not come to its end");
    }
    dut().answer_valid_i = 0;
    for (int cycle = 0; cycle < 3; ++cycle) idle();
    const auto sum = std::accumulate(balances.begin(), balances.end(), std::uint32_t{0});
    expect("done_o at the end", dut().done_o, 1);
    expect("sum_o", dut().sum_o, sum);
    expect("right_o", dut().right_o, sum == kExpected);
  }

 private:
  static constexpr std::uint64_t kPatience = 100000;

  void idle() {
    settle();
    expect("load_valid_o", dut().load_valid_o, 0);
    tick();
  }
  StallStream memory_;
};

TEST(BalanceSweep, AddsEachAccountOnce) {
  Rng rng = seeded_rng(86);
  for (std::uint64_t run = 0; run < run_length(200); ++run) {
    SweepBench bench(rng);
    const bool right = one_in(rng, 2);
    bench.run(
        balances_of(right ? kExpected : kExpected + 1 + static_cast<std::uint32_t>(below(rng, 1000)), rng));
    ASSERT_EQ(bench.failure(), std::nullopt);
  }
}

}  // namespace
}  // namespace gputm::tb
