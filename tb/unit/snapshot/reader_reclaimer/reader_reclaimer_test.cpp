// reader_reclaimer over a table of random entries, while operations read rows of random banks, keep the
// contents for five cycles, and write some of it back, changed: no operation's write is lost, no transaction
// that was dead at the begin of a round of passes is left at its end, and leaves that have become small are
// compacted.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <set>

#include "Vreclaimer.h"
#include "common/module_bench.h"
#include "common/stalls.h"

namespace gputm::tb::reader_reclaimer_test {
namespace {

constexpr unsigned kWays = 2, kRows = 16, kRowBits = 4, kBanks = 4, kProbes = 3, kReclaimShare = 4,
                   kAccepted = 8, kPasses = 2;
constexpr unsigned kIdBits = 4, kGenBits = 1, kTagBits = kGenBits + kIdBits, kPlainIds = 3, kLeafIds = 8;
constexpr unsigned kContentBits = 17, kEntryBits = 23;
constexpr unsigned kUnused = 0, kPlain = 1, kLeaf = 3;
enum Stage : unsigned {
  kH,
  kA,
  kB,
  kC,
  kD,
  kE,
  kF,
  kStages
};  ///< stages of an operation, which reads in A and writes in F

struct Entry {
  unsigned block = 0, kind = 0, content = 0;
  unsigned bits() const { return block << (kContentBits + 2) | kind << kContentBits | content; }
  unsigned readers() const { return content & ((1u << kLeafIds) - 1); }  ///< readers of a leaf, a bit each
  unsigned leaf() const { return content >> kLeafIds & 1; }
  unsigned gen() const { return content >> (kLeafIds + 1) & 1; }  ///< of a leaf
  bool small_leaf() const { return kind == kLeaf && std::popcount(readers()) <= static_cast<int>(kPlainIds); }
};

/// Dead ids, a bit each, and the present generation of each leaf, a bit each
struct Dead {
  unsigned ids = 0, gens = 0;
};

/// The entry without the dead: the remaining readers of a plain one move together; a leaf stays, since its
/// root names it.
Entry without(Entry entry, const Dead& dead) {
  if (entry.kind == kLeaf && entry.gen() != (dead.gens >> entry.leaf() & 1)) entry.content &= ~0xffu;
  if (entry.kind == kLeaf) entry.content &= ~(dead.ids >> entry.leaf() * kLeafIds & 0xff);
  if (entry.kind != kPlain) return entry;
  unsigned live = 0, content = 0;
  for (unsigned i = 0; i < entry.content >> kPlainIds * kTagBits; ++i) {
    const unsigned tag = element(entry.content, i, kTagBits), id = tag % (1u << kIdBits);
    const bool is_present = tag >> kIdBits == (dead.gens >> id / kLeafIds & 1);
    if (is_present && (dead.ids >> id & 1) == 0) set_element(content, live++, kTagBits, tag);
  }
  if (live == 0) return {};
  return {entry.block, kPlain, content | live << kPlainIds * kTagBits};
}

template <typename Model>
class ReclaimerBench : public ModuleBench<Model> {
 public:
  ReclaimerBench() {
    auto& dut = this->dut();
    dut.start_i = dut.done_i = dut.idle_i = dut.compact_issue_i = dut.compact_back_i = dut.compact_done_i = 0;
    dut.op_valid_i = dut.op_read_i = dut.compact_wait_i = dut.compact_burst_i = 0;
    drive(dut.op_write_i, 0);
    dut.initialise_i = 0;
    this->reset();
    dut.initialise_i = 1;  // a row of each bank a cycle
    for (unsigned row = 0; row < kRows / kBanks; ++row) {
      this->settle();
      this->expect("emptied row", dut.initial_index_o, row);
      this->expect("last row", dut.initial_last_o, row == kRows / kBanks - 1);
      this->tick();
    }
    dut.initialise_i = 0;
  }

