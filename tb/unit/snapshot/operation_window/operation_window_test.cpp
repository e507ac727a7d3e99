// operation_window against a queue: operations come, are issued, done and issued again at random.
#include <gtest/gtest.h>

#include <deque>

#include "Vwindow.h"
#include "common/module_bench.h"
#include "common/stalls.h"

namespace gputm::tb::operation_window_test {
namespace {

constexpr std::size_t kDepth = 4;

template <typename Model>
std::optional<std::string> run_window(std::uint64_t cycles) {
  Rng rng = seeded_rng(101);
  ModuleBench<Model> bench;
  auto& dut = bench.dut();
  dut.in_valid_i = dut.issue_i = dut.done_i = dut.rewind_i = 0;
  bench.reset();
  StallStream comes(rng), issues(rng), ends(rng);
  std::deque<unsigned> held;
  std::size_t issued = 0;
  bool offered = false;
  unsigned word = 0;
  for (std::uint64_t i = 0; i < cycles && !bench.failed(); ++i) {
    if (!offered && comes.go()) {
      offered = true;
      word = static_cast<unsigned>(below(rng, 256));
    }
    dut.in_valid_i = offered;
    drive(dut.in_data_i, word);
    dut.done_i = issued > 0 && ends.go();
    dut.rewind_i = dut.done_i == 0 && issued > 0 && one_in(rng, 8);
    dut.issue_i = issued < held.size() && issues.go();
    bench.settle();
    bench.expect("ready", dut.in_ready_o, held.size() < kDepth);
    bench.expect("empty", dut.empty_o, held.empty());
    bench.expect("offered for issue", dut.issue_valid_o, issued < held.size());
    if (issued < held.size()) bench.expect("operation", dut.issue_data_o, held[issued]);
    const bool taken = offered && held.size() < kDepth;
    if (dut.issue_i) ++issued;
    if (dut.rewind_i) issued = 0;
    if (dut.done_i) {
      held.pop_front();
      --issued;
    }
    if (taken) {
      held.push_back(word);
      offered = false;
    }
    bench.tick();
  }
  return bench.failure();
}

TEST(OperationWindow, IssuesAgainWhatIsNotDone) {
  EXPECT_EQ(run_window<Vwindow>(run_length(50000)), std::nullopt);
}

}  // namespace
}  // namespace gputm::tb::operation_window_test
