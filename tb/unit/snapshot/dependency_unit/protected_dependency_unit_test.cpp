// dependency_unit with parity and with SECDED: without wrong bits it is the model, and reports nothing; after
// a wrong word in any of its memories its answers are those of a unit without, until it reports the memory
// and row, and then none leaves.
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include "Vdependency_unit_parity.h"
#include "Vdependency_unit_parity_sites.h"
#include "Vdependency_unit_secded.h"
#include "Vdependency_unit_secded_sites.h"
#include "common/memory_report.h"
#include "faults/fault.h"
#include "runs.h"

namespace gputm::tb {
namespace {

constexpr unsigned kWriterParts = 2, kReaderWays = 4, kReaderBanks = 4;
// Numbers of memories: free groups of ids; queues of look-ups with leaves and of leaves, in which no word
// waits here
constexpr unsigned kFreeGroups = 12, kLookUps = 38, kLeaves = 40;

/// A memory's number in the report (docs/protection.md), and whether it is a queue
struct Memory {
  unsigned number = 0;
  bool queue = false;
};
Memory memory_of(const std::string& name) {
  static const std::vector<std::pair<std::string, Memory>> kFirst = [] {
    std::vector<std::pair<std::string, Memory>> all;
    const std::string table = "u_center.u_timestamps.u_table.", directory = "u_center.u_directory.";
    unsigned number = 0;
    for (const char* field : {"u_state.", "u_pred_below.", "u_pred_pdts.", "gen_list.u_list.",
                              "gen_list.u_committed.", "gen_list.u_released.", "u_succ_below.",
                              "u_succ_pdts.", "gen_former.u_pdts.", "gen_former.u_below."})
      all.push_back({table + field, {number++}});
    all.push_back({directory + "u_txn.", {number++}});
    all.push_back({directory + "u_other.", {number++}});
    all.push_back({directory + "u_free.", {number++, true}});
    all.push_back({directory + "u_samples.", {number++}});
    for (unsigned lane = 0; lane < 4; ++lane)
      all.push_back({directory + "gen_scan[" + std::to_string(lane) + "].", {number++}});
    all.push_back({"u_ops.", {number++, true}});
    for (unsigned part = 0; part < kWriterParts; ++part)
      all.push_back({"u_tables.u_writers.gen_part[" + std::to_string(part) + "].", {number++}});
    all.push_back({"u_tables.u_writers.u_answers.", {number++, true}});
    for (unsigned way = 0; way < kReaderWays; ++way) {
      for (unsigned bank = 0; bank < kReaderBanks; ++bank)
        all.push_back({"u_tables.u_readers.u_ways.gen_way[" + std::to_string(way) + "].gen_bank[" +
                           std::to_string(bank) + "].",
                       {number++}});
    }
    for (const char* queue : {"u_look_ups.", "u_answers.", "u_leaves."})
      all.push_back({std::string("u_tables.u_readers.u_answers.") + queue, {number++, true}});
    all.push_back({"u_tables.u_order.", {number, true}});
    return all;
  }();
  for (const auto& [first, memory] : kFirst) {
    if (name.starts_with(first)) return memory;
  }
  ADD_FAILURE() << name;
  return {};
}

struct Answer {
  unsigned op = 0, result = 0, txn = 0;
  std::uint64_t timestamp = 0;
  bool operator==(const Answer&) const = default;
  friend std::ostream& operator<<(std::ostream& out, const Answer& a) {
    return out << "operation " << a.op << ": " << a.result << " of " << a.txn << " at " << a.timestamp;
  }
};

/// Transactions through a unit, with any answers. Two units with the same seed see the same while they
/// answer the same.
template <typename Model>
class Transactions {
 public:
  explicit Transactions(std::uint64_t seed) : rng_(seed) {
    auto& dut = clocked_.dut();
    dut.op_valid_i = 0;
    dut.rsp_ready_i = 0;
    clocked_.reset();
    do {
      clocked_.settle();
      clocked_.step();
    } while (dut.busy_o);
  }

  void run(unsigned cycles) {
    for (unsigned i = 0; i < cycles; ++i) cycle();
  }
  /// Cycles in which reads are offered and no answer is taken, so that queues fill
  void hold(unsigned cycles) {
    holds_ = true;
    run(cycles);
    holds_ = false;
  }
  /// Assertions know what a wrong bit breaks.
  void disable_assertions() { clocked_.context().assertOn(false); }
  Model& dut() { return clocked_.dut(); }
  const std::vector<Answer>& answers() const { return answers_; }
  MemoryReport report() { return MemoryReport(clocked_.dut().memory_report_o); }
  bool offers() {
    clocked_.settle();
    return clocked_.dut().rsp_valid_o;
  }

