// metadata_table against its model, operation by operation: random accesses of random attempts to few
// granules and to many, with random stalls; the same granule in every cycle; the rates that the design has to
// reach.
#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "Vmetadata_table.h"
#include "Vmetadata_table_full.h"
#include "common/module_bench.h"
#include "common/stalls.h"
#include "getm/metadata_table.h"
#include "unit/getm/common/table_events.h"

namespace gputm::tb::metadata_table_test {
namespace {

using engines::getm::GranuleNumber;
using engines::getm::MetadataTable;
using engines::getm::Time;
using engines::getm::Verdict;

constexpr MetadataTable::Config kSmall{.rows = 4, .stash = 3, .filter_buckets = 8};
constexpr MetadataTable::Config kFull{};
constexpr unsigned kTimeBits = 46;
constexpr std::uint64_t kLatest = (std::uint64_t{1} << kTimeBits) - 1;

enum class Kind : std::uint8_t { kLoad, kStore, kRelease, kNone };

struct Operation {
  Kind kind = Kind::kLoad;
  GranuleNumber granule = 0;
  std::uint64_t time = 0;
  unsigned words = 0;
};

/// The table beside its model. Operations are decided by the model when they enter.
template <typename Model>
class TableBench {
 public:
  explicit TableBench(const MetadataTable::Config& config) : config_(config), table_(config) {
    auto& dut = bench_.dut();
    dut.clear_i = 0;
    dut.op_valid_i = 0;
    bench_.reset();
    await_idle();
  }

  /// One cycle; the operation, if any, stays until it is taken. Returns the model's answer to it when it is.
  std::optional<MetadataTable::Answer> cycle(const std::optional<Operation>& operation) {
    auto& dut = bench_.dut();
    dut.op_valid_i = operation.has_value();
    if (operation) {
      dut.op_kind_i = static_cast<std::uint8_t>(operation->kind);
      drive(dut.op_granule_i, operation->granule);
      drive(dut.op_time_i, operation->time);
      drive(dut.op_words_i, operation->words);
    }
    bench_.settle();
    if (dut.rsp_valid_o) check();
    events_.count(dut.events_o);
    std::optional<MetadataTable::Answer> answer;
    if (operation && dut.op_ready_o) {
      answer = decide(*operation);
      expected_.push_back(*answer);
      kinds_.push_back(operation->kind);
    }
    bench_.tick();
    return answer;
  }
  void await_idle() {
    bench_.dut().op_valid_i = 0;
    unsigned cycles = 0;
    for (bench_.settle(); bench_.dut().busy_o && cycles < 10'000; bench_.settle(), ++cycles) cycle({});
    if (bench_.dut().busy_o) bench_.fail("the table stays busy");
    if (!expected_.empty()) bench_.fail("an answer is missing");
    events_.compare(
        table_.counters(), too_late_, no_room_,
        [this](const char* what, auto count, auto expected) { bench_.expect(what, count, expected); });
  }
  void clear() {
    await_idle();
    bench_.dut().clear_i = 1;
    bench_.settle();
    bench_.tick();
    bench_.dut().clear_i = 0;
    table_ = MetadataTable(config_);
    events_ = {};
    too_late_ = no_room_ = 0;
    await_idle();
  }
  const MetadataTable& table() const { return table_; }
  std::uint64_t cycles() const { return bench_.cycles(); }
  const std::optional<std::string>& failure() const { return bench_.failure(); }

 private:
  MetadataTable::Answer decide(const Operation& o) {
    switch (o.kind) {
      case Kind::kLoad:
        return table_.load(o.granule, {o.time});
      case Kind::kStore:
        return table_.store(o.granule, {o.time}, o.words);
      case Kind::kRelease:
        return table_.release(o.granule, o.words);
      default:
        table_.none();
        return {};
    }
  }
  void check() {
    auto& dut = bench_.dut();
    if (expected_.empty()) return bench_.fail("an answer without an operation");
    const MetadataTable::Answer expected = expected_.front();
    expected_.pop_front();
    bench_.expect("verdict", dut.rsp_verdict_o, expected.verdict);
    const bool aborts = expected.verdict == Verdict::kAbort, needs = aborts && expected.needs;
    too_late_ += needs;
    no_room_ += aborts && !needs;
    bench_.expect("valid time of an abort", dut.rsp_needs_valid_o, needs);
    if (needs) bench_.expect("time of an abort", dut.rsp_needs_o, expected.needs->value);
    if (expected.verdict != Verdict::kStall && kinds_.front() != Kind::kNone)
      bench_.expect("turn", dut.rsp_turn_o, expected.turn == Time::latest() ? kLatest : expected.turn.value);
    kinds_.pop_front();
  }

  MetadataTable::Config config_;
  ModuleBench<Model> bench_;
  MetadataTable table_;
  std::deque<MetadataTable::Answer> expected_;
  std::deque<Kind> kinds_;
  TableEvents events_;
  std::uint64_t too_late_ = 0, no_room_ = 0;
};

/// Random attempts: each accesses granules at its time and releases what it has reserved.
class Attempts {
 public:
  Attempts(Rng& rng, unsigned count, std::uint64_t granules) : rng_(rng), granules_(granules) {
    for (unsigned i = 0; i < count; ++i) restart(attempts_.emplace_back());
  }

