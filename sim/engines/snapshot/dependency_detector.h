// Detector of dependencies that would close a cycle, for systems with snapshot isolation.
#pragma once

#include <cstdint>

#include "base/statistics.h"
#include "base/types.h"
#include "engines/snapshot/versions.h"

namespace gputm::engines::snapshot {

/// Index of a thread in the machine: (core * warps of a core + warp) * lanes of a warp + lane. A thread runs
/// one transaction at a time.
using Slot = std::uint32_t;

class DependencyDetector {
 public:
  /// Source of transactions; receives answers during the call or later
  class Listener {
   public:
    virtual ~Listener() = default;
    /// The transaction may take its snapshot.
    virtual void began(Slot slot) = 0;
    /// `passes`: the transaction commits, after all earlier commits; otherwise it must abort, and counts as
    /// aborted.
    virtual void commit_answered(Slot slot, bool passes) = 0;
  };

  virtual ~DependencyDetector() = default;
  void listen(Listener& listener) { listener_ = &listener; }

  /// Maximum number of concurrent transactions.
  virtual unsigned most_running() const { return ~0U; }
  /// Whether no transaction can begin until all running ones have ended: waiting snapshots must then be given
  /// up.
  virtual bool begins_none() const { return false; }
  /// Counter that rises while the detector makes progress with its own work, for which transactions may have
  /// to wait.
  virtual std::uint64_t progress() const { return 0; }

  /// Whether a snapshot must hold everything committed when the transaction begins, even if it cannot be read
  /// yet; otherwise the newest readable version suffices.
  virtual bool needs_all_commits() const { return false; }
  /// The slot's transaction begins. Answered by `began`, in call order.
  virtual void begin(Slot slot) { listener().began(slot); }
  /// The slot's transaction, which reads `snapshot`, reads or writes a word, for the first time or again.
  /// False: it must abort, and counts as aborted from now on.
  virtual bool access(Slot slot, Position snapshot, Address word, bool write) = 0;
  /// Requests a commit. Answered by `commit_answered`. Consecutive requests are answered consecutively,
  /// without begins or other commits in between.
  virtual void commit(Slot slot, Position snapshot) = 0;
  virtual void aborted(Slot slot) = 0;
  /// Whether an access of the slot's last transaction was refused because tables were full.
  virtual bool found_no_room(Slot /*slot*/) const { return false; }
  /// A transaction unknown to the detector has committed while it was the only one: it comes after all
  /// earlier and before all later transactions.
  virtual void committed_alone() {}
  /// No later transaction has a snapshot before `oldest`.
  virtual void snapshots_from(Position oldest) = 0;
  /// One cycle of the commit units' clock.
  virtual void tick() {}
  virtual bool busy() const { return false; }
  virtual void add_statistics(Statistics& /*statistics*/) const {}

 protected:
  Listener& listener() { return *listener_; }

 private:
  Listener* listener_ = nullptr;
};

/// No detection: every dependency is accepted.
class NoDetector final : public DependencyDetector {
 public:
  bool access(Slot, Position, Address, bool) override { return true; }
  void commit(Slot slot, Position) override { listener().commit_answered(slot, true); }
  void aborted(Slot) override {}
  void snapshots_from(Position) override {}
};

}  // namespace gputm::engines::snapshot
