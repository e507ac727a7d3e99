#include "app/runner.h"

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <utility>

#include "app/kernel_checks.h"
#include "app/recording.h"
#include "app/stop_signals.h"
#include "base/host_threads.h"
#include "engines/systems.h"
#include "workloads/kernel_calls.h"

namespace gputm::app {
namespace {

/// Registered system of that name. Throws UsageError.
const tm::SystemInfo& system_info(const std::string& name) {
  try {
    return engines::find_system(name);
  } catch (const Error& error) {
    throw UsageError(error.what());
  }
}

/// Systems with commit units, for messages.
std::string traced_systems() {
  std::string names;
  for (const tm::SystemInfo& info : engines::systems())
    if (info.traced) names += (names.empty() ? "" : ", ") + std::string(info.name);
  return names;
}

tm::TraceOptions trace_options(const TraceOptions& options, const tm::SystemInfo& system,
                               unsigned partitions) {
  if (options.file.empty()) return {};
  if (!system.traced) {
    throw UsageError("--trace: " + std::string(system.name) +
                     " has no RTL to trace; of the systems have: " + traced_systems());
  }
  return {.file = options.file,
          .partition = partition_of(options.scope, partitions),
          .start = options.start,
          .end = options.end};
}

/// Checks that a block fits in a core. The machine checks it too, but cannot name the key for the block's
/// size.
void check_block(const Config& config) {
  const CoreConfig& core = config.machine.core;
  const std::uint64_t threads = config.workload.at("threads");
  const std::uint64_t most = std::min(core.max_threads, core.max_warps * core.warp_width);
  if (threads > most) {
    throw ConfigError("workload.threads: " + std::to_string(threads) + " is outside 1.." +
                      std::to_string(most) +
                      " (the least of core.max_threads and core.max_warps x core.warp_width)");
  }
}

}  // namespace

Config effective_config(const GpuOptions& options) {
  system_info(options.system);
  Config config = load_config(options.machine.config);
  for (const std::string& setting : options.machine.settings) {
    spdlog::debug("{} of {}", setting, config.name);
    apply_setting(config, setting);
  }
  if (options.machine.seed) config.machine.run.seed = *options.machine.seed;
  config.machine = engines::machine_under(options.system, std::move(config.machine));
  validate(config.machine);
  engines::check_system_settings(config.machine);
  return config;
}

void check_options(const RunOptions& options) {
  Config config = effective_config(options);
  workloads::make_workload(options.workload, config, options.files);
  check_block(config);
  engines::make_systems(options.system, config.machine);
}

SystemChoice choose_system(const GpuOptions& options, const Config& config) {
  const tm::SystemInfo& info = system_info(options.system);
  if (info.synchronization != tm::Synchronization::kTransactions && !options.history.empty())
    throw UsageError("--history: " + options.system + " has no transactions");
  if (info.synchronization != tm::Synchronization::kTransactions && options.check_opacity)
    throw UsageError("--check-opacity: " + options.system + " has no transactions");
  if (!info.traced && !options.recording.konata.empty())
    throw UsageError("--konata: " + options.system +
                     " has no commit units; of the systems have: " + traced_systems());
  return {info, trace_options(options.trace, info, config.machine.partition.count)};
}

LaunchReporter::LaunchReporter(const GpuOptions& options, const gpu::LaunchShape& shape, std::string title,
                               std::ostream* history, Watch watch)
    : watch_(std::move(watch)) {
  // The library itself logs nothing at this level, the default of a host program's logger.
  spdlog::info("{}: {} blocks of {} threads on {}", title, shape.blocks.text(), shape.threads.text(),
               options.machine.config);
  options_.check_history = options.check_history;
  options_.check_opacity = options.check_opacity;
  if (options.threads > kMostHostThreads)
    throw UsageError(fmt::format("threads: {} is outside 0..{}", options.threads, kMostHostThreads));
  options_.threads = host_threads(options.threads);
  options_.mix_ways = options.mix_ways;
  options_.profile = options.profile;
  options_.history = history;
  const std::uint64_t threads = std::uint64_t{shape.blocks} * shape.threads;
  if (options.progress) progress_.emplace(std::move(title), threads);
  options_.progress = [this, threads](Cycle cycles, std::uint64_t ended) {
    StopSignals::check(cycles);
    if (watch_) watch_(cycles, static_cast<double>(ended) / static_cast<double>(threads));
    if (progress_) progress_->update(cycles, ended);
  };
}

RunReport run_workload(const RunOptions& options, const RunStreams& streams) {
  Config config = effective_config(options);
  const auto workload = workloads::make_workload(options.workload, config, options.files);
  check_block(config);
  const SystemChoice system = choose_system(options, config);
  workloads::KernelCalls calls(*workload, options.workload, system.info.synchronization);

  launch::Session session(config, options.system, system.trace);
  if (streams.checks != nullptr) streams.checks->observe(session.gpu());
  const std::string title = options.workload + " " + options.system;
  gpu::Recorder* const recorder =
      streams.recording == nullptr ? nullptr : streams.recording->start(config.machine);
  std::optional<workloads::Launch> launch = workload->setup(session.gpu());
  RunReport report;
  for (unsigned number = 1; launch; launch = workload->next(session.gpu()), ++number) {
    LaunchReporter reporter(options, launch->shape,
                            number == 1 ? title : title + ", launch " + std::to_string(number),
                            streams.history, streams.watch);
    reporter.options().recorder = recorder;
    launch::Record record = session.launch(calls.program(), calls.kernel(*launch), launch->shape,
                                           calls.arguments(session.gpu(), *launch), reporter.options());
    if (number == 1)
      static_cast<launch::Record&>(report) = std::move(record);
    else
      report.add(record);
  }
  calls.count(session.gpu(), report.result.transactions);
  report.workload = options.workload;
  report.check = workload->check(session.gpu());
  if (report.check == "pass") {
    for (const auto& [option, file] : streams.files) workload->write(option, *file, session.gpu());
  }
  report.peak_mib = launch::peak_resident_mib();
  return report;
}

}  // namespace gputm::app
