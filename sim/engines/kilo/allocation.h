// The schemes by which entries of a commit unit hold buffers (MICRO 2011 paper, section 6.4.2), numbered as
// allocation_e in rtl/kilo/commit_unit_pkg.sv.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace gputm::engines::kilo {

/// Which entries of the ring hold a read-set and a write-set buffer, and how long. Each holds a subset of
/// what the one before it does.
enum class Allocation : std::uint8_t {
  kAll,       ///< both, in every entry, until it retires
  kAccessed,  ///< both, in entries whose transaction has a log here, until they retire
  kUsed,      ///< those of sets that are not empty, until the entry retires
  kNeeded,  ///< the same, until the local outcome (reads) or, where that or the final one is a failure, until
            ///< then
  kCount
};
inline constexpr std::array<std::string_view, 4> kAllocationNames{"all", "accessed", "used", "needed"};

}  // namespace gputm::engines::kilo
