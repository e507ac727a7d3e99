// commit_unit with parity and with SECDED, in the environment of its tests: without wrong bits it reports
// nothing; a wrong bit of a memory is corrected or stops the unit, with the memory and row of
// docs/protection.md, and so does one of a pointer or a message; after a stop nothing new is offered. And its
// watchdog.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "Vcommit_unit_parity.h"
#include "Vcommit_unit_parity_sites.h"
#include "Vcommit_unit_secded.h"
#include "Vcommit_unit_secded_sites.h"
#include "common/seed.h"
#include "faults/commit_unit_faults.h"
#include "unit/kilo/commit_unit/clocked_unit.h"

namespace gputm::tb {
namespace {

/// What protects a memory
enum class Kind {
  kCode,     ///< SECDED, or a parity bit
  kLogWord,  ///< two codes, or two parity bits
  kBeat,     ///< words as in kLogWord, with a parity bit for the rest
  kQueue,    ///< a parity bit
  kHistory,  ///< a parity bit, and what is lost is answered for
};

struct Memory {
  std::string name;  ///< beginning of the model's name
  Kind kind;
  std::vector<unsigned> numbers;  ///< in the report
  bool seldom = false;            ///< words hardly ever wait in it: its wrong bits need not count
};

/// The memories, in the order of their numbers, and the banks of log words, which the readers' queues report
std::vector<Memory> memories() {
  std::vector<Memory> all = {{"u_buffer_pool.u_free_list.u_returned", Kind::kCode, {0}}};
  const auto fields = [&](const std::string& name, unsigned first, unsigned readers) {
    for (unsigned reader = 0; reader < readers; ++reader)
      all.push_back({name + ".gen_port[" + std::to_string(reader) + "]", Kind::kCode, {first + reader}});
  };
  fields("u_fill_unit.u_progress", 1, 3);
  fields("u_fill_unit.u_rcid", 4, 1);
  fields("u_fill_unit.u_rlog", 5, 3);
  fields("u_fill_unit.u_wlog", 8, 3);
  all.push_back({"u_read_validator.u_speculative", Kind::kQueue, {12}});
  all.push_back({"u_read_validator.u_reads", Kind::kQueue, {13}});
  all.push_back({"u_read_validator.u_tags.u_returned", Kind::kCode, {14}});
  all.push_back({"u_read_validator.u_in_flight", Kind::kCode, {15}});
  fields("u_read_validator.u_verdict", 16, 5);
  all.push_back({"u_hazard_detector.u_log_reader.u_beats", Kind::kBeat, {22}, true});
  all.push_back({"u_hazard_detector.u_notes", Kind::kQueue, {23}});
  all.push_back({"u_hazard_detector.u_last_writer_history.u_table", Kind::kHistory, {24}});
  all.push_back({"u_hazard_detector.u_last_writer_history.u_bloom", Kind::kHistory, {25}});
  fields("u_hazard_detector.u_hazard_field", 26, 1);
  all.push_back({"u_revalidation_stage.u_log_reader.u_beats", Kind::kBeat, {28}});
  fields("u_revalidation_stage.u_await", 29, 1);
  fields("u_outcome_stage.u_outcome_field", 31, 1);
  fields("u_final_outcomes.u_final", 32, 2);
  all.push_back({"u_commit_stage.u_log_reader.u_beats", Kind::kBeat, {34}, true});
  fields("u_commit_stage.u_taken", 35, 1);
  all.push_back({"u_retire_stage.u_replies", Kind::kQueue, {36}, true});
  all.push_back({"u_reply_arbiter.u_replies", Kind::kQueue, {37}});
  all.push_back({"u_buffer_pool.gen_bank", Kind::kLogWord, {22, 28, 34}});
  return all;
}

/// Registers whose parity is checked, and their numbers
const std::vector<std::pair<std::string, unsigned>> kRegisters = {
    {"u_fill_unit.u_skip_expander.message_q", 38},
    {"u_fill_unit.u_skip_expander.valid_q", 38},
    {"u_fill_unit.u_skip_expander.valid_copy_q", 38},
    {"u_fill_unit.u_skip_expander.parity_q", 38},
    {"u_fill_unit.op_parity_q", 38},
    {"u_hazard_detector.u_head.u_pointer.", 39},
    {"u_hazard_detector.u_head.ahead_q", 39},
    {"u_hazard_detector.u_hazard.", 40},
    {"u_revalidation_stage.u_wait.u_pointer.", 41},
    {"u_revalidation_stage.u_wait.ahead_q", 41},
    {"u_revalidation_stage.u_revalidate.", 42},
    {"u_outcome_stage.u_outcome.u_pointer.", 44},
    {"u_outcome_stage.u_outcome.ahead_q", 44},
    {"u_commit_stage.u_commit.u_pointer.", 45},
    {"u_commit_stage.u_commit.ahead_q", 45},
    {"u_retire_stage.u_retire.", 46},
};

/// A place for a wrong bit: number of its lowest bit among those of its kind, as faults are numbered
struct Place {
  std::string name;
  std::uint64_t first;
  unsigned width, depth;
};

template <typename Model>
std::vector<Place> places(SiteKind kind, const std::string& beginning) {
  VerilatedContext context;
  Model model(&context);
  std::vector<Place> found;
  std::uint64_t first = 0;
  for (const Site& site : Described<Model>::sites(model)) {
    if (site.kind != kind) continue;
    if (std::string(site.name).starts_with(beginning))
      found.push_back({site.name, first, site.width, site.depth});
    first += site.bits();
  }
  return found;
}

template <typename Model>
class ProtectedCommitUnit : public ::testing::Test {
 protected:
  static constexpr bool kSecded = std::is_same_v<Model, Vcommit_unit_secded>;
  static constexpr std::uint64_t kStimuli = 15;
  static constexpr unsigned kAttempts = 30;  ///< transactions of a run