  Operation next() {
    current_ = below(rng_, attempts_.size());
    Attempt& attempt = attempts_[current_];
    if (!attempt.reserved.empty() && (attempt.ends || one_in(rng_, 8))) {
      attempt.ends = true;
      auto granule = attempt.reserved.begin();
      std::advance(granule, below(rng_, attempt.reserved.size()));
      const auto words =
          static_cast<unsigned>(std::min<std::uint64_t>(1 + below(rng_, 255), granule->second));
      operation_ = {.kind = Kind::kRelease, .granule = granule->first, .time = attempt.time, .words = words};
    } else {
      if (attempt.ends || one_in(rng_, 8)) restart(attempt);
      operation_ = {.kind = one_in(rng_, 10)  ? Kind::kNone
                            : one_in(rng_, 2) ? Kind::kStore
                                              : Kind::kLoad,
                    .granule = granule(),
                    .time = attempt.time,
                    .words = static_cast<unsigned>(1 + below(rng_, one_in(rng_, 4) ? 255 : 4))};
    }
    return operation_;
  }
  /// The model's answer to the last operation
  void take(const MetadataTable::Answer& answer) {
    Attempt& attempt = attempts_[current_];
    if (operation_.kind == Kind::kRelease) {
      auto granule = attempt.reserved.find(operation_.granule);
      granule->second -= operation_.words;
      if (granule->second == 0) attempt.reserved.erase(granule);
    } else if (answer.verdict == Verdict::kPass && operation_.kind == Kind::kStore) {
      attempt.reserved[operation_.granule] += operation_.words;
    } else if (answer.verdict == Verdict::kAbort) {
      attempt.ends = true;
      if (answer.needs) clock_ = std::max(clock_, answer.needs->value);
    }
    if (attempt.ends && attempt.reserved.empty()) restart(attempt);
  }
  /// Releases everything.
  std::optional<Operation> last_release() {
    for (current_ = 0; current_ < attempts_.size(); ++current_) {
      const auto& reserved = attempts_[current_].reserved;
      if (reserved.empty()) continue;
      operation_ = {.kind = Kind::kRelease,
                    .granule = reserved.begin()->first,
                    .time = 0,
                    .words = std::min(reserved.begin()->second, 255u)};
      return operation_;
    }
    return std::nullopt;
  }

 private:
  struct Attempt {
    std::uint64_t time = 0;
    bool ends = false;
    std::map<GranuleNumber, unsigned> reserved;
  };
  void restart(Attempt& attempt) {
    if (!attempt.reserved.empty()) {
      attempt.ends = true;
      return;
    }
    clock_ += 1 + below(rng_, 3);
    attempt = {.time = clock_, .ends = false, .reserved = {}};
  }
  GranuleNumber granule() {
    // Often one of the last granules again
    if (!last_.empty() && one_in(rng_, 3)) return last_[below(rng_, last_.size())];
    // Spread over all bits of the number
    const auto number = static_cast<GranuleNumber>(below(rng_, granules_) * 0x9e3779b1u & 0x3fffffffu);
    last_.push_back(number);
    if (last_.size() > 6) last_.pop_front();
    return number;
  }

