#pragma once

#include "base/types.h"

namespace gputm {

/// A run cannot go on: an illegal instruction, a bad address, a divergent barrier, a transaction that is
/// refused ... One line; of a stuck run, a report of what everything waits for.
class RunError : public Error {
 public:
  using Error::Error;
};

}  // namespace gputm
