// How a system with snapshot isolation finds out that a dependency between transactions would close a cycle.
#pragma once

#include <cstdint>

#include "base/statistics.h"
#include "base/types.h"
#include "engines/snapshot/versions.h"

namespace gputm::engines::snapshot {

/// A thread's place in the machine: (core * warps of a core + warp) * lanes of a warp + lane. It makes one
/// transaction at a time.
using Slot = std::uint32_t;

class DependencyDetector {
 public:
  /// Who makes transactions and hears of them, in the call or later.
  class Listener {
   public:
    virtual ~Listener() = default;
    /// The transaction may take its snapshot.
    virtual void began(Slot slot) = 0;
    /// `passes`: it commits, behind all that have committed before; else it must abort, and counts as
    /// aborted.
    virtual void commit_answered(Slot slot, bool passes) = 0;
  };

  virtual ~DependencyDetector() = default;
  void listen(Listener& listener) { listener_ = &listener; }

  /// Transactions that can run at a time.
  virtual unsigned most_running() const { return ~0U; }
  /// Whether no transaction can begin before all that have begun have ended: snapshots that wait for others
  /// must be given up.
  virtual bool begins_none() const { return false; }
  /// Rises as long as the detector gets on with its own work, for which transactions may have to wait.
  virtual std::uint64_t progress() const { return 0; }

  /// Whether snapshots must hold everything that has committed when the transaction begins, even if it cannot
  /// be read yet; else the newest version that can be read will do.
  virtual bool needs_all_commits() const { return false; }
  /// The slot's transaction begins. Answered by `began`, in the order of the calls.
  virtual void begin(Slot slot) { listener().began(slot); }
  /// The slot's transaction, which reads `snapshot`, reads or writes a word, for the first time or again.
  /// False: it must abort, and counts as aborted from now on.
  virtual bool access(Slot slot, Position snapshot, Address word, bool write) = 0;
  /// It wants to commit. Answered by `commit_answered`; commits that are asked for one after the other are
  /// answered so, without begins or other commits between them.
  virtual void commit(Slot slot, Position snapshot) = 0;
  virtual void aborted(Slot slot) = 0;
  /// Whether an access of the slot's last transaction was refused because tables were full.
  virtual bool found_no_room(Slot /*slot*/) const { return false; }
  /// A transaction that the detector has not heard of has committed, when it was the only one: it comes after
  /// all before it and before all that begin later.
  virtual void committed_alone() {}
  /// No transaction will have a snapshot before `oldest`.
  virtual void snapshots_from(Position oldest) = 0;
  /// A cycle of the commit units' clock.
  virtual void tick() {}
  virtual bool busy() const { return false; }
  virtual void add_statistics(Statistics& /*statistics*/) const {}

 protected:
  Listener& listener() { return *listener_; }

 private:
  Listener* listener_ = nullptr;
};

/// None: every dependency is let through.
class NoDetector final : public DependencyDetector {
 public:
  bool access(Slot, Position, Address, bool) override { return true; }
  void commit(Slot slot, Position) override { listener().commit_answered(slot, true); }
  void aborted(Slot) override {}
  void snapshots_from(Position) override {}
};

}  // namespace gputm::engines::snapshot
