// reader_reclaimer over a table of random entries, during operations that read random banks, stall, and stay
// for several cycles: which rows it reads and when, what it writes, and that nothing that is dead at its
// start is left at its end.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <set>

#include "Vreclaimer.h"
#include "common/module_bench.h"
#include "common/stalls.h"

namespace gputm::tb {
namespace {

constexpr unsigned kWays = 2, kRows = 8, kRowBits = 3, kReclaimShare = 4;
constexpr unsigned kAccepted =
    3;  // operations that can have been accepted before a reclaim pass, and read after it has begun
constexpr unsigned kIdBits = 4, kPlainIds = 3, kLeafIds = 8, kContentBits = 14, kEntryBits = 20;
constexpr unsigned kPlain = 1, kLeaf = 3;

struct Entry {
  unsigned block = 0, kind = 0, content = 0;
  unsigned bits() const { return block << (kContentBits + 2) | kind << kContentBits | content; }
  unsigned readers() const { return content & ((1u << kLeafIds) - 1); }  ///< of a leaf
  bool small_leaf() const { return kind == kLeaf && std::popcount(readers()) <= static_cast<int>(kPlainIds); }
};

/// The entry without the dead: of a plain one the others move together; a leaf stays one, its root names it.
Entry without(Entry entry, unsigned dead) {
  if (entry.kind == kLeaf) entry.content &= ~(dead >> (entry.content >> kLeafIds & 1) * kLeafIds & 0xff);
  if (entry.kind != kPlain) return entry;
  unsigned live = 0, content = 0;
  for (unsigned i = 0; i < entry.content >> kPlainIds * kIdBits; ++i) {
    const unsigned id = element(entry.content, i, kIdBits);
    if ((dead >> id & 1) == 0) set_element(content, live++, kIdBits, id);
  }
  entry.kind = live == 0 ? 0 : kPlain;
  entry.content = content | live << kPlainIds * kIdBits;
  return entry;
}

template <typename Model>
class ReclaimerBench : public ModuleBench<Model> {
 public:
  ReclaimerBench() {
    auto& dut = this->dut();
    dut.initialise_i = dut.start_i = dut.slot_i = dut.rows_free_i = dut.op_read_i = dut.in_steps_i = 0;
    this->reset();
    dut.initialise_i = 1;  // a row of each bank a cycle
    for (unsigned row = 0; row < kRows / 2; ++row) {
      this->settle();
      this->expect("emptied row", dut.initial_index_o, row);
      this->expect("last row", dut.initial_last_o, row == kRows / 2 - 1);
      this->tick();
    }
    dut.initialise_i = 0;
  }

  std::optional<std::string> run(unsigned passes) {
    for (unsigned i = 0; i < passes && !this->failed(); ++i) reclaim();
    return this->failure();
  }
  std::uint64_t reread() const { return reread_; }

 private:
  using Place = std::pair<unsigned, unsigned>;  // way, row

  unsigned random(unsigned bits) { return static_cast<unsigned>(below(rng_, std::uint64_t{1} << bits)); }

  void reclaim() {
    for (auto& way : table_) {
      for (Entry& entry : way) entry = {random(4), random(2), random(kContentBits)};
    }
    dead_ = random(16) & random(16);
    const unsigned dead_at_start = dead_;
    visited_.clear();
    one_bank_ = one_in(rng_, 2);
    unsigned slots = 0;
    auto& dut = this->dut();
    dut.start_i = 1;
    older_ = kAccepted;
    do {
      slots += cycle();
      dut.start_i = 0;
      this->settle();
      if (slots > 2 * kWays * kRows * kReclaimShare + 16) this->fail("the pass takes too long");
    } while (dut.reclaiming_o && !this->failed());
    if (visited_.size() != kWays * kRows) this->fail("a row has not been visited");
    if (!to_report_.empty()) this->fail("a small leaf has not been reported");
    for (const auto& way : table_) {
      for (const Entry& entry : way)
        this->expect("reclaimed", entry.bits(), without(entry, dead_at_start).bits());
    }
  }

