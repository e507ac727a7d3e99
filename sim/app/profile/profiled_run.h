// Run with its profile, read from its JSON, and the numbers used by both the text and the page.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/launch_summary.h"
#include "core/profile.h"

namespace gputm::app {

struct ProfiledRun {
  std::string what;  ///< kernel or workload
  std::string system;
  std::string machine;
  std::uint64_t cycles = 0;
  core::Profile profile;
  std::vector<core::LaunchSummary> launches;  ///< in their order
  /// Sites of the profile by line, since compilers make several instructions of one line; in descending order
  /// of aborts.
  std::vector<core::SiteProfile> sites;
  std::vector<core::AccessProfile> accesses;

  // Sums over all lines
  std::uint64_t issues = 0;
  std::uint64_t lanes = 0;
  std::uint64_t warp_cycles = 0;

  // Sums over all sites
  std::uint64_t commits = 0;
  std::uint64_t aborts = 0;
  core::Work committed, aborted;
};

/// Throws UsageError with the file's name if it cannot be read, or is not the JSON of a result with a
/// profile.
ProfiledRun read_profiled_run(const std::string& file);

/// "bank.cpp:24", or "transactions+0x1c" if there is no line; with the function if that adds information.
std::string place_text(const core::CodePlace& place);
std::string place_and_function(const core::CodePlace& place);
/// Place of the site that begins at `pc`.
std::string site_text(const core::Profile& profile, Address pc);
/// Active lanes of a warp's instructions, on average: "62.5%"
std::string used_lanes(const ProfiledRun& run, std::uint64_t lanes, std::uint64_t issues);
/// "balance[12]", or the address.
std::string word_text(const core::WordProfile& word);
/// "0", "2-3".
std::string bucket_text(std::size_t bucket);
/// Sides of a grid or block: "16", "4x4", "4x4x2"
std::string sides_text(const std::array<std::uint32_t, 3>& sides);
/// "12.3%"
std::string percent(std::uint64_t part, std::uint64_t whole);

}  // namespace gputm::app