  struct Injected {
    CommitUnitReports reports;
    tb::Run run;
  };
  static Injected inject(std::uint64_t seed, const std::vector<Fault>& faults) {
    Injected injected;
    injected.run = run_commit_unit_with<Model>(seed, faults, kAttempts, injected.reports);
    return injected;
  }
  /// `bits` wrong bits of a word, in a cycle of a run; or of all words, of a queue, which is seldom full.
  Injected inject(Rng& rng, SiteKind kind, const Place& place, unsigned bits, bool all_words, unsigned& row) {
    const std::uint64_t seed = below(rng, kStimuli);
    if (cycles_.count(seed) == 0) cycles_[seed] = inject(seed, {}).run.cycles;
    const std::uint64_t cycle = below(rng, cycles_[seed]), bit = below(rng, place.width);
    row = static_cast<unsigned>(below(rng, place.depth));
    std::vector<Fault> faults;
    for (unsigned word = 0; word < place.depth; ++word) {
      if (!all_words && word != row) continue;
      const std::uint64_t first = place.first + std::uint64_t{word} * place.width;
      faults.push_back({kind, first + bit, cycle});
      if (bits == 2) {
        faults.push_back({kind, first + (bit + 1 + below(rng, place.width - 1)) % place.width, cycle});
      }
    }
    return inject(seed, faults);
  }

  /// What `bits` wrong bits of a word must be in the report, if they are in it
  static void expect_report(const Memory& memory, unsigned bits, unsigned row, const MemoryReport& report) {
    EXPECT_NE(std::find(memory.numbers.begin(), memory.numbers.end(), report.memory), memory.numbers.end())
        << "memory " << report.memory;
    const bool corrected = kSecded && bits == 1;
    switch (memory.kind) {
      case Kind::kCode:
        EXPECT_EQ(report.fatal, !corrected);
        EXPECT_EQ(report.row, row);
        break;
      case Kind::kHistory:
        EXPECT_FALSE(report.fatal);
        EXPECT_EQ(report.row, row);
        break;
      case Kind::kLogWord:
        EXPECT_EQ(report.fatal, !corrected);
        EXPECT_EQ(report.row, 0u);
        break;
      case Kind::kBeat:
        EXPECT_TRUE(report.fatal || corrected);
        EXPECT_EQ(report.row, 0u);
        break;
      case Kind::kQueue:
        EXPECT_TRUE(report.fatal);
        EXPECT_EQ(report.row, 0u);
        break;
    }
  }

