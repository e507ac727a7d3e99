#include <gtest/gtest.h>

#include <vector>

#include "common/seed.h"
#include "lru_reference.h"
#include "memory/l1_cache.h"

namespace gputm::memory {
namespace {

using Outcome = L1Cache::Outcome;

TEST(L1Cache, RandomTrafficMatchesTheReference) {
  tb::Rng rng = tb::seeded_rng(21);
  const L1Cache::Config configs[] = {
      {.bytes = 48 * 1024, .line_bytes = 128, .ways = 6, .mshrs = 32},
      {.bytes = 60 * 1024, .line_bytes = 128, .ways = 6, .mshrs = 8},  // 80 sets
      {.bytes = 512, .line_bytes = 64, .ways = 8, .mshrs = 16},        // one set: ways run out before MSHRs
      {.bytes = 4096, .line_bytes = 32, .ways = 1, .mshrs = 1},
  };
  for (const L1Cache::Config& config : configs) {
    L1Cache cache(config);
    const unsigned lines = config.bytes / config.line_bytes;
    LruReference reference(lines, config.ways);
    std::vector<std::uint32_t> missing;
    L1Cache::Counters counters;
    unsigned blocked = 0;
    const auto fill_one = [&] {
      const auto index = tb::below(rng, missing.size());
      cache.fill(missing[index] * config.line_bytes +
                 static_cast<Address>(tb::below(rng, config.line_bytes)));
      reference.at(missing[index]).pending = false;
      missing.erase(missing.begin() + static_cast<std::ptrdiff_t>(index));
    };
    for (std::uint64_t step = 0; step < tb::run_length(60000); ++step) {
      if (tb::one_in(rng, 5000)) {
        cache.clear();
        reference.clear();
        missing.clear();
      }
      if (!missing.empty() && tb::one_in(rng, step / 1000 % 2 == 0 ? 2 : 6)) fill_one();
      const auto number = static_cast<std::uint32_t>(tb::below(rng, lines * 3 / 2));
      const bool write = tb::one_in(rng, 3);
      const bool whole_line = tb::one_in(rng, 3);
      const L1Cache::Result result =
          cache.access(number * config.line_bytes + static_cast<Address>(tb::below(rng, config.line_bytes)),
                       write, whole_line);

      Outcome outcome = Outcome::kHit;
      std::optional<Address> writeback;
      if (LruReference::Line* line = reference.use(number)) {
        if (line->pending) outcome = Outcome::kPending;
        line->dirty |= write;
      } else {
        const bool fetch = !(write && whole_line);
        if (!reference.has_room(number) || (fetch && missing.size() == config.mshrs)) {
          outcome = Outcome::kBlocked;
        } else {
          if (fetch) {
            outcome = Outcome::kMiss;
            missing.push_back(number);
          }
          const auto evicted = reference.insert({number, write, fetch});
          if (evicted && evicted->dirty) writeback = evicted->number * config.line_bytes;
        }
      }
      ASSERT_EQ(result.outcome, outcome) << "step " << step;
      ASSERT_EQ(result.writeback, writeback) << "step " << step;
      if (outcome == Outcome::kBlocked) {
        ++blocked;
        if (!missing.empty()) fill_one();
        continue;
      }
      ++counters.accesses;
      ++(outcome == Outcome::kHit    ? counters.hits
         : outcome == Outcome::kMiss ? counters.misses
                                     : counters.pending_hits);
      if (writeback) ++counters.writebacks;
    }
    EXPECT_EQ(cache.counters().accesses, counters.accesses);
    EXPECT_EQ(cache.counters().hits, counters.hits);
    EXPECT_EQ(cache.counters().pending_hits, counters.pending_hits);
    EXPECT_EQ(cache.counters().misses, counters.misses);
    EXPECT_EQ(cache.counters().writebacks, counters.writebacks);
    EXPECT_GT(counters.pending_hits, 0u);
    EXPECT_GT(counters.writebacks, 0u);
    EXPECT_TRUE(blocked > 0 || config.mshrs == 32);
  }
}

TEST(L1Cache, FillWithoutAMissIsAnError) {
  L1Cache cache({});
  EXPECT_THROW(cache.fill(0x1000), Error);
  ASSERT_EQ(cache.access(0x1000, false, false).outcome, Outcome::kMiss);
  cache.fill(0x1040);
  EXPECT_THROW(cache.fill(0x1000), Error);
}

}  // namespace
}  // namespace gputm::memory