  std::optional<std::string> run(unsigned rounds) {
    for (unsigned i = 0; i < rounds && !this->failed(); ++i) round();
    return this->failure();
  }
  /// A round over empty rows, with operations in every possible cycle, which leave one bank of each way free.
  std::optional<std::string> run_beside_operations() {
    crowded_ = true;
    table_ = {};
    for (unsigned i = 0; i < kPasses; ++i) pass();
    crowded_ = false;
    return this->failure();
  }
  /// A round with operations that continuously read some rows, which hold only dead readers.
  std::optional<std::string> run_on_the_same_rows() {
    crowded_ = same_rows_ = true;
    dead_ = {.ids = 1};
    for (auto& way : table_) way.fill({0, kPlain, 1u << kPlainIds * kTagBits});
    for (unsigned i = 0; i < kPasses; ++i) pass();
    for (const auto& way : table_) {
      for (const Entry& entry : way) this->expect("reclaimed", entry.bits(), 0);
    }
    crowded_ = same_rows_ = false;
    return this->failure();
  }
  /// A pass over small leaves without operations: each is compacted when it is offered.
  std::optional<std::string> run_over_small_leaves(bool burst) {
    constexpr unsigned kVisit = 4;       // cycles from the read of a row to its write
    constexpr unsigned kCompaction = 3;  // cycles from the offer of a leaf to its end
    constexpr unsigned kShare = 16;      // cycles per leaf without bursts
    auto& dut = this->dut();
    drive(dut.dead_i, 0);
    drive(dut.gen_i, 0);
    for (unsigned way = 0; way < kWays; ++way)
      set_element(dut.entry_i, way, kEntryBits, Entry{.kind = kLeaf, .content = 1}.bits());
    dut.idle_i = dut.compact_wait_i = dut.start_i = 1;
    dut.compact_burst_i = burst;
    std::optional<std::uint64_t> read, offered;
    for (unsigned leaves = 0; leaves < 2 * kWays && !this->failed(); dut.start_i = 0) {
      this->settle();
      if (dut.read_o != 0 && !read) read = this->cycles();
      dut.compact_back_i = dut.compact_done_i = offered && this->cycles() == *offered + kCompaction;
      dut.compact_issue_i = dut.compact_valid_o;
      this->settle();
      if (dut.compact_valid_o) {
        // The first one is known when it would be written.
        this->expect("cycle of an offer", this->cycles(),
                     !offered ? *read + kVisit + 1 : *offered + (burst ? kCompaction + 1 : kShare));
        offered = this->cycles();
        ++leaves;
      }
      if (this->cycles() > 1000) this->fail("leaves are not offered");
      this->tick();
    }
    return this->failure();
  }
  std::uint64_t stalls() const { return stalls_; }
  std::uint64_t reports() const { return all_reports_; }
  std::uint64_t writes() const { return writes_; }

 private:
  /// An operation: the entries read, and those written back.
  struct Op {
    std::array<std::array<unsigned, kWays>, kProbes> rows{};
    std::array<std::array<Entry, kWays>, kProbes> entries{};
    std::array<std::optional<unsigned>, kProbes> way_written{};
    bool writes(unsigned probe, unsigned way) const {
      // An absent entry is not written.
      return way_written[probe] == way && entries[probe][way].kind != 0;
    }
  };

  unsigned random(unsigned bits) { return static_cast<unsigned>(below(rng_, std::uint64_t{1} << bits)); }

  /// Passes that visit all rows.
  void round() {
    quiet_ = one_in(rng_, 4);
    hot_ = one_in(rng_, 3);
    unsigned small = 0;
    dead_ = {.ids = random(16) & random(16), .gens = random(2)};
    for (auto& way : table_) {
      for (Entry& entry : way) {
        entry = {0, random(2), random(kContentBits)};
        if (entry.kind == kPlain && entry.content >> kPlainIds * kTagBits == 0) entry = {};
        small += without(entry, dead_).small_leaf();
      }
    }
    const Dead dead_at_start = dead_;
    versions_ = {};
    stages_ = {};
    reports_ = 0;
    for (unsigned i = 0; i < kPasses; ++i) pass();
    if (quiet_) this->expect("leaves to be compacted", reports_, small);
    for (unsigned way = 0; way < kWays; ++way) {
      for (unsigned row = 0; row < kRows; ++row) {
        const Entry& entry = table_[way][row];
        if (entry.kind != 0) this->expect("versions", entry.block, versions_[way][row] % 16);
        this->expect("reclaimed", entry.bits(), without(entry, dead_at_start).bits());
      }
    }
  }

  void pass() {
    older_ = kAccepted;
    auto& dut = this->dut();
    dut.start_i = 1;
    unsigned cycles = 0;
    do {
      cycle();
      dut.start_i = 0;
      this->settle();
      if (++cycles > kRows * (kReclaimShare + 8) * 4) this->fail("the pass takes too long");
    } while (dut.reclaiming_o && !this->failed());
  }

