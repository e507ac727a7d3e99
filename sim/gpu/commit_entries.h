// The entries of commit units on their way through the stages, for those who write them down.
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

/// Where an entry of the ring stands (entry_state_e in rtl/kilo/commit_unit_pkg.sv).
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

/// An entry with a log.
struct CommitEntry {
  unsigned partition = 0;
  tm::CommitId id = 0;
  std::uint64_t number = 0;  ///< counts all entries of a recording
  Cycle began = 0;
};

class CommitEntrySink {
 public:
  virtual ~CommitEntrySink() = default;
  /// The entry has been in the stage, perhaps for no cycle.
  virtual void passed(const CommitEntry& entry, CommitStage stage, Cycle from, Cycle to) = 0;
  virtual void retired(const CommitEntry& entry, Cycle now) = 0;
};

class CommitEntries final : public tm::CommitWatcher {
 public:
  /// `now` is the cycle in which calls come.
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
    bool known = false;  ///< whether `last` is
    std::array<tm::CommitId, static_cast<std::size_t>(CommitStage::kCount)> last{};
    std::unordered_map<tm::CommitId, Standing> entries;
    std::bitset<std::size_t{1} << 16> has;  ///< whether there is an entry of the id: most have none
  };
  void advance(Unit& unit, tm::CommitId id, CommitStage passed);

  const Cycle& now_;
  std::vector<CommitEntrySink*> sinks_;
  Unit& unit(unsigned partition);

  std::vector<std::unique_ptr<Unit>> units_;  ///< by partition
  std::uint64_t entries_ = 0;
};

}  // namespace gputm::gpu
