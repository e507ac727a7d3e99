// A set-associative LRU cache in its simplest form: a list of lines per set, most recently used first.
#pragma once

#include <algorithm>
#include <cstdint>
#include <list>
#include <optional>
#include <vector>

namespace gputm::memory {

class LruReference {
 public:
  struct Line {
    std::uint32_t number;
    bool dirty;
    bool pending;
    unsigned present = 0;        ///< sectors, one bit each, where the cache has sectors
    unsigned dirty_sectors = 0;  ///< likewise
  };

  LruReference(unsigned lines, unsigned ways) : ways_(ways), sets_(lines / ways) {}

  /// The line, moved to the front of its set, or nullptr.
  Line* use(std::uint32_t number) {
    auto& set = sets_[number % sets_.size()];
    const auto found =
        std::find_if(set.begin(), set.end(), [&](const Line& line) { return line.number == number; });
    if (found == set.end()) return nullptr;
    set.splice(set.begin(), set, found);
    return &set.front();
  }
  bool has(std::uint32_t number) const {
    const auto& set = sets_[number % sets_.size()];
    return std::any_of(set.begin(), set.end(), [&](const Line& line) { return line.number == number; });
  }
  /// Whether an absent line can be put in: a way is unused or holds a line that is not pending.
  bool has_room(std::uint32_t number) const {
    const auto& set = sets_[number % sets_.size()];
    return set.size() < ways_ ||
           std::any_of(set.begin(), set.end(), [](const Line& line) { return !line.pending; });
  }
  /// Inserts an absent line; returns the evicted one.
  std::optional<Line> insert(const Line& line) {
    auto& set = sets_[line.number % sets_.size()];
    std::optional<Line> evicted;
    if (set.size() == ways_) {
      const auto victim =
          std::find_if(set.rbegin(), set.rend(), [](const Line& old) { return !old.pending; });
      evicted = *victim;
      set.erase(std::next(victim).base());
    }
    set.push_front(line);
    return evicted;
  }
  Line& at(std::uint32_t number) {
    auto& set = sets_[number % sets_.size()];
    return *std::find_if(set.begin(), set.end(), [&](const Line& line) { return line.number == number; });
  }
  void clear() {
    for (auto& set : sets_) set.clear();
  }

 private:
  unsigned ways_;
  std::vector<std::list<Line>> sets_;
};

}  // namespace gputm::memory
