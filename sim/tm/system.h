// A TM system as a part of a GPU: it makes its sides at the cores and at the memory partitions and keeps
// their shared state. Each implementation is a folder of sim/engines, or of a user's project
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

/// Memory on which a system provides transactions. A GPU has one system for each memory, or one for both.
enum class Memory : std::uint8_t {
  kGlobal,  ///< device memory, behind the interconnect
  kLocal,   ///< shared memory (LDS) of a block, in its core
  kBoth
};

/// Means by which kernels make changes atomic; a workload has a kernel for each that it supports.
enum class Synchronization : std::uint8_t {
  kTransactions,     ///< of the system
  kLocks,            ///< fine-grained
  kLockFree,         ///< atomics alone
  kPriorityStm,      ///< software TM with versioned locks and priorities
  kMultiversionStm,  ///< software TM with versions of each word
};

/// Requirements of a block on a core's local memory.
struct BlockNeeds {
  unsigned warps = 1;
  std::uint32_t shared_bytes = 0;
};

class System {
 public:
  virtual ~System() = default;

  virtual std::string_view name() const = 0;
  virtual Memory serves() const { return Memory::kGlobal; }
  /// Blocks of this kind that a core can hold at a time under the system. Throws Error if there is no room
  /// for one.
  virtual unsigned blocks_a_core(const BlockNeeds& /*block*/) const { return ~0U; }
  /// Maximum number of warps of a core inside transactions at a time (concurrency control); 0: unlimited. For
  /// systems without transactions: inside critical sections, where kernels mark them.
  virtual unsigned warp_limit() const { return 0; }
  /// Side at a core, which keeps the ports that it uses. None: kernels have no transactions under this
  /// system.
  virtual std::unique_ptr<CoreSide> make_core_side(const CorePorts& /*core*/) { return nullptr; }
  /// Local memory of a core, instead of a side, for a system of local memory alone (kLocal).
  virtual std::unique_ptr<LocalMemory> make_local_memory(const CorePorts& /*core*/) { return nullptr; }
  /// Side at a partition, or nullptr. `words`: word ports of the partition's L2 slice. Systems of local
  /// memory have none.
  virtual std::unique_ptr<PartitionSide> make_partition_side(unsigned /*partition*/, WordPort& /*words*/) {
    return nullptr;
  }

  /// Clock of the partition sides and of `tick`, in MHz; 0: no such clock.
  virtual unsigned clock_mhz() const { return 0; }
  /// One cycle of that clock, after the partition sides.
  virtual void tick() {}
  /// Whether the effects of that cycle on the cores are known before it. The cores can then run their next
  /// cycle while partition sides tick alone: `announce_tick` comes first, `tick` when both have ended.
  virtual bool announces_ticks() const { return false; }
  virtual void announce_tick() {}
  /// Called at the start of a core cycle, before the cores.
  virtual void begin_core_cycle(Cycle /*now*/) {}
  /// Whether work is in progress that no side reports.
  virtual bool busy() const { return false; }
  /// Counter that rises whenever the system as a whole makes progress.
  virtual std::uint64_t progress() const { return 0; }
  /// Serial position of the next committed attempt or skipped position.
  virtual std::uint64_t next_order() const { return 0; }
  /// Whether attempts may commit by CommittedSilently.
  virtual bool commits_silently() const { return false; }
  /// Sets the observer of the commit units; nullptr: none. Ignored by systems without commit units.
  virtual void watch(CommitWatcher* /*watcher*/) {}
  /// Whether attempts read snapshots: serial positions are then commit order, and HistoryPort::snapshot_taken
  /// reports the snapshot of each attempt.
  virtual bool isolates_snapshots() const { return false; }
  /// Whether accesses of attempts take effect while these run, so that their serial order is that of accesses
  /// to the same words at the L2, and serial positions have no meaning.
  virtual bool performs_at_once() const { return false; }
  /// Adds the system's counters; names start with the system's or a part's name ("commit_unit.").
  virtual void add_statistics(Statistics& /*statistics*/) const {}
};

/// Systems of a GPU. A system that serves both memories is `global`, and `local` is empty.
struct Systems {
  std::unique_ptr<System> global;
  std::unique_ptr<System> local;
};

/// Waveform trace of the system's RTL at one partition: location and range of core cycles.
struct TraceOptions {
  std::string file;  ///< FST; empty: no trace, at no cost
  unsigned partition = 0;
  Cycle start = 0;
  Cycle end = ~Cycle{0};
};

/// Registration of a system; the source of `gputm list`, `--tm`, the configuration keys and the help.
struct SystemInfo {
  std::string_view name;         ///< value of --tm and group of its keys
  std::string_view description;  ///< one line
  Memory serves = Memory::kGlobal;
  /// Without transactions of the system there is no history.
  Synchronization synchronization = Synchronization::kTransactions;
  bool traced = false;           ///< has RTL at the partitions for --trace
  std::vector<KeyDefault> keys;  ///< "<name>.<member>"
  /// "key=value" of keys of the machine and of any system, which replace those of the machine's file, but not
  /// those that a user sets: a system with options that belong together under a name of its own
  std::vector<std::string> settings = {};
  /// Throws Error if the machine is impossible under the system, or if the trace file cannot be written.
  std::function<std::unique_ptr<System>(const MachineConfig&, const TraceOptions&)> make = {};
  /// Replaces `make` for two systems registered under one name.
  std::function<Systems(const MachineConfig&, const TraceOptions&)> make_pair = {};
};

}  // namespace gputm::tm