  /// Wrong bits in each memory; those of two only where a code detects any two of a word
  void check_memories(Rng& rng, unsigned bits) {
    for (const Memory& memory : memories()) {
      if (bits == 2 && memory.kind != Kind::kCode) continue;
      const std::vector<Place> all = places<Model>(SiteKind::kMemory, memory.name);
      ASSERT_FALSE(all.empty()) << memory.name;
      unsigned reported = 0;
      for (std::uint64_t i = 0; i < run_length(8) || (reported == 0 && !memory.seldom && i < 1000); ++i) {
        unsigned row = 0;
        const Place& place = all[below(rng, all.size())];
        const bool queue = memory.kind == Kind::kBeat || memory.kind == Kind::kQueue;
        const Injected injected = inject(rng, SiteKind::kMemory, place, bits, queue, row);
        const std::string what = place.name + " row " + std::to_string(row) + ": " + injected.run.what;
        ASSERT_NE(injected.run.outcome, Outcome::kSilent) << what;
        ASSERT_NE(injected.run.outcome, Outcome::kHang) << what;
        EXPECT_FALSE(injected.reports.offers_after_stop) << what;
        if (!injected.reports.memory.valid) continue;
        ++reported;
        SCOPED_TRACE(what);
        expect_report(memory, bits, row, injected.reports.memory);
      }
      EXPECT_TRUE(reported != 0 || memory.seldom) << memory.name;
    }
  }

