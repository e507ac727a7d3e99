#include "core/limit_control.h"

#include <algorithm>
#include <utility>

namespace gputm::core {
namespace {

constexpr unsigned kAttempts = 2;    ///< of each warp inside, in a window
constexpr unsigned kParts = 32;      ///< of which
constexpr unsigned kGain = 1;        ///< a trial must gain more than one
constexpr unsigned kMuchGain = 8;    ///< and with more than eight, at the start, the next one follows at once
constexpr unsigned kFirstPause = 1;  ///< windows until the first trial
constexpr unsigned kPause = 8;       ///< windows until another one
constexpr unsigned kMostPause = 64;  ///< windows

}  // namespace

LimitControl::LimitControl(const MachineConfig& config)
    : cores_(config.core.count), most_(config.core.max_warps) {}

void LimitControl::begin_launch(unsigned first, Cycle now) {
  accounted_ = now;
  inside_ = waiting_ = 0;
  if (warps_ != 0) return;
  warps_ = base_.warps = first == 0 ? most_ : std::min(first, most_);
  pause_ = kFirstPause;
  next_pause_ = kPause;
}

bool LimitControl::matters() const {
  return 2 * inside_ >= cores_ * warps_ || (waiting_ != 0 && 2 * waiting_ >= inside_);
}

void LimitControl::account(Cycle now) {
  if (matters()) window_.cycles += now - accounted_;
  accounted_ = now;
}

void LimitControl::asks(Cycle now) {
  account(now);
  ++waiting_;
}

void LimitControl::enters(Cycle now) {
  account(now);
  --waiting_;
  ++inside_;
}

void LimitControl::leaves(Cycle now) {
  account(now);
  --inside_;
}

void LimitControl::ended(unsigned commits, Cycle now) {
  account(now);
  if (!matters()) return;
  ++window_.attempts;
  window_.commits += commits;
  if (window_.attempts < (settling_ ? 1 : kAttempts) * cores_ * warps_) return;
  if (!std::exchange(settling_, false)) look();
  window_ = {};
}

bool LimitControl::more(const Window& one, const Window& other, unsigned add) {
  return kParts * one.commits * other.cycles > (kParts + add) * other.commits * one.cycles;
}

void LimitControl::look() {
  if (trial_) {
    trial_ = false;
    if (!more(window_, base_.window, kGain)) {
      starts_ = false;
      up_ = !up_;
      pause_ = next_pause_;
      next_pause_ = std::min(2 * next_pause_, kMostPause);
      return change(base_.warps);
    }
    const bool at_once = starts_ && more(window_, base_.window, kMuchGain);
    prior_ = std::exchange(base_, {.warps = warps_, .window = window_});
    pause_ = next_pause_ = kPause;
    if (at_once) try_another();
    return;
  }
  if (prior_ && more(prior_->window, window_, 0)) {
    up_ = prior_->warps > warps_;
    base_.warps = prior_->warps;
    prior_.reset();
    pause_ = kPause;
    return change(base_.warps);
  }
  base_.window = window_;
  if (pause_ != 0) {
    --pause_;
  } else {
    try_another();
  }
}

void LimitControl::try_another() {
  const unsigned base = base_.warps;
  up_ = base == 1 || (up_ && base != most_);
  const unsigned next = up_ ? std::min(base + std::max(base / 2, 1U), most_)
                            : base - std::min(std::max(base / 3, 1U), base - 1);
  if (next == base) return;
  trial_ = true;
  change(next);
}

void LimitControl::change(unsigned warps) {
  warps_ = warps;
  settling_ = true;
}

}  // namespace gputm::core
