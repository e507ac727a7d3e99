// A finished run of a workload with its device, for tests of result checks.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engines/systems.h"
#include "workloads/kernel_calls.h"
#include "workloads/workload.h"

namespace gputm::workloads {

inline Config small_machine() {
  Config config = load_config("fx5800");
  for (const char* setting : {"core.count=2", "interconnect.concentration=1", "partition.count=2",
                              "core.alu_latency=4", "core.mul_latency=4", "core.branch_latency=4",
                              "memory.min_latency=50", "workload.blocks=4", "workload.threads=64"}) {
    apply_setting(config, setting);
  }
  return config;
}

/// Longer logs than the machine's: a diverged lane has rows of its own.
inline constexpr const char* kLogs = "tx.log_entries=1024";

/// A finished run of a workload under ideal TM or with locks, and its device.
class Finished {
 public:
  using Settings = std::vector<std::string>;

  Finished(std::string_view name, std::string_view system, std::initializer_list<const char*> settings)
      : Finished(name, system, Settings(settings.begin(), settings.end())) {}
  /// `elf`: kernels other than the workload's.
  Finished(std::string_view name, std::string_view system, const Settings& settings,
           std::span<const std::uint8_t> elf = {}) {
    Config config = small_machine();
    for (const std::string& setting : settings) apply_setting(config, setting);
    const auto keys = find_workload(name).keys;  // with many keys, the number of blocks depends on the data
    if (std::ranges::find(keys, "blocks", &WorkloadKey::name) == keys.end()) config.workload.erase("blocks");
    workload_ = make_workload(name, config);
    gpu_ = std::make_unique<gpu::Gpu>(config.machine, engines::make_system(system, config.machine));
    launch_ = workload_->setup(*gpu_);
    const tm::Synchronization synchronization = engines::find_system(system).synchronization;
    KernelCalls calls = elf.empty() ? KernelCalls(*workload_, name, synchronization)
                                    : KernelCalls(*workload_, name, synchronization, elf);
    const auto run = [&](const Launch& launch) {
      return gpu_->call(calls.program(), calls.kernel(launch), launch.shape, calls.arguments(*gpu_, launch));
    };
    result_ = run(launch_);
    while (const std::optional<Launch> next = workload_->next(*gpu_)) result_.add(run(*next));
    calls.count(*gpu_, result_.transactions);
  }

  const Workload& workload() const { return *workload_; }
  const gpu::Gpu& gpu() const { return *gpu_; }

  std::string check() const { return workload_->check(*gpu_); }
  const gpu::LaunchResult& result() const { return result_; }
  std::uint64_t transactions() const { return workload_->transactions(); }
  Word argument(std::size_t i) const { return launch_.arguments[i]; }

  template <typename T>
  T get(Address address) const {
    return gpu_->download<T>(address, 1).front();
  }
  template <typename T>
  void put(Address address, const T& value) {
    gpu_->write(address, std::as_bytes(std::span(&value, 1)));
  }

 private:
  std::unique_ptr<Workload> workload_;
  std::unique_ptr<gpu::Gpu> gpu_;
  Launch launch_;
  gpu::LaunchResult result_;
};

}  // namespace gputm::workloads