  void cycle() {
    auto& dut = this->dut();
    drive(dut.dead_i, dead_.ids);
    drive(dut.gen_i, dead_.gens);
    dut.compact_wait_i = quiet_;
    dut.compact_burst_i = one_in(rng_, 2);
    for (unsigned way = 0; way < kWays; ++way) set_element(dut.entry_i, way, kEntryBits, shown_[way].bits());
    const bool waits = crowded_ || (quiet_ ? one_in(rng_, 2) : ops_.go());
    dut.idle_i = !waits && std::ranges::none_of(stages_, [](const auto& op) { return op.has_value(); });
    dut.done_i = stages_[kE].has_value();
    dut.op_valid_i = stages_[kA].has_value();
    dut.op_read_i = stages_[kA] ? 7 : 0;
    drive_ops();
    this->settle();
    check_writes();
    if (crowded_ && !same_rows_) check_share();
    apply_writes();
    take_reads();
    compact();
    if (dut.done_i && older_ != 0) --older_;
    if (dut.idle_i) older_ = 0;
    std::ranges::copy_backward(stages_.begin(), stages_.end() - 1, stages_.end());
    stages_[kH].reset();
    if (waits && !dut.stall_o) stages_[kH] = new_op();
    if (!quiet_ && one_in(rng_, 32)) dead_.ids |= 1u << random(4);
    this->settle();
    this->tick();
    dut.compact_issue_i = dut.compact_back_i = dut.compact_done_i = 0;
  }

  Op new_op() {
    Op op;
    for (unsigned way = 0; way < kWays; ++way) {
      const unsigned bank = hot_ || crowded_ ? way : random(2);
      for (unsigned probe = 0; probe < kProbes; ++probe)
        op.rows[probe][way] = (same_rows_ ? 0 : random(2)) * kBanks + (bank ^ probe);
    }
    for (auto& way : op.way_written) {
      if (!quiet_ && !crowded_ && one_in(rng_, 2)) way = static_cast<unsigned>(below(rng_, kWays));
    }
    return op;
  }

  void drive_ops() {
    auto& dut = this->dut();
    const auto &a = stages_[kA], &f = stages_[kF];
    drive(dut.op_write_i, 0);
    for (unsigned way = 0; way < kWays; ++way) {
      unsigned banks = 0;
      for (unsigned probe = 0; probe < kProbes; ++probe)
        banks |= 1u << (a ? a->rows[probe][way] % kBanks : random(2));
      set_element(dut.op_banks_i, way, kBanks, banks);
    }
    unsigned writes = 0;
    for (unsigned probe = 0; probe < kProbes; ++probe) {
      drive_row(dut.op_write_row_i, probe, random(kRowBits));
      for (unsigned way = 0; way < kWays; ++way) {
        const unsigned place = probe * kWays + way;
        drive_row(dut.op_rows_i, place, a ? a->rows[probe][way] : random(kRowBits));
        if (!f || !f->writes(probe, way)) continue;
        writes |= 1u << place;
        drive_row(dut.op_write_row_i, probe, f->rows[probe][way]);
      }
    }
    drive(dut.op_write_i, writes);
  }
  template <typename Port>
  void drive_row(Port& port, unsigned place, unsigned row) {
    set_element(port, place, kRowBits, row);
  }

  /// Operations are held back exactly when so many have delayed the pass in a row.
  void check_share() {
    auto& dut = this->dut();
    kept_waiting_ = stages_[kA] && dut.read_o == 0 ? kept_waiting_ + 1 : 0;
    if (dut.stall_o && !stalls_now_) {
      this->expect("operations that have kept the pass waiting", kept_waiting_, kReclaimShare);
      ++stalls_;
    }
    stalls_now_ = dut.stall_o;
  }

  void check_writes() {
    auto& dut = this->dut();
    for (unsigned way = 0; way < kWays; ++way) {
      if ((dut.write_o >> way & 1) == 0) continue;
      ++writes_;
      const unsigned row = element(dut.write_rows_o, way, kRowBits);
      for (unsigned probe = 0; probe < kProbes; ++probe) {
        const unsigned place = probe * kWays + way;
        if ((dut.op_write_i >> place & 1) != 0 && stages_[kF]->rows[probe][way] % kBanks == row % kBanks)
          this->fail("two write in one bank");
      }
    }
  }

  void apply_writes() {
    auto& dut = this->dut();
    for (unsigned way = 0; way < kWays; ++way) {
      if ((dut.write_o >> way & 1) != 0) {
        const unsigned bits = element(dut.entry_o, way, kEntryBits);
        Entry& row = table_[way][element(dut.write_rows_o, way, kRowBits)];
        if (row.kind == kUnused) this->fail("a free row is written");
        row = {bits >> (kContentBits + 2), bits >> kContentBits & 3, bits & ((1u << kContentBits) - 1)};
        if (row.kind == kUnused) this->expect("freed row", bits, 0);
      }
      for (unsigned probe = 0; probe < kProbes; ++probe) {
        if ((dut.op_write_i >> (probe * kWays + way) & 1) == 0) continue;
        const unsigned row = stages_[kF]->rows[probe][way];
        Entry entry = stages_[kF]->entries[probe][way];
        entry.block = ++versions_[way][row] % 16;
        table_[way][row] = entry;
        for (unsigned stage = kB; stage < kF; ++stage) forward(stages_[stage], way, row, entry);
      }
    }
  }

