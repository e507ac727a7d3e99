// Entries of one commit unit in the Kanata format, version 4, for the pipeline viewer Konata: one line per
// entry, with its stages from left to right.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <queue>
#include <string>
#include <vector>

#include "base/trace_events.h"
#include "gpu/commit_entries.h"

namespace gputm::gpu {

class KonataLog final : public CommitEntrySink {
 public:
  /// Logs the entries of `partition` that begin in the window.
  KonataLog(std::ostream& file, unsigned partition, const RecordingLimits& limits);

  void passed(const CommitEntry& entry, CommitStage stage, Cycle from, Cycle to) override;
  void retired(const CommitEntry& entry, Cycle now) override;
  /// Writes the retired entries, in order of time.
  void finish();
  bool truncated() const { return bytes_ >= limits_.bytes; }

 private:
  /// Line of the file, and its time
  struct Line {
    Cycle at = 0;
    std::uint64_t number = 0;  ///< number in the order of writing
    std::string text;
  };
  void add(Cycle at, std::string text);

  std::ostream& file_;
  unsigned partition_;
  RecordingLimits limits_;
  std::vector<Line> lines_;  ///< stages are known when they end, and the format requires order of time
  std::uint64_t bytes_ = 0;
  std::uint64_t retired_ = 0;
};

}  // namespace gputm::gpu
