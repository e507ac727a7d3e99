// reader_reclaimer over a table of random entries, while operations read rows of random banks, keep what they
// have read for two cycles, and write some of it back, changed: no write of theirs is lost, nothing that is
// dead when a round of passes begins is left when it ends, and the leaves that have become small are to be
// tidied.
#include <gtest/gtest.h>

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
constexpr unsigned kIdBits = 4, kPlainIds = 3, kLeafIds = 8, kContentBits = 14, kEntryBits = 20;
constexpr unsigned kPlain = 1, kLeaf = 3;

struct Entry {
  unsigned block = 0, kind = 0, content = 0;
  unsigned bits() const { return block << (kContentBits + 2) | kind << kContentBits | content; }
  unsigned readers() const { return content & ((1u << kLeafIds) - 1); }  ///< of a leaf
  unsigned leaf() const { return content >> kLeafIds & 1; }
  bool small_leaf() const { return kind == kLeaf && std::popcount(readers()) <= static_cast<int>(kPlainIds); }
};

/// The entry without the dead: of a plain one the others move together; a leaf stays one, its root names it.
Entry without(Entry entry, unsigned dead) {
  if (entry.kind == kLeaf) entry.content &= ~(dead >> entry.leaf() * kLeafIds & 0xff);
  if (entry.kind != kPlain) return entry;
  unsigned live = 0, content = 0;
  for (unsigned i = 0; i < entry.content >> kPlainIds * kIdBits; ++i) {
    const unsigned id = element(entry.content, i, kIdBits);
    if ((dead >> id & 1) == 0) set_element(content, live++, kIdBits, id);
  }
  if (live == 0) return {};
  return {entry.block, kPlain, content | live << kPlainIds * kIdBits};
}

