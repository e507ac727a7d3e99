// last_writer_table against exact sets of words with ids that never wrap (MICRO 2011 paper, section 4.5.2).
#include <gtest/gtest.h>

#include <array>
#include <map>

#include "Vlast_writer_table.h"
#include "common/h3_hash.h"
#include "common/stalls.h"
#include "unit/kilo/common/checked.h"
#include "unit/kilo/common/scrubbed_ids.h"

namespace gputm::tb::last_writer_table_test {
namespace {

constexpr unsigned kWays = 4, kSets = 4, kSetBits = 2, kSetHash = 16, kAddressBits = 10;

/// Words and their ids. An expired entry counts as free; it may or may not still be there.
class ReferenceTable {
 public:
  using Set = std::map<std::uint64_t, std::uint64_t>;
  Set& set_of(std::uint64_t word) { return sets_[h3_hash(word, kAddressBits, kSetBits, kSetHash)]; }

  /// Candidates for eviction, among the oldest, when `word` is inserted; none if there is room.
  Set rivals(std::uint64_t word, std::uint64_t retire) {
    Set live = set_of(word);
    std::erase_if(live, [&](const auto& entry) { return entry.second < retire || entry.first == word; });
    return live.size() == kWays ? live : Set{};
  }

 private:
  std::array<Set, kSets> sets_;
};

struct Operation {
  unsigned op = kLwhNone;
  std::uint64_t word = 0, id = 0, row = 0;
};

template <typename Model>
class TableBench {
 public:
  explicit TableBench(std::uint64_t first) : ids_(kSets, first) {
    auto& dut = bench_.dut();
    dut.op_i = kLwhNone;
    drive(dut.retire_cid_i, first & ScrubbedIds::kIdMask);
    bench_.reset();
    for (unsigned row = 0; row < kSets; ++row) row_operation(kLwhClear, row);
  }

  ScrubbedIds& ids() { return ids_; }
  void cycle(Operation operation = {}) {
    auto& dut = bench_.dut();
    dut.op_i = static_cast<std::uint8_t>(operation.op);
    drive(dut.addr_i, operation.word);
    drive(dut.cid_i, operation.id & ScrubbedIds::kIdMask);
    drive(dut.row_i, operation.row);
    drive(dut.retire_cid_i, ids_.retire() & ScrubbedIds::kIdMask);
    bench_.settle();
    check(dut);
    // The operation of two cycles ago is compared now, with the current retire pointer.
    answering_ = comparing_;
    retire_ = ids_.retire();
    comparing_ = reading_;
    reading_ = operation;
    bench_.step();
  }
  void row_operation(unsigned op, unsigned row) {
    cycle({.op = op, .row = row});
    ids_.visit(row);
  }
  std::uint64_t hits() const { return hits_; }
  std::uint64_t evictions() const { return evictions_; }
  std::optional<std::string> failure() const { return bench_.failure(); }

 private:
  void check(Model& dut) {
    bench_.require(dut.op_o == answering_.op, "operation lost");
    if (answering_.op == kLwhLookup) check_look_up(dut);
    if (answering_.op == kLwhInsert) check_insertion(dut);
    if (answering_.op == kLwhScrub || answering_.op == kLwhClear) {
      bench_.require(dut.row_o == answering_.row, "wrong row");
    }
    if (answering_.op != kLwhInsert) bench_.require(!dut.evict_o, "eviction without an insertion");
  }

  void check_look_up(Model& dut) {
    const auto& set = table_.set_of(answering_.word);
    const auto entry = set.find(answering_.word);
    const bool live = entry != set.end() && entry->second >= retire_;
    bench_.require((dut.hit_o && dut.live_o) == live, "live writer forgotten or made up");
    bench_.require(!dut.hit_o || entry != set.end(), "hit of a word that has left");
    if (live) bench_.require(dut.cid_o == (entry->second & ScrubbedIds::kIdMask), "wrong writer");
    bench_.require(dut.addr_o == answering_.word, "address lost");
    hits_ += live;
  }

  void check_insertion(Model& dut) {
    auto& set = table_.set_of(answering_.word);
    const auto rivals = table_.rivals(answering_.word, retire_);
    bench_.require(dut.evict_o == !rivals.empty(), "eviction missing or needless");
    if (dut.evict_o && !rivals.empty()) {
      std::uint64_t oldest = ~std::uint64_t{0};
      for (const auto& [word, id] : rivals) oldest = std::min(oldest, id);
      const auto victim = rivals.find(dut.addr_o);
      bench_.require(victim != rivals.end() && victim->second == oldest, "victim is not the oldest");
      bench_.require(dut.cid_o == (oldest & ScrubbedIds::kIdMask), "wrong id of the victim");
      set = rivals;  // expired entries are certainly gone
      set.erase(dut.addr_o);
      ++evictions_;
    }
    set[answering_.word] = answering_.id;
  }

  Unprotected<Model> bench_;
  ScrubbedIds ids_;
  ReferenceTable table_;
  Operation reading_, comparing_, answering_;
  std::uint64_t retire_ = 0;  // retire pointer at the comparison
  std::uint64_t hits_ = 0, evictions_ = 0;
};

template <typename Model>
std::optional<std::string> run_table(std::uint64_t cycles, Rng& rng) {
  TableBench<Model> bench(1024 - below(rng, 64));
  StallStream operations(rng), retirement(rng);
  const std::uint64_t words = 24 + below(rng, 60);
  for (std::uint64_t i = 0; i < cycles && !bench.failure(); ++i) {
    if (retirement.go() && one_in(rng, 4)) bench.ids().advance(1 + below(rng, 4));
    if (!operations.go()) {
      bench.cycle();
    } else if (one_in(rng, 4)) {
      bench.row_operation(kLwhScrub, bench.ids().next_row());
    } else {
      bench.cycle({.op = one_in(rng, 2) ? kLwhInsert : kLwhLookup,
                   .word = below(rng, words),
                   .id = bench.ids().random_live(rng)});
    }
  }
  if (bench.failure()) return bench.failure();
  const bool worked = bench.hits() > cycles / 100 && bench.evictions() > cycles / 1000;
  return worked ? std::nullopt : std::optional<std::string>("hardly a hit or an eviction");
}

TEST(LastWriterTable, IsTheReference) {
  Rng rng = seeded_rng(62);
  for (std::uint64_t run = 0; run < run_length(10); ++run) {
    ASSERT_EQ(run_table<Vlast_writer_table>(20000, rng), std::nullopt) << "run " << run;
  }
}

}  // namespace
}  // namespace gputm::tb::last_writer_table_test