  Rng& rng_;
  std::uint64_t granules_;
  std::vector<Attempt> attempts_;
  std::deque<GranuleNumber> last_;
  std::size_t current_ = 0;
  Operation operation_;
  std::uint64_t clock_ = 1;
};

/// One run until everything is released
template <typename Model>
void run(TableBench<Model>& bench, Rng& rng, std::uint64_t operations) {
  Attempts attempts(rng, 1 + static_cast<unsigned>(below(rng, 24)), 1 + below(rng, one_in(rng, 2) ? 8 : 200));
  StallStream offers(rng);
  std::optional<Operation> offered;
  for (std::uint64_t done = 0; !bench.failure();) {
    if (!offered && offers.go()) {
      offered = done < operations ? std::optional(attempts.next()) : attempts.last_release();
      if (!offered) break;
    }
    const auto answer = bench.cycle(offered);
    if (!answer) continue;
    attempts.take(*answer);
    offered.reset();
    ++done;
  }
}

TEST(MetadataTable, IsTheModel) {
  Rng rng = seeded_rng(402);
  TableBench<Vmetadata_table> bench(kSmall);
  MetadataTable::Counters sum;
  for (std::uint64_t i = 0; i < run_length(60); ++i) {
    run(bench, rng, 2000);
    ASSERT_EQ(bench.failure(), std::nullopt) << "run " << i;
    const MetadataTable::Counters& counters = bench.table().counters();
    sum.evictions += counters.evictions;
    sum.displacements += counters.displacements;
    sum.stashed += counters.stashed;
    sum.unrecorded_loads += counters.unrecorded_loads;
    sum.no_room += counters.no_room;
    bench.clear();
  }
  ASSERT_EQ(bench.failure(), std::nullopt);
  EXPECT_GT(sum.evictions, 1000u);
  EXPECT_GT(sum.displacements, 100u);
  EXPECT_GT(sum.stashed, 100u);
  EXPECT_GT(sum.unrecorded_loads, 100u);
  EXPECT_GT(sum.no_room, 100u);
}

TEST(MetadataTable, SameGranuleInEveryCycle) {
  Rng rng = seeded_rng(403);
  TableBench<Vmetadata_table> bench(kSmall);
  constexpr unsigned kOperations = 4000;
  const std::uint64_t begin = bench.cycles();
  std::uint64_t time = 1;
  unsigned reserved = 0;
  for (unsigned i = 0; i < kOperations && !bench.failure();) {
    // One attempt after the other reads the granule, then writes it, gives up what it has reserved, and is
    // overtaken.
    const bool release = reserved != 0 && i % 4 == 3;
    const Operation operation{.kind = release      ? Kind::kRelease
                                      : i % 4 == 1 ? Kind::kStore
                                                   : Kind::kLoad,
                              .granule = 77,
                              .time = i % 4 == 2 ? time + below(rng, 3) - 1 : time,
                              .words = release ? reserved : 2};
    const auto answer = bench.cycle(operation);
    if (!answer) continue;
    if (operation.kind == Kind::kStore && answer->verdict == Verdict::kPass) reserved += operation.words;
    if (release) reserved = 0;
    time += i % 4 == 3;
    ++i;
  }
  // The first one has no entry, so that the second one is held for a cycle.
  EXPECT_LE(bench.cycles() - begin, kOperations + 1);
  bench.await_idle();
  EXPECT_EQ(bench.failure(), std::nullopt);
}

/// Operations of accesses outside of transactions have no granule, so they may all have the same number.
TEST(MetadataTable, OperationsWithoutEffectHoldNone) {
  TableBench<Vmetadata_table> bench(kSmall);
  constexpr unsigned kOperations = 1000;
  const std::uint64_t begin = bench.cycles();
  for (unsigned i = 0; i < kOperations && !bench.failure();)
    i += bench.cycle(Operation{.kind = Kind::kNone, .granule = 77, .time = 0, .words = 0}).has_value();
  EXPECT_EQ(bench.cycles() - begin, kOperations);
  bench.await_idle();
  EXPECT_EQ(bench.failure(), std::nullopt);
}

/// More words than the counter of an entry holds are refused, also to the attempt that has reserved the
/// granule.
TEST(MetadataTable, ReservesNoMoreWordsThanItCounts) {
  TableBench<Vmetadata_table> bench(kSmall);
  unsigned reserved = 0, refused = 0;
  for (unsigned i = 0; i < 80 && !bench.failure(); ++i) {
    const Operation store{
        .kind = Kind::kStore, .granule = 5, .time = 10u + (i % 8 == 7), .words = 1 + i * 53 % 255};
    std::optional<MetadataTable::Answer> answer;
    while (!answer) answer = bench.cycle(store);
    if (answer->verdict == Verdict::kPass) reserved += store.words;
    refused += answer->verdict == Verdict::kAbort;
  }
  EXPECT_GT(reserved, MetadataTable::kMostReserved - 255);
  EXPECT_GT(refused, 10u);
  bench.await_idle();
  EXPECT_EQ(bench.failure(), std::nullopt);
}

/// Operations on random granules: with `stores`, stores of attempts with one granule each, which is released
/// when up to 24 are reserved, and without `stores_only` also loads.
class Stream {
 public:
  Stream(Rng& rng, unsigned granules, bool stores, bool stores_only)
      : rng_(rng), granules_(granules), stores_(stores), stores_only_(stores_only) {}

