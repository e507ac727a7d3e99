// A clocked model that keeps the first error found, so that tests of correct and of broken models share their
// checks.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
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

/// A model without protection: it reports no error of a memory or a register, in any cycle.
template <typename Model>
class Unprotected : public Checked<Model> {
 public:
  void step() {
    Model& dut = this->dut();
    bool reports = false;
    if constexpr (requires { dut.error_o; }) reports |= any(dut.error_o);
    if constexpr (requires { dut.errors_o; }) reports |= any(dut.errors_o);
    if constexpr (requires { dut.pointer_error_o; }) reports |= any(dut.pointer_error_o);
    if constexpr (requires { dut.pointer_errors_o; }) reports |= any(dut.pointer_errors_o);
    this->require(!reports, "an error is reported");
    Checked<Model>::step();
  }

 private:
  template <typename Port>
  static bool any(const Port& port) {
    if constexpr (requires { port.data(); }) {
      return std::any_of(port.data(), port.data() + Port::Words, [](auto part) { return part != 0; });
    } else {
      return port != 0;
    }
  }
};

}  // namespace gputm::tb
