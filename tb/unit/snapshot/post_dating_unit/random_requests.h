// Random legal requests for a post_dating_unit.
#pragma once

#include <array>
#include <vector>

#include "post_dating_bench.h"

namespace gputm::tb {

/// Coverage of a run.
struct RequestCounts {
  std::array<std::uint64_t, 4> edges{};  ///< edges by verdict
  std::uint64_t flushes = 0;
  std::uint64_t with_former = 0;   ///< edges with a former occupant
  std::uint64_t late_commits = 0;  ///< commits refused below a released transaction
};

template <typename Model>
class RandomRequests {
 public:
  using Phase = post_dating::PostDating::Phase;

  RandomRequests(PostDatingBench<Model>& bench, unsigned slots, Rng& rng)
      : bench_(bench), slots_(slots), rng_(rng) {}

  const RequestCounts& counts() const { return counts_; }

  /// `requests` requests with random stalls, or until something is wrong.
  void run(std::uint64_t requests) {
    StallStream offers(rng_), takes(rng_);
    for (std::uint64_t made = 0; made < requests && !bench_.failure();) {
      while (bench_.waiting() < 4) {
        request();
        ++made;
      }
      bench_.cycle(offers.go(), takes.go());
    }
    bench_.drain();
  }

 private:
  void request() {
    // Mostly a few transactions, so that requests meet; sometimes others.
    if (one_in(rng_, 64)) window_ = static_cast<unsigned>(below(rng_, slots_));
    const std::uint16_t slot = pick();
    const auto& state = bench_.model().slot(slot);
    switch (below(rng_, 32)) {
      case 0:
        return commit_or_abort(slot, state);
      case 1:
        if (state.phase == Phase::kCommitted && one_in(rng_, 4)) send(TimestampOp::kRelease, slot);
        return;
      case 2:
        if (state.former && one_in(rng_, 4)) send(TimestampOp::kReleaseFormer, slot);
        return;
      default:
        if (state.phase != Phase::kLive && one_in(rng_, 4)) return start(slot);
        return edge(slot);
    }
  }

  void commit_or_abort(std::uint16_t slot, const post_dating::PostDating::Slot& state) {
    if (state.phase != Phase::kLive) return;
    if (one_in(rng_, 3)) {
      send(TimestampOp::kAbort, slot);
    } else {
      const post_dating::Verdict verdict = send(TimestampOp::kCommit, slot);
      if (verdict == post_dating::Verdict::kExhausted) flush();
      if (verdict != post_dating::Verdict::kSuspected) return;
      ++counts_.late_commits;
      send(one_in(rng_, 2) ? TimestampOp::kAbort : TimestampOp::kRelease, slot);
    }
  }

  void start(std::uint16_t slot) {
    // Snapshots of some time ago, seldom of long ago.
    const post_dating::Timestamp now = bench_.model().committed_timestamp();
    const post_dating::Timestamp age =
        static_cast<post_dating::Timestamp>(below(rng_, one_in(rng_, 8) ? 64 : 2));
    const TimestampRequest request{.op = TimestampOp::kStart,
                                   .predecessor = {.slot = slot},
                                   .snapshot_timestamp = now - std::min(now, age),
                                   .snapshot_now = one_in(rng_, 4)};
    if (bench_.request(request) == post_dating::Verdict::kExhausted) flush();
  }

  void edge(std::uint16_t slot) {
    const TimestampRequest request{.predecessor = occupant(slot), .successor = occupant(pick())};
    const post_dating::Occupant& p = request.predecessor;
    const post_dating::Occupant& s = request.successor;
    const bool lives =
        (!p.former && phase(p.slot) == Phase::kLive) || (!s.former && phase(s.slot) == Phase::kLive);
    const bool exist =
        (p.former || phase(p.slot) != Phase::kFree) && (s.former || phase(s.slot) != Phase::kFree);
    if (!lives || !exist || p == s) return;
    const post_dating::Verdict verdict = bench_.request(request);
    ++counts_.edges[static_cast<std::size_t>(verdict)];
    counts_.with_former += p.former || s.former;
    if (verdict == post_dating::Verdict::kExhausted) return flush();
    if (verdict == post_dating::Verdict::kAccepted || one_in(rng_, 4)) return;
    const post_dating::Occupant& victim = !p.former && phase(p.slot) == Phase::kLive ? p : s;
    send(TimestampOp::kAbort, victim.slot);
  }

  void flush() {
    for (unsigned slot = 0; slot < slots_; ++slot) {
      if (phase(slot) == Phase::kLive) send(TimestampOp::kAbort, static_cast<std::uint16_t>(slot));
    }
    bench_.request({.op = TimestampOp::kFlush});
    ++counts_.flushes;
  }

  post_dating::Verdict send(TimestampOp op, std::uint16_t slot) {
    return bench_.request({.op = op, .predecessor = {.slot = slot}});
  }
  Phase phase(unsigned slot) const { return bench_.model().slot(slot).phase; }
  post_dating::Occupant occupant(std::uint16_t slot) {
    return {.slot = slot, .former = bench_.model().slot(slot).former.has_value() && one_in(rng_, 8)};
  }
  std::uint16_t pick() {
    const std::uint64_t slot = one_in(rng_, 16) ? below(rng_, slots_) : window_ + below(rng_, 6);
    return static_cast<std::uint16_t>(slot % slots_);
  }

  PostDatingBench<Model>& bench_;
  unsigned slots_;
  Rng& rng_;
  unsigned window_ = 0;
  RequestCounts counts_;
};

}  // namespace gputm::tb
