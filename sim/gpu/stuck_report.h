// Report of a run that was given up: state of every warp, awaited words, and their last writers.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/run_error.h"
#include "base/types.h"
#include "core/last_writers.h"
#include "core/warp_report.h"
#include "isa/program.h"

namespace gputm::gpu {

struct StuckReport {
  /// Place in the program: "function+0x12 (kernel.cpp:34)"
  using Place = std::string;
  struct Path {
    Place at{};
    LaneMask lanes = 0;
    bool waits = false;
  };
  struct Warp {
    core::WarpReport state{};
    std::vector<Path> paths{};         ///< first the one that runs next; the others are parked
    Place transaction{};               ///< begin of its transaction, if there is one
    std::vector<std::size_t> words{};  ///< indices of awaited words
  };
  struct Word {
    Address address = 0;
    std::optional<unsigned> core{}, slot{};  ///< core and slot of the block, for shared memory
    gputm::Word value = 0;
    std::string name{};  ///< name of the buffer or variable that contains it; "": unknown
    unsigned warps = 0;  ///< warps waiting for it
    std::optional<core::LastWriters::Change> writer{};
    std::string writer_is{};  ///< present state of that thread
  };
  struct Partition {
    unsigned index = 0;
    bool idle = true;
    std::string state{};
  };

  std::string why{};    ///< one line
  bool parked = false;  ///< lanes that wait at their meeting point stay parked (core.divergence = stack)
  std::vector<Warp> warps{};
  std::vector<Word> words{};
  std::vector<Partition> partitions{};

  /// Maximum number of lines: warps with the same state at the same source line share one
  static constexpr std::size_t kMostLines = 20;
  std::string text() const;
};

/// A run was given up; the message is the report's text()
class StuckError : public RunError {
 public:
  explicit StuckError(StuckReport report) : RunError(report.text()), report_(std::move(report)) {}
  const StuckReport& report() const { return report_; }

 private:
  StuckReport report_;
};

/// Report of these warps. `value`: function that returns a word of memory.
StuckReport stuck_report(std::string why, std::vector<core::WarpReport> warps, const isa::Program& program,
                         const core::LastWriters& writers, const std::function<Word(core::WordName)>& value);

}  // namespace gputm::gpu
