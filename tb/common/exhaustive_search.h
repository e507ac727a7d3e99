// Visits every reachable state of a system of events once.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gputm::test {

/// 128-bit fingerprint of a state's canonical form: among ten million states two collide with probability
/// 2^-81.
struct Fingerprint {
  std::uint64_t low = 0x9e3779b97f4a7c15;
  std::uint64_t high = 0xc2b2ae3d27d4eb4f;
  void add(std::uint64_t value) {
    low = mix(low ^ value);
    high = mix(high + value * 0xd6e8feb86659fd93 + 1);
  }
  friend bool operator==(const Fingerprint&, const Fingerprint&) = default;

 private:
  static std::uint64_t mix(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return x ^ (x >> 31);
  }
};

/// A set of fingerprints with open addressing: 16 bytes a slot, at least a quarter of the slots free.
class FingerprintSet {
 public:
  /// Inserts; returns whether it is new.
  bool insert(const Fingerprint& print) {
    if (size_ * 4 >= slots_.size() * 3) grow();
    Fingerprint& slot = place(print);
    if (slot == print) return false;
    slot = print;
    ++size_;
    return true;
  }
  std::size_t size() const { return size_; }

 private:
  static constexpr Fingerprint kFree{0, 0};
  Fingerprint& place(const Fingerprint& print) {
    std::size_t i = print.low;
    while (slots_[i & (slots_.size() - 1)] != kFree && slots_[i & (slots_.size() - 1)] != print) ++i;
    return slots_[i & (slots_.size() - 1)];
  }
  void grow() {
    std::vector<Fingerprint> old(slots_.size() * 2, kFree);
    old.swap(slots_);
    for (const Fingerprint& print : old) {
      if (print != kFree) place(print) = print;
    }
  }
  std::size_t size_ = 0;
  std::vector<Fingerprint> slots_ = std::vector<Fingerprint>(1024, kFree);
};

struct SearchResult {
  struct Step {
    std::string event;
    std::vector<std::string> timestamps;  ///< afterwards, by transaction; empty for those without
  };
  std::size_t states = 0;
  std::size_t bad = 0;  ///< number of bad states; their successors are not visited
  /// Events of the first bad state found: a shortest sequence if the search was breadth first.
  std::optional<std::vector<Step>> counterexample;
};

enum class SearchOrder { kBreadthFirst, kDepthFirst };  ///< depth first needs little memory
enum class SearchUntil { kFirstBad, kEnd };

/// `State` has `fingerprint()`, equal for states with equal futures; `bad()`; `successors(f)`, which calls
/// f(std::move(next state), event) for each event; `perform(event)` and `timestamps()` to show the path.
/// Stops at the first bad state, unless told to continue, or after `limit` states.
template <typename State>
SearchResult search(const State& initial, SearchOrder order, std::size_t limit = SIZE_MAX,
                    SearchUntil until = SearchUntil::kFirstBad) {
  struct Open {
    State state;
    std::uint32_t node;
  };
  struct Node {
    std::uint32_t parent;
    typename State::Event event;
  };
  std::vector<Node> nodes{{0, {}}};
  std::deque<Open> open{{initial, 0}};
  FingerprintSet seen;
  seen.insert(initial.fingerprint());
  SearchResult result;
  while (!open.empty() && !result.counterexample && seen.size() < limit) {
    Open current = order == SearchOrder::kBreadthFirst ? std::move(open.front()) : std::move(open.back());
    order == SearchOrder::kBreadthFirst ? open.pop_front() : open.pop_back();
    current.state.successors([&](State&& next, const typename State::Event& event) {
      if (result.counterexample || !seen.insert(next.fingerprint())) return;
      nodes.push_back({current.node, event});
      const auto node = static_cast<std::uint32_t>(nodes.size() - 1);
      if (!next.bad()) {
        open.push_back({std::move(next), node});
        return;
      }
      ++result.bad;
      if (until == SearchUntil::kEnd) return;
      std::vector<typename State::Event> way;
      for (std::uint32_t n = node; n != 0; n = nodes[n].parent) way.push_back(nodes[n].event);
      result.counterexample.emplace();
      State shown = initial;
      for (auto each = way.rbegin(); each != way.rend(); ++each) {
        shown.perform(*each);
        result.counterexample->push_back({to_string(*each), shown.timestamps()});
      }
    });
  }
  result.states = seen.size();
  return result;
}

/// A counterexample as "a, b, c".
inline std::string join(const std::vector<SearchResult::Step>& steps) {
  std::string text;
  for (const SearchResult::Step& step : steps) text += (text.empty() ? "" : ", ") + step.event;
  return text;
}

}  // namespace gputm::test
