// dependency_timestamps against the rule of docs/snapshot/post_dating.md, for all timestamps of four bits.
#include <gtest/gtest.h>

#include <algorithm>

#include "Vdependency_timestamps.h"
#include "common/module_bench.h"

namespace gputm::tb::dependency_timestamps_test {
namespace {

constexpr int kTimestamps = 16, kOpenCode = 15, kInfinite = 1000, kIncrement = 3, kLastTimestamp = 14;

struct Interval {
  int cts, pdts;
};

/// The first pair of intervals for which the RTL has other results.
template <typename Model>
std::optional<std::string> compare_all() {
  VerilatedContext context;
  Model dut(&context);
  const auto agrees = [&](Interval pred, bool pred_former, Interval succ, bool succ_former) {
    drive(dut.pred_former_i, pred_former);
    // A CTS is passed as the timestamp below it.
    drive(dut.pred_below_i, pred_former ? pred.pdts : pred.cts - 1);
    drive(dut.pred_pdts_i, pred.pdts);
    drive(dut.succ_former_i, succ_former);
    drive(dut.succ_below_i, succ.cts - 1);
    drive(dut.succ_pdts_i, succ.pdts);
    // Former occupants have one timestamp: their last as predecessors, their first as successors.
    if (pred_former) pred.cts = pred.pdts;
    if (succ_former) succ.pdts = succ.cts;
    dut.eval();
    if (pred.pdts == kOpenCode) pred.pdts = kInfinite;
    if (succ.pdts == kOpenCode) succ.pdts = kInfinite;
    const bool in_order = pred.pdts < succ.cts;
    const bool suspected = !in_order && pred.cts >= succ.pdts;
    if (dut.suspected_o != suspected) return false;
    const int low = std::max(pred.cts, succ.cts - 1), high = std::min(pred.pdts, succ.pdts - 1);
    const int cut = std::min(low + kIncrement, high);
    const bool overlap = !in_order && !suspected;
    if (dut.exhausted_o != (overlap && cut + 1 > kLastTimestamp)) return false;
    if (dut.change_o != (overlap && cut + 1 <= kLastTimestamp)) return false;
    return !dut.change_o || dut.cut_o == cut;
  };
  for (int code = 0; code < kTimestamps * kTimestamps * kTimestamps * kTimestamps; ++code) {
    const Interval pred{code % kTimestamps, code / kTimestamps % kTimestamps};
    const Interval succ{code / kTimestamps / kTimestamps % kTimestamps,
                        code / kTimestamps / kTimestamps / kTimestamps};
    for (const bool pred_former : {false, true}) {
      for (const bool succ_former : {false, true}) {
        // One end is live; a present occupant's timestamps are an interval, and a CTS is above some
        // snapshot's timestamp.
        if (pred_former && succ_former) continue;
        if (pred_former ? pred.pdts == 0 || pred.pdts >= kLastTimestamp
                        : pred.cts == 0 || pred.cts > pred.pdts || pred.cts > kLastTimestamp)
          continue;
        if (succ.cts == 0 || succ.cts > kLastTimestamp || (!succ_former && succ.cts > succ.pdts)) continue;
        if (agrees(pred, pred_former, succ, succ_former)) continue;
        std::ostringstream text;
        text << (pred_former ? "former " : "") << '[' << pred.cts << ", " << pred.pdts << "] before "
             << (succ_former ? "former " : "") << '[' << succ.cts << ", " << succ.pdts << ']';
        return text.str();
      }
    }
  }
  return std::nullopt;
}

TEST(DependencyTimestamps, FollowsTheRule) { EXPECT_EQ(compare_all<Vdependency_timestamps>(), std::nullopt); }

}  // namespace
}  // namespace gputm::tb::dependency_timestamps_test
