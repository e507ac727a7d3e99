// final_outcomes: each entry's final outcome reaches the commit stage, in any order of arrival, lap after
// lap.
#include <gtest/gtest.h>

#include <array>

#include "Vfinal_outcomes.h"
#include "common/stalls.h"
#include "unit/kilo/common/checked.h"
#include "unit/kilo/common/fields.h"

namespace gputm::tb::final_outcomes_test {
namespace {

constexpr std::uint64_t kLatency = 4;  // cycles from a final outcome to the first read that shows it

struct Entry {
  bool skip = false, sent = false, pass = false;
  std::uint64_t sent_at = 0;
  bool given = false;  ///< sent early enough to be visible
};

/// The test takes outcomes as the commit stage does: `given` differs from its value at the last take in the
/// slot.
template <typename Model>
std::optional<std::string> run_final(std::uint64_t cycles, Rng& rng) {
  Unprotected<Model> bench;
  auto& dut = bench.dut();
  const std::uint64_t first = 65536 - below(rng, 1000);
  dut.final_valid_i = dut.reply_valid_i = 0;
  reset_and_initialise(bench, kEntries, first);
  StallStream outcomes(rng), finals(rng), commits(rng), retires(rng);
  std::array<Entry, kEntries> entries;
  std::array<bool, kEntries> taken{};
  std::uint64_t retire = 0, commit = 0, outcome = 0;
  std::optional<std::uint64_t> read;  // entry whose field is on the output
  std::uint64_t idle = 0;             // cycles since the last final outcome
  for (std::uint64_t cycle = 0; cycle < cycles && !bench.failure(); ++cycle) {
    dut.retire_i = pointer_at(first, retire);
    drive(dut.commit_id_i, first + commit);
    drive(dut.local_id_i, first + outcome);
    dut.commit_read_i = pack_read(index_of(commit));
    dut.final_valid_i = 0;
    const std::uint64_t pick = commit + below(rng, kEntries);
    if (pick < outcome && !entries[index_of(pick)].skip && !entries[index_of(pick)].sent && finals.go()) {
      Entry& entry = entries[index_of(pick)];
      entry.sent = true;
      entry.sent_at = cycle;
      entry.pass = one_in(rng, 2);
      dut.final_valid_i = 1;
      drive(dut.final_id_i, first + pick);
      dut.final_pass_i = entry.pass;
    }
    bench.settle();
    bench.require(dut.active_o || idle == 0 || idle > kLatency, "a final outcome is on its way, at rest");
    bench.require(!dut.active_o || idle <= kLatency, "active with nothing to do");
    idle = dut.final_valid_i ? 1 : idle + (idle != 0);
    const std::uint64_t now = commit;
    Entry& entry = entries[index_of(now)];
    if (read == now && now < outcome) {
      const bool given = (dut.commit_final_o >> 1 != 0) != taken[index_of(now)];
      bench.require(given == entry.given, "final outcome missing, late or made up");
      if (given) bench.require((dut.commit_final_o & 1) == entry.pass, "wrong outcome");
    }
    // In the next cycle, this cycle's access shows the outcomes sent before it.
    const bool sent_before = entry.sent && entry.sent_at + kLatency <= cycle;
    read = now;
    const bool passes = now < outcome && (entry.skip || entry.given);
    bench.step();
    if (passes && commits.go()) {
      if (entry.given) taken[index_of(now)] = !taken[index_of(now)];
      ++commit;
    } else if (now < outcome) {
      entry.given = sent_before;
    }
    if (outcome - retire < kEntries && outcomes.go()) entries[index_of(outcome++)] = {.skip = one_in(rng, 4)};
    if (retire < commit && retires.go()) ++retire;
  }
  bench.require(commit > cycles / 20, "hardly an entry");
  return bench.failure();
}

TEST(FinalOutcomes, ReachTheirEntriesInAnyOrder) {
  Rng rng = seeded_rng(74);
  EXPECT_EQ(run_final<Vfinal_outcomes>(run_length(100000), rng), std::nullopt);
}

}  // namespace
}  // namespace gputm::tb::final_outcomes_test
