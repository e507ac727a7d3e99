// Detection of cycles by the RTL dependency unit (rtl/snapshot/banked_dependency_unit.sv) beside the L2:
// operations travel there and answers return while transactions run on (ISCA 2017 paper, section 5).
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

/// The stream of begins and ends defines the order of snapshots and commits. An end leaves its core when all
/// accesses of its transaction have been answered. A refused access is reported to the transaction at its
/// next access, or at its commit.
class UnitDetector final : public DependencyDetector {
 public:
  /// `ids` of the unit; `lanes` of a warp; `latency`: round trip from the source of an operation to the unit
  /// and back, in cycles of the unit's clock.
  UnitDetector(std::unique_ptr<tm::BankedSnapshotUnit> unit, unsigned ids, std::size_t slots, unsigned lanes,
               Cycle latency)
      : unit_(std::move(unit)),
        lanes_(lanes),
        transactions_(slots),
        ids_(ids),
        accesses_(unit_->banks()),
        latency_(latency) {}

  unsigned most_running() const override { return static_cast<unsigned>(ids_.size()); }
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
  bool busy() const override {
    return !begins_.empty() || !ends_.empty() || accesses_waiting_ != 0 || !asked_.empty();
  }
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

  /// An ID of the unit
  struct Id {
    Slot slot = 0;           ///< of its transaction
    unsigned in_flight = 0;  ///< its accesses without an answer
    Cycle answered = 0;      ///< time of their last answer
  };

  bool can_end(const Operation& operation) const;
  std::optional<Operation> next_control();
  void submit_accesses();
  unsigned first_warp_begins() const;
  void take(const tm::SnapshotAnswer& answer);
  void take_access(const tm::SnapshotAnswer& answer);
  void take_snapshot(const Operation& operation, const tm::SnapshotAnswer& answer);
  void ask_again(Operation operation);
  void note_progress();

  std::unique_ptr<tm::BankedSnapshotUnit> unit_;
  unsigned lanes_;
  std::vector<Transaction> transactions_;        ///< by slot
  std::vector<Id> ids_;                          ///< IDs of the unit
  std::deque<Operation> begins_;                 ///< snapshots, until the unit has IDs for them
  std::deque<Operation> ends_;                   ///< commits and aborts, on their way to the unit
  std::vector<std::deque<Operation>> accesses_;  ///< by bank, on their way to the unit
  std::size_t accesses_waiting_ = 0;             ///< in all of these
  std::deque<Operation> asked_;                  ///< begins and ends in the unit
  Cycle last_due_ = 0;                           ///< due time of the newest end given to the unit
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
  std::uint64_t refused_ = 0;  ///< cycles in which a bank did not take an access, for each bank
};

}  // namespace gputm::engines::snapshot
