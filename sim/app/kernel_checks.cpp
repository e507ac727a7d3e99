#include "app/kernel_checks.h"

#include <iostream>
#include <nlohmann/json.hpp>

#include "app/command_line/options.h"

namespace gputm::app {

KernelChecks::KernelChecks(const std::string& text) {
  if (text.empty()) return;
  try {
    checks_.emplace(check::parse_kinds(text));
  } catch (const Error& error) {
    throw UsageError(error.what());
  }
}

KernelChecks::~KernelChecks() {
  if (checks_ && !printed_ && checks_->reports().errors() != 0) print();
}

bool KernelChecks::finish(nlohmann::ordered_json& result) {
  if (!checks_) return true;
  print();
  result["checkers"] = checks_->reports().json();
  return checks_->reports().errors() == 0;
}

void KernelChecks::print() {
  printed_ = true;
  std::cerr << checks_->reports().text() << std::flush;
}

}  // namespace gputm::app
