// A TM system as a part of a GPU: it makes its sides, at the cores and at the memory partitions, and keeps
// what they share. Each implementation is a folder of sim/engines, or of a user's project
// (docs/new_system.md).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/machine_config.h"
#include "base/settings.h"
#include "base/statistics.h"
#include "tm/commit_unit.h"
#include "tm/commit_watcher.h"
#include "tm/core_side.h"
#include "tm/partition_side.h"

namespace gputm::tm {

/// The memory whose accesses a system makes transactional. A GPU carries one system for each memory, or one
/// for both.
enum class Memory : std::uint8_t {
  kGlobal,  ///< device memory, behind the interconnect
  kLocal,   ///< a block's shared memory (LDS), in its core
  kBoth
};

/// What a block needs of a core's local memory.
struct BlockNeeds {
  unsigned warps = 1;
  std::uint32_t shared_bytes = 0;
};

class System {
 public:
  virtual ~System() = default;

  virtual std::string_view name() const = 0;
  virtual Memory serves() const { return Memory::kGlobal; }
  /// Whether the system holds the memory that it serves: all accesses to local memory go to it, not only
  /// those of transactions.
  virtual bool holds_memory() const { return false; }
  /// Blocks of this kind that a core can hold at a time under the system. Throws Error: not even one.
  virtual unsigned blocks_a_core(const BlockNeeds& /*block*/) const { return ~0U; }
  /// Warps of a core inside transactions at a time (concurrency control); 0: any number. Without
  /// transactions: inside critical sections, where kernels mark them.
  virtual unsigned warp_limit() const { return 0; }
  /// Its side at a core, or nullptr: kernels have no transactions under this system.
  virtual std::unique_ptr<CoreSide> make_core_side(CorePort& core) = 0;
  /// Its side at a partition, or nullptr. `words` are the word ports of the partition's L2 slice. Systems of
  /// local memory have none.
  virtual std::unique_ptr<PartitionSide> make_partition_side(unsigned /*partition*/, WordPort& /*words*/) {
    return nullptr;
  }

  /// Clock of the partition sides and of `tick`, in MHz; 0: they have none.
  virtual unsigned clock_mhz() const { return 0; }
  /// One cycle of that clock, after the partition sides.
  virtual void tick() {}
  /// Whether what cores see of that cycle is known before it. Then cores can have their next cycle while
  /// partition sides tick alone: `announce_tick` comes first, `tick` when both have ended.
  virtual bool announces_ticks() const { return false; }
  virtual void announce_tick() {}
  /// The start of a core cycle, before the cores.
  virtual void begin_core_cycle(Cycle /*now*/) {}
  /// Whether something is under way that no side knows of.
  virtual bool busy() const { return false; }
  /// Rises whenever the system as a whole gets on with its work.
  virtual std::uint64_t progress() const { return 0; }
  /// The serial position that the next committed attempt, or skipped position, will have.
  virtual std::uint64_t next_order() const { return 0; }
  /// Whether attempts may commit by CorePort::commit_silently.
  virtual bool commits_silently() const { return false; }
  /// From now on `watcher` sees the commit units; nullptr: nobody does. Systems without commit units have
  /// nothing to show.
  virtual void watch(CommitWatcher* /*watcher*/) {}
  /// Whether attempts read snapshots: serial positions are then the order of commits, and
  /// CorePort::snapshot_taken says what each has read.
  virtual bool isolates_snapshots() const { return false; }
  /// Counters of its own; names start with the system's or a part's ("commit_unit.").
  virtual void add_statistics(Statistics& /*statistics*/) const {}
};

/// The systems that a GPU carries. One that serves both memories is `global`, and `local` is empty.
struct Systems {
  std::unique_ptr<System> global;
  std::unique_ptr<System> local;
};

/// Waves of the system's RTL at one partition: where, and from and to which core cycle.
struct TraceOptions {
  std::string file;  ///< FST; empty: no trace, at no cost
  unsigned partition = 0;
  Cycle start = 0;
  Cycle end = ~Cycle{0};
};

/// A system's registration: from it follow `gputm list`, `--tm`, the configuration keys and the help.
struct SystemInfo {
  std::string_view name;         ///< for --tm; also the group of its keys
  std::string_view description;  ///< one line
  Memory serves = Memory::kGlobal;
  bool transactions = true;      ///< false: kernels synchronize otherwise, and there is no history
  bool traced = false;           ///< it has RTL at the partitions that --trace shows
  std::vector<KeyDefault> keys;  ///< "<name>.<member>"
  /// Throws Error when the machine is impossible under the system, or the trace file cannot be written.
  std::function<std::unique_ptr<System>(const MachineConfig&, const TraceOptions&)> make = {};
  /// Instead of `make`, of two systems that go together under one name.
  std::function<Systems(const MachineConfig&, const TraceOptions&)> make_pair = {};
};

}  // namespace gputm::tm
