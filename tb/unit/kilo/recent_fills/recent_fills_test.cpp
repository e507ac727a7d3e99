// recent_fills: a response fills its word's row two cycles later, exactly if the row has not changed since
// the read was sent and its place has not been reused by a later read.
#include <gtest/gtest.h>

#include <array>
#include <deque>
#include <optional>
#include <string>

#include "Vrecent_fills.h"
#include "common/stalls.h"
#include "unit/kilo/common/checked.h"

namespace gputm::tb::recent_fills_test {
namespace {

constexpr unsigned kFills = 4, kTags = 8, kRows = 4, kAddresses = 64;

struct Read {
  unsigned address = 0, row = 0;
  std::uint64_t number = 0;  ///< index among all reads, in order
  bool at_l2 = false, changed = false;
};

struct Answer {
  std::uint64_t turn;  ///< cycle in which it may fill
  Read read;
  unsigned data;
};

std::optional<std::string> run_fills(std::uint64_t cycles, Rng& rng) {
  Checked<Vrecent_fills> bench;
  auto& dut = bench.dut();
  dut.sent_i = dut.changed_i = dut.changed_all_i = dut.response_valid_i = 0;
  bench.reset();
  std::array<Read, kTags> reads;
  std::array<std::uint64_t, kTags> free_at{};  // a tag is sent again some cycles after its response
  std::deque<Answer> answers;
  std::uint64_t sent = 0, filled = 0, refused = 0;
  StallStream sends(rng), changes(rng), responses(rng);
  for (std::uint64_t i = 0; i < cycles && !bench.failure(); ++i) {
    const auto tag = static_cast<unsigned>(below(rng, kTags));
    const auto answered = static_cast<unsigned>(below(rng, kTags));
    const auto row = static_cast<unsigned>(below(rng, kRows));
    dut.sent_i = sends.go() && !reads[tag].at_l2 && free_at[tag] <= i;
    dut.response_valid_i = responses.go() && reads[answered].at_l2;
    dut.changed_i = changes.go() && one_in(rng, 3);
    dut.changed_all_i = one_in(rng, 100);
    const Read next{static_cast<unsigned>(below(rng, kAddresses)), static_cast<unsigned>(below(rng, kRows)),
                    sent, true, false};
    drive(dut.sent_tag_i, tag);
    drive(dut.sent_addr_i, next.address);
    drive(dut.sent_row_i, next.row);
    drive(dut.changed_row_i, row);
    drive(dut.response_tag_i, answered);
    drive(dut.response_data_i, below(rng, 256));
    bench.settle();

    std::optional<Answer> due;
    if (!answers.empty() && answers.front().turn == i) {
      due = answers.front();
      answers.pop_front();
    }
    const bool fills = due && !due->read.changed && !(dut.changed_i && row == due->read.row) &&
                       sent - due->read.number <= kFills;
    bench.require(static_cast<bool>(dut.fill_valid_o) == fills, "fills, or does not");
    if (fills) {
      bench.require(dut.fill_row_o == due->read.row && dut.fill_addr_o == due->read.address &&
                        dut.fill_data_o == due->data,
                    "fills something else");
    }
    bench.require(dut.busy_o || answers.empty() || answers.front().turn > i + 2, "rests before a fill");
    filled += fills;
    refused += due && !fills;

    for (Read& read : reads) read.changed |= dut.changed_all_i || (dut.changed_i && row == read.row);
    for (Answer& answer : answers)
      answer.read.changed |= dut.changed_all_i || (dut.changed_i && row == answer.read.row);
    if (dut.response_valid_i) {
      reads[answered].at_l2 = false;
      free_at[answered] = i + 4;
      answers.push_back({i + 2, reads[answered], dut.response_data_i});
    }
    if (dut.sent_i) {
      reads[tag] = next;
      ++sent;
    }
    bench.step();
  }
  if (bench.failure()) return bench.failure();
  if (filled < cycles / 50 || refused < cycles / 50) return "hardly a fill, or hardly one refused";
  return std::nullopt;
}

TEST(RecentFills, FillsWhatNobodyHasChanged) {
  Rng rng = seeded_rng(131);
  for (std::uint64_t run = 0; run < run_length(10); ++run)
    ASSERT_EQ(run_fills(10000, rng), std::nullopt) << "run " << run;
}

}  // namespace
}  // namespace gputm::tb::recent_fills_test