 private:
  std::map<std::uint64_t, std::uint64_t> cycles_;
};

using Models = ::testing::Types<Vcommit_unit_parity, Vcommit_unit_secded>;
TYPED_TEST_SUITE(ProtectedCommitUnit, Models);

TYPED_TEST(ProtectedCommitUnit, ReportsNothingWithoutWrongBits) {
  for (std::uint64_t seed = 0; seed < run_length(this->kStimuli); ++seed) {
    const auto [reports, run] = this->inject(seed, {});
    EXPECT_EQ(run.what, "") << "seed " << seed;
    EXPECT_FALSE(reports.memory.valid) << "seed " << seed;
    EXPECT_FALSE(reports.reported.stuck) << "seed " << seed;
  }
}

TYPED_TEST(ProtectedCommitUnit, AWrongBitOfAMemoryIsCorrectedOrStopsTheUnit) {
  Rng rng = seeded_rng(71);
  this->check_memories(rng, 1);
}

TYPED_TEST(ProtectedCommitUnit, AWrongBitOfARegisterStopsTheUnit) {
  Rng rng = seeded_rng(72);
  for (const auto& [name, number] : kRegisters) {
    const std::vector<Place> all = places<TypeParam>(SiteKind::kRegister, name);
    ASSERT_FALSE(all.empty()) << name;
    unsigned reported = 0;
    for (std::uint64_t i = 0; i < run_length(8) || (reported == 0 && i < 1000); ++i) {
      const Place& place = all[below(rng, all.size())];
      unsigned row = 0;
      const auto injected = this->inject(rng, SiteKind::kRegister, place, 1, false, row);
      const std::string what = place.name + ": " + injected.run.what;
      ASSERT_NE(injected.run.outcome, Outcome::kSilent) << what;
      ASSERT_NE(injected.run.outcome, Outcome::kHang) << what;
      EXPECT_FALSE(injected.reports.offers_after_stop) << what;
      if (!injected.reports.memory.fatal) continue;
      ++reported;
      EXPECT_EQ(injected.reports.memory.memory, number) << what;
      EXPECT_EQ(injected.reports.memory.row, 0u) << what;
    }
    EXPECT_GT(reported, 0u) << name;
  }
}

template <typename Model>
void turn_bit_of_all_words(Model& model, const Place& place, unsigned bit) {
  model.contextp()->assertOn(false);
  for (unsigned word = 0; word < place.depth; ++word)
    Described<Model>::inject(
        model, {.kind = SiteKind::kMemory, .bit = place.first + word * place.width + bit, .cycle = 0});
}

// Retirements that wait behind replies, in the queue of the retire stage
TYPED_TEST(ProtectedCommitUnit, AWrongBitOfAWaitingRetirementStopsTheUnit) {
  using Offered = typename ClockedUnit<TypeParam>::Offered;
  constexpr unsigned kIds = 4;
  const Place queue = places<TypeParam>(SiteKind::kMemory, "u_retire_stage.u_replies").front();
  for (unsigned bit = 0; bit < queue.width; ++bit) {
    ClockedUnit<TypeParam> unit(1);
    for (unsigned id = 0; id < kIds; ++id) {
      unit.fill(id, kFillWrite, id, true);
      unit.until(&Offered::pass);
    }
    unit.cycle();
    unit.dut().reply_ready_i = 0;
    for (unsigned id = 0; id < kIds; ++id) {
      unit.final_pass(id);
      unit.cycles(50);
    }
    EXPECT_EQ(unit.dut().retire_id_o, kIds);
    turn_bit_of_all_words(unit.dut(), queue, bit);
    unit.dut().reply_ready_i = 1;
    unsigned retired = 0;
    for (unsigned i = 0; i < 100; ++i) {
      const Offered offered = unit.cycle();
      if (!offered.retired) continue;
      EXPECT_EQ(offered.reply_id, retired) << "bit " << bit;
      ++retired;
    }
    EXPECT_LT(retired, kIds) << "bit " << bit;
    const MemoryReport report(unit.dut().memory_report_o);
    EXPECT_TRUE(report.fatal) << "bit " << bit;
    EXPECT_EQ(report.memory, 36u) << "bit " << bit;
  }
}

// Writes that wait for the L2, in the queue of the commit stage's reader
TYPED_TEST(ProtectedCommitUnit, AWrongBitOfAWaitingWriteIsCorrectedOrStopsTheUnit) {
  using Offered = typename ClockedUnit<TypeParam>::Offered;
  constexpr unsigned kWrites = 6;
  const Place queue = places<TypeParam>(SiteKind::kMemory, "u_commit_stage.u_log_reader.u_beats").front();
  unsigned corrected = 0, stopped = 0;
  for (unsigned bit = 0; bit < queue.width; ++bit) {
    ClockedUnit<TypeParam> unit(1);
    TypeParam& dut = unit.dut();
    dut.l2_write_ready_i = 0;
    for (unsigned write = 0; write < kWrites; ++write) {
      unit.fill(0, kFillWrite, 100 + write, write + 1 == kWrites);
      dut.fill_data_i = 200 + write;
      unit.until(&Offered::fill_taken);
    }
    unit.until(&Offered::pass);
    unit.final_pass(0);
    unit.cycles(50);
    turn_bit_of_all_words(dut, queue, bit);
    dut.l2_write_ready_i = 1;
    unsigned written = 0;
    for (unsigned i = 0; i < 100; ++i) {
      const unsigned addr = dut.l2_write_addr_o, data = dut.l2_write_data_o;
      if (!unit.cycle().write) continue;
      EXPECT_EQ(addr, 100 + written) << "bit " << bit;
      EXPECT_EQ(data, 200 + written) << "bit " << bit;
      ++written;
    }
    const MemoryReport report(dut.memory_report_o);
    EXPECT_TRUE(report.valid) << "bit " << bit;
    EXPECT_EQ(report.memory, 34u) << "bit " << bit;
    EXPECT_EQ(report.fatal, written != kWrites) << "bit " << bit;
    ++(report.fatal ? stopped : corrected);
  }
  EXPECT_EQ(corrected != 0, this->kSecded);
  EXPECT_NE(stopped, 0u);
}

using SecdedCommitUnit = ProtectedCommitUnit<Vcommit_unit_secded>;

TEST_F(SecdedCommitUnit, TwoWrongBitsOfAWordStopTheUnit) {
  Rng rng = seeded_rng(73);
  check_memories(rng, 2);
}

constexpr unsigned kWatchdogCycles = 400;  ///< of CMakeLists.txt
using Unit = ClockedUnit<Vcommit_unit_parity>;

/// Transactions of a read or a write, with long pauses everywhere; ports without `valid` have random values.
class PausingTransactions {
 public:
  explicit PausingTransactions(Rng& rng) : rng_(rng), unit_(1 + static_cast<unsigned>(below(rng, 12))) {}

