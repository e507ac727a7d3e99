// Many runs of a unit, each with one wrong bit. Fault i of a campaign follows from its seed and i.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "faults/fault.h"

namespace gputm::tb {

struct Injection {
  Outcome outcome;
  std::string what;  ///< the fault, and what was wrong
};

class Campaign {
 public:
  Campaign(const Subject& subject, SiteKind kind, std::uint64_t seed);

  /// Bits that can be wrong
  std::uint64_t bits() const { return bits_; }
  /// Runs the subject with fault `number`, in a process of its own.
  Injection inject(std::uint64_t number) const;

 private:
  static constexpr unsigned kStimuli = 8;

  const Subject& subject_;
  SiteKind kind_;
  std::uint64_t seed_, bits_;
  std::array<std::uint64_t, kStimuli> cycles_{};  ///< of each run without a fault
};

}  // namespace gputm::tb
