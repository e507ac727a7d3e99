// access_unit against its model: random warps that load, store, stall, abort, commit and release, with random
// stalls at both ports; and its rates.
#include <gtest/gtest.h>

#include <map>

#include "Vaccess_unit.h"
#include "Vaccess_unit_full.h"
#include "common/stalls.h"
#include "unit/getm/access_unit/access_bench.h"

namespace gputm::tb::access_unit_test {
namespace {

constexpr MetadataTable::Config kSmall{.rows = 4, .stash = 3, .filter_buckets = 8};
constexpr unsigned kSlots = 9, kParts = 5, kStallEntries = 4;
constexpr unsigned kWarpBits = 4;

/// Warps with one access each at most, under their attempts' times
class Warps {
 public:
  Warps(Rng& rng, unsigned count, std::uint64_t granules) : rng_(rng), granules_(granules), warps_(count) {
    for (unsigned warp = 0; warp < count; ++warp) restart(warp);
    for (std::uint32_t slot = 0; slot < kSlots; ++slot) free_.push_back(slot);
  }

  /// Next access, if a warp can issue one
  std::optional<Access> next(bool ends) {
    if (free_.empty()) return std::nullopt;
    const std::size_t first = below(rng_, warps_.size());
    for (std::size_t i = 0; i < warps_.size(); ++i) {
      const std::size_t number = (first + i) % warps_.size();
      Warp& warp = warps_[number];
      if (warp.waits || (ends && warp.reserved.empty())) continue;
      const std::size_t at = below(rng_, free_.size());
      Access access = ends ? release(warp) : random_access(warp);
      access.tag = free_[at];
      access.time = {warp.time};
      free_.erase(free_.begin() + static_cast<std::ptrdiff_t>(at));
      warp.waits = access;
      warp_of_[access.tag] = number;
      return access;
    }
    return std::nullopt;
  }
  void take(const Outcome& outcome) {
    free_.push_back(outcome.tag);
    const std::size_t number = warp_of_[outcome.tag];
    Warp& warp = warps_[number];
    const Access access = *std::exchange(warp.waits, std::nullopt);
    for (std::size_t i = 0; i < access.parts.size(); ++i) {
      const Access::Part& part = access.parts[i];
      if (access.kind == AccessKind::kStore && !(outcome.aborted >> i & 1))
        warp.reserved[part.granule] += part.words;
      if (access.kind == AccessKind::kCommit) {
        const auto reserved = warp.reserved.find(part.granule);
        if (reserved == warp.reserved.end()) continue;
        reserved->second -= part.words;
        if (reserved->second == 0) warp.reserved.erase(reserved);
      }
    }
    if (outcome.aborted != 0) {
      warp.ends = true;
      if (outcome.needs) counter_ = std::max(counter_, outcome.needs->value >> kWarpBits);
    }
    if (warp.ends && warp.reserved.empty()) restart(number);
  }
  bool idle() const {
    return std::ranges::all_of(warps_, [](const Warp& w) { return !w.waits && w.reserved.empty(); });
  }

 private:
  struct Warp {
    std::uint64_t time = 0;
    bool ends = false;
    std::optional<Access> waits;
    std::map<GranuleNumber, unsigned> reserved;  ///< words
  };

  void restart(std::size_t number) {
    counter_ += below(rng_, 2);
    std::uint64_t time = counter_ << kWarpBits | number;
    if (time <= warps_[number].time) time = (++counter_) << kWarpBits | number;
    warps_[number].time = time;
    warps_[number].ends = false;
  }
  Access random_access(Warp& warp) {
    if (warp.ends || (!warp.reserved.empty() && one_in(rng_, 4))) {
      warp.ends = true;
      return release(warp);
    }
    Access access;
    access.kind = one_in(rng_, 10)  ? AccessKind::kPlain
                  : one_in(rng_, 2) ? AccessKind::kLoad
                                    : AccessKind::kStore;
    if (access.kind == AccessKind::kPlain) return access;
    // Granules of a line
    const std::uint64_t line = below(rng_, granules_);
    const std::uint64_t parts = 1 + below(rng_, kParts), first = below(rng_, kParts);
    for (std::uint64_t i = 0; i < parts; ++i)
      access.parts.push_back({.granule = static_cast<GranuleNumber>(line * kParts + (first + i) % kParts),
                              .words = static_cast<std::uint16_t>(1 + below(rng_, 4))});
    return access;
  }
  /// Some or all words of some granules, or nothing of a granule that the warp has not reserved
  Access release(Warp& warp) {
    Access access{.kind = AccessKind::kCommit, .time = {}, .tag = 0, .parts = {}};
    for (const auto& [granule, words] : warp.reserved) {
      if (access.parts.size() == kParts) break;
      const unsigned some = one_in(rng_, 3) ? 1 + static_cast<unsigned>(below(rng_, words)) : words;
      access.parts.push_back({.granule = granule, .words = static_cast<std::uint16_t>(std::min(some, 255u))});
    }
    if (access.parts.size() < kParts && one_in(rng_, 3))
      access.parts.insert(access.parts.begin(),
                          {.granule = static_cast<GranuleNumber>(kParts * granules_), .words = 0});
    return access;
  }

