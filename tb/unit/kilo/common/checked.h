// A clocked model that keeps the first error found, so that tests of correct and of broken models share their
// checks.
#pragma once

#include <gtest/gtest.h>

#include <iostream>
#include <optional>
#include <string>

#include "common/clocked.h"

namespace gputm::tb {

template <typename Model>
class Checked : public Clocked<Model> {
 public:
  void require(bool holds, const char* what) {
    if (!holds && !failure_) failure_ = std::string(what) + " at cycle " + std::to_string(this->cycles());
  }
  /// The first requirement that did not hold, or assertion of the RTL that failed.
  std::optional<std::string> failure() const {
    if (!failure_ && this->assertion_failed()) return "assertion failed in the RTL";
    return failure_;
  }

 private:
  std::optional<std::string> failure_;
};

}  // namespace gputm::tb