  /// Whether an operation could have been read in it.
  bool cycle() {
    auto& dut = this->dut();
    // What was read in the cycle before is there, together with an operation or a step of the control.
    const bool done = reads_.go();
    const bool free = !op_there_ || done;
    drive(dut.dead_i, dead_);
    dut.in_steps_i = in_steps_ != 0;
    dut.op_active_i = op_there_ || in_steps_ != 0;
    for (unsigned way = 0; way < kWays; ++way) set_element(dut.entry_i, way, kEntryBits, shown_[way].bits());
    dut.rows_free_i = free;
    this->settle();
    const bool slot = free && in_steps_ == 0 && dut.report_o == 0;
    const bool waits = ops_.go();  // an operation
    const bool step = in_steps_ != 0 && free && one_in(rng_, 2);
    dut.slot_i = slot;
    dut.idle_i = !waits;
    dut.op_read_i = step || (slot && waits && !dut.steal_o);
    drive(dut.op_banks_i, one_bank_ ? 0u : random(kWays));
    this->settle();
    check_writes();
    check_reads(slot);
    if (slot && !dut.start_i && older_ != 0) older_ = waits ? older_ - 1 : 0;
    op_there_ = dut.op_read_i || (op_there_ && !free);
    if (in_steps_ != 0) --in_steps_;
    if (dut.report_o != 0) in_steps_ = 1 + random(3);
    if (slot) dead_ |= one_in(rng_, 8) ? 1u << random(4) : 0;  // the dead change between operations only
    this->tick();
    return slot;
  }

  void check_writes() {
    auto& dut = this->dut();
    for (unsigned way = 0; way < kWays; ++way) {
      const std::optional<unsigned> row = std::exchange(read_[way], std::nullopt);
      const Entry live = without(shown_[way], dead_);
      const bool reports = row && live.small_leaf() && !dut.op_active_i;
      const bool revisit = row && live.small_leaf() && dut.op_active_i;
      this->expect("report", dut.report_o >> way & 1, reports);
      if (reports) this->expect("live", element(dut.live_o, way, kEntryBits), live.bits());
      if (row && !revisit) visited_.insert({way, *row});
      if (revisit) to_report_.insert({way, *row});
      if (reports) to_report_.erase({way, *row});
      reread_ += revisit;
      const bool frees = live.kind == 0 || (live.kind == kLeaf && live.readers() == 0);
      const Entry reclaimed = frees ? Entry{} : live;
      const bool writes =
          row && !revisit && (frees ? shown_[way].kind != 0 : reclaimed.bits() != shown_[way].bits());
      this->expect("write", dut.write_o >> way & 1, writes);
      if (!writes) continue;
      this->expect("written row", element(dut.write_rows_o, way, kRowBits), *row);
      this->expect("written entry", element(dut.entry_o, way, kEntryBits), reclaimed.bits());
      table_[way][*row] = reclaimed;
    }
  }

  void check_reads(bool slot) {
    auto& dut = this->dut();
    for (unsigned way = 0; way < kWays; ++way) {
      if ((dut.read_o >> way & 1) == 0) continue;
      const unsigned row = element(dut.read_rows_o, way, kRowBits);
      const bool same_bank = dut.op_read_i && (dut.op_banks_i >> way & 1) == row % 2;
      if (same_bank) this->fail("a row is read in an operation's bank");
      if (older_ != 0) this->fail("the pass is ahead of older operations");
      if (!dut.rows_free_i) this->fail("a row is read while rows cannot be");
      if (to_report_.contains({way, row}) && (!slot || dut.op_read_i))
        this->fail("a leaf is visited a second time together with others");
      read_[way] = row;
      shown_[way] = table_[way][row];
    }
  }

  Rng rng_ = seeded_rng(87);
  StallStream ops_{rng_}, reads_{rng_};
  std::array<std::array<Entry, kRows>, kWays> table_{};
  std::array<Entry, kWays> shown_{};                   // read last
  std::array<std::optional<unsigned>, kWays> read_{};  // in the cycle before
  std::set<Place> visited_, to_report_;
  unsigned dead_ = 0, in_steps_ = 0, older_ = 0;
  bool op_there_ = false, one_bank_ = false;
  std::uint64_t reread_ = 0;
};

TEST(ReaderReclaimer, ReclaimsDuringOperations) {
  ReclaimerBench<Vreclaimer> bench;
  EXPECT_EQ(bench.run(static_cast<unsigned>(run_length(2000))), std::nullopt);
  EXPECT_GT(bench.reread(), 100u);
}

}  // namespace
}  // namespace gputm::tb
