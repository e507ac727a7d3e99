// Parts of EAPG (HPCA 2016 paper): key kilo.eapg.
#pragma once

#include <cstdint>

namespace gputm::engines::eapg {

enum class Parts : std::uint8_t {
  kOff,         ///< "off"
  kEarlyAbort,  ///< "early_abort": a lane that has read a word with a write in flight aborts before its
                ///< commit
  kPause,       ///< "pause": a load of such a word waits
  kBoth         ///< "both"
};
constexpr bool aborts_early(Parts parts) { return parts == Parts::kEarlyAbort || parts == Parts::kBoth; }
constexpr bool pauses(Parts parts) { return parts == Parts::kPause || parts == Parts::kBoth; }

}  // namespace gputm::engines::eapg
