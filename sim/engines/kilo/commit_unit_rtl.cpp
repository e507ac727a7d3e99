#include "engines/kilo/commit_unit_rtl.h"

#include <algorithm>

#include "engines/unit_module.h"

namespace gputm::engines::kilo {

CommitUnitParameters finite_commit_unit() { return {.ring_entries = 1920, .buffers = 500, .read_tags = 512}; }

// The last writer history covers 2^15 - 32 IDs (HistoryIds in rtl/kilo/commit_unit.sv).
unsigned commit_unit_capacity(const CommitUnitParameters& parameters) {
  return std::min(parameters.ring_entries, (1u << 15) - 64);
}

std::unique_ptr<tm::CommitUnit> make_commit_unit(const CommitUnitParameters& parameters,
                                                 const CommitUnitOptions& options) {
  UnitRequest request{.unit = "commit_unit",
                      .parameters = {{"RingEntries", parameters.ring_entries},
                                     {"Buffers", parameters.buffers},
                                     {"ReadTags", parameters.read_tags},
                                     {"HistoryEntries", parameters.history_entries},
                                     {"HistoryBuckets", parameters.history_buckets},
                                     {"EarlyOutcomes", parameters.early_outcomes}},
                      .waves = !options.trace.file.empty()};
  if (parameters.recent_words != 0 || parameters.access_words != 1) {
    request.unit = "commit_unit_l2";
    request.parameters["RecentWords"] = parameters.recent_words;
    request.parameters["AccessWords"] = parameters.access_words;
  }
  if (!parameters.history.empty()) request.replaced.push_back(parameters.history);
  if (parameters.budget) request.replaced.emplace_back("limited_buffers");
  return make_unit<MakeCommitUnit>(request, parameters.read_tags, options, parameters.recent_words != 0);
}

}  // namespace gputm::engines::kilo