  Operation next() {
    if (reserved_.size() == std::min(24u, granules_))
      return {.kind = Kind::kRelease, .granule = reserved_.front(), .time = 0, .words = 1};
    const bool store = stores_ && (stores_only_ || one_in(rng_, 2));
    return {.kind = store ? Kind::kStore : Kind::kLoad,
            .granule = static_cast<GranuleNumber>(below(rng_, granules_)),
            .time = ++time_,
            .words = 1};
  }
  void take(const Operation& operation, const MetadataTable::Answer& answer) {
    if (operation.kind == Kind::kRelease) reserved_.pop_front();
    if (operation.kind == Kind::kStore && answer.verdict == Verdict::kPass)
      reserved_.push_back(operation.granule);
  }

 private:
  Rng& rng_;
  unsigned granules_;
  bool stores_, stores_only_;
  std::uint64_t time_ = 0;
  std::deque<GranuleNumber> reserved_;
};

/// Operations a cycle on one hot granule, and on granules of which the table holds all, half, or few
TEST(MetadataTable, OneOperationACycle) {
  Rng rng = seeded_rng(404);
  for (const unsigned granules : {1u, 512u, 2048u, 1u << 20}) {
    for (const auto& [what, stores, stores_only] :
         {std::tuple("loads", false, false), {"stores", true, true}, {"both", true, false}}) {
      TableBench<Vmetadata_table_full> bench(kFull);
      Stream stream(rng, granules, stores, stores_only);
      constexpr unsigned kOperations = 20'000;
      std::uint64_t begin = 0;
      for (unsigned i = 0; i < kOperations && !bench.failure(); ++i) {
        if (i == kOperations / 2) begin = bench.cycles();
        const Operation operation = stream.next();
        std::optional<MetadataTable::Answer> answer;
        while (!answer && !bench.failure()) answer = bench.cycle(operation);
        if (answer) stream.take(operation, *answer);
      }
      ASSERT_EQ(bench.failure(), std::nullopt);
      const double rate = kOperations / 2. / static_cast<double>(bench.cycles() - begin);
      EXPECT_GE(rate, 0.95) << what << " of " << granules << " granules";
      std::cout << what << " of " << granules << " granules: " << rate << " operations a cycle\n";
    }
  }
}

}  // namespace
}  // namespace gputm::tb::metadata_table_test
