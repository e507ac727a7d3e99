// Recordings of a run, `--timeline`, `--konata` and `--trace-instructions`.
#pragma once

#include <memory>
#include <vector>

#include "app/command_line/options.h"
#include "app/output_file.h"
#include "base/machine_config.h"
#include "gpu/recorder.h"

namespace gputm::app {

class Recording {
 public:
  /// Opens the files, so that a name that cannot be written is detected before a run. Throws UsageError.
  explicit Recording(const GpuOptions& options);
  /// Completes the files, so that viewers can read the recording of a failed run, too.
  ~Recording();
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

  std::vector<OutputName> names() const;
  /// Recorder for launches on the machine; null if nothing is recorded. Throws UsageError if the machine does
  /// not have the partition, or a core or warp of the filter.
  gpu::Recorder* start(const MachineConfig& machine);
  /// Completes the files. Returns the failed writes with reasons, "" if none.
  [[nodiscard]] std::string finish();

 private:
  const GpuOptions& options_;
  OutputFile timeline_;
  OutputFile konata_;
  OutputFile instructions_;
  std::unique_ptr<gpu::Recorder> recorder_;
};

/// Number in "partition3". Throws UsageError if the machine has no such partition.
unsigned partition_of(const std::string& scope, unsigned partitions);

}  // namespace gputm::app
