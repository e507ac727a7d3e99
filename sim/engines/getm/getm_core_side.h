// GETM at a core (HPCA 2018): every transactional access is checked at its partition while the transaction
// runs. The commit therefore only has to settle conflicts inside the warp and to write the write log.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/growing_queue.h"
#include "engines/common/private_log_core_side.h"
#include "engines/getm/getm_protocol.h"
#include "engines/warptm/intra_warp_resolver.h"

namespace gputm::engines::getm {

class GetmCoreSide final : public PrivateLogCoreSide {
 public:
  GetmCoreSide(const tm::CorePorts& core, GetmProtocol& protocol);

  /// Values of an attempt are those of its time, or it has been aborted.
  bool can_be_doomed() const override { return false; }
  /// None for a warp that runs alone: all others wait for it.
  unsigned backoff_cycles() const override { return protocol_.alone ? 0 : protocol_.config.backoff_cycles; }
  bool begin(WarpId warp, Cycle now) override;
  tm::Accessed load(const tm::TxAccess& access) override;
  tm::Accessed store(const tm::TxAccess& access) override;
  bool accesses_alone() const override { return true; }
  bool completes_alone(AccessId access) const override;
  void complete(AccessId access, Cycle now) override;
  void commit(WarpId warp, LaneMask lanes, Cycle now) override;
  void validate(WarpId warp, LaneMask lanes, Cycle now) override;
  void drained(WarpId warp, Cycle now) override;
  void settle(WarpId warp, LaneMask committed, LaneMask aborted, Cycle now) override;
  void line_arrived(std::uint32_t waiter) override;
  void catch_up() override { resolver_.evaluate(); }
  bool late_tick(Cycle now) override;
  bool busy() const override;
  std::string describe(WarpId warp) const override;

  /// Times begin anew; the attempts that have waited for it start.
  void roll_over(Cycle now);
  /// Attempts that have waited for a roll-over, or for a warp that ran alone, start.
  void admit_waiting(Cycle now);

 private:
  enum class Stage : std::uint8_t { kIdle, kDrain, kResolve, kWrite };
  /// Commit of a warp
  struct Job {
    Stage stage = Stage::kIdle;
    LaneMask lanes = 0;     ///< lanes that commit
    LaneMask released = 0;  ///< aborted lanes whose reservations have been given up
    unsigned due = 0;       ///< rows that are not written yet, and one for the walk
  };
  /// Walk of a warp's write log: its rows are written, or the reservations of aborted lanes given up
  struct Walk {
    struct Row {
      unsigned index = 0;  ///< row of the log
      LaneMask commits = 0;
      LaneMask counted = 0;  ///< lanes with reserved words
      std::array<Address, kMaxLanes> address;
      std::array<Word, kMaxLanes> value;
    };
    WarpId warp;
    Time time;
    bool commits = false;
    /// Of aborted lanes: an access that is open until the walk has ended, so that their warp does not end
    /// before
    std::optional<AccessId> open = std::nullopt;
    std::vector<Row> rows;
    std::size_t next = 0;     ///< row that is read next
    unsigned lines_read = 0;  ///< its log lines read so far
    unsigned lines_missing = 0;
  };

  bool start(WarpId warp);
  void admit(WarpId warp, Cycle now);
  void add_walk(Walk walk);
  void prepare(WarpId warp, Cycle now);
  void write_log(WarpId warp, LaneMask lanes, LaneMask aborted, Cycle now);
  Walk walk_of(WarpId warp, LaneMask commits, LaneMask aborted) const;
  void advance_walk(Cycle now);
  void send_row(const Walk& walk, const Walk::Row& row);
  void issue(const Walk& walk, const Walk::Row& row, AccessKind kind, LaneMask lanes);
  void row_done(WarpId warp, Cycle now);
  void conflict(WarpId warp, LaneMask lanes, const AccessRecord& record, Cycle now);
  std::uint32_t walk_waiter() const { return config().core.max_warps + 1; }

  GetmProtocol& protocol_;
  warptm::IntraWarpResolver resolver_;
  std::uint64_t clock_ = 0;         ///< counter of the latest time given or met
  std::vector<unsigned> failures_;  ///< by warp: attempts in a row in which no lane committed
  std::vector<Time> times_;         ///< by warp: time of its attempt
  std::vector<std::vector<LaneMask>>
      accepted_;                     ///< by warp and row of the write log: lanes with reserved words
  std::vector<Job> jobs_;            ///< by warp
  std::vector<LaneMask> running_;    ///< by warp: lanes of its attempt that have no outcome
  GrowingQueue<Walk> walks_;         ///< the first is in progress
  std::vector<unsigned> walks_due_;  ///< by warp: walks not finished
  LaneMask committed_ = 0;           ///< warps with committed lanes in their attempt
  LaneMask waiting_ = 0;             ///< warps with an attempt that waits for these, or for a roll-over
};

}  // namespace gputm::engines::getm