 private:
  struct Running {
    unsigned txn = 0, left = 0;
    bool waiting = false, ends = false;
  };

  void cycle() {
    auto& dut = clocked_.dut();
    if (!dut.op_valid_i) next();
    dut.rsp_ready_i = !one_in(rng_, 4) && !holds_;
    clocked_.settle();
    const bool taken = dut.op_valid_i && dut.op_ready_o;
    if (dut.rsp_valid_o && dut.rsp_ready_i) answer();
    clocked_.step();
    if (taken) dut.op_valid_i = 0;
  }
  void offer(DepOp op, unsigned txn, std::uint64_t block) {
    auto& dut = clocked_.dut();
    dut.op_valid_i = 1;
    drive(dut.op_i, static_cast<unsigned>(op));
    drive(dut.op_txn_i, txn);
    drive(dut.op_block_i, block);
  }
  void next() {
    if (running_.size() + snapshots_ < 8) {
      ++snapshots_;
      return offer(DepOp::kSnapshot, 0, 0);
    }
    if (running_.empty()) return;
    Running& r = running_[below(rng_, running_.size())];
    if (holds_ && !r.ends) return offer(DepOp::kRead, r.txn, below(rng_, 3));
    if (r.waiting) return;
    r.waiting = true;
    r.ends = r.left == 0;
    if (r.ends) return offer(one_in(rng_, 4) ? DepOp::kAbort : DepOp::kCommit, r.txn, 0);
    --r.left;
    offer(one_in(rng_, 3) ? DepOp::kWrite : DepOp::kRead, r.txn, below(rng_, 20));
  }
  void answer() {
    const auto& dut = clocked_.dut();
    const auto op = static_cast<DepOp>(dut.rsp_op_o);
    const auto result = static_cast<DepResult>(dut.rsp_result_o);
    const Answer answer{.op = dut.rsp_op_o,
                        .result = dut.rsp_result_o,
                        .txn = result == DepResult::kWait ? 0u : dut.rsp_txn_o,  // no id
                        .timestamp = dut.rsp_timestamp_o};
    answers_.push_back(answer);
    if (op == DepOp::kSnapshot) {
      --snapshots_;
      if (result != DepResult::kWait) running_.push_back({answer.txn, static_cast<unsigned>(below(rng_, 6))});
      return;
    }
    const auto found = std::ranges::find(running_, answer.txn, &Running::txn);
    if (found == running_.end()) return;
    found->waiting = found->ends;
    if (op == DepOp::kCommit || op == DepOp::kAbort) running_.erase(found);
  }

  Rng rng_;
  Clocked<Model> clocked_;
  std::vector<Running> running_;
  unsigned snapshots_ = 0;
  bool holds_ = false;
  std::vector<Answer> answers_;
};

/// Two units that have seen the same; from begin() on, one of them has a wrong word.
template <typename Model>
class Spoilt {
 public:
  explicit Spoilt(Rng& rng) : Spoilt(rng(), rng) {}

  /// Inverts `bits` bits of a row of the memory `number`, or one of all words of a queue.
  void begin(unsigned number, unsigned bits) {
    std::vector<Site> sites = Described<Model>::sites(wrong.dut());
    std::erase_if(sites, [&](const Site& site) {
      return site.kind != SiteKind::kMemory || memory_of(site.name).number != number;
    });
    const Site& site = sites.at(below(rng_, sites.size()));
    const Memory memory = memory_of(site.name);
    if (memory.queue) {
      right.hold(150);
      wrong.hold(150);
    }
    const auto spoilt = static_cast<unsigned>(below(rng_, site.depth));
    row = memory.queue ? 0 : spoilt;
    const std::uint64_t first = below(rng_, site.width), second = below(rng_, site.width - 1);
    for (unsigned word = 0; word < site.depth; ++word) {
      if (!memory.queue && word != spoilt) continue;
      site.flip(std::uint64_t{word} * site.width + first);
      if (bits == 2 && !memory.queue)
        site.flip(std::uint64_t{word} * site.width + (first + 1 + second) % site.width);
    }
    wrong.disable_assertions();
  }

  Transactions<Model> right, wrong;
  unsigned row = 0;  ///< as reported

