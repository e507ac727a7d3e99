// Opacity: aborted attempts, too, have read one state of memory.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tm/history.h"
#include "tm/older_values.h"
#include "tm/shadow_memory.h"

namespace gputm::tm {

/// Keeps aborted attempts until the replay has reached all orders that can have written what they read. Then
/// looks for a position in the serial order at which memory had all values that an attempt has read.
class OpacityCheck {
 public:
  static constexpr std::uint64_t kAll = ~std::uint64_t{0};

  /// `next_order`: an order that no order with writes in memory has reached.
  explicit OpacityCheck(std::function<std::uint64_t()> next_order) : next_order_(std::move(next_order)) {}

  void aborted(const Attempt& attempt);
  /// Checks the attempts for which a replay up to `next` suffices. `older`: values before those in `memory`.
  void check_due(std::uint64_t next, const OlderValues& older, ShadowMemory& memory);
  /// The number of attempts that have read no single state, and the first of these, in one line.
  std::optional<std::string> found() const;

 private:
  struct Aborted {
    std::uint32_t thread = 0;
    std::uint32_t number = 0;
    std::vector<LogEntry> reads;
  };
  void check(const Aborted& attempt, std::uint64_t due, const OlderValues& older, ShadowMemory& memory);

  std::function<std::uint64_t()> next_order_;
  std::multimap<std::uint64_t, Aborted> waiting_;  ///< by the position that the replay must have reached
  std::uint64_t attempts_ = 0;
  std::uint64_t wrong_ = 0;
  std::string first_;
};

}  // namespace gputm::tm
