#pragma once

#include <optional>
#include <string>

#include "base/types.h"

namespace gputm {

/// A run cannot continue: an illegal instruction, a bad address, a divergent barrier, a refused transaction
/// ... One line; for a stuck run, a report of all waits
class RunError : public Error {
 public:
  using Error::Error;
  RunError(const std::string& message, unsigned grid) : Error(message), grid_(grid) {}
  /// Grid of the launch that failed, if one did
  std::optional<unsigned> grid() const { return grid_; }

 private:
  std::optional<unsigned> grid_;
};

}  // namespace gputm