  Rng& rng_;
  std::uint64_t granules_;
  std::vector<Warp> warps_;
  std::vector<std::uint32_t> free_;
  std::map<std::uint32_t, std::size_t> warp_of_;
  std::uint64_t counter_ = 1;
};

void run(AccessBench<Vaccess_unit>& bench, Rng& rng, std::uint64_t accesses) {
  Warps warps(rng, 2 + static_cast<unsigned>(below(rng, 14)), 1 + below(rng, one_in(rng, 2) ? 3 : 40));
  StallStream offers(rng), beats(rng), outcomes(rng);
  std::uint64_t quiet = 0;
  for (std::uint64_t done = 0; !bench.failure() && !(done >= accesses && warps.idle());) {
    if (bench.can_offer() && offers.go()) {
      if (auto access = warps.next(done >= accesses)) {
        bench.offer(std::move(*access));
        ++done;
        quiet = 0;
      }
    }
    if (const auto outcome = bench.cycle(beats.go(), outcomes.go())) {
      warps.take(*outcome);
      quiet = 0;
    }
    if (++quiet > 20'000) bench.fail("nothing moves any more");
  }
  bench.await_idle();
}

TEST(AccessUnit, IsTheModel) {
  Rng rng = seeded_rng(406);
  AccessBench<Vaccess_unit> bench(kSmall, kStallEntries);
  AccessCheck::Counters sum;
  std::uint64_t runs = run_length(60);
  for (std::uint64_t i = 0; i < runs; ++i) {
    run(bench, rng, 1500);
    ASSERT_EQ(bench.failure(), std::nullopt) << "run " << i;
    const AccessCheck::Counters& counters = bench.check().counters();
    sum.stalls += counters.stalls;
    sum.too_late += counters.too_late;
    sum.stall_buffer_full += counters.stall_buffer_full;
    sum.no_room += counters.no_room;
    bench.clear();
  }
  ASSERT_EQ(bench.failure(), std::nullopt);
  EXPECT_GT(sum.stalls, runs * 20);
  EXPECT_GT(sum.too_late, runs * 20);
  EXPECT_GT(sum.stall_buffer_full, runs);
  EXPECT_GT(sum.no_room, runs);
}

/// Granules a cycle of accesses to `parts` granules each, which start anywhere among `granules`
double rate(Rng& rng, unsigned parts, std::uint64_t granules) {
  AccessBench<Vaccess_unit_full> bench({}, 16);
  constexpr std::uint64_t kGranules = 20'000;
  constexpr std::uint32_t kAllSlots = 32;
  std::uint64_t begin = 0, begun = 0;
  std::deque<std::uint32_t> free;
  for (std::uint32_t slot = 0; slot < kAllSlots; ++slot) free.push_back(slot);
  std::uint64_t time = 1;
  while (bench.granules() < kGranules && !bench.failure()) {
    if (begin == 0 && bench.granules() > kGranules / 2) {
      begin = bench.cycles();
      begun = bench.granules();
    }
    if (bench.can_offer() && !free.empty()) {
      Access access{.kind = AccessKind::kLoad, .time = {++time}, .tag = free.front(), .parts = {}};
      free.pop_front();
      const std::uint64_t first = below(rng, granules);
      for (unsigned i = 0; i < parts; ++i)
        access.parts.push_back({.granule = static_cast<GranuleNumber>(first * parts + i)});
      bench.offer(std::move(access));
    }
    if (const auto outcome = bench.cycle(true, true)) free.push_back(outcome->tag);
  }
  EXPECT_EQ(bench.failure(), std::nullopt);
  const double rate =
      static_cast<double>(bench.granules() - begun) / static_cast<double>(bench.cycles() - begin);
  std::cout << parts << " of " << granules << " granules: " << rate << " granules a cycle\n";
  return rate;
}

/// While no outcome is taken, as many accesses enter as there is room for outcomes; then all come out.
TEST(AccessUnit, OutcomesBlock) {
  AccessBench<Vaccess_unit_full> bench({}, 16);
  constexpr unsigned kRoom = 16, kAccesses = 24;
  unsigned offered = 0, outcomes = 0;
  const auto cycles = [&](unsigned count, bool takes) {
    for (unsigned cycle = 0; cycle < count; ++cycle) {
      if (bench.can_offer() && offered < kAccesses) {
        bench.offer({.kind = AccessKind::kLoad,
                     .time = {offered + 1},
                     .tag = offered,
                     .parts = {{.granule = 7 * offered, .words = 0}}});
        ++offered;
      }
      outcomes += bench.cycle(true, takes).has_value();
    }
  };
  cycles(100, false);
  EXPECT_EQ(bench.granules(), kRoom);
  cycles(100, true);
  EXPECT_EQ(outcomes, kAccesses);
  bench.await_idle();
  EXPECT_EQ(bench.failure(), std::nullopt);
}

TEST(AccessUnit, OneGranuleACycle) {
  Rng rng = seeded_rng(407);
  for (const std::uint64_t granules : {512u, 2048u, 1u << 20}) {
    EXPECT_GE(rate(rng, 1, granules), 0.95);
    EXPECT_GE(rate(rng, 8, granules), 0.95);
  }
}

}  // namespace
}  // namespace gputm::tb::access_unit_test
