// Values of words before the last orders of a replay, for attempts placed before the current end of the
// replay.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <span>
#include <unordered_map>
#include <vector>

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

  /// Positions from `first` to `last`
  struct Span {
    std::uint64_t first;
    std::uint64_t last;
  };
  /// The positions of `among` at which `could_see` is true, both in ascending order.
  std::vector<Span> seen_among(std::span<const Span> among, Address address, Word value, Word current) const {
    std::vector<Span> seen;
    const auto found = writes_.find(address);
    static const std::deque<Write> kNone;
    const std::deque<Write>& writes = found == writes_.end() ? kNone : found->second;
    auto from = among.begin();
    for (std::size_t i = 0; i <= writes.size(); ++i) {
      if ((i < writes.size() ? writes[i].before : current) != value) continue;
      // The value is there behind write i - 1 and up to write i; plain writes between two orders are no
      // limit.
      std::size_t before = i, after = i;
      while (before > 0 && writes[before - 1].plain) --before;
      while (after < writes.size() && writes[after].plain) ++after;
      const Span valid{before == 0 ? 0 : writes[before - 1].order + 1,
                       after == writes.size() ? ~std::uint64_t{0} : writes[after].order};
      while (from != among.end() && from->last < valid.first) ++from;
      for (auto at = from; at != among.end() && at->first <= valid.last; ++at) {
        const Span common{std::max(at->first, valid.first), std::min(at->last, valid.last)};
        if (common.first <= common.last && (seen.empty() || seen.back().last < common.first))
          seen.push_back(common);
        else if (common.first <= common.last)
          seen.back().last = std::max(seen.back().last, common.last);
      }
    }
    return seen;
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
