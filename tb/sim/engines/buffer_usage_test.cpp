// The buffers held by the entries of a commit unit's ring, counted from each entry's events.
#include "engines/kilo/buffer_usage.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "common/no_memory.h"
#include "common/seed.h"
#include "sim/engines/puppet_unit.h"

namespace gputm::engines::kilo {
namespace {

using Fill = tm::FillWord::Kind;
using Reply = tm::ReplyWord::Kind;
using Control = tm::ControlWord::Kind;

using tb::NoMemory;
using tb::PuppetUnit;

/// An entry as driven by the test.
struct Driven {
  enum class Step { kUnknown, kFilling, kDecided, kFinal, kRetired };
  unsigned reads = 0, writes = 0;  ///< words at the end
  unsigned reads_sent = 0, writes_sent = 0;
  bool passes = true, commits = true;
  Step step = Step::kUnknown;

  bool log() const { return reads + writes != 0; }
  bool in_ring() const { return step != Step::kUnknown && step != Step::kRetired; }
  unsigned used() const { return (reads_sent != 0) + (writes_sent != 0); }
  unsigned taken(Allocation allocation) const {
    if (!in_ring()) return 0;
    switch (allocation) {
      case Allocation::kAll:
        return 2;
      case Allocation::kAccessed:
        return log() ? 2 : 0;
      case Allocation::kUsed:
        return used();
      default:
        break;
    }
    if (step == Step::kFilling) return used();
    if (!passes || (step == Step::kFinal && !commits)) return 0;
    return writes_sent != 0;
  }
};

class BufferUsageTest : public testing::Test {
 protected:
  void add_random_entry() {
    Driven entry;
    if (tb::one_in(rng_, 3)) {
      entry.reads = static_cast<unsigned>(tb::below(rng_, 20));
      entry.writes = static_cast<unsigned>(tb::below(rng_, 20));
    }
    entry.passes = !tb::one_in(rng_, 3);
    entry.commits = !tb::one_in(rng_, 3);
    entries_.push_back(entry);
  }
  tm::CommitId id(std::size_t entry) const { return static_cast<tm::CommitId>(kFirst + entry); }

  /// One step of the entry's life, perhaps none.
  void step(std::size_t index) {
    Driven& entry = entries_[index];
    switch (entry.step) {
      case Driven::Step::kUnknown:
      case Driven::Step::kFilling:
        fill(index);
        break;
      case Driven::Step::kDecided:
        finish(index);
        break;
      default:
        break;
    }
  }
  void fill(std::size_t index) {
    Driven& entry = entries_[index];
    const bool begun = entry.step == Driven::Step::kFilling;
    entry.step = Driven::Step::kFilling;
    if (!entry.log()) {
      if (!begun) unit_.fill({.kind = Fill::kSkip, .id = id(index), .skips = 1});
      entry.step = Driven::Step::kDecided;
    } else if (entry.reads_sent < entry.reads) {
      ++entry.reads_sent;
      unit_.fill({.kind = Fill::kRead, .id = id(index)});
    } else if (entry.writes_sent < entry.writes) {
      ++entry.writes_sent;
      unit_.fill({.kind = Fill::kWrite, .id = id(index)});
    } else {
      puppet_->say({entry.passes ? Reply::kPass : Reply::kFail, id(index)});
      unit_.pop_reply();
      entry.step = Driven::Step::kDecided;
    }
  }
  void finish(std::size_t index) {
    Driven& entry = entries_[index];
    unit_.control({.kind = entry.commits ? Control::kFinalPass : Control::kFinalFail, .id = id(index)});
    entry.step = Driven::Step::kFinal;
  }

  static constexpr unsigned kFirst = 65'500;  // ids wrap soon
  tb::Rng rng_ = tb::seeded_rng(1);
  std::vector<Driven> entries_;
  PuppetUnit* puppet_ = nullptr;
  BufferTotals totals_;
  BufferUsage unit_{make_puppet(), totals_};

 private:
  std::unique_ptr<tm::CommitUnit> make_puppet() {
    auto puppet = std::make_unique<PuppetUnit>(static_cast<tm::CommitId>(kFirst));
    puppet_ = puppet.get();
    return puppet;
  }
};

TEST_F(BufferUsageTest, CountsWhatEachEntryTakesUnderEachScheme) {
  NoMemory memory;
  for (unsigned i = 0; i < tb::run_length(300); ++i) add_random_entry();
  BufferTotals expected;
  std::size_t oldest = 0;
  while (oldest < entries_.size()) {
    const std::size_t window = std::min<std::size_t>(40, entries_.size() - oldest);
    for (unsigned i = 0; i < 3; ++i) step(oldest + tb::below(rng_, window));
    if (entries_[oldest].step == Driven::Step::kFinal) {
      entries_[oldest++].step = Driven::Step::kRetired;
      puppet_->retire_one();
    }
    unit_.tick(memory);
    ++expected.cycles;
    for (std::size_t scheme = 0; scheme < expected.most.size(); ++scheme) {
      std::uint64_t taken = 0;
      for (const Driven& entry : entries_) taken += entry.taken(static_cast<Allocation>(scheme));
      expected.buffer_cycles[scheme] += taken;
      expected.most[scheme] = std::max(expected.most[scheme], taken);
      ASSERT_EQ(totals_.buffer_cycles[scheme], expected.buffer_cycles[scheme])
          << kAllocationNames[scheme] << ", cycle " << expected.cycles;
    }
  }
  EXPECT_EQ(totals_.most, expected.most);
  EXPECT_EQ(totals_.cycles, expected.cycles);
  EXPECT_LT(expected.most[3], expected.most[2]) << "buffers are never given back early";
  for (std::size_t size = 0; size < BufferTotals::kSizes.size(); ++size) {
    const auto fits = [&](unsigned Driven::*words) {
      return std::count_if(entries_.begin(), entries_.end(), [&](const Driven& entry) {
        return entry.log() && entry.*words <= BufferTotals::kSizes[size];
      });
    };
    EXPECT_EQ(totals_.read_sets[size], fits(&Driven::reads)) << BufferTotals::kSizes[size];
    EXPECT_EQ(totals_.write_sets[size], fits(&Driven::writes)) << BufferTotals::kSizes[size];
  }
  EXPECT_EQ(totals_.entries,
            std::count_if(entries_.begin(), entries_.end(), [](const Driven& entry) { return entry.log(); }));
}

TEST_F(BufferUsageTest, GreatestValuesOfLaunchesAreNotAdded) {
  NoMemory memory;
  unit_.fill({.kind = Fill::kSkip, .id = id(0), .skips = 7});
  unit_.tick(memory);
  Statistics first, second;
  totals_.add_to(first);
  totals_.add_to(second);
  first.add(second);
  EXPECT_EQ(first.value("commit_unit.most_buffers_all"), 6u);
  EXPECT_EQ(first.value("commit_unit.buffer_cycles_all"), 12u);
  first.subtract(second);
  EXPECT_EQ(first.value("commit_unit.most_buffers_all"), 6u);
  EXPECT_EQ(first.value("commit_unit.buffer_cycles_all"), 6u);
}

}  // namespace
}  // namespace gputm::engines::kilo
