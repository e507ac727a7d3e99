// Simulation speed of the GPU model, one JSON object a line: {"key": value}. Each figure is the best of a few
// runs, in processor time, since the machine may be shared; in wall time for runs on two threads. With a
// kernel as argument (alu, fp or vecadd) only that one's, for a profiler.
#include <spdlog/fmt/fmt.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/config.h"
#include "common/pointer_words.h"
#include "engines/systems.h"
#include "gpu/gpu.h"
#include "gpu/recorder.h"
#include "workloads/kernel_calls.h"
#include "workloads/workload.h"

namespace gputm {
namespace {

constexpr int kRuns = 3;

/// Processor time of all threads together.
double processor_seconds(const std::function<void()>& f) {
  const std::clock_t start = std::clock();
  f();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

double elapsed_seconds(const std::function<void()>& f) {
  const auto start = std::chrono::steady_clock::now();
  f();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void report(const std::string& key, double value) { std::printf("{\"%s\": %.6g}\n", key.c_str(), value); }

/// 4 cores of 16 warps of 32 lanes on a SIMD unit as wide as a warp.
MachineConfig four_cores() {
  MachineConfig config;
  config.core.count = 4;
  config.core.max_warps = 16;
  config.core.max_threads = 512;
  config.core.simd_width = 32;
  config.core.alu_latency = config.core.fpu_latency = config.core.branch_latency = 4;
  config.interconnect.concentration = 1;
  return config;
}

/// Thousands of thread instructions per second of a kernel; `rounds`: rounds of kernels that do not stream
/// memory.
double thread_kips(const std::string& kernel, std::uint32_t rounds, isa::Xlen xlen = isa::Xlen::k32) {
  const MachineConfig config = four_cores();
  const bool wide = xlen == isa::Xlen::k64;
  const isa::Program program = isa::Program::load(wide ? THROUGHPUT_RV64_KERNELS_ELF : THROUGHPUT_KERNELS_ELF,
                                                  isa::Program::Analysis::kKernels);
  double best = 0;
  for (int i = 0; i < kRuns; ++i) {
    gpu::Gpu gpu(config, engines::make_system("lock", config));
    const std::uint32_t words = 1U << 20;
    const std::vector<float> ones(words, 1.25F);
    const Address a = gpu.upload(std::span(ones));
    const Address b = gpu.upload(std::span(ones));
    // Of the kernel's structure: pointers, then a number
    const bool adds = kernel == "vecadd";
    std::vector<Word> arguments = adds ? testing::pointer_words(xlen, {a, b, gpu.allocate(words * 4)})
                                       : testing::pointer_words(xlen, {a, b});
    arguments.push_back(adds ? words : rounds);
    gpu::LaunchResult result;
    const double time = processor_seconds(
        [&] { result = gpu.launch(program, kernel, {.blocks = 16, .threads = 128}, arguments); });
    best = std::max(best, static_cast<double>(result.thread_instructions) / time / 1000);
  }
  return best;
}

/// Kilocycles of the cores per second for the bank transfer under KILO TM on the gtx480, on one or two
/// threads, with and without the history checker.
double atm_kilocycles(unsigned threads, bool check_history) {
  Config config = load_config("gtx480");
  auto workload = workloads::make_workload("atm", config);
  workloads::KernelCalls calls(*workload, "atm", tm::Synchronization::kTransactions);
  gpu::Gpu gpu(config.machine, engines::make_system("kilo", config.machine));
  const workloads::Launch launch = workload->setup(gpu);
  gpu::LaunchResult result;
  const auto seconds = threads == 1 ? processor_seconds : elapsed_seconds;
  const double time = seconds([&] {
    result = gpu.call(calls.program(), calls.kernel(launch), launch.shape, calls.arguments(gpu, launch),
                      {.check_history = check_history, .threads = threads});
  });
  return static_cast<double>(result.cycles) / 1000 / time;
}

/// Seconds of a reduced run of the bank transfer as run by a user, from the configuration to the check.
/// `timeline`: file that it writes one to; empty: none.
double reduced_atm_seconds(const std::filesystem::path& timeline) {
  return elapsed_seconds([&] {
    Config config = load_config("gtx480");
    config.workload["blocks"] = 30;
    config.workload["transfers"] = 11520;
    auto workload = workloads::make_workload("atm", config);
    workloads::KernelCalls calls(*workload, "atm", tm::Synchronization::kTransactions);
    gpu::Gpu gpu(config.machine, engines::make_system("kilo", config.machine));
    const workloads::Launch launch = workload->setup(gpu);
    std::ofstream file;
    std::optional<gpu::Recorder> recorder;
    if (!timeline.empty()) {
      file.open(timeline);
      recorder.emplace(config.machine.core, gpu::RecorderOptions{.timeline = &file});
    }
    gpu.call(calls.program(), calls.kernel(launch), launch.shape, calls.arguments(gpu, launch),
             {.check_history = true, .threads = 2, .recorder = recorder ? &*recorder : nullptr});
    if (recorder) recorder->finish();
    if (workload->check(gpu) != "pass") throw Error("the check failed");
  });
}

void measure_timeline() {
  const std::filesystem::path file =
      std::filesystem::temp_directory_path() / fmt::format("gpu_bench.{}.json", getpid());
  double with = 1e9, without = 1e9;
  for (int i = 0; i < 2 * kRuns; ++i) {
    with = std::min(with, reduced_atm_seconds(file));
    without = std::min(without, reduced_atm_seconds({}));
  }
  report("timeline_slowdown", with / without);
  report("timeline_mib", static_cast<double>(std::filesystem::file_size(file)) / (1 << 20));
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace gputm

int main(int argc, char** argv) {
  using namespace gputm;
  const std::string only = argc > 1 ? argv[1] : "";
  for (const std::string kernel : {"alu", "fp", "vecadd"}) {
    if (!only.empty() && only != kernel) continue;
    const double rv32 = thread_kips(kernel, 2000), rv64 = thread_kips(kernel, 2000, isa::Xlen::k64);
    report(kernel + "_thread_kips", rv32);
    report(kernel + "_rv64_thread_kips", rv64);
    report(kernel + "_rv64_over_rv32", rv64 / rv32);
  }
  if (!only.empty()) return 0;
  // Alternating, so that both are measured under the same load.
  double two = 0, with = 0, without = 0;
  for (int i = 0; i < kRuns; ++i) {
    two = std::max(two, atm_kilocycles(2, true));
    with = std::max(with, atm_kilocycles(1, true));
    without = std::max(without, atm_kilocycles(1, false));
  }
  report("atm_kilo_kcycles_per_s", two);
  report("atm_kilo_one_thread_kcycles_per_s", with);
  report("history_checker_slowdown", without / with);
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  report("atm_kilo_peak_mib", static_cast<double>(usage.ru_maxrss) / 1024);
  measure_timeline();
}
