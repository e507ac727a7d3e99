#include "cuda/runtime/instruction_file.h"

#include <spdlog/fmt/fmt.h>

#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>

#include "cuda/runtime/runtime.h"

namespace gputm::cuda {
namespace {

constexpr std::uint64_t kMostBytes = 256U << 20;

/// Value of the environment; empty if it is missing.
std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// Cycle of the environment. Throws Error.
Cycle cycle(const char* name, Cycle otherwise) {
  const std::string text = variable(name);
  if (text.empty()) return otherwise;
  const char* const end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, otherwise);
  if (error != std::errc() || at != end) throw Error(fmt::format("{}: '{}' is no cycle", name, text));
  return otherwise;
}

}  // namespace

InstructionFile::InstructionFile(const CoreConfig& config) : name_(variable("GPUTM_TRACE_INSTRUCTIONS")) {
  if (name_.empty()) return;
  file_.open(name_);
  if (!file_)
    throw Error(fmt::format("GPUTM_TRACE_INSTRUCTIONS: cannot write {}: {}", name_, std::strerror(errno)));
  gpu::RecorderOptions recorded{.instructions = &file_,
                                .filter = {},
                                .limits = {.start = cycle("GPUTM_TRACE_START", 0),
                                           .end = cycle("GPUTM_TRACE_END", ~Cycle{0}),
                                           .bytes = kMostBytes}};
  try {
    recorded.filter = gpu::parse_trace_filter(variable("GPUTM_TRACE_FILTER"));
    recorder_ = std::make_unique<gpu::Recorder>(config, recorded);
  } catch (const Error& error) {
    throw Error(std::string("GPUTM_TRACE_FILTER: ") + error.what());
  }
}

void InstructionFile::finish() {
  if (!recorder_) return;
  recorder_->finish();
  if (recorder_->truncated()) {
    report(
        name_ +
        " ends where it has 256 MiB; GPUTM_TRACE_START, GPUTM_TRACE_END and GPUTM_TRACE_FILTER change that");
  }
  if (!file_) report("GPUTM_TRACE_INSTRUCTIONS: cannot write " + name_);
}

}  // namespace gputm::cuda
