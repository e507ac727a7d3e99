// Host side of a benchmark: sizes, inputs, launch and check of the result.
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
#include "tm/system.h"

namespace gputm::workloads {

/// Size set by the user with "workload.<name>"
struct WorkloadKey {
  std::string_view name;
  std::string_view unit;
  std::uint64_t min = 0;
  std::uint64_t max = 0;
  std::uint64_t default_value = 0;
  std::string_view description;
};

/// User's file, `gputm run WORKLOAD --<option> FILE`
struct WorkloadFile {
  std::string_view option;
  bool written = false;                             ///< written after the run; otherwise read before it
  std::span<const std::string_view> replaces = {};  ///< keys without effect if it is read
};

/// File names by option
using Files = std::map<std::string, std::string, std::less<>>;

/// Arguments for Gpu::launch
struct Launch {
  gpu::LaunchShape shape;
  std::vector<Word> arguments;
  std::string_view kernel = {};  ///< kernel for any synchronization, instead of Workload::kernel()
};

/// Values of a workload's keys
using Sizes = std::map<std::string, std::uint32_t, std::less<>>;

class Workload {
 public:
  virtual ~Workload() = default;
  /// Common part of the kernels' names.
  virtual std::string_view kernels() const = 0;
  /// Name of the kernel for a kind of synchronization: kernels() and its suffix, "_tm" or another. It may not
  /// exist.
  virtual std::string kernel(tm::Synchronization synchronization) const;
  /// ELF file with the kernels, except those with a software TM.
  virtual std::span<const std::uint8_t> elf() const = 0;
  /// ELF file with the kernels with a software TM; empty: none.
  virtual std::span<const std::uint8_t> software_tm_elf() const { return {}; }
  /// Reads input from a user's file instead of generating it. To be called before setup(). Throws Error with
  /// the error in the file.
  virtual void read(std::string_view option, std::istream& file);
  /// Writes a user's file. Defined if check() passes.
  virtual void write(std::string_view option, std::ostream& file, const gpu::Gpu& gpu) const;
  /// Allocates and fills device memory.
  virtual Launch setup(gpu::Gpu& gpu) = 0;
  /// Launch after one that has ended, or none: most workloads need only one. The host's work here takes no
  /// simulated time.
  virtual std::optional<Launch> next(const gpu::Gpu& /*gpu*/) { return std::nullopt; }
  /// "pass", or the first error in the result in the device's memory, in one line.
  virtual std::string check(const gpu::Gpu& gpu) const = 0;
  /// Number of transactions committed by a run, if known before; otherwise the minimum.
  virtual std::uint64_t transactions() const = 0;

  const Sizes& sizes() const { return sizes_; }

 protected:
  explicit Workload(Sizes sizes) : sizes_(std::move(sizes)) {}
  std::uint32_t size(std::string_view key) const { return sizes_.find(key)->second; }
  /// Sets a size given by a file.
  void set_size(std::string_view key, std::uint32_t value) { sizes_.find(key)->second = value; }
  /// Removes a key without effect because of a file.
  void drop_size(std::string_view key) { sizes_.erase(sizes_.find(key)); }

 private:
  Sizes sizes_;
};

/// Workload of the command
struct WorkloadInfo {
  std::string_view name;
  std::string_view summary;
  std::span<const WorkloadKey> keys;
  /// "key=value" for `gputm compare` if the user sets nothing else: all systems, including serial, end in
  /// seconds.
  std::span<const std::string_view> comparison_sizes;
  std::unique_ptr<Workload> (*make)(Sizes sizes, std::uint32_t seed);
  std::span<const WorkloadFile> files = {};
};

/// WorkloadInfo::make for a workload with sizes that need no checks beyond their ranges.
template <typename T>
std::unique_ptr<Workload> make(Sizes sizes, std::uint32_t seed) {
  return std::make_unique<T>(std::move(sizes), seed);
}

std::span<const WorkloadInfo> all_workloads();

/// Description of the workload `name`. Throws ConfigError if there is none.
const WorkloadInfo& find_workload(std::string_view name);

/// Makes the workload `name`, with keys from `config.workload` and inputs from `config.machine.run.seed`, or
/// from `files`. Stores the sizes in effect back into `config.workload`. Throws ConfigError for an unknown
/// name, key or file, a value out of range, or an unreadable or invalid file.
std::unique_ptr<Workload> make_workload(std::string_view name, Config& config, const Files& files = {});

}  // namespace gputm::workloads
