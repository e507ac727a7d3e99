// last_writer_history with parity: without wrong bits it is last_writer_history, and reports nothing. A wrong
// entry that is read is reported. From then on, until every id inserted so far has expired, each look-up is
// answered by the youngest id inserted before it; otherwise as if no bit had been wrong.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <deque>
#include <initializer_list>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "Vlwh_parity.h"
#include "Vlwh_parity_sites.h"
#include "Vlwh_small.h"
#include "unit/kilo/last_writer_history/lwh_bench.h"
#include "unit/kilo/last_writer_history/lwh_words.h"
#include "unit/kilo/last_writer_history/reference_history.h"

namespace gputm::tb {
namespace {

using Model = Vlwh_parity;
using Bench = LwhBench<Model>;

/// In the order of errors_o
enum Part : unsigned { kTable, kFilter };
constexpr std::array kParts{kTable, kFilter};
constexpr unsigned kIdBits = kSmall.cid_bits;
constexpr unsigned kValidBit = kIdBits + kSmall.addr_bits;  // of an entry of the table

/// An entry of the table (memory: way) or of the filter (sub-array)
struct Place {
  unsigned memory, row;
};
/// ecc_pkg::ram_error_t
struct Error {
  explicit Error(std::uint64_t bits)
      : row(bits & 0xffff), fatal((bits >> 16 & 1) != 0), valid((bits >> 17 & 1) != 0) {}
  std::uint64_t row;
  bool fatal, valid;
};

/// Knows the wrong entries and when they are read, and the answers that follow from reports of them. A part
/// has one wrong entry at a time.
class ProtectedBench : public Bench {
 public:
  /// `own_ids`: each insertion has another id. Then also answers without a loss are known exactly.
  ProtectedBench(std::uint64_t first, bool own_ids) : Bench(kSmall, first), first_(first), own_ids_(own_ids) {
    for (unsigned way = 0; way < kSmall.ways; ++way)
      memories_[kTable].push_back(
          Described<Model>::memory(dut(), "u_table.gen_way[" + std::to_string(way) + "]"));
    for (unsigned i = 0; i < kSmall.sub_arrays; ++i)
      memories_[kFilter].push_back(
          Described<Model>::memory(dut(), "u_bloom.gen_sub_array[" + std::to_string(i) + "]"));
    start();
  }

  void reset_all() {
    known_ = false;
    reset();
    start();
  }

  unsigned bits(Part part) const { return memories_[part].front().width; }
  /// The word's entry in the table
  Place entry_of(std::uint64_t word) {
    const std::uint32_t row = set_of(kSmall, word);
    for (unsigned way = 0; way < kSmall.ways; ++way) {
      const std::uint64_t entry = value(kTable, {way, row});
      if ((entry >> kValidBit & 1) != 0 && (entry >> kIdBits) % (1U << kSmall.addr_bits) == word)
        return {way, row};
    }
    ADD_FAILURE() << "word " << word << " is not in the table";
    return {0, row};
  }
  /// Inverts a bit at the beginning of the next cycle.
  void turn(Part part, Place place, unsigned bit) { turns_.push_back({part, place, bit}); }
  /// Inverts a bit once in `cycles` on average.
  void turn_often(Rng& rng, std::uint64_t cycles) {
    rng_ = &rng;
    period_ = cycles;
  }

  std::uint64_t reports(Part part) const { return reports_[part]; }
  bool wrong(Part part) const { return wrong_[part].has_value(); }
  /// Answers that are others because an entry is lost, and exact ones behind the first loss
  std::uint64_t answered_otherwise() const { return answered_otherwise_; }
  std::uint64_t exact_again() const { return exact_again_; }

 private:
  static constexpr unsigned kTableReport = 2, kFilterRead = 3, kFilterReport = 5;  // cycles of an operation
  static constexpr unsigned kWritten = 4;  // and when an entry that it has read is seen to be written
  static constexpr unsigned kKept = 16;    // cycles

  struct Operation {
    bool insert;
    std::uint64_t address, id;
  };
  struct Turn {
    Part part;
    Place place;
    unsigned bit;
  };
  /// Report of a cycle: must or may there be one, of which row
  struct Expected {
    bool must = false, may = false;
    unsigned row = 0;
  };
  struct Asked {
    std::uint64_t cycle;
    std::optional<std::uint64_t> youngest;  ///< id inserted before
    std::optional<std::uint64_t> in_table;  ///< without losses, as the two that follow
    std::uint64_t in_filter;
  };
  struct Loss {
    std::uint64_t cycle, youngest;  ///< of the report, and youngest id inserted before
  };

