// A TM system as the GPU model sees it: what it is, and how to make its parts. Implementations are in
// sim/engines.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "tm/commit_unit.h"
#include "tm/history.h"

namespace gputm::tm {

enum class SystemKind : std::uint8_t {
  kLock,    ///< no transactions: kernels synchronize with atomics
  kSerial,  ///< every transaction runs alone under one global lock
  kIdeal,   ///< transactions with free, instant conflict detection
  kKilo     ///< KILO TM: commit units at the memory partitions
};

/// Decides a finished transaction at once and publishes its writes when it passes (ideal TM).
class InstantCommit {
 public:
  virtual ~InstantCommit() = default;
  /// Whether the reads are still current; writes are published only when they are.
  virtual bool commit(std::span<const LogEntry> reads, std::span<const LogEntry> writes,
                      memory::BackingStore& memory) = 0;
};

/// The single lock of the serial system: first come, first served. A requester is a warp (core * warps +
/// warp).
class GlobalLock {
 public:
  virtual ~GlobalLock() = default;
  virtual void request(std::uint32_t requester, Cycle now) = 0;
  /// Who holds the lock in core cycle `now`; nobody while it is handed over (a configured time).
  virtual std::optional<std::uint32_t> holder(Cycle now) const = 0;
  /// The holder gives the lock to the next in the queue.
  virtual void release(Cycle now) = 0;
};

struct System {
  std::string name;
  SystemKind kind = SystemKind::kLock;
  /// Entries of each commit unit's ring: the ids that may be in flight at once (kKilo).
  unsigned ring_entries = 0;
  std::function<std::unique_ptr<CommitUnit>(unsigned partition)> make_commit_unit;  ///< kKilo
  std::unique_ptr<CommitIdVendor> vendor;                                           ///< kKilo
  std::unique_ptr<InstantCommit> instant_commit;                                    ///< kIdeal
  std::unique_ptr<GlobalLock> global_lock;                                          ///< kSerial
};

}  // namespace gputm::tm
