// What a run writes for viewers, `--timeline` and `--konata`.
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
  /// Opens the files, so that a name that cannot be written is found out before a run. Throws UsageError.
  explicit Recording(const GpuOptions& options);
  /// What a run that fails has recorded is a file that viewers can read, too.
  ~Recording();
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

  std::vector<OutputName> names() const;
  /// What launches on the machine are given; null when nothing is recorded. Throws UsageError when the
  /// partition is none of the machine's.
  gpu::Recorder* start(const MachineConfig& machine);
  /// Ends the files. Returns what could not be written and why, "" if nothing.
  [[nodiscard]] std::string finish();

 private:
  const GpuOptions& options_;
  OutputFile timeline_;
  OutputFile konata_;
  std::unique_ptr<gpu::Recorder> recorder_;
};

/// The number in "partition3". Throws UsageError when the machine has no such partition.
unsigned partition_of(const std::string& scope, unsigned partitions);

}  // namespace gputm::app
