// Selection of the fastest of equivalent ways to run repeated rounds, on this machine at this time.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <utility>

namespace gputm {

/// Rounds form blocks. Occasionally a block uses another way, each in turn; if it takes less time than the
/// mean of the blocks just before and after it, that way is used from then on. After failed trials of all
/// other ways, the interval to the next ones doubles.
class FasterWay {
 public:
  using Clock = std::function<std::chrono::nanoseconds()>;

  static constexpr unsigned kRounds = 512;                      ///< rounds per block
  static constexpr unsigned kFewBlocks = 4, kMostBlocks = 256;  ///< blocks between trials

  explicit FasterWay(
      unsigned ways = 2, Clock clock = [] { return std::chrono::steady_clock::now().time_since_epoch(); })
      : ways_(ways), clock_(std::move(clock)), since_(clock_()) {}

  /// Way for the next round: 0 .. ways - 1; initially 0.
  unsigned way() const { return way_; }
  void round_done() {
    if (++rounds_ < kRounds) return;
    rounds_ = 0;
    const std::chrono::nanoseconds now = clock_();
    block_done(now - std::exchange(since_, now));
  }

 private:
  enum class Phase : std::uint8_t { kSteady, kBefore, kTrial, kAfter };

  void block_done(std::chrono::nanoseconds took) {
    switch (phase_) {
      case Phase::kSteady:
        if (--blocks_left_ == 0) phase_ = Phase::kBefore;
        return;
      case Phase::kBefore:
        before_ = took;
        steady_ = std::exchange(way_, (way_ + 1 + failed_) % ways_);
        phase_ = Phase::kTrial;
        return;
      case Phase::kTrial:
        trial_ = took;
        tried_ = std::exchange(way_, steady_);
        phase_ = Phase::kAfter;
        return;
      case Phase::kAfter:
        const bool faster = 2 * trial_ < before_ + took;
        if (faster) way_ = tried_;
        failed_ = faster ? 0 : failed_ + 1;
        if (faster) {
          blocks_ = kFewBlocks;
        } else if (failed_ + 1 == ways_) {
          failed_ = 0;
          blocks_ = std::min(2 * blocks_, kMostBlocks);
        }
        blocks_left_ = blocks_;
        phase_ = Phase::kSteady;
    }
  }

  unsigned ways_;
  unsigned failed_ = 0;  ///< ways tried in vain since the last change or doubling
  unsigned steady_ = 0, tried_ = 0;
  Clock clock_;
  unsigned way_ = 0;
  unsigned rounds_ = 0;
  Phase phase_ = Phase::kSteady;
  unsigned blocks_ = kFewBlocks;
  unsigned blocks_left_ = kFewBlocks;
  std::chrono::nanoseconds since_, before_{}, trial_{};
};

}  // namespace gputm
