#include "app/recording.h"

#include <spdlog/spdlog.h>

#include <charconv>
#include <string_view>

#include "base/settings.h"

namespace gputm::app {

unsigned partition_of(const std::string& scope, unsigned partitions) {
  constexpr std::string_view kPrefix = "partition";
  unsigned partition = partitions;
  if (scope.starts_with(kPrefix)) {
    const char* end = scope.data() + scope.size();
    const auto [parsed, error] = std::from_chars(scope.data() + kPrefix.size(), end, partition);
    if (error != std::errc() || parsed != end) partition = partitions;
  }
  if (partition >= partitions) {
    throw UsageError("--trace-scope: '" + shown(scope) + "' is none of partition0..partition" +
                     std::to_string(partitions - 1));
  }
  return partition;
}

Recording::Recording(const GpuOptions& options)
    : options_(options),
      timeline_(options.recording.timeline),
      konata_(options.recording.konata),
      instructions_(options.recording.instructions) {}

Recording::~Recording() {
  if (recorder_) recorder_->finish();
}

std::vector<OutputName> Recording::names() const {
  return {{"--timeline", options_.recording.timeline},
          {"--konata", options_.recording.konata},
          {"--trace-instructions", options_.recording.instructions}};
}

gpu::Recorder* Recording::start(const MachineConfig& machine) {
  if (timeline_.stream() == nullptr && konata_.stream() == nullptr && instructions_.stream() == nullptr)
    return nullptr;
  const TraceOptions& trace = options_.trace;
  gpu::RecorderOptions recorded{
      .timeline = timeline_.stream(),
      .konata = konata_.stream(),
      .partition = partition_of(trace.scope, machine.partition.count),
      .instructions = instructions_.stream(),
      .filter = {},
      .limits = {
          .start = trace.start, .end = trace.end, .bytes = std::uint64_t{options_.recording.most_mib} << 20}};
  try {
    recorded.filter = gpu::parse_trace_filter(options_.recording.filter);
    recorder_ = std::make_unique<gpu::Recorder>(machine.core, recorded);
  } catch (const Error& error) {
    throw UsageError(std::string("--trace-filter: ") + error.what());
  }
  return recorder_.get();
}

std::string Recording::finish() {
  if (!recorder_) return "";
  recorder_->finish();
  if (recorder_->truncated()) {
    spdlog::warn(
        "the recording ends where it has {} MiB; --trace-mib, --trace-start and --trace-end change that",
        options_.recording.most_mib);
  }
  recorder_.reset();
  std::string problem;
  for (OutputFile* file : {&timeline_, &konata_, &instructions_})
    if (!file->finish()) problem = file->problem();
  return problem;
}

}  // namespace gputm::app