  void start() {
    known_ = true;
    reference_.emplace(kSmall, first_);
    operations_ = {};
    wrong_ = {};
    due_ = next_ = {};
    scrubbed_ = {};
    reported_by_ = {};
    asked_.clear();
    youngest_.reset();
    loss_.reset();
    retired_.fill(retire());
  }

  std::uint64_t value(Part part, Place place) const {
    const Site& site = memories_[part][place.memory];
    const auto* bytes = static_cast<const unsigned char*>(site.data) + place.row * site.stride;
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < site.stride; ++i) bits |= std::uint64_t{bytes[i]} << 8 * i;
    return bits;
  }
  bool is_right(Part part, Place place) const { return std::popcount(value(part, place)) % 2 == 0; }
  std::uint64_t retired(std::uint64_t cycle) const { return retired_[cycle % kKept]; }
  const std::optional<Operation>& accepted(std::uint64_t cycle) const { return operations_[cycle % kKept]; }

  void begins() override {
    if (!known_) return;
    const std::uint64_t now = cycles();
    operations_[now % kKept].reset();
    retired_[now % kKept] = retire();
    reference_->retire(retire());
    // An operation meets the table in its third cycle.
    if (const auto& done = accepted(now - kTableReport); done && done->insert) {
      reference_->insert(done->address, done->id);
    } else if (done) {
      for (Asked& asked : asked_) {
        if (asked.cycle != now - kTableReport) continue;
        asked.in_table = reference_->in_table(done->address);
        asked.in_filter = reference_->in_filter(done->address);
      }
    }
    for (const Part part : kParts) {
      // An entry that has been written in the last cycle was forwarded to who read it.
      if (wrong_[part] && is_right(part, *wrong_[part])) {
        wrong_[part].reset();
        reported_by_[part] = now + kFilterReport;
      }
      due_[part] = next_[part];
      next_[part] = report_of_read(part, now - 1);
      if (scrubbed_[part] == now && wrong_[part])
        fail("a scrubbed entry is still wrong", part, wrong_[part]->row);
    }
    if (rng_ != nullptr && one_in(*rng_, period_)) {
      const Part part = kParts.at(below(*rng_, 2));
      const auto memory = static_cast<unsigned>(below(*rng_, memories_[part].size()));
      const auto row = static_cast<unsigned>(below(*rng_, memories_[part][memory].depth));
      turn(part, {memory, row}, static_cast<unsigned>(below(*rng_, bits(part))));
    }
    for (const auto& [part, place, bit] : std::exchange(turns_, {})) {
      if (wrong_[part] || now <= reported_by_[part]) continue;
      const Site& site = memories_[part][place.memory];
      site.flip(std::uint64_t{place.row} * site.width + bit);
      wrong_[part] = place;
    }
  }

  /// What the next cycle reports of a read in the cycle `read`
  Expected report_of_read(Part part, std::uint64_t read) const {
    if (!wrong_[part]) return {};
    const Place place = *wrong_[part];
    const auto& operation = accepted(part == kTable ? read : read - kFilterRead);
    // The scrubber reads any row; an insertion those of the word that it evicts.
    if (!operation || (part == kFilter && operation->insert)) return {.may = true, .row = place.row};
    const std::uint32_t row = part == kTable ? set_of(kSmall, operation->address)
                                             : bucket_of(kSmall, place.memory, operation->address);
    return {.must = row == place.row, .may = row == place.row, .row = place.row};
  }

  void ends() override {
    if (!known_) return;
    const std::uint64_t now = cycles();
    for (const Part part : kParts) {
      const std::uint64_t bits = std::uint64_t{dut().errors_o} >> 18 * part & 0x3ffff;
      const Error error(bits);
      if (!error.valid) {
        if (bits != 0) fail("a report of nothing", part, error.row);
        if (due_[part].must) fail("a wrong entry was read and is not reported", part, due_[part].row);
        continue;
      }
      ++reports_[part];
      if (!due_[part].may) fail("a report, and no wrong entry was read", part, error.row);
      if (error.row != due_[part].row) fail("a report of another row", part, error.row);
      if (error.fatal) fail("a fatal error", part, error.row);
      if (youngest_) loss_ = {now, *youngest_};
      if (!accepted(now - (part == kTable ? kTableReport : kFilterReport)))
        scrubbed_[part] = now - kTableReport + kWritten;
    }
  }

