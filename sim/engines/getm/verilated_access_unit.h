// AccessUnit for any Verilated access_unit with any parameters.
#pragma once

#include <deque>
#include <numeric>
#include <utility>

#include "engines/getm/access_unit_rtl.h"
#include "engines/verilated_model.h"

namespace gputm::engines::getm {

/// `Model` as in VerilatedModel.
template <typename Model>
class VerilatedAccessUnit final : public AccessUnit {
 public:
  using Make = MakeAccessUnit;

  VerilatedAccessUnit(unsigned slots, unsigned queue)
      : queue_size_(queue), free_(slots), accesses_(slots), model_("access_unit", {}) {
    std::iota(free_.begin(), free_.end(), 0U);
    model_->clear_i = 0;
    model_->in_valid_i = 0;
    model_->out_ready_i = 0;
    model_.reset([this] { return !model_->busy_o; });  // until the table is cleared
  }

  bool can_take() const override { return queue_.size() < queue_size_; }
  void take(Access access) override { queue_.push_back(std::move(access)); }
  const Outcome* outcome() const override { return outcome_ ? &*outcome_ : nullptr; }
  void pop_outcome() override { outcome_.reset(); }

  void tick() override {
    if (!entering_ && !queue_.empty() && !free_.empty()) begin();
    if (!entering_ && !busy_) {
      model_.skip();
      return;
    }
    if (entering_) drive_beat();
    model_.drive(model_->in_valid_i, entering_);
    model_.drive(model_->out_ready_i, !outcome_.has_value());
    model_.low_if_driven();

    // What the clock edge will accept
    count(model_->events_o);
    if (model_->out_valid_o && model_->out_ready_i) take_outcome();
    if (entering_ && model_->in_ready_o) entering_ = ++part_ < accesses_[slot_].parts.size();
    model_.high();
    model_.drive(model_->clear_i, 0);
    busy_ = model_->busy_o;
  }

  void clear() override {
    model_.drive(model_->clear_i, 1);
    busy_ = true;
  }
  bool idle() const override { return queue_.empty() && !entering_ && !busy_ && !outcome_; }
  std::size_t stalled() const override { return stalled_; }
  const Counters& counters() const override { return counters_; }

 private:
  /// Bits of access_events_t
  enum Event : unsigned {
    kRelocated,
    kEvicted,
    kStashed,
    kUnrecorded,
    kNoRoom,
    kTooLate,
    kMiss,
    kHit,
    kStallRefused,
    kStalls,
    kAgain,
    kBegins
  };

  /// The next access goes to a free slot. Its beats follow.
  void begin() {
    slot_ = free_.front();
    free_.pop_front();
    accesses_[slot_] = std::move(queue_.front());
    queue_.pop_front();
    part_ = 0;
    entering_ = true;
  }

  /// An access without parts is one beat.
  void drive_beat() {
    const Access& access = accesses_[slot_];
    const Access::Part part = access.parts.empty() ? Access::Part{} : access.parts[part_];
    const bool releases = access.kind == AccessKind::kCommit || access.kind == AccessKind::kRelease;
    model_.drive(model_->in_kind_i, releases ? AccessKind::kCommit : access.kind);
    model_.drive(model_->in_granule_i, part.granule);
    model_.drive(model_->in_words_i, part.words);
    model_.drive(model_->in_time_i, access.time.value);
    model_.drive(model_->in_slot_i, slot_);
    model_.drive(model_->in_last_i, part_ + 1 >= access.parts.size());
  }

  void take_outcome() {
    const auto slot = static_cast<unsigned>(model_->out_slot_o);
    outcome_ = Outcome{.tag = accesses_[slot].tag,
                       .kind = accesses_[slot].kind,
                       .aborted = static_cast<std::uint64_t>(model_->out_refused_o),
                       .needs = {}};
    if (model_->out_too_late_o) outcome_->needs = Time{static_cast<std::uint64_t>(model_->out_needs_o)};
    free_.push_back(slot);
  }

  void count(unsigned events) {
    const auto is = [events](Event event) { return events >> event & 1; };
    counters_.relocations += is(kRelocated);
    counters_.evictions += is(kEvicted);
    counters_.stashed += is(kStashed);
    counters_.unrecorded_loads += is(kUnrecorded);
    counters_.no_room += is(kNoRoom);
    counters_.too_late += is(kTooLate);
    counters_.misses += is(kMiss);
    counters_.hits += is(kHit);
    counters_.checks += is(kMiss) + is(kHit);
    counters_.stall_buffer_full += is(kStallRefused);
    counters_.stalls += is(kStalls);
    stalled_ += is(kStalls);
    stalled_ -= is(kBegins) & is(kAgain);
  }

  std::size_t queue_size_;
  std::deque<unsigned> free_;
  std::vector<Access> accesses_;  ///< by slot
  VerilatedModel<Model> model_;
  std::deque<Access> queue_;
  bool entering_ = false;  ///< the access in slot_ has beats left
  unsigned slot_ = 0;
  std::size_t part_ = 0;
  bool busy_ = true;
  std::optional<Outcome> outcome_;
  Counters counters_;
  std::size_t stalled_ = 0;
};

}  // namespace gputm::engines::getm