template <typename Model>
class ReclaimerBench : public ModuleBench<Model> {
 public:
  ReclaimerBench() {
    auto& dut = this->dut();
    dut.start_i = dut.done_i = dut.idle_i = dut.tidy_issue_i = dut.tidy_back_i = dut.tidy_done_i = 0;
    dut.op_read_i = dut.op_valid_i = dut.patient_i = dut.hurry_i = 0;
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
  std::uint64_t reports() const { return all_reports_; }
  std::uint64_t writes() const { return writes_; }

 private:
  /// Of an operation: what it has read, and whether it writes that.
  struct Op {
    std::array<std::array<unsigned, kWays>, kProbes> rows{};
    std::array<std::array<Entry, kWays>, kProbes> entries{};
    unsigned writes = 0;  ///< a bit for each probe and way
  };

  unsigned random(unsigned bits) { return static_cast<unsigned>(below(rng_, std::uint64_t{1} << bits)); }

  /// Passes that visit all rows.
  void round() {
    quiet_ = one_in(rng_, 4);
    hot_ = one_in(rng_, 3);
    unsigned small = 0;
    dead_ = random(16) & random(16);
    for (auto& way : table_) {
      for (Entry& entry : way) {
        entry = {0, random(2), random(kContentBits)};
        if (entry.kind == kPlain && entry.content >> kPlainIds * kIdBits == 0) entry = {};
        small += without(entry, dead_).small_leaf();
      }
    }
    const unsigned dead_at_start = dead_;
    versions_ = {};
    b_.reset();
    c_.reset();
    reports_ = 0;
    for (unsigned i = 0; i < kPasses; ++i) pass();
    if (quiet_) this->expect("leaves to be tidied", reports_, small);
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
    drive(dut.dead_i, dead_);
    dut.patient_i = quiet_;
    dut.hurry_i = one_in(rng_, 2);
    for (unsigned way = 0; way < kWays; ++way) set_element(dut.entry_i, way, kEntryBits, shown_[way].bits());
    const bool waits = quiet_ ? one_in(rng_, 2) : ops_.go();
    dut.idle_i = !waits && !c_ && !b_;
    dut.done_i = c_.has_value();
    this->settle();
    const bool issue = waits && (dut.steal_o == 0 || !stolen_);
    std::optional<Op> a;
    if (issue) a = new_op();
    stolen_ = dut.steal_o != 0;
    dut.op_read_i = a ? 7 : 0;
    drive_ops(a);
    this->settle();
    check_writes();
    apply_writes();
    take_reads(a);
    tidy();
    if (dut.done_i && older_ != 0) --older_;
    if (dut.idle_i) older_ = 0;
    c_ = b_;
    b_ = a;
    if (!quiet_ && one_in(rng_, 32)) dead_ |= 1u << random(4);
    this->settle();
    this->tick();
    dut.tidy_issue_i = dut.tidy_back_i = dut.tidy_done_i = 0;
  }

  Op new_op() {
    Op op;
    for (unsigned way = 0; way < kWays; ++way) {
      const unsigned bank = hot_ ? way : random(2);
      for (unsigned probe = 0; probe < kProbes; ++probe)
        op.rows[probe][way] = random(2) * kBanks + (bank ^ probe);
    }
    if (!quiet_) op.writes = random(kProbes * kWays) & random(kProbes * kWays);
    return op;
  }

  void drive_ops(const std::optional<Op>& a) {
    auto& dut = this->dut();
    dut.op_valid_i = b_.has_value();
    drive(dut.op_write_i, 0);
    unsigned writes = 0;
    for (unsigned way = 0; way < kWays; ++way) {
      set_element(dut.op_banks_i, way, 2, a ? a->rows[0][way] % kBanks : random(2));
      for (unsigned probe = 0; probe < kProbes; ++probe) {
        const unsigned place = probe * kWays + way;
        set_element(dut.op_rows_i, place, kRowBits, b_ ? b_->rows[probe][way] : random(kRowBits));
        set_element(dut.op_write_rows_i, place, kRowBits, c_ ? c_->rows[probe][way] : random(kRowBits));
        // What is not there is not written.
        if (c_ && (c_->writes >> place & 1) != 0 && c_->entries[probe][way].kind != 0) writes |= 1u << place;
      }
    }
    drive(dut.op_write_i, writes);
  }

  void check_writes() {
    auto& dut = this->dut();
    for (unsigned way = 0; way < kWays; ++way) {
      if ((dut.write_o >> way & 1) == 0) continue;
      ++writes_;
      const unsigned row = element(dut.write_rows_o, way, kRowBits);
      for (unsigned probe = 0; probe < kProbes; ++probe) {
        const unsigned place = probe * kWays + way;
        if ((dut.op_write_i >> place & 1) != 0 && c_->rows[probe][way] % kBanks == row % kBanks)
          this->fail("two write in one bank");
      }
    }
  }

  void apply_writes() {
    auto& dut = this->dut();
    for (unsigned way = 0; way < kWays; ++way) {
      if ((dut.write_o >> way & 1) != 0) {
        const unsigned bits = element(dut.entry_o, way, kEntryBits);
        table_[way][element(dut.write_rows_o, way, kRowBits)] = {
            bits >> (kContentBits + 2), bits >> kContentBits & 3, bits & ((1u << kContentBits) - 1)};
      }
      for (unsigned probe = 0; probe < kProbes; ++probe) {
        if ((dut.op_write_i >> (probe * kWays + way) & 1) == 0) continue;
        const unsigned row = c_->rows[probe][way];
        Entry entry = c_->entries[probe][way];
        entry.block = ++versions_[way][row] % 16;
        table_[way][row] = entry;
        for (unsigned other = 0; b_ && other < kProbes; ++other) {
          if (b_->rows[other][way] == row) b_->entries[other][way] = entry;
        }
      }
    }
  }

  void take_reads(std::optional<Op>& a) {
    auto& dut = this->dut();
    for (unsigned way = 0; way < kWays; ++way) {
      for (unsigned probe = 0; a && probe < kProbes; ++probe)
        a->entries[probe][way] = table_[way][a->rows[probe][way]];
      if ((dut.read_o >> way & 1) == 0) continue;
      const unsigned row = element(dut.read_rows_o, way, kRowBits);
      if (older_ != 0) this->fail("the pass is ahead of older operations");
      for (unsigned probe = 0; a && probe < kProbes; ++probe) {
        if (a->rows[probe][way] % kBanks == row % kBanks) this->fail("a row is read in an operation's bank");
      }
      shown_[way] = table_[way][row];
    }
  }

  /// A leaf that is offered is on its way for some cycles, and may have to be offered again.
  void tidy() {
    auto& dut = this->dut();
    if (on_its_way_ != 0) {
      if (--on_its_way_ == 0) {
        dut.tidy_back_i = 1;
        dut.tidy_done_i = !one_in(rng_, 4);
        reports_ += dut.tidy_done_i;
        all_reports_ += dut.tidy_done_i;
      }
      if (dut.tidy_valid_o) this->fail("a leaf is offered while one is on its way");
    } else if (dut.tidy_valid_o && one_in(rng_, 2)) {
      dut.tidy_issue_i = 1;
      on_its_way_ = 3;
    }
  }

  Rng rng_ = seeded_rng(87);
  StallStream ops_{rng_};
  std::array<std::array<Entry, kRows>, kWays> table_{};
  std::array<std::array<unsigned, kRows>, kWays> versions_{};  ///< writes by operations
  std::array<Entry, kWays> shown_{};                           ///< read last
  std::optional<Op> b_, c_;
  unsigned dead_ = 0, older_ = 0, on_its_way_ = 0, reports_ = 0;
  bool quiet_ = false, hot_ = false, stolen_ = false;
  std::uint64_t all_reports_ = 0, writes_ = 0;
};

TEST(ReaderReclaimer, ReclaimsDuringOperations) {
  ReclaimerBench<Vreclaimer> bench;
  EXPECT_EQ(bench.run(static_cast<unsigned>(run_length(3000))), std::nullopt);
  EXPECT_GT(bench.reports(), 1000u);
  EXPECT_GT(bench.writes(), 10000u);
}

}  // namespace
}  // namespace gputm::tb::reader_reclaimer_test
