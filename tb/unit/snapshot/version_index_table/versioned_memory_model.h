// Versions of a region according to the ISCA 2017 paper, section 3: the version that a snapshot reads, and
// the versions that may be recycled. Gets the copies that are made, and returns their errors.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gputm::tb {

using Block = std::uint32_t;
using Time = std::uint32_t;

/// Place of a region.
struct RegionPlace {
  Block start = 0, relocated = 0;
  unsigned size = 0, distance = 0;  ///< log2 of blocks: of the region, between versions
  Block blocks() const { return Block{1} << size; }
  Block version(unsigned slot) const { return start + (Block{slot} << distance); }
};

class VersionedRegion {
 public:
  enum class State : std::uint8_t { kFree, kCopying, kWritable, kReadable };
  struct Slot {
    State state = State::kFree;
    Time created = 0;
    std::uint64_t age = 0;  ///< order of publication
    unsigned references = 0;
    bool closed = false;  ///< the next version has been recycled
  };

  VersionedRegion(RegionPlace place, unsigned versions) : place_(place), slots_(versions) {
    slots_[0].state = State::kReadable;
  }
  const RegionPlace& place() const { return place_; }
  Slot& slot(unsigned index) { return slots_[index]; }
  const Slot& slot(unsigned index) const { return slots_[index]; }

  unsigned newest() const {
    return *latest([](const Slot&) { return true; });
  }
  /// The version that a snapshot of `time` reads; none if it has been recycled, since no older one has its
  /// contents.
  std::optional<unsigned> of_snapshot(Time time) const {
    return latest([time](const Slot& slot) { return slot.created <= time; });
  }
  std::optional<unsigned> in_state(State state) const {
    for (unsigned i = 0; i < slots_.size(); ++i) {
      if (slots_[i].state == state) return i;
    }
    return std::nullopt;
  }
  /// Versions that may be recycled: unreferenced, with a newer one.
  std::optional<unsigned> oldest_unread() const {
    std::optional<unsigned> oldest;
    for (unsigned i = 0; i < slots_.size(); ++i) {
      const Slot& slot = slots_[i];
      if (slot.state != State::kReadable || slot.references != 0 || i == newest()) continue;
      if (!oldest || slot.age < slots_[*oldest].age) oldest = i;
    }
    return oldest;
  }
  /// A copy for the next version should be in progress.
  bool waits_without_reason() const {
    return !in_state(State::kCopying) && !in_state(State::kWritable) &&
           (in_state(State::kFree) || oldest_unread());
  }

  /// A copy of the newest version to a slot has begun; returns its error, if any.
  std::optional<std::string> copy(unsigned from, unsigned to) {
    if (in_state(State::kCopying) || in_state(State::kWritable)) return "two versions are being made";
    if (from != newest()) return "not the newest version is copied";
    const auto free = in_state(State::kFree);
    if (free && slots_[to].state != State::kFree) return "a version is recycled while there are free ones";
    if (!free && oldest_unread() != to) return "not the oldest version that nobody reads is recycled";
    if (slots_[to].state == State::kReadable) close_before(slots_[to].age);
    slots_[to] = {.state = State::kCopying};
    return std::nullopt;
  }
  void copied(unsigned slot) { slots_[slot].state = State::kWritable; }
  void publish(Time time) {
    Slot& slot = slots_[*in_state(State::kWritable)];
    slot.state = State::kReadable;
    slot.created = time;
    slot.age = ++age_;
  }
  void flush() {
    const unsigned kept = newest();
    for (unsigned i = 0; i < slots_.size(); ++i) {
      if (slots_[i].state == State::kReadable && i != kept) slots_[i] = {};
      slots_[i].created = 0;
    }
  }

 private:
  template <typename Predicate>
  std::optional<unsigned> latest(Predicate predicate) const {
    std::optional<unsigned> best;
    for (unsigned i = 0; i < slots_.size(); ++i) {
      if (slots_[i].state != State::kReadable || !predicate(slots_[i])) continue;
      if (!best || slots_[i].age > slots_[*best].age) best = i;
    }
    return best;
  }
  void close_before(std::uint64_t age) {
    Slot* before = nullptr;
    for (Slot& slot : slots_) {
      if (slot.state == State::kReadable && slot.age < age && (before == nullptr || slot.age > before->age))
        before = &slot;
    }
    if (before != nullptr) before->closed = true;
  }

  RegionPlace place_;
  std::vector<Slot> slots_;
  std::uint64_t age_ = 0;
};

}  // namespace gputm::tb
