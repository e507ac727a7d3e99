// Recording of a run, cycle by cycle: for viewers a timeline of warps and commit units (Perfetto,
// chrome://tracing) and one commit unit's pipeline (Konata); the issued instructions as text. Spans any
// number of launches; no effect on the run.
#pragma once

#include <iosfwd>
#include <memory>
#include <optional>

#include "base/machine_config.h"
#include "base/trace_events.h"
#include "core/timeline.h"
#include "gpu/commit_entries.h"
#include "gpu/instruction_trace.h"
#include "gpu/konata_log.h"
#include "tm/commit_watcher.h"

namespace gputm::gpu {

struct RecorderOptions {
  std::ostream* timeline = nullptr;      ///< null: none
  std::ostream* konata = nullptr;        ///< null: none
  unsigned partition = 0;                ///< partition of the commit unit for Konata
  std::ostream* instructions = nullptr;  ///< null: none
  TraceFilter filter{};                  ///< of the instructions
  RecordingLimits limits{};              ///< of each file
};

class Recorder {
 public:
  /// Throws Error if the filter names what the machine does not have.
  Recorder(const CoreConfig& config, const RecorderOptions& options);
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;
  ~Recorder();

  /// Cycle seen by commit units; set by the GPU.
  void at(Cycle now) { now_ = now; }
  core::Timeline* timeline() { return timeline_ ? &*timeline_ : nullptr; }
  InstructionTrace* instructions() { return instructions_ ? &*instructions_ : nullptr; }
  tm::CommitWatcher& commit_watcher() { return *entries_; }
  /// Completes the files.
  void finish();
  /// Whether a file was cut at its size limit.
  bool truncated() const;

 private:
  class CommitTracks;

  Cycle now_ = 0;
  std::optional<TraceEvents> events_;
  std::optional<core::Timeline> timeline_;
  std::unique_ptr<CommitTracks> tracks_;
  std::optional<KonataLog> konata_;
  std::optional<InstructionTrace> instructions_;
  std::optional<CommitEntries> entries_;
};

}  // namespace gputm::gpu
