// The report of a run that was given up: what every warp does, which words they wait for, and who has them.
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
  /// A place in the program: "function+0x12 (kernel.cpp:34)".
  using Place = std::string;
  struct Path {
    Place at{};
    LaneMask lanes = 0;
    bool waits = false;
  };
  struct Warp {
    core::WarpReport state{};
    std::vector<Path> paths{};         ///< that which runs first; the others are parked
    Place transaction{};               ///< where its transaction began, if there is one
    std::vector<std::size_t> words{};  ///< indices of those that it waits for
  };
  struct Word {
    Address address = 0;
    std::optional<unsigned> core{}, slot{};  ///< of the block, if it is in shared memory
    gputm::Word value = 0;
    std::string name{};  ///< of the buffer or variable that it is in; "": not known
    unsigned warps = 0;  ///< that wait for it
    std::optional<core::LastWriters::Change> writer{};
    std::string writer_is{};  ///< where that thread is now
  };
  struct Partition {
    unsigned index = 0;
    bool idle = true;
    std::string state{};
  };

  std::string why{};    ///< one line
  bool parked = false;  ///< lanes that wait where they meet others stay parked (core.divergence = stack)
  std::vector<Warp> warps{};
  std::vector<Word> words{};
  std::vector<Partition> partitions{};

  /// At most this many lines: warps that do the same at the same line of the source are one.
  static constexpr std::size_t kMostLines = 20;
  std::string text() const;
};

/// A run was given up. Its message is the report's text().
class StuckError : public RunError {
 public:
  explicit StuckError(StuckReport report) : RunError(report.text()), report_(std::move(report)) {}
  const StuckReport& report() const { return report_; }

 private:
  StuckReport report_;
};

/// The report of these warps. `value`: what a word of memory holds.
StuckReport stuck_report(std::string why, std::vector<core::WarpReport> warps, const isa::Program& program,
                         const core::LastWriters& writers, const std::function<Word(core::WordName)>& value);

}  // namespace gputm::gpu
