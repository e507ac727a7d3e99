// Random warps that load, store, stall, abort, commit and release, for a small access_unit: its parameters
// are the constants here.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "common/stalls.h"
#include "unit/getm/access_unit/access_bench.h"

namespace gputm::tb::access_unit_test {

inline constexpr MetadataTable::Config kSmall{.rows = 4, .stash = 3, .filter_buckets = 8};
inline constexpr unsigned kSlots = 9, kParts = 5, kStallEntries = 4;
inline constexpr unsigned kWarpBits = 4;

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

/// Random accesses of random warps, with random stalls, until all have ended
template <typename Model>
void run(AccessBench<Model>& bench, Rng& rng, std::uint64_t accesses) {
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
  if (!bench.failure()) bench.await_idle();
}

}  // namespace gputm::tb::access_unit_test
