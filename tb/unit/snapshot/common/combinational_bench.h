// A model without a clock whose outputs are compared with a reference.
#pragma once

#include <verilated.h>

#include <cstdint>
#include <optional>
#include <sstream>
#include <string>

#include "common/module_bench.h"

namespace gputm::tb {

/// Keeps the first difference between a module and its model.
template <typename Model>
class CombinationalBench {
 public:
  Model& dut() { return model_; }
  void settle() { model_.eval(); }
  template <typename Rtl, typename Expected>
  void expect(const char* what, const Rtl& rtl, const Expected& expected) {
    if (static_cast<std::uint64_t>(rtl) == static_cast<std::uint64_t>(expected)) return;
    std::ostringstream text;
    text << what << " is " << static_cast<std::uint64_t>(rtl) << " instead of "
         << static_cast<std::uint64_t>(expected);
    fail(text.str());
  }
  void fail(const std::string& what) {
    if (!failure_) failure_ = what;
  }
  bool failed() const { return failure_.has_value(); }
  const std::optional<std::string>& failure() const { return failure_; }

 private:
  VerilatedContext context_;
  Model model_{&context_};
  std::optional<std::string> failure_;
};

}  // namespace gputm::tb
