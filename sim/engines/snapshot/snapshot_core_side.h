// Snapshot isolation at a core (ISCA 2017 paper, section 5 and figure 12): transactions read the version that
// was the newest when they began, keep their writes in the log, and send the write sets to the commit units.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "base/growing_queue.h"
#include "engines/common/logged_core_side.h"
#include "engines/snapshot/snapshot_protocol.h"
#include "memory/address_map.h"

namespace gputm::engines::snapshot {

class SnapshotCoreSide final : public LoggedCoreSide {
 public:
  SnapshotCoreSide(tm::CorePort& core, SnapshotProtocol& protocol);

  bool can_be_doomed() const override { return false; }  // a snapshot is consistent
  bool begin(unsigned warp, Cycle now) override;
  LaneMask load(const tm::TxAccess& access) override;
  LaneMask store(const tm::TxAccess& access) override;
  void complete(std::uint32_t access, Cycle now) override;
  void commit(unsigned warp, LaneMask lanes, Cycle now) override;
  void validate(unsigned warp, LaneMask lanes, Cycle now) override;
  void drained(unsigned warp, Cycle now) override;
  void settle(unsigned warp, LaneMask committed, LaneMask aborted, Cycle now) override;
  void reply(const memory::Packet& packet, Cycle now) override;
  void tick(Cycle now) override;
  bool busy() const override { return !checks_out_.empty() || !outcomes_out_.empty(); }
  std::string describe(unsigned warp) const override;

  /// What the lanes wanted to read of their snapshots is gone: they abort at their next access or commit.
  void recycled(unsigned warp, LaneMask lanes) { recycled_[warp] |= lanes; }
  /// The oldest snapshot of lanes that read.
  Position oldest_of(unsigned warp, LaneMask lanes) const;
  /// The version with the warp's commit can be read.
  void published(unsigned warp, Cycle now);
  /// Starts the attempts whose versions can be read.
  void admit_begun(Cycle now);
  /// Whether an attempt that has started reads a version.
  bool reads() const;
  /// The attempts that have not started give up their snapshots, and ask for others.
  void give_up_snapshots();
  /// The threads of commits go on that have waited for attempts with older snapshots, and do not any more.
  void let_go_on(Cycle now);
  // The detector's answers
  void began(unsigned warp, unsigned lane);
  void commit_answered(unsigned warp, unsigned lane, bool passes);

 private:
  enum class Stage : std::uint8_t { kIdle, kDrain, kCheck, kDecide, kWrite, kPublish, kOthers };
  struct Job {
    Stage stage = Stage::kIdle;
    LaneMask lanes = 0;               ///< that commit
    LaneMask undecided = 0;           ///< of these, that wait for the detector
    LaneMask passed = 0;              ///< of these, once that is decided
    Position first = 0;               ///< of the first of them
    Position snapshot = 0;            ///< the oldest that they have read
    Position end = 0;                 ///< no attempt may have an older snapshot when the threads go on
    unsigned due = 0;                 ///< answers of partitions
    std::vector<std::uint32_t> sets;  ///< the write sets that it has sent
    unsigned number = 0;              ///< that they have in commit units
  };

  std::size_t place(unsigned warp) const;
  Slot slot(unsigned warp, unsigned lane) const;
  bool granted(unsigned warp);
  LaneMask refused(unsigned warp, LaneMask lanes, const memory::WarpAccess& access, bool write);
  void send_write_sets(unsigned warp);
  void send_words(std::uint32_t handle);
  void number_free(const Job& job) { numbers_ &= ~(LaneMask{1} << job.number); }
  std::uint32_t& set_for(Job& job, unsigned warp, unsigned partition);
  void decide(unsigned warp);
  void lane_decided(unsigned warp, unsigned lane);
  void decided(unsigned warp);
  bool start(unsigned warp);
  bool loses_an_update(unsigned warp, unsigned lane);
  void apply(unsigned warp, unsigned lane, Position position);
  void finish(unsigned warp, Cycle now);
  void go_on(unsigned warp, Cycle now);
  void release(unsigned warp);
  void forget_places(unsigned warp);
  Position newest_of(unsigned warp) const;
  void send_outcome(Job& job, std::uint32_t handle, std::uint64_t batch);
  void send(memory::PacketKind kind, std::uint32_t handle, unsigned bytes,
            GrowingQueue<memory::Packet>& queue);
  bool send_one(GrowingQueue<memory::Packet>& queue);

  SnapshotProtocol& protocol_;
  memory::AddressMap addresses_;
  std::vector<std::array<Position, kMaxLanes>> snapshots_;  ///< by warp and lane: what its attempt reads
  std::vector<LaneMask> reading_;                           ///< by warp: lanes that need it
  std::vector<LaneMask> beginning_;                         ///< by warp: lanes that wait for the detector
  std::vector<LaneMask> recycled_;                          ///< by warp: lanes that must abort
  std::vector<LaneMask> granted_;                           ///< by warp: lanes of the attempt; 0: not yet
  LaneMask finishing_ = 0;                                  ///< warps whose threads wait for others
  LaneMask begun_ = 0;                                      ///< warps that wait to start
  LaneMask preparing_ = 0;            ///< of these, that have their lanes and wait for snapshots
  std::vector<Job> jobs_;             ///< by warp
  LaneMask numbers_ = 0;              ///< of write sets that are under way
  std::vector<tm::LogEntry> writes_;  ///< of the lane being decided
  GrowingQueue<memory::Packet> checks_out_, outcomes_out_;
};

}  // namespace gputm::engines::snapshot
