// Checkers of a run (--check), and the output of what they find.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "check/checks.h"
#include "gpu/gpu.h"

namespace gputm::app {

class KernelChecks {
 public:
  /// `text`: value of --check; empty: no checkers. Throws UsageError.
  explicit KernelChecks(const std::string& text);
  /// After a run that failed, prints what was found before.
  ~KernelChecks();
  KernelChecks(const KernelChecks&) = delete;
  KernelChecks& operator=(const KernelChecks&) = delete;

  /// To be called before the first allocation. The checkers must outlive the GPU.
  void observe(gpu::Gpu& gpu) {
    if (checks_) gpu.observe(*checks_);
  }
  /// Prints the reports on standard error and adds them to the result's JSON. Returns whether there are no
  /// errors.
  bool finish(nlohmann::ordered_json& result);

 private:
  void print();

  std::optional<check::Checks> checks_;
  bool printed_ = false;
};

}  // namespace gputm::app
