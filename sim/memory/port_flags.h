// Flags of a crossbar's ports or queues, a byte each: threads may set and clear different ones at the same
// time.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace gputm::memory {

class PortFlags {
 public:
  explicit PortFlags(std::size_t ports) : flags_((ports + kGroup - 1) / kGroup * kGroup) {}

  void set(unsigned port) { flags_[port] = 1; }
  void clear(unsigned port) { flags_[port] = 0; }
  bool has(unsigned port) const { return flags_[port] != 0; }
  /// Calls `f(port)` for each set flag, by ascending port; `f` may clear it.
  template <typename F>
  void for_each(F f) const {
    for (std::size_t first = 0; first < flags_.size(); first += kGroup) {
      std::uint64_t group = 0;
      std::memcpy(&group, &flags_[first], kGroup);
      for (; group != 0; group &= group - 1)
        f(static_cast<unsigned>(first) + static_cast<unsigned>(std::countr_zero(group)) / 8);
    }
  }

 private:
  static_assert(std::endian::native == std::endian::little);
  static constexpr std::size_t kGroup = sizeof(std::uint64_t);
  std::vector<std::uint8_t> flags_;
};

}  // namespace gputm::memory
