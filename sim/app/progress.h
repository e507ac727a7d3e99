// Progress line of a long run on the terminal.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "base/types.h"

namespace gputm::app {

/// Writes to stderr, only if that is a terminal and the run has lasted two seconds; erased at the end
class ProgressLine {
 public:
  ProgressLine(std::string title, std::uint64_t threads);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void update(Cycle cycles, std::uint64_t threads_ended);
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  std::string title_;
  std::uint64_t threads_;
  bool terminal_;
  bool shown_ = false;
  Clock::time_point start_ = Clock::now();
  Clock::time_point next_ = start_ + std::chrono::seconds(2);
};

}  // namespace gputm::app
