// The bloom filter array (MICRO 2011 paper, section 6.3.2; rtl/kilo/studies/bloom_filter_array) against one
// signature per transaction: each answer is the youngest older transaction with all four bits of the word in
// a signature.
#include <gtest/gtest.h>

#include <array>
#include <bitset>
#include <deque>
#include <map>
#include <optional>
#include <set>

#include "Vlwh_bloom_filter_array.h"
#include "common/clocked.h"
#include "common/h3_hash.h"
#include "common/stalls.h"

namespace gputm::tb::bloom_filter_array_test {
namespace {

constexpr unsigned kAddressBits = 10, kIds = 256, kLatency = 6, kSubSignatures = 4;

struct Signature {
  std::array<std::bitset<128>, kSubSignatures> bits;
  std::set<std::uint64_t> words;

  void add(std::uint64_t word) {
    for (unsigned sub = 0; sub < kSubSignatures; ++sub) bits[sub].set(h3_hash(word, kAddressBits, 7, sub));
    words.insert(word);
  }
  bool has(std::uint64_t word) const {
    for (unsigned sub = 0; sub < kSubSignatures; ++sub)
      if (!bits[sub].test(h3_hash(word, kAddressBits, 7, sub))) return false;
    return true;
  }
};

struct Signatures {
  Signature reads, writes;
};

struct Answer {
  std::uint64_t due;
  std::optional<std::uint64_t> id;
};

/// Ids here never wrap; the model sees their low bits.
class Bench {
 public:
  explicit Bench(std::uint64_t first) : retire_(first) {
    clocked_.dut().op_valid_i = 0;
    drive(clocked_.dut().retire_cid_i, first % kIds);
    clocked_.reset();
  }

  std::uint64_t retire() const { return retire_; }
  std::uint64_t found() const { return found_; }
  std::uint64_t by_chance() const { return by_chance_; }

  void retire_one() {
    ids_.erase(retire_);
    ++retire_;
  }

  void cycle(bool valid, bool write, std::uint64_t word, std::uint64_t id) {
    auto& dut = clocked_.dut();
    dut.op_valid_i = valid;
    dut.op_insert_i = write;
    drive(dut.op_addr_i, word);
    drive(dut.op_cid_i, id % kIds);
    drive(dut.retire_cid_i, retire_ % kIds);
    clocked_.settle();
    ASSERT_TRUE(dut.op_ready_o);
    const bool due = !answers_.empty() && answers_.front().due == clocked_.cycles();
    ASSERT_EQ(static_cast<bool>(dut.rsp_valid_o), due);
    if (due) {
      const std::optional<std::uint64_t> named = answers_.front().id;
      ASSERT_EQ(static_cast<bool>(dut.rsp_found_o), named.has_value());
      ASSERT_EQ(dut.rsp_cid_o, named.value_or(0) % kIds);
      answers_.pop_front();
    }
    if (valid) {
      answers_.push_back({clocked_.cycles() + kLatency, expected(write, word, id)});
      (write ? ids_[id].writes : ids_[id].reads).add(word);
    }
    clocked_.step();
  }

 private:
  std::optional<std::uint64_t> expected(bool write, std::uint64_t word, std::uint64_t id) {
    for (auto older = ids_.lower_bound(id); older != ids_.begin();) {
      const auto& [number, sets] = *--older;
      if (!sets.writes.has(word) && !(write && sets.reads.has(word))) continue;
      ++found_;
      by_chance_ += !sets.writes.words.contains(word) && !(write && sets.reads.words.contains(word));
      return number;
    }
    return std::nullopt;
  }

  Clocked<Vlwh_bloom_filter_array> clocked_;
  std::uint64_t retire_, found_ = 0, by_chance_ = 0;
  std::map<std::uint64_t, Signatures> ids_;  // ids not retired
  std::deque<Answer> answers_;
};

// Transactions of few words collide where they share one; those of many words, also by chance.
TEST(BloomFilterArray, NamesTheYoungestSignature) {
  Rng rng = seeded_rng(1);
  std::uint64_t found = 0, small_chance = 0, large_chance = 0;
  for (const unsigned most : {4u, 100u}) {
    for (std::uint64_t run = 0; run < run_length(6); ++run) {
      std::uint64_t id = 4 * kIds - below(rng, 300);
      Bench bench(id);
      const std::uint64_t live = 10 + below(rng, 110), addresses = 4 + below(rng, 1000);
      StallStream stalls(rng);
      for (unsigned transaction = 0; transaction < 300; ++transaction) {
        const std::uint64_t reads = below(rng, most), writes = below(rng, most);
        for (std::uint64_t word = 0; word < reads + writes;) {
          if (bench.retire() < id && one_in(rng, 100)) bench.retire_one();
          const bool valid = stalls.go();
          bench.cycle(valid, word >= reads, below(rng, addresses), id);
          ASSERT_FALSE(HasFatalFailure()) << "run " << run << ", id " << id;
          word += valid;
        }
        id += 1 + (one_in(rng, 4) ? below(rng, 9) : 0);
        while (id - bench.retire() >= live) {
          bench.retire_one();
          bench.cycle(false, false, 0, 0);
        }
      }
      found += bench.found();
      (most == 4 ? small_chance : large_chance) += bench.by_chance();
    }
  }
  EXPECT_GT(found, 1000u);
  EXPECT_GT(large_chance, 100 * (small_chance + 1));
}

}  // namespace
}  // namespace gputm::tb::bloom_filter_array_test
