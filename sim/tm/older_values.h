// Values of words before the last orders of a replay, for attempts placed before the current end of the
// replay.
#pragma once

#include <cstdint>
#include <deque>
#include <unordered_map>

#include "base/types.h"

namespace gputm::tm {

/// Stores the writes of the last `kWindow` orders.
class OlderValues {
 public:
  static constexpr std::uint64_t kWindow = std::uint64_t{1} << 16;

  /// Records that a write of the order, or a plain write just before it, replaced `before`.
  void replaced(Address address, std::uint64_t order, Word before, bool plain) {
    writes_[address].push_back({order, before, plain});
    by_order_.push_back({order, address});
    while (by_order_.front().order + kWindow < order) forget_oldest();
  }

  /// Whether a read just before `position` can have returned `value`; `current` is the word's value at the
  /// end. A plain write has no place of its own among the orders: if only plain writes lie between two
  /// orders, each of their values is accepted.
  bool could_see(Address address, std::uint64_t position, Word value, Word current) const {
    if (at(address, position, current) == value) return true;
    const auto found = writes_.find(address);
    if (found == writes_.end()) return false;
    const std::deque<Write>& writes = found->second;
    const std::size_t first = first_after(writes, position);
    for (std::size_t i = first; i < writes.size() && writes[i].plain; ++i) {
      if ((i + 1 < writes.size() ? writes[i + 1].before : current) == value) return true;
    }
    for (std::size_t i = first; i > 0 && writes[i - 1].plain; --i) {
      if (writes[i - 1].before == value) return true;
    }
    return false;
  }

  /// Value of the word just before `position`.
  Word at(Address address, std::uint64_t position, Word current) const {
    const auto found = writes_.find(address);
    if (found == writes_.end()) return current;
    const std::size_t first = first_after(found->second, position);
    return first < found->second.size() ? found->second[first].before : current;
  }

 private:
  struct Write {
    std::uint64_t order;
    Word before;
    bool plain;
  };
  struct Place {
    std::uint64_t order;
    Address address;
  };

  /// Index of the first write that a read before `position` does not observe; `writes` is in order.
  static std::size_t first_after(const std::deque<Write>& writes, std::uint64_t position) {
    std::size_t first = writes.size();
    while (first > 0 && writes[first - 1].order >= position) --first;
    return first;
  }
  void forget_oldest() {
    const auto found = writes_.find(by_order_.front().address);
    found->second.pop_front();
    if (found->second.empty()) writes_.erase(found);
    by_order_.pop_front();
  }

  std::unordered_map<Address, std::deque<Write>> writes_;
  std::deque<Place> by_order_;
};

}  // namespace gputm::tm
