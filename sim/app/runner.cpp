#include "app/runner.h"

#include <sys/resource.h>

#include <algorithm>
#include <charconv>
#include <chrono>

#include "app/progress.h"
#include "engines/systems.h"
#include "workloads/workload.h"

namespace gputm::app {
namespace {

/// The registered system of that name. Throws UsageError.
const tm::SystemInfo& system_info(const std::string& name) {
  try {
    return engines::find_system(name);
  } catch (const Error& error) {
    throw UsageError(error.what());
  }
}

tm::TraceOptions trace_options(const TraceOptions& options, const tm::SystemInfo& system,
                               unsigned partitions) {
  if (options.file.empty()) return {};
  if (!system.traced) {
    std::string traced;
    for (const tm::SystemInfo& other : engines::systems()) {
      if (other.traced) traced += (traced.empty() ? "" : ", ") + std::string(other.name);
    }
    throw UsageError("--trace: " + std::string(system.name) +
                     " has no RTL to trace; of the systems have: " + traced);
  }
  constexpr std::string_view kPrefix = "partition";
  unsigned partition = partitions;
  if (options.scope.starts_with(kPrefix)) {
    const char* end = options.scope.data() + options.scope.size();
    const auto [parsed, error] = std::from_chars(options.scope.data() + kPrefix.size(), end, partition);
    if (error != std::errc() || parsed != end) partition = partitions;
  }
  if (partition >= partitions) {
    throw UsageError("--trace-scope: '" + shown(options.scope) + "' is none of partition0..partition" +
                     std::to_string(partitions - 1));
  }
  return {.file = options.file, .partition = partition, .start = options.start, .end = options.end};
}

/// A block must fit into a core. The machine says so too, but does not know the key that sets its size.
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

double peak_resident_mib() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

double RunReport::thread_kips() const {
  return static_cast<double>(result.thread_instructions) / seconds / 1000;
}
double RunReport::kcycles_per_s() const { return static_cast<double>(result.cycles) / seconds / 1000; }

Config effective_config(const MachineOptions& options) {
  Config config = load_config(options.config);
  for (const std::string& setting : options.settings) apply_setting(config, setting);
  if (options.seed) config.machine.run.seed = *options.seed;
  validate(config.machine);
  engines::check_system_settings(config.machine);
  return config;
}

void check_options(const RunOptions& options) {
  system_info(options.system);
  Config config = effective_config(options.machine);
  workloads::make_workload(options.workload, config);
  check_block(config);
  engines::make_system(options.system, config.machine);
}

RunReport run_workload(const RunOptions& options, std::ostream* history) {
  RunReport report;
  report.workload = options.workload;
  report.system = options.system;
  report.config = effective_config(options.machine);
  const auto workload = workloads::make_workload(options.workload, report.config);
  check_block(report.config);
  const tm::SystemInfo& info = system_info(options.system);
  if (!info.transactions && !options.history.empty())
    throw UsageError("--history: " + options.system + " has no transactions");
  auto system =
      engines::make_system(options.system, report.config.machine,
                           trace_options(options.trace, info, report.config.machine.partition.count));
  const auto version = info.transactions ? workloads::Version::kTransactions : workloads::Version::kLocks;
  const isa::Program program = workloads::load_program(*workload, options.workload);

  gpu::LaunchOptions launch_options;
  launch_options.check_history = options.check_history;
  launch_options.history = history;

  gpu::Gpu gpu(report.config.machine, std::move(system));
  const workloads::Launch launch = workload->setup(gpu);
  const std::uint64_t threads = std::uint64_t{launch.shape.blocks} * launch.shape.threads;
  ProgressLine progress(options.workload + " " + options.system, threads, "threads");
  if (options.progress)
    launch_options.progress = [&](Cycle cycles, std::uint64_t ended) { progress.update(cycles, ended); };

  const auto start = std::chrono::steady_clock::now();
  report.result =
      gpu.launch(program, workload->kernel(version), launch.shape, launch.arguments, launch_options);
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  progress.clear();

  report.check = workload->check(gpu);
  report.peak_mib = peak_resident_mib();
  return report;
}

}  // namespace gputm::app