  /// An operation that has read this row sees the write.
  static void forward(std::optional<Op>& op, unsigned way, unsigned row, const Entry& entry) {
    for (unsigned probe = 0; op && probe < kProbes; ++probe) {
      if (op->rows[probe][way] == row) op->entries[probe][way] = entry;
    }
  }

  void take_reads() {
    auto& dut = this->dut();
    auto& a = stages_[kA];
    for (unsigned way = 0; way < kWays; ++way) {
      for (unsigned probe = 0; a && probe < kProbes; ++probe)
        a->entries[probe][way] = table_[way][a->rows[probe][way]];
      const unsigned banks = element(dut.read_o, way, kBanks);
      if (banks == 0) continue;
      if (!std::has_single_bit(banks)) this->fail("rows of two banks are read");
      const auto bank = static_cast<unsigned>(std::countr_zero(banks));
      const unsigned row = element(dut.read_index_o, way * kBanks + bank, kRowBits - 2) * kBanks + bank;
      if (older_ != 0) this->fail("the pass is ahead of older operations");
      for (unsigned probe = 0; a && probe < kProbes; ++probe) {
        if (a->rows[probe][way] % kBanks == row % kBanks) this->fail("a row is read in an operation's bank");
      }
      shown_[way] = table_[way][row];
    }
  }

  /// An offered leaf is in flight for some cycles, and may have to be offered again.
  void compact() {
    auto& dut = this->dut();
    if (on_its_way_ != 0) {
      if (--on_its_way_ == 0) {
        dut.compact_back_i = 1;
        dut.compact_done_i = !one_in(rng_, 4);
        reports_ += dut.compact_done_i;
        all_reports_ += dut.compact_done_i;
      }
      if (dut.compact_valid_o) this->fail("a leaf is offered while one is on its way");
    } else if (dut.compact_valid_o && one_in(rng_, 2)) {
      dut.compact_issue_i = 1;
      on_its_way_ = 3;
    }
  }

  Rng rng_ = seeded_rng(87);
  StallStream ops_{rng_};
  std::array<std::array<Entry, kRows>, kWays> table_{};
  std::array<std::array<unsigned, kRows>, kWays> versions_{};  ///< writes by operations
  std::array<Entry, kWays> shown_{};                           ///< read last
  std::array<std::optional<Op>, kStages> stages_;
  Dead dead_;
  unsigned older_ = 0, on_its_way_ = 0, reports_ = 0;
  bool quiet_ = false, hot_ = false, crowded_ = false, same_rows_ = false, stalls_now_ = false;
  unsigned kept_waiting_ = 0;
  std::uint64_t all_reports_ = 0, writes_ = 0, stalls_ = 0;
};

TEST(ReaderReclaimer, ReclaimsDuringOperations) {
  ReclaimerBench<Vreclaimer> bench;
  EXPECT_EQ(bench.run(static_cast<unsigned>(run_length(3000))), std::nullopt);
  EXPECT_GT(bench.reports(), 1000u);
  EXPECT_GT(bench.writes(), 10000u);
}

TEST(ReaderReclaimer, TakesASlotAfterItsShareOfOperations) {
  ReclaimerBench<Vreclaimer> bench;
  for (int i = 0; i < 100; ++i) ASSERT_EQ(bench.run_beside_operations(), std::nullopt);
  EXPECT_GE(bench.stalls(), 100u * kPasses);
}

// Failed visits come to an end.
TEST(ReaderReclaimer, EndsBesideOperationsOnTheSameRows) {
  ReclaimerBench<Vreclaimer> bench;
  for (int i = 0; i < 100; ++i) ASSERT_EQ(bench.run_on_the_same_rows(), std::nullopt);
}

// Leaves to be compacted come every 16 cycles, or back to back in bursts.
TEST(ReaderReclaimer, OffersLeavesAsFastAsTheyMayCome) {
  for (const bool burst : {false, true}) {
    ReclaimerBench<Vreclaimer> bench;
    EXPECT_EQ(bench.run_over_small_leaves(burst), std::nullopt) << (burst ? "in a burst" : "without burst");
  }
}

}  // namespace
}  // namespace gputm::tb::reader_reclaimer_test
