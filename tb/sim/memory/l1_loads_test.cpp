// Loads of global memory in the L1: the tags against a reference, and the order of accesses to a sector.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <vector>

#include "common/seed.h"
#include "lru_reference.h"
#include "memory/l1_cache.h"

namespace gputm::memory {
namespace {

using Outcome = L1Cache::Outcome;

constexpr L1Cache::Config kSmall{.bytes = 4096, .line_bytes = 128, .ways = 4, .mshrs = 6};
constexpr unsigned kLines = kSmall.bytes / kSmall.line_bytes;
constexpr unsigned kSectors = 4;

unsigned some_sectors(tb::Rng& rng) { return 1 + static_cast<unsigned>(tb::below(rng, 15)); }

/// Lines in LRU order, and what each fetch in flight will bring.
class Reference {
 public:
  struct Answer {
    Outcome outcome = Outcome::kHit;
    unsigned fetched = 0;
    unsigned fetch = 0;
    bool passes = false;
    std::optional<std::uint32_t> written_back = std::nullopt;
  };

  Answer load(std::uint32_t number, unsigned sectors, unsigned fetch) {
    const bool known = lru_.has(number);
    const unsigned absent = sectors & ~(known ? lru_.at(number).present : 0U);
    if (absent == 0) return found(number, {.outcome = Outcome::kHit});
    for (const Fetch& other : fetches_) {
      if (other.number == number && (absent & ~other.brings) == 0)
        return found(number,
                     {.outcome = Outcome::kPending, .fetch = other.name, .passes = absent != sectors});
    }
    const bool counted = known && lru_.at(number).pending;
    if ((!known && !lru_.has_room(number)) || (!counted && pending_ == kSmall.mshrs))
      return {.outcome = Outcome::kBlocked};
    Answer answer{.outcome = Outcome::kMiss, .fetched = absent, .passes = absent != sectors};
    for (Fetch& other : fetches_) {
      if (other.number != number) continue;
      answer.passes = answer.passes || (other.brings & sectors) != 0;
      other.brings &= ~absent;
    }
    if (!counted) ++pending_;
    if (known) {
      lru_.use(number)->pending = true;
    } else {
      const auto evicted = lru_.insert({.number = number, .dirty = false, .pending = true});
      if (evicted && evicted->dirty) answer.written_back = evicted->number;
    }
    fetches_.push_back({number, fetch, absent});
    if (answer.passes) ++passing_[number];
    return answer;
  }
  /// A private line.
  void insert_dirty(std::uint32_t number) {
    if (lru_.use(number) == nullptr && lru_.has_room(number))
      lru_.insert({.number = number, .dirty = true, .pending = false});
  }
  void loaded(unsigned fetch) {
    const auto found =
        std::find_if(fetches_.begin(), fetches_.end(), [&](const Fetch& f) { return f.name == fetch; });
    LruReference::Line& line = lru_.at(found->number);
    line.present |= found->brings;
    fetches_.erase(found);
    line.pending = std::any_of(fetches_.begin(), fetches_.end(),
                               [&](const Fetch& other) { return other.number == line.number; });
    if (!line.pending) --pending_;
  }
  bool pass(std::uint32_t number) {
    if (!lru_.has(number)) return false;
    ++passing_[number];
    return true;
  }
  void passed(std::uint32_t number) { --passing_[number]; }
  void invalidate(std::uint32_t number, unsigned sectors) {
    if (!lru_.has(number)) return;
    lru_.at(number).present &= ~sectors;
    for (Fetch& fetch : fetches_) {
      if (fetch.number == number) fetch.brings &= ~sectors;
    }
  }

 private:
  struct Fetch {
    std::uint32_t number;
    unsigned name;
    unsigned brings;
  };

  Answer found(std::uint32_t number, Answer answer) {
    lru_.use(number);
    if (passing_[number] == 0) {
      if (answer.passes) ++passing_[number];
      return answer;
    }
    ++passing_[number];
    return {.outcome = Outcome::kPass, .passes = true};
  }

