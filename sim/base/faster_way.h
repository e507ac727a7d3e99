// Which of two ways to do the same, in round after round, takes less time: on this machine, and now.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <utility>

namespace gputm {

/// Rounds come in blocks. Now and then a block goes the other way; if it takes less time than the mean of the
/// blocks before and after it, which are as near to it as can be, that way is taken from then on. After a
/// vain trial the next one comes twice as late.
class FasterWay {
 public:
  using Clock = std::function<std::chrono::nanoseconds()>;

  static constexpr unsigned kRounds = 512;                      ///< in a block
  static constexpr unsigned kFewBlocks = 4, kMostBlocks = 256;  ///< between trials

  explicit FasterWay(Clock clock = [] { return std::chrono::steady_clock::now().time_since_epoch(); })
      : clock_(std::move(clock)), since_(clock_()) {}

  /// That of the next round: 0 or 1; at first 0.
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
        way_ ^= 1;
        phase_ = Phase::kTrial;
        return;
      case Phase::kTrial:
        trial_ = took;
        way_ ^= 1;
        phase_ = Phase::kAfter;
        return;
      case Phase::kAfter:
        const bool faster = 2 * trial_ < before_ + took;
        if (faster) way_ ^= 1;
        blocks_ = faster ? kFewBlocks : std::min(2 * blocks_, kMostBlocks);
        blocks_left_ = blocks_;
        phase_ = Phase::kSteady;
    }
  }

  Clock clock_;
  unsigned way_ = 0;
  unsigned rounds_ = 0;
  Phase phase_ = Phase::kSteady;
  unsigned blocks_ = kFewBlocks;
  unsigned blocks_left_ = kFewBlocks;
  std::chrono::nanoseconds since_, before_{}, trial_{};
};

}  // namespace gputm