 private:
  Spoilt(std::uint64_t seed, Rng& rng) : right(seed), wrong(seed), rng_(rng) {
    const auto cycles = 200 + static_cast<unsigned>(below(rng, 400));
    right.run(cycles);
    wrong.run(cycles);
  }
  Rng& rng_;
};

constexpr unsigned kCycles = 2500;  // in which nearly every word is read or written
constexpr unsigned kRuns = 6;       // of each memory

/// Numbers of the model's memories
template <typename Model>
std::set<unsigned> memories(bool queues) {
  VerilatedContext context;
  Model model(&context);
  std::set<unsigned> found;
  for (const Site& site : Described<Model>::sites(model)) {
    if (site.kind != SiteKind::kMemory) continue;
    const Memory memory = memory_of(site.name);
    if (queues || !memory.queue) found.insert(memory.number);
  }
  return found;
}

template <typename Model>
class ProtectedDependencyUnit : public ::testing::Test {};

using Models = ::testing::Types<Vdependency_unit_parity, Vdependency_unit_secded>;
TYPED_TEST_SUITE(ProtectedDependencyUnit, Models);

TYPED_TEST(ProtectedDependencyUnit, IsTheModelAndReportsNothing) {
  Rng rng = seeded_rng(21);
  for (std::uint64_t run = 0; run < run_length(4); ++run) {
    DependencyBench<TypeParam> bench(kTxns, last_commit(24), rules(24), rng);
    bench.run({.operations = 6000,
               .running = 4 + static_cast<unsigned>(below(rng, 13)),
               .blocks = 4 + static_cast<unsigned>(below(rng, 56)),
               .accesses = 2 + static_cast<unsigned>(below(rng, 9)),
               .stalls = !one_in(rng, 3)});
    ASSERT_EQ(bench.failure(), std::nullopt) << "run " << run;
    EXPECT_EQ(bench.memory_report(), 0u);
  }
}

TYPED_TEST(ProtectedDependencyUnit, NoAnswerLeavesAfterALostWord) {
  constexpr unsigned kLost = std::is_same_v<TypeParam, Vdependency_unit_parity> ? 1 : 2;
  Rng rng = seeded_rng(22);
  const std::set<unsigned> all = memories<TypeParam>(true);
  EXPECT_EQ(all.size(), 8 + 8 + 1 + kWriterParts + 1 + kReaderWays * kReaderBanks + 3 + 1);
  for (const unsigned memory : all) {
    unsigned reported = 0;
    for (std::uint64_t run = 0; run < run_length(kRuns); ++run) {
      Spoilt<TypeParam> units(rng);
      units.begin(memory, kLost);
      unsigned cycles = 0;
      while (!units.wrong.report().fatal && cycles < kCycles) {
        units.wrong.run(1);
        ++cycles;
      }
      const MemoryReport report = units.wrong.report();
      std::size_t answers = units.wrong.answers().size();
      EXPECT_EQ(report.corrected, 0u);
      if (report.fatal) {
        ++reported;
        EXPECT_EQ(report.memory, memory);
        EXPECT_EQ(report.row, units.row) << "memory " << memory;
        answers += units.wrong.offers();  // since before
        units.wrong.run(200);
        EXPECT_EQ(units.wrong.answers().size(), answers) << "memory " << memory;
      } else {
        EXPECT_FALSE(report.valid);
        // Without an id, which words behind an empty queue decide, a refused snapshot may take longer.
        if (memory == kFreeGroups) continue;
      }
      units.right.run(cycles + 200);
      ASSERT_GE(units.right.answers().size(), answers) << "memory " << memory;
      for (std::size_t i = 0; i < answers; ++i)
        ASSERT_EQ(units.wrong.answers()[i], units.right.answers()[i])
            << "memory " << memory << " answer " << i;
    }
    if (memory != kLookUps && memory != kLeaves) {
      EXPECT_GT(reported, 0u) << "memory " << memory;
    }
  }
}

TEST(SecdedDependencyUnit, CorrectsABitOfARow) {
  Rng rng = seeded_rng(23);
  for (const unsigned memory : memories<Vdependency_unit_secded>(false)) {
    unsigned corrected = 0;
    for (std::uint64_t run = 0; run < run_length(kRuns); ++run) {
      Spoilt<Vdependency_unit_secded> units(rng);
      units.begin(memory, 1);
      units.wrong.run(kCycles);
      units.right.run(kCycles);
      EXPECT_EQ(units.wrong.answers(), units.right.answers()) << "memory " << memory;
      const MemoryReport report = units.wrong.report();
      EXPECT_FALSE(report.fatal);
      EXPECT_EQ(report.uncorrectable, 0u);
      if (!report.valid) continue;
      ++corrected;
      EXPECT_EQ(report.memory, memory);
      EXPECT_EQ(report.row, units.row);
      EXPECT_GE(report.corrected, 1u);
    }
    EXPECT_GT(corrected, 0u) << "memory " << memory;
  }
}

}  // namespace
}  // namespace gputm::tb
