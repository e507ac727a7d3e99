// File of the instructions that the kernels of a program issue: GPUTM_TRACE_INSTRUCTIONS names it,
// GPUTM_TRACE_START, GPUTM_TRACE_END and GPUTM_TRACE_FILTER choose among them.
#pragma once

#include <fstream>
#include <memory>
#include <string>

#include "base/machine_config.h"
#include "gpu/recorder.h"

namespace gputm::cuda {

class InstructionFile {
 public:
  /// Opens the file, if the environment names one. Throws Error.
  explicit InstructionFile(const CoreConfig& config);

  /// For the launches; null if there is no file.
  gpu::Recorder* recorder() { return recorder_.get(); }
  /// Completes the file, when the process ends.
  void finish();

 private:
  std::string name_;
  std::ofstream file_;
  std::unique_ptr<gpu::Recorder> recorder_;
};

}  // namespace gputm::cuda
