// Entries of commit units on their way through the stages, for recordings.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "base/types.h"
#include "tm/commit_watcher.h"

namespace gputm::gpu {

/// Stage of a ring entry (entry_state_e in rtl/kilo/commit_unit_pkg.sv)
enum class CommitStage : std::uint8_t {
  kFill,
  kHazardDetection,
  kValidationWait,
  kRevalidation,
  kLocalOutcome,
  kFinalOutcomeWait,
  kCommit,
  kCount
};
inline constexpr std::array<const char*, 7> kCommitStageNames{
    "fill",          "hazard detection",   "validation wait", "revalidation",
    "local outcome", "final outcome wait", "commit"};

/// Entry with a log
struct CommitEntry {
  unsigned partition = 0;
  tm::CommitId id = 0;
  std::uint64_t number = 0;  ///< serial number among all entries of a recording
  Cycle began = 0;
};

class CommitEntrySink {
 public:
  virtual ~CommitEntrySink() = default;
  /// The entry has been in the stage, possibly for zero cycles.
  virtual void passed(const CommitEntry& entry, CommitStage stage, Cycle from, Cycle to) = 0;
  virtual void retired(const CommitEntry& entry, Cycle now) = 0;
};

class CommitEntries final : public tm::CommitWatcher {
 public:
  /// `now`: core cycle of the calls, kept up to date by the owner.
  CommitEntries(const Cycle& now, std::vector<CommitEntrySink*> sinks)
      : now_(now), sinks_(std::move(sinks)) {}

  void log_begins(unsigned partition, tm::CommitId id) override;
  void pointers(unsigned partition, const tm::CommitPointers& pointers) override;

 private:
  struct Standing {
    CommitEntry entry;
    Cycle since = 0;
  };
  struct Unit {
    bool known = false;  ///< `last` is valid
    std::array<tm::CommitId, static_cast<std::size_t>(CommitStage::kCount)> last{};
    std::unordered_map<tm::CommitId, Standing> entries;
    std::bitset<std::size_t{1} << 16> has;  ///< IDs with an entry; most have none
  };
  void advance(Unit& unit, tm::CommitId id, CommitStage passed);

  const Cycle& now_;
  std::vector<CommitEntrySink*> sinks_;
  Unit& unit(unsigned partition);

  std::vector<std::unique_ptr<Unit>> units_;  ///< by partition
  std::uint64_t entries_ = 0;
};

}  // namespace gputm::gpu