  /// One cycle. Returns what was on the ports; `youngest()` is the one of the logs before it.
  Unit::Offered cycle() {
    for (std::uint64_t& until : pauses_) {
      if (one_in(rng_, 4000)) until = now_ + below(rng_, 1200);
    }
    Vcommit_unit_parity& dut = unit_.dut();
    dut.l2_read_ready_i = now_ >= pauses_[0];
    dut.l2_write_ready_i = now_ >= pauses_[1];
    dut.reply_ready_i = now_ >= pauses_[2];
    if (!dut.fill_valid_i) offer_fill();
    if (!dut.control_valid_i) offer_final();
    const bool log = dut.fill_kind_i != kFillSkip;
    const auto id = static_cast<int>(dut.fill_id_i);
    const Unit::Offered offered = unit_.cycle();
    if (offered.fill_taken && log) youngest_ = std::max(youngest_, id);
    retire_id_ = offered.retire_id;
    if (offered.pass && dut.reply_ready_i)
      finals_.push_back({offered.reply_id, now_ + (one_in(rng_, 10) ? below(rng_, 1200) : below(rng_, 30))});
    ++now_;
    return offered;
  }
  /// Of the ids with a log; before the first one, -1
  int youngest() const { return youngest_; }

 private:
  void offer_fill() {
    Vcommit_unit_parity& dut = unit_.dut();
    dut.fill_id_i = static_cast<std::uint16_t>(rng_());
    dut.fill_kind_i = static_cast<std::uint8_t>(below(rng_, 2));
    while (next_ < retire_id_ + kWindow) ids_.push_back(next_++);
    if (ids_.empty() || now_ < pauses_[3] || !one_in(rng_, 20)) return;
    const auto chosen = ids_.begin() + static_cast<std::ptrdiff_t>(below(rng_, ids_.size()));
    if (one_in(rng_, 4)) {
      unit_.skip(*chosen);
    } else {
      unit_.fill(*chosen, one_in(rng_, 2) ? kFillRead : kFillWrite, 1, true);
    }
    ids_.erase(chosen);
  }
  void offer_final() {
    unit_.dut().control_id_i = static_cast<std::uint16_t>(rng_());
    const auto due =
        std::find_if(finals_.begin(), finals_.end(), [&](const auto& final) { return final.second <= now_; });
    if (due == finals_.end()) return;
    unit_.final_pass(due->first);
    finals_.erase(due);
  }

  static constexpr unsigned kWindow = 4;  ///< ids that are alive; there are as many buffers

  Rng& rng_;
  Unit unit_;
  std::deque<unsigned> ids_;                                ///< of which nothing was sent, in any order
  std::vector<std::pair<unsigned, std::uint64_t>> finals_;  ///< ids, and when
  std::array<std::uint64_t, 4> pauses_{0, 0, 0, 1000};      ///< of reads, writes, replies, logs: until when
  std::uint64_t now_ = 0;
  unsigned next_ = 0, retire_id_ = 0;
  int youngest_ = -1;
};

// There is work while an id with a log here has not retired or a port waits (docs/protection.md, "Stuck").
TEST(CommitUnitWatchdog, SaysWhenNothingHasMoved) {
  Rng rng = seeded_rng(74);
  unsigned standstills = 0, retired = 0;
  for (std::uint64_t round = 0; round < run_length(5); ++round) {
    PausingTransactions transactions(rng);
    unsigned still = 0;
    Unit::Offered offered;
    for (unsigned i = 0; i < 30'000; ++i) {
      const int youngest = transactions.youngest();
      offered = transactions.cycle();
      ASSERT_EQ(offered.stuck, still >= kWatchdogCycles) << "cycle " << i << ", still for " << still;
      const bool work = offered.waiting || youngest >= static_cast<int>(offered.retire_id);
      standstills += still == kWatchdogCycles ? 1 : 0;
      still = offered.moved || !work ? 0 : still + 1;
    }
    retired += offered.retire_id;
  }
  EXPECT_GT(standstills, 10u);
  EXPECT_GT(retired, 500u);
}

}  // namespace
}  // namespace gputm::tb
