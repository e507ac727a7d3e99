#pragma once

#include "base/types.h"

namespace gputm {

/// A run cannot continue: an illegal instruction, a bad address, a divergent barrier, a refused transaction
/// ... One line; for a stuck run, a report of all waits
class RunError : public Error {
 public:
  using Error::Error;
};

}  // namespace gputm
