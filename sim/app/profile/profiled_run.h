// A run with its profile, as its JSON has it, and the numbers that both the text and the page show.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/profile.h"

namespace gputm::app {

struct ProfiledRun {
  std::string what;  ///< the kernel, or the workload
  std::string system;
  std::string machine;
  std::uint64_t cycles = 0;
  core::Profile profile;
  /// Those of the profile by line, since compilers make several instructions of one; from the most aborts on.
  std::vector<core::SiteProfile> sites;
  std::vector<core::AccessProfile> accesses;

  // Of all sites
  std::uint64_t commits = 0;
  std::uint64_t aborts = 0;
  core::Work committed, aborted;
};

/// Throws UsageError, naming the file: it cannot be read, is no JSON, or no result with a profile.
ProfiledRun read_profiled_run(const std::string& file);

/// "bank.cpp:24", or "transactions+0x1c" when there is no line; and which function it is in, if that says
/// more.
std::string place_text(const core::CodePlace& place);
std::string place_and_function(const core::CodePlace& place);
/// The place of the site that begins at `pc`.
std::string site_text(const core::Profile& profile, Address pc);
/// "balance[12]", or the address.
std::string word_text(const core::WordProfile& word);
/// "0", "2-3".
std::string bucket_text(std::size_t bucket);
/// "12.3%"
std::string percent(std::uint64_t part, std::uint64_t whole);

}  // namespace gputm::app