  void took(bool insert, std::uint64_t address, std::uint64_t id) override {
    const std::uint64_t now = cycles();
    operations_[now % kKept] = {insert, address, id};
    if (insert) {
      youngest_ = id;
    } else {
      asked_.push_back({.cycle = now, .youngest = youngest_, .in_table = {}, .in_filter = 0});
    }
  }

  /// An operation may still see an id that has expired in the last cycle.
  std::uint64_t oldest_answer() const override { return retired(cycles() - 1); }

  void answered(const Query& query, const LwhAnswer& answer) override {
    const Asked asked = asked_.front();
    asked_.pop_front();
    const std::uint64_t now = cycles();
    // Whether entries are lost shows in the answer of the next cycle, and so does their end.
    const bool lost = loss_ && loss_->youngest >= retire();
    const bool ends = loss_ && !lost &&
                      (loss_->youngest >= retired(now - 1) ||
                       (now == loss_->cycle + 1 && loss_->youngest >= retired(now - 2)));
    const bool as_youngest = is_youngest(asked, answer), as_without = is_exact(asked, query, answer);
    if (lost) {
      answered_otherwise_ += as_without ? 0 : 1;
      if (!as_youngest) fail("the answer is not the youngest id before", query.address, answer.id);
      return;
    }
    // It may have read what was left of entries that expired since.
    if (loss_ && loss_->youngest >= retired(asked.cycle + kTableReport)) return;
    exact_again_ += loss_ && !ends;
    if (!as_without && !(ends && as_youngest))
      fail("the answer is not the last writer", query.address, answer.id);
  }

  /// An id that expires while it is looked up may be found, or not.
  bool is_youngest(const Asked& asked, const LwhAnswer& answer) const {
    if (answer.found) return asked.youngest == answer.id && answer.id >= retired(asked.cycle - 1);
    return !asked.youngest || *asked.youngest < retire();
  }
  bool is_exact(const Asked& asked, const Query& query, const LwhAnswer& answer) const {
    if (!own_ids_) return true;  // of words with the same id, any may be evicted
    const std::uint64_t table_retired = retired(asked.cycle + kTableReport);
    if (asked.in_table && *asked.in_table >= table_retired)
      return answer.found && answer.id == *asked.in_table;
    const bool in_filter = asked.in_filter >= retired(asked.cycle + kFilterReport);
    if (answer.found) return in_filter && answer.id == asked.in_filter;
    // The table may know that the last writer has expired.
    return !in_filter || (query.writer && *query.writer < table_retired);
  }

