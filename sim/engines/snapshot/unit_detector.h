// Detection of cycles by the RTL dependency unit (rtl/snapshot/dependency_unit.sv), which stands beside the
// L2: operations travel there and answers come back while transactions run on (ISCA 2017 paper, section 5).
#pragma once

#include <array>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "base/statistics.h"
#include "engines/snapshot/dependency_detector.h"
#include "tm/snapshot_unit.h"

namespace gputm::engines::snapshot {

/// The stream of operations is the order of snapshots and commits. A transaction hears of a refused access at
/// its next one, or at its commit.
class UnitDetector final : public DependencyDetector {
 public:
  /// `ids` of the unit; `latency`: cycles of the unit's clock from an operation's cause to the unit and from
  /// there back.
  UnitDetector(std::unique_ptr<tm::SnapshotUnit> unit, unsigned ids, std::size_t slots, Cycle latency)
      : unit_(std::move(unit)), ids_(ids), transactions_(slots), latency_(latency) {}

  unsigned most_running() const override { return ids_; }
  bool begins_none() const override { return exhausted_; }
  std::uint64_t progress() const override { return steps_; }
  bool needs_all_commits() const override { return true; }
  void begin(Slot slot) override;
  bool access(Slot slot, Position snapshot, Address word, bool write) override;
  void commit(Slot slot, Position snapshot) override;
  void aborted(Slot slot) override;
  bool found_no_room(Slot slot) const override { return transactions_[slot].no_room; }
  void snapshots_from(Position) override {}
  void tick() override;
  bool busy() const override { return !begins_.empty() || !waiting_.empty() || !asked_.empty(); }
  void add_statistics(Statistics& statistics) const override;

 private:
  using Kind = tm::SnapshotOp::Kind;
  using Result = tm::SnapshotAnswer::Result;
  struct Operation {
    Slot slot = 0;
    Kind kind = Kind::kSnapshot;
    std::uint32_t block = 0;
    Cycle due = 0;
    std::uint16_t id = 0;     ///< not of kSnapshot
    std::uint64_t place = 0;  ///< of kSnapshot: among all that were asked for
  };
  struct Transaction {
    std::uint16_t id = 0;
    bool runs = false;     ///< has an id whose end has not been asked for
    bool refused = false;  ///< one of its accesses was
    bool no_room = false;  ///< for want of room in the tables
  };

  void ask(Slot slot, Kind kind, std::uint32_t block, Cycle delay);
  std::optional<Operation> next();
  void take(const tm::SnapshotAnswer& answer);
  void take_snapshot(const Operation& operation, const tm::SnapshotAnswer& answer);
  void ask_again(Operation operation);
  void note_progress();

  std::unique_ptr<tm::SnapshotUnit> unit_;
  unsigned ids_;
  std::vector<Transaction> transactions_;  ///< by slot
  std::deque<Operation> begins_;           ///< snapshots, until the unit has ids for them
  std::deque<Operation> waiting_;          ///< other operations, on their way to the unit
  std::deque<Operation> asked_;            ///< that the unit has
  Cycle last_due_ = 0;                     ///< of the newest of these that the unit has or had
  Cycle latency_;
  Cycle now_ = 0;
  unsigned running_ = 0;
  std::uint64_t begins_asked_ = 0;
  bool exhausted_ = false;   ///< the unit begins anew when nothing runs
  unsigned free_ids_ = 0;    ///< when that was looked at last
  Cycle unchanged_ = 0;      ///< cycles in which they have been as many
  std::uint64_t steps_ = 0;  ///< of the unit: cycles in which ids can still be expected from it
  std::array<std::uint64_t, tm::kSnapshotResults> results_{};  ///< of accesses
  std::array<std::uint64_t, 5> operations_{};                  ///< that the unit took, by kind
  std::uint64_t unit_cycles_ = 0;                              ///< in which it did not rest
  std::uint64_t refused_cycles_ = 0;  ///< in which it did not take what it was offered
};

}  // namespace gputm::engines::snapshot
