// The host side of a benchmark: its sizes, its inputs, its launch and the check of its result.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/config.h"
#include "gpu/gpu.h"
#include "isa/program.h"

namespace gputm::workloads {

/// A size that the user can set as "workload.<name>".
struct WorkloadKey {
  std::string_view name;
  std::string_view unit;
  std::uint64_t min = 0;
  std::uint64_t max = 0;
  std::uint64_t default_value = 0;
  std::string_view description;
};

/// A file of the user's, `gputm run WORKLOAD --<option> FILE`.
struct WorkloadFile {
  std::string_view option;
  bool written = false;                             ///< after the run; else read before it
  std::span<const std::string_view> replaces = {};  ///< keys that say nothing when it is read
};

/// Names of files, by option.
using Files = std::map<std::string, std::string, std::less<>>;

/// Which of its two kernels a workload runs: one marks transactions, the other takes fine-grained locks.
enum class Version : std::uint8_t { kTransactions, kLocks };

/// What to pass to Gpu::launch.
struct Launch {
  gpu::LaunchShape shape;
  std::vector<Word> arguments;
  std::string_view kernel = {};  ///< another than Workload::kernel()
};

/// The values of a workload's keys.
using Sizes = std::map<std::string, std::uint32_t, std::less<>>;

class Workload {
 public:
  virtual ~Workload() = default;
  /// Name of the kernel in `program()`.
  virtual std::string_view kernel(Version version) const = 0;
  /// Name of the kernel that `launch` calls.
  std::string_view kernel_of(const Launch& launch, Version version) const {
    return launch.kernel.empty() ? kernel(version) : launch.kernel;
  }
  /// The ELF file of both kernels.
  virtual std::span<const std::uint8_t> elf() const = 0;
  /// Takes input from a file of the user's instead of making it. Before setup(). Throws Error, which names
  /// what is wrong in the file.
  virtual void read(std::string_view option, std::istream& file);
  /// Writes a file of the user's. Defined when check() passes.
  virtual void write(std::string_view option, std::ostream& file, const gpu::Gpu& gpu) const;
  /// Allocates and fills device memory.
  virtual Launch setup(gpu::Gpu& gpu) = 0;
  /// The launch after one that has ended, or none: most need only one. What the host does here takes no time.
  virtual std::optional<Launch> next(const gpu::Gpu& /*gpu*/) { return std::nullopt; }
  /// "pass", or the first thing that is wrong with the result in the device's memory, in one line.
  virtual std::string check(const gpu::Gpu& gpu) const = 0;
  /// Transactions that a run commits, where that is known before; else the least that it commits.
  virtual std::uint64_t transactions() const = 0;

  const Sizes& sizes() const { return sizes_; }

 protected:
  explicit Workload(Sizes sizes) : sizes_(std::move(sizes)) {}
  std::uint32_t size(std::string_view key) const { return sizes_.find(key)->second; }
  /// What a file has instead.
  void set_size(std::string_view key, std::uint32_t value) { sizes_.find(key)->second = value; }
  /// A key that says nothing of what a file has.
  void drop_size(std::string_view key) { sizes_.erase(sizes_.find(key)); }

 private:
  Sizes sizes_;
};

/// A workload that the command offers.
struct WorkloadInfo {
  std::string_view name;
  std::string_view summary;
  std::span<const WorkloadKey> keys;
  /// "key=value", for `gputm compare`, where the user sets nothing else: all systems, serial too, end in
  /// seconds.
  std::span<const std::string_view> comparison_sizes;
  std::unique_ptr<Workload> (*make)(Sizes sizes, std::uint32_t seed);
  std::span<const WorkloadFile> files = {};
};

/// WorkloadInfo::make of a workload whose sizes need no more checks than their ranges.
template <typename T>
std::unique_ptr<Workload> make(Sizes sizes, std::uint32_t seed) {
  return std::make_unique<T>(std::move(sizes), seed);
}

std::span<const WorkloadInfo> all_workloads();

/// The description of the workload `name`. Throws ConfigError when there is none.
const WorkloadInfo& find_workload(std::string_view name);

/// The workload `name`, its keys set from `config.workload` and its inputs from `config.machine.run.seed`, or
/// from `files`. The sizes in effect are stored back into `config.workload`. Throws ConfigError on an unknown
/// name, key or file, or a value out of range, or a file that cannot be read or makes no sense.
std::unique_ptr<Workload> make_workload(std::string_view name, Config& config, const Files& files = {});

/// The program of `workload`, ready to launch.
isa::Program load_program(const Workload& workload, std::string_view name);

}  // namespace gputm::workloads