  LruReference lru_{kLines, kSmall.ways};
  std::vector<Fetch> fetches_;
  std::map<std::uint32_t, unsigned> passing_;
  unsigned pending_ = 0;
};

TEST(L1Loads, RandomTrafficMatchesTheReference) {
  tb::Rng rng = tb::seeded_rng(22);
  L1Cache cache(kSmall);
  Reference reference;
  struct Fetch {
    std::uint32_t number;
    unsigned name;
    unsigned sectors;
  };
  std::vector<Fetch> fetches;
  std::vector<std::uint32_t> passing;
  std::map<Outcome, std::uint64_t> outcomes;
  std::uint64_t written_back = 0;
  const auto address = [](std::uint32_t number) { return number * kSmall.line_bytes; };
  const auto one_of = [&](auto& list) {
    const auto at = list.begin() + static_cast<std::ptrdiff_t>(tb::below(rng, list.size()));
    const auto value = *at;
    list.erase(at);
    return value;
  };
  unsigned name = 0;
  for (std::uint64_t step = 0; step < tb::run_length(200000); ++step) {
    const auto number = static_cast<std::uint32_t>(tb::below(rng, kLines * 3 / 2));
    const unsigned sectors = some_sectors(rng);
    // Few at a time, so that lines also come to rest.
    const auto action = passing.size() > 4 ? 2 : fetches.size() > 8 ? 3 : tb::below(rng, 10);
    switch (action) {
      case 0:
        cache.invalidate(address(number), static_cast<L1Cache::Sectors>(sectors));
        reference.invalidate(number, sectors);
        break;
      case 1: {
        const bool present = cache.pass(address(number));
        ASSERT_EQ(present, reference.pass(number)) << "step " << step;
        if (present) passing.push_back(number);
        break;
      }
      case 2:
        if (passing.empty()) break;
        {
          const std::uint32_t back = one_of(passing);
          cache.passed(address(back));
          reference.passed(back);
        }
        break;
      case 3:
      case 4: {
        if (fetches.empty()) break;
        const Fetch fetch = one_of(fetches);
        cache.loaded(address(fetch.number), static_cast<L1Cache::Sectors>(fetch.sectors), fetch.name);
        reference.loaded(fetch.name);
        break;
      }
      case 5:  // another line, which is private
        if (!tb::one_in(rng, 4)) break;
        cache.access(address(number + 2 * kLines), true, true);
        reference.insert_dirty(number + 2 * kLines);
        break;
      default: {
        const auto result = cache.load(address(number), static_cast<L1Cache::Sectors>(sectors), ++name);
        const Reference::Answer answer = reference.load(number, sectors, name);
        ASSERT_EQ(result.outcome, answer.outcome) << "step " << step;
        ++outcomes[answer.outcome];
        if (answer.outcome == Outcome::kBlocked) break;
        ASSERT_EQ(result.passes, answer.passes) << "step " << step;
        if (answer.passes) passing.push_back(number);
        if (answer.outcome == Outcome::kPending) {
          ASSERT_EQ(result.fetch, answer.fetch) << "step " << step;
        }
        if (answer.outcome != Outcome::kMiss) break;
        ASSERT_EQ(result.fetched, answer.fetched) << "step " << step;
        ASSERT_EQ(result.writeback.has_value(), answer.written_back.has_value()) << "step " << step;
        if (result.writeback) {
          ASSERT_EQ(*result.writeback, address(*answer.written_back));
          ++written_back;
        }
        fetches.push_back({number, name, answer.fetched});
      }
    }
  }
  const L1Cache::Counters& counters = cache.counters();
  EXPECT_EQ(counters.load_hits, outcomes[Outcome::kHit]);
  EXPECT_EQ(counters.load_pending_hits, outcomes[Outcome::kPending]);
  EXPECT_EQ(counters.load_misses, outcomes[Outcome::kMiss]);
  EXPECT_EQ(counters.load_passes, outcomes[Outcome::kPass]);
  EXPECT_EQ(counters.loads,
            counters.load_hits + counters.load_pending_hits + counters.load_misses + counters.load_passes);
  for (const Outcome outcome :
       {Outcome::kHit, Outcome::kPending, Outcome::kMiss, Outcome::kPass, Outcome::kBlocked})
    EXPECT_GT(outcomes[outcome], 100U);
  EXPECT_GT(written_back, 10U);
}

// A core with an L2 that performs packets in order, and answers them in any order: accesses to a sector are
// performed in the order in which the core has made them.
TEST(L1Loads, AccessesToASectorKeepTheirOrder) {
  tb::Rng rng = tb::seeded_rng(23);
  struct Access {
    std::uint32_t number = 0;
    unsigned sectors = 0;
    std::uint64_t made = 0;
    unsigned fetched = 0;
    bool passes = false;
    bool performed = false;
    std::vector<std::uint32_t> merged{};
  };
  L1Cache cache(kSmall);
  std::map<std::uint32_t, Access> accesses;
  std::deque<std::uint32_t> to_l2;
  std::vector<std::uint32_t> to_core;
  std::map<std::uint32_t, std::array<std::uint64_t, kSectors>>
      last;  // by line and sector: last one performed
  const auto perform = [&](std::uint32_t name) {
    Access& access = accesses[name];
    access.performed = true;
    for (unsigned sector = 0; sector < kSectors; ++sector) {
      if (((access.sectors >> sector) & 1) == 0) continue;
      std::uint64_t& before = last[access.number][sector];
      EXPECT_LT(before, access.made) << "line " << access.number << ", sector " << sector;
      before = access.made;
    }
  };
  std::uint64_t merged = 0, followed = 0;
  for (std::uint64_t step = 1; step <= tb::run_length(300000) && !HasFailure(); ++step) {
    const auto name = static_cast<std::uint32_t>(step);
    const auto number = static_cast<std::uint32_t>(tb::below(rng, 6));
    const Address address = number * kSmall.line_bytes;
    Access access{.number = number, .sectors = some_sectors(rng), .made = step};
    const auto action = to_l2.size() > 6 ? 2 : to_core.size() > 6 ? 4 : tb::below(rng, 12);
    switch (action) {
      case 0:
        access.passes = cache.pass(address);
        accesses[name] = access;
        to_l2.push_back(name);
        break;
      case 1:
        if (!tb::one_in(rng, 4)) break;
        cache.invalidate(address, static_cast<L1Cache::Sectors>(access.sectors));
        accesses[name] = access;
        to_l2.push_back(name);
        break;
      case 2:
      case 3:
        if (to_l2.empty()) break;
        perform(to_l2.front());
        for (const std::uint32_t other : accesses[to_l2.front()].merged) perform(other);
        to_core.push_back(to_l2.front());
        to_l2.pop_front();
        break;
      case 4:
      case 5: {
        if (to_core.empty()) break;
        const auto at = to_core.begin() + static_cast<std::ptrdiff_t>(tb::below(rng, to_core.size()));
        const Access& back = accesses[*at];
        if (back.passes) cache.passed(back.number * kSmall.line_bytes);
        if (back.fetched != 0)
          cache.loaded(back.number * kSmall.line_bytes, static_cast<L1Cache::Sectors>(back.fetched), *at);
        for (const std::uint32_t other : back.merged) {
          EXPECT_TRUE(accesses[other].performed);
          if (accesses[other].passes) cache.passed(accesses[other].number * kSmall.line_bytes);
          accesses.erase(other);
        }
        accesses.erase(*at);
        to_core.erase(at);
        break;
      }
      default: {
        const auto result = cache.load(address, static_cast<L1Cache::Sectors>(access.sectors), name);
        if (result.outcome == Outcome::kBlocked) break;
        access.fetched = result.outcome == Outcome::kMiss ? result.fetched : 0U;
        access.passes = result.passes;
        accesses[name] = access;
        if (result.outcome == Outcome::kHit) {
          perform(name);
          accesses.erase(name);
        } else if (result.outcome == Outcome::kPending) {
          ++merged;
          if (accesses[result.fetch].performed) perform(name);
          accesses[result.fetch].merged.push_back(name);
        } else {
          if (result.outcome == Outcome::kPass) ++followed;
          to_l2.push_back(name);
        }
      }
    }
  }
  EXPECT_GT(merged, 100U);
  EXPECT_GT(followed, 100U);
}

TEST(L1Loads, ArrivalWithoutAFetchIsAnError) {
  L1Cache cache(kSmall);
  EXPECT_THROW(cache.loaded(0x1000, 1, 1), Error);
  ASSERT_EQ(cache.load(0x1000, 1, 1).outcome, Outcome::kMiss);
  cache.loaded(0x1000, 1, 1);
  EXPECT_THROW(cache.loaded(0x1000, 1, 1), Error);
}

}  // namespace
}  // namespace gputm::memory
