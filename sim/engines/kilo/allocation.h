// Schemes of buffer allocation to commit unit entries (MICRO 2011 paper, section 6.4.2), numbered as
// allocation_e in rtl/kilo/commit_unit_pkg.sv.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace gputm::engines::kilo {

/// Ring entries that hold a read-set and a write-set buffer, and for how long. Each scheme holds a subset of
/// the previous one.
enum class Allocation : std::uint8_t {
  kAll,       ///< both buffers, in every entry, until it retires
  kAccessed,  ///< both, in entries of transactions with a log here, until they retire
  kUsed,      ///< buffers of non-empty sets, until the entry retires
  kNeeded,    ///< as kUsed, but until the local outcome (reads), or until the first failure, local or final
  kCount
};
inline constexpr std::array<std::string_view, 4> kAllocationNames{"all", "accessed", "used", "needed"};

}  // namespace gputm::engines::kilo
