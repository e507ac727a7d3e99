// recency_bloom_filter against buckets of ids that never wrap (MICRO 2011 paper, section 4.5.2).
#include <gtest/gtest.h>

#include <array>

#include "Vrecency_bloom_filter.h"
#include "common/h3_hash.h"
#include "common/stalls.h"
#include "unit/kilo/common/checked.h"
#include "unit/kilo/common/scrubbed_ids.h"

namespace gputm::tb::recency_bloom_filter_test {
namespace {

constexpr unsigned kSubArrays = 2, kBuckets = 8, kBucketBits = 3, kAddressBits = 10;

/// Each sub-array keeps the youngest id of each bucket; the answer is the oldest of a word's buckets, unless
/// expired.
class ReferenceFilter {
 public:
  void insert(std::uint64_t word, std::uint64_t id) {
    for (unsigned i = 0; i < kSubArrays; ++i) bucket(i, word) = std::max(bucket(i, word), id);
  }
  std::optional<std::uint64_t> look_up(std::uint64_t word, std::uint64_t retire) {
    std::uint64_t oldest = ~std::uint64_t{0};
    for (unsigned i = 0; i < kSubArrays; ++i) oldest = std::min(oldest, bucket(i, word));
    return oldest >= retire ? std::optional(oldest) : std::nullopt;
  }

 private:
  std::uint64_t& bucket(unsigned i, std::uint64_t word) {
    return buckets_[i][h3_hash(word, kAddressBits, kBucketBits, i)];
  }
  std::array<std::array<std::uint64_t, kBuckets>, kSubArrays> buckets_{};
};

/// Operation of two cycles ago: the RTL compares it with the current retire pointer and answers in the next
/// cycle.
struct Operation {
  unsigned op = kLwhNone;
  std::uint64_t word = 0, id = 0;
};

template <typename Model>
class FilterBench {
 public:
  explicit FilterBench(std::uint64_t first) : ids_(kBuckets, first) {
    auto& dut = bench_.dut();
    dut.op_i = kLwhNone;
    drive(dut.retire_cid_i, first & ScrubbedIds::kIdMask);
    bench_.reset();
    for (unsigned row = 0; row < kBuckets; ++row) row_operation(kLwhClear, row);
  }

  ScrubbedIds& ids() { return ids_; }
  void cycle(Operation operation = {}) {
    auto& dut = bench_.dut();
    dut.op_i = static_cast<std::uint8_t>(operation.op);
    drive(dut.addr_i, operation.word);
    drive(dut.cid_i, operation.id & ScrubbedIds::kIdMask);
    drive(dut.retire_cid_i, ids_.retire() & ScrubbedIds::kIdMask);
    bench_.settle();
    if (asked_) {
      bench_.require(dut.found_o == answer_.has_value(), "writer forgotten or made up");
      if (answer_) bench_.require(dut.cid_o == (*answer_ & ScrubbedIds::kIdMask), "wrong writer");
      found_ += answer_.has_value();
    }
    asked_ = comparing_.op == kLwhLookup;
    if (asked_) answer_ = filter_.look_up(comparing_.word, ids_.retire());
    if (comparing_.op == kLwhInsert) filter_.insert(comparing_.word, comparing_.id);
    comparing_ = reading_;
    reading_ = operation;
    bench_.step();
  }
  void row_operation(unsigned op, unsigned row) {
    drive(bench_.dut().row_i, row);
    cycle({.op = op});
    ids_.visit(row);
  }
  const std::optional<std::uint64_t>& answer() const { return answer_; }  // look-up of three cycles ago
  std::uint64_t found() const { return found_; }
  std::optional<std::string> failure() const { return bench_.failure(); }

 private:
  Unprotected<Model> bench_;
  ScrubbedIds ids_;
  ReferenceFilter filter_;
  Operation reading_, comparing_;
  bool asked_ = false;
  std::optional<std::uint64_t> answer_;
  std::uint64_t found_ = 0;
};

template <typename Model>
std::optional<std::string> run_filter(std::uint64_t cycles, Rng& rng) {
  const std::uint64_t first = 1024 - below(rng, 64);
  FilterBench<Model> bench(first);
  StallStream operations(rng), retirement(rng);
  for (std::uint64_t i = 0; i < cycles && !bench.failure(); ++i) {
    if (retirement.go() && one_in(rng, 4)) bench.ids().advance(1 + below(rng, 4));
    if (!operations.go()) {
      bench.cycle();
    } else if (one_in(rng, 4)) {
      bench.row_operation(kLwhScrub, bench.ids().next_row());
    } else {
      bench.cycle({.op = one_in(rng, 3) ? kLwhInsert : kLwhLookup,
                   .word = below(rng, 24),
                   .id = bench.ids().random_live(rng)});
    }
  }
  if (bench.failure()) return bench.failure();
  return bench.found() > cycles / 100 ? std::nullopt : std::optional<std::string>("hardly a writer found");
}

TEST(RecencyBloomFilter, IsTheReference) {
  Rng rng = seeded_rng(61);
  for (std::uint64_t run = 0; run < run_length(10); ++run) {
    ASSERT_EQ(run_filter<Vrecency_bloom_filter>(20000, rng), std::nullopt) << "run " << run;
  }
}

TEST(RecencyBloomFilter, InsertionIsSeenByTheNextOperationAndExpires) {
  FilterBench<Vrecency_bloom_filter> bench(250);  // ids wrap at 256
  bench.cycle({.op = kLwhInsert, .word = 7, .id = 260});
  bench.cycle({.op = kLwhInsert, .word = 7, .id = 255});  // evicted from the table later, but older
  bench.cycle({.op = kLwhLookup, .word = 7});
  for (int i = 0; i < 2; ++i) bench.cycle();
  EXPECT_EQ(bench.answer(), 260u);
  bench.ids().advance(11);
  bench.cycle({.op = kLwhLookup, .word = 7});
  for (int i = 0; i < 2; ++i) bench.cycle();
  EXPECT_EQ(bench.answer(), std::nullopt);
  bench.cycle();
  EXPECT_EQ(bench.failure(), std::nullopt);
}

}  // namespace
}  // namespace gputm::tb::recency_bloom_filter_test
