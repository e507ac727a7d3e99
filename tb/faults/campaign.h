// Many runs of a unit, each with one wrong bit. Fault i of a campaign follows from its seed and i.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

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

/// What a command asks for
struct CampaignOptions {
  SiteKind kind = SiteKind::kMemory;
  std::uint64_t count = 100, seed = 1;
  std::string
      out{};  ///< file with a line for each fault; a campaign that was interrupted goes on behind them
};

/// `ram` or `register`. Throws std::runtime_error.
SiteKind site_kind(std::string_view name);

/// Runs a campaign and prints what came of it. Throws std::runtime_error.
void run_campaign(const Subject& subject, const CampaignOptions& options);

}  // namespace gputm::tb
