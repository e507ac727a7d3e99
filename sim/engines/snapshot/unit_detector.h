// Detection of cycles by the RTL dependency unit (rtl/snapshot/dependency_unit.sv) beside the L2: operations
// travel there and answers return while transactions run on (ISCA 2017 paper, section 5).
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

/// The stream of operations defines the order of snapshots and commits. A refused access is reported to the
/// transaction at its next access, or at its commit.
class UnitDetector final : public DependencyDetector {
 public:
  /// `ids` of the unit; `lanes` of a warp; `latency`: round trip from the source of an operation to the unit
  /// and back, in cycles of the unit's clock.
  UnitDetector(std::unique_ptr<tm::SnapshotUnit> unit, unsigned ids, std::size_t slots, unsigned lanes,
               Cycle latency)
      : unit_(std::move(unit)), ids_(ids), lanes_(lanes), transactions_(slots), latency_(latency) {}

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
    std::uint16_t id = 0;     ///< unused for kSnapshot
    std::uint64_t place = 0;  ///< for kSnapshot: number in request order
  };
  struct Transaction {
    std::uint16_t id = 0;
    bool runs = false;     ///< has an ID without a requested end
    bool refused = false;  ///< one of its accesses was refused
    bool no_room = false;  ///< refused because tables were full
  };

  void ask(Slot slot, Kind kind, std::uint32_t block, Cycle delay);
  std::optional<Operation> next();
  unsigned first_warp_begins() const;
  void take(const tm::SnapshotAnswer& answer);
  void take_snapshot(const Operation& operation, const tm::SnapshotAnswer& answer);
  void ask_again(Operation operation);
  void note_progress();

  std::unique_ptr<tm::SnapshotUnit> unit_;
  unsigned ids_;
  unsigned lanes_;
  std::vector<Transaction> transactions_;  ///< by slot
  std::deque<Operation> begins_;           ///< snapshots, until the unit has IDs for them
  std::deque<Operation> waiting_;          ///< other operations, on their way to the unit
  std::deque<Operation> asked_;            ///< operations in the unit
  Cycle last_due_ = 0;                     ///< due time of the newest operation given to the unit
  Cycle latency_;
  Cycle now_ = 0;
  unsigned running_ = 0;
  std::uint64_t begins_asked_ = 0;
  bool exhausted_ = false;   ///< the unit restarts when nothing runs
  unsigned free_ids_ = 0;    ///< free IDs at the last check
  Cycle unchanged_ = 0;      ///< cycles without a change of that number
  std::uint64_t steps_ = 0;  ///< cycles of the unit in which it can still return IDs
  std::array<std::uint64_t, tm::kSnapshotResults> results_{};  ///< results of accesses
  std::array<std::uint64_t, 5> operations_{};                  ///< operations accepted by the unit, by kind
  std::uint64_t unit_cycles_ = 0;                              ///< cycles in which the unit was not idle
  std::uint64_t refused_cycles_ = 0;  ///< cycles in which it refused an offered operation
};

}  // namespace gputm::engines::snapshot
