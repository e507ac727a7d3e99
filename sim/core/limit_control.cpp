#include "core/limit_control.h"

#include <algorithm>
#include <utility>

namespace gputm::core {
namespace {

constexpr unsigned kAttempts = 2;    ///< of each warp inside, in a window
constexpr unsigned kGain = 32;       ///< a trial must gain a 32nd
constexpr unsigned kPause = 8;       ///< windows until the first trial: a short run must not pay for one
constexpr unsigned kMostPause = 64;  ///< windows
constexpr unsigned kFew = 2;         ///< commits an abort below which there is no trial of more warps

}  // namespace

LimitControl::LimitControl(const MachineConfig& config)
    : cores_(config.core.count), most_(config.core.max_warps) {}

void LimitControl::begin_launch(unsigned first, Cycle now) {
  warps_ = base_ = first == 0 ? most_ : std::min(first, most_);
  trial_ = false;
  up_ = true;
  pause_ = next_pause_ = kPause;
  settling_ = true;
  window_ = {.begin = now};
}

void LimitControl::ended(unsigned lanes, unsigned commits, Cycle now) {
  ++window_.attempts;
  window_.lanes += lanes;
  window_.commits += commits;
  if (window_.attempts < (settling_ ? 1 : kAttempts) * cores_ * warps_) return;
  window_.cycles = now - window_.begin;
  if (!std::exchange(settling_, false)) look();
  window_ = {.begin = now};
}

/// By more than a 32nd, without a division.
bool LimitControl::more_commits_a_cycle(const Window& window, const Window& than) const {
  return kGain * window.commits * than.cycles > (kGain + 1) * than.commits * window.cycles;
}

void LimitControl::look() {
  if (!trial_) {
    of_base_ = window_;
    if (pause_ != 0) {
      --pause_;
    } else {
      try_another();
    }
    return;
  }
  if (more_commits_a_cycle(window_, of_base_)) {
    base_ = warps_;
    of_base_ = window_;
    next_pause_ = kPause;
    try_another();
    return;
  }
  trial_ = false;
  up_ = !up_;
  pause_ = next_pause_;
  next_pause_ = std::min(2 * next_pause_, kMostPause);
  change(base_);
}

void LimitControl::try_another() {
  trial_ = false;
  const bool many_abort = kFew * (window_.lanes - window_.commits) > window_.commits;
  if (many_abort || base_ == most_) up_ = false;
  if (base_ == 1) up_ = !many_abort;
  const unsigned next = up_ ? std::min(base_ + std::max(base_ / 2, 1U), most_)
                            : base_ - std::min(std::max(base_ / 3, 1U), base_ - 1);
  if (next == base_) return;
  trial_ = true;
  change(next);
}

void LimitControl::change(unsigned warps) {
  warps_ = warps;
  settling_ = true;
}

}  // namespace gputm::core