  std::uint64_t first_;
  bool own_ids_;
  bool known_ = false;  ///< what is in the memories
  std::array<std::vector<Site>, 2> memories_;
  std::optional<ReferenceHistory<UnitHashes>> reference_;
  std::array<std::optional<Operation>, kKept> operations_;  // by cycle
  std::array<std::uint64_t, kKept> retired_{};
  std::vector<Turn> turns_;
  Rng* rng_ = nullptr;
  std::uint64_t period_ = 0;
  std::array<std::optional<Place>, 2> wrong_;
  std::array<Expected, 2> due_, next_;          // reports of this cycle, and of the next
  std::array<std::uint64_t, 2> scrubbed_{};     // cycle in which a scrubbed entry is seen to be right
  std::array<std::uint64_t, 2> reported_by_{};  // and by which all reads of the last wrong entry are reported
  std::deque<Asked> asked_;
  std::optional<std::uint64_t> youngest_;
  std::optional<Loss> loss_;  // the last one
  std::uint64_t answered_otherwise_ = 0, exact_again_ = 0;
  std::array<std::uint64_t, 2> reports_{};
};

/// First ids of directed tests; those after the first few wrap.
constexpr std::initializer_list<std::uint64_t> kFirst{1000, 1016, 1018, 1019, 1020, 1021, 1023, 1024};

/// The first word of `count` of another set and with other buckets than the words `others`, that are not
/// those either
std::vector<std::uint64_t> apart_from(std::size_t count, const std::vector<std::uint64_t>& others) {
  return words(kSmall, count, 0, [&](std::uint64_t word) {
    return std::ranges::none_of(others, [&](std::uint64_t other) {
      return set_of(kSmall, word) == set_of(kSmall, other) || shares_any_bucket(kSmall, word, other);
    });
  });
}

LwhTraffic traffic_of(std::uint64_t operations, std::uint64_t first, bool own_ids, Rng& rng) {
  return {.operations = operations,
          .addresses = 4 + below(rng, 200),
          .stride = 1,
          .live_ids = 1 + below(rng, 127),
          .first_id = first,
          .own_ids = own_ids};
}

TEST(ProtectedLastWriterHistory, AnswersAsTheUnprotectedOneAndReportsNothing) {
  Rng rng = seeded_rng(131);
  for (std::uint64_t run = 0; run < run_length(10); ++run) {
    const std::uint64_t first = 1024 - below(rng, 300), seed = rng();
    const bool own_ids = one_in(rng, 2);
    ProtectedBench bench(first, own_ids);
    LwhBench<Vlwh_small> unprotected(kSmall, first);
    while (unprotected.cycles() < bench.cycles()) unprotected.cycle();
    Rng stream(seed), same_stream(seed);
    run_traffic(bench, kSmall, traffic_of(10000, first, own_ids, stream), stream);
    run_traffic(unprotected, kSmall, traffic_of(10000, first, own_ids, same_stream), same_stream);
    ASSERT_EQ(bench.failure(), std::nullopt) << "run " << run;
    ASSERT_EQ(unprotected.failure(), std::nullopt) << "run " << run;
    EXPECT_TRUE(bench.heard() == unprotected.heard()) << "run " << run;
    EXPECT_GT(bench.answers(), 2000u);
    EXPECT_EQ(bench.reports(kTable) + bench.reports(kFilter), 0u);
  }
}

TEST(ProtectedLastWriterHistory, WrongEntriesAreReportedAndAnsweredFor) {
  Rng rng = seeded_rng(132);
  std::uint64_t table = 0, filter = 0, otherwise = 0, exact_again = 0;
  for (std::uint64_t run = 0; run < run_length(100); ++run) {
    const std::uint64_t first = 1024 - below(rng, 300), period = 20 + below(rng, 3000);
    const bool own_ids = !one_in(rng, 4);
    ProtectedBench bench(first, own_ids);
    bench.turn_often(rng, period);
    run_traffic(bench, kSmall, traffic_of(10000, first, own_ids, rng), rng);
    ASSERT_EQ(bench.failure(), std::nullopt) << "run " << run;
    table += bench.reports(kTable);
    filter += bench.reports(kFilter);
    otherwise += bench.answered_otherwise();
    exact_again += bench.exact_again();
  }
  EXPECT_GT(table, 500u);
  EXPECT_GT(filter, 500u);
  EXPECT_GT(otherwise, 1000u);
  EXPECT_GT(exact_again, 1000u);
}

// The operation that reads the wrong entry is the first that is answered for.
TEST(ProtectedLastWriterHistory, LostWriterIsTheYoungestInsertedBefore) {
  const std::vector<std::uint64_t> others = apart_from(3, {7});
  for (const std::uint64_t first : kFirst) {
    for (const Part part : kParts) {
      for (unsigned memory = 0; memory < (part == kTable ? 1 : kSmall.sub_arrays); ++memory) {
        ProtectedBench sizes(first, true);
        for (unsigned bit = 0; bit < sizes.bits(part); ++bit) {
          ProtectedBench bench(first, true);
          std::uint64_t id = first;
          bench.insert(7, id++);
          if (part == kFilter) {
            for (const std::uint64_t word : evictors(kSmall, 7)) bench.insert(word, id++);
          }
          bench.insert(others[0], id++);
          const std::uint64_t youngest = id++;
          bench.insert(others[1], youngest);
          for (unsigned i = 0; i < 8; ++i) bench.cycle();
          bench.turn(part, part == kTable ? bench.entry_of(7) : Place{memory, bucket_of(kSmall, memory, 7)},
                     bit);
          bench.look_up(7);
          bench.insert(others[2], id);  // after the look-up
          while (bench.answers() == 0) bench.cycle();
          EXPECT_EQ(bench.heard().back(), (LwhAnswer{true, youngest})) << "bit " << bit;
          EXPECT_EQ(bench.reports(part), 1u);
          EXPECT_EQ(bench.ask(others[0]), (LwhAnswer{true, id})) << "as long as the lost writer may live";
          EXPECT_EQ(bench.ask(7), (LwhAnswer{true, id}));
          EXPECT_EQ(bench.reports(part), 2u) << "it is wrong until it is written, or scrubbed";
          ASSERT_EQ(bench.failure(), std::nullopt) << "bit " << bit;
        }
      }
    }
  }
}

TEST(ProtectedLastWriterHistory, ExactAgainWhenTheYoungestAtTheLossHasExpired) {
  const std::vector<std::uint64_t> others = apart_from(3, {7});
  for (const std::uint64_t first : kFirst) {
    ProtectedBench bench(first, true);
    bench.insert(7, first);
    bench.insert(others[0], first + 1);
    for (unsigned i = 0; i < 8; ++i) bench.cycle();
    bench.turn(kTable, bench.entry_of(7), 0);
    EXPECT_EQ(bench.ask(7), (LwhAnswer{true, first + 1}));
    bench.insert(others[1], first + 2);
    bench.insert(others[0], first + 3);
    bench.retire_to(first + 1);
    bench.cycle();
    EXPECT_EQ(bench.ask(others[1]), (LwhAnswer{true, first + 3}))
        << "the youngest at the loss has not expired";
    EXPECT_EQ(bench.ask(others[2]), (LwhAnswer{true, first + 3})) << "nor for a word without a writer";
    bench.retire_to(first + 2);
    bench.cycle();
    EXPECT_EQ(bench.ask(others[1]), (LwhAnswer{true, first + 2}));
    EXPECT_EQ(bench.ask(others[0]), (LwhAnswer{true, first + 3}));
    EXPECT_FALSE(bench.ask(others[2]).found);
    EXPECT_EQ(bench.failure(), std::nullopt);
  }
}

TEST(ProtectedLastWriterHistory, ExpiredYoungestIsNotFound) {
  const std::vector<std::uint64_t> others = apart_from(2, {7});
  for (const std::uint64_t first : kFirst) {
    for (const bool inserted_after : {false, true}) {
      ProtectedBench bench(first, true);
      bench.insert(others[0], first);
      bench.retire_to(first + 1);
      for (unsigned i = 0; i < 20; ++i) bench.cycle();
      bench.turn(kFilter, {0, bucket_of(kSmall, 0, 7)}, 0);
      bench.look_up(7);
      if (inserted_after) bench.insert(others[1], first + 1);
      while (bench.answers() == 0) bench.cycle();
      EXPECT_EQ(bench.reports(kFilter), 1u);
      EXPECT_FALSE(bench.heard().back().found) << "nothing inserted before the look-up is alive";
      EXPECT_EQ(bench.ask(7), inserted_after ? (LwhAnswer{true, first + 1}) : LwhAnswer{});
      EXPECT_EQ(bench.failure(), std::nullopt);
    }
  }
}

// The entry gets its new id while an operation reads the row: the wrong bit is reported, and the new entry is
// kept. Lower ways, which have expired, would take a lost word.
TEST(ProtectedLastWriterHistory, EntryThatIsWrittenWhenItIsReadIsNotLost) {
  const auto same_set = words(kSmall, 3, 0, [](std::uint64_t word) { return set_of(kSmall, word) == 3; });
  const std::uint64_t word = same_set[2], other = apart_from(1, {word})[0];
  for (const bool insert : {false, true}) {
    for (unsigned distance = 1; distance < 5; ++distance) {
      for (unsigned bit = 0; bit <= kValidBit + 1; ++bit) {
        constexpr std::uint64_t kStart =
            1024;  // a multiple of the ids of a row, so that nothing is scrubbed meanwhile
        ProtectedBench bench(kStart, true);
        for (unsigned i = 0; i < 3; ++i) bench.insert(same_set[i], kStart + i);
        for (unsigned i = 0; i < 8; ++i) bench.cycle();
        bench.retire_to(kStart + 2);
        const Place place = bench.entry_of(word);
        ASSERT_EQ(place.memory, 2u);
        bench.insert(word, kStart + 3);
        bench.turn(kTable, place, bit);
        for (unsigned i = 1; i < distance; ++i) bench.cycle();
        if (insert) {
          bench.insert(word, kStart + 4);
        } else {
          bench.look_up(word);
        }
        EXPECT_EQ(bench.ask(word), (LwhAnswer{true, kStart + 3 + insert}));
        EXPECT_EQ(bench.reports(kTable), distance < 3 ? 3 - distance : 0u);
        EXPECT_FALSE(bench.wrong(kTable));
        bench.insert(other, kStart + 8);
        bench.insert(word, kStart + 9);
        bench.retire_to(kStart + 8);
        EXPECT_EQ(bench.ask(word), (LwhAnswer{true, kStart + 9}));
        EXPECT_EQ(bench.ask(other), (LwhAnswer{true, kStart + 8}));
        ASSERT_EQ(bench.failure(), std::nullopt) << "bit " << bit << ", distance " << distance;
      }
    }
  }
}

// Two words of a set that differ in one bit, which is inverted: the wrong entry is not one of the other word.
TEST(ProtectedLastWriterHistory, WrongAddressIsNotAnotherWord) {
  unsigned pairs = 0;
  for (unsigned bit = 0; bit < kSmall.addr_bits; ++bit) {
    const std::uint64_t word = 5, twin = word ^ 1U << bit;
    if (set_of(kSmall, word) != set_of(kSmall, twin)) continue;
    ++pairs;
    ProtectedBench bench(1020, true);
    bench.insert(word, 1020);
    bench.insert(twin, 1021);
    for (unsigned i = 0; i < 8; ++i) bench.cycle();
    bench.turn(kTable, bench.entry_of(word), kIdBits + bit);
    bench.insert(twin, 1022);
    EXPECT_EQ(bench.ask(twin), (LwhAnswer{true, 1022}));
    bench.retire_to(1020 + kSmall.rows() * kSmall.step_ids());
    EXPECT_FALSE(bench.wrong(kTable));
    bench.insert(twin, 1060);
    bench.insert(word, 1061);
    EXPECT_EQ(bench.ask(twin), (LwhAnswer{true, 1060}));
    EXPECT_EQ(bench.ask(word), (LwhAnswer{true, 1061}));
    EXPECT_EQ(bench.failure(), std::nullopt) << "bit " << bit;
  }
  EXPECT_GT(pairs, 0u);
}

TEST(ProtectedLastWriterHistory, ScrubberClearsWrongEntries) {
  for (const Part part : kParts) {
    ProtectedBench sizes(1000, true);
    for (unsigned bit = 0; bit < sizes.bits(part); ++bit) {
      ProtectedBench bench(1000, true);
      std::uint64_t id = 1040;
      bench.insert(7, id++);
      for (const std::uint64_t word : evictors(kSmall, 7)) bench.insert(word, id++);
      for (unsigned i = 0; i < 8; ++i) bench.cycle();
      bench.turn(part, {1, part == kTable ? set_of(kSmall, 7) : bucket_of(kSmall, 1, 7)}, bit);
      bench.retire_to(1000 + kSmall.rows() * kSmall.step_ids());
      for (unsigned i = 0; i < 20; ++i) bench.cycle();
      EXPECT_EQ(bench.reports(part), 1u) << "bit " << bit;
      EXPECT_FALSE(bench.wrong(part)) << "bit " << bit;
      EXPECT_EQ(bench.failure(), std::nullopt);
    }
  }
}

TEST(ProtectedLastWriterHistory, ResetForgetsLosses) {
  const std::vector<std::uint64_t> others = apart_from(3, {7});
  ProtectedBench bench(1020, true);
  bench.insert(7, 1020);
  bench.insert(others[0], 1021);
  for (unsigned i = 0; i < 8; ++i) bench.cycle();
  bench.turn(kTable, bench.entry_of(7), 0);
  EXPECT_EQ(bench.ask(7), (LwhAnswer{true, 1021}));
  bench.reset_all();
  for (unsigned i = 0; i < 8; ++i) bench.cycle();
  // A wrong bit where nothing has been inserted
  bench.turn(kFilter, {0, bucket_of(kSmall, 0, 7)}, 0);
  EXPECT_FALSE(bench.ask(7).found);
  EXPECT_EQ(bench.reports(kFilter), 1u);
  bench.insert(others[1], 1022);
  bench.insert(others[2], 1023);
  EXPECT_EQ(bench.ask(others[1]), (LwhAnswer{true, 1022})) << "nothing was lost";
  EXPECT_EQ(bench.failure(), std::nullopt);
}

}  // namespace
}  // namespace gputm::tb
