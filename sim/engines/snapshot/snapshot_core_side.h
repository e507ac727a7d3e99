// Snapshot isolation at a core (ISCA 2017 paper, section 5 and figure 12): transactions read the version that
// was newest at their begin, keep their writes in the log, and send the write sets to the commit units.
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
  SnapshotCoreSide(const tm::CorePorts& core, SnapshotProtocol& protocol);

  bool can_be_doomed() const override { return false; }  // a snapshot is consistent
  bool begin(WarpId warp, Cycle now) override;
  tm::Accessed load(const tm::TxAccess& access) override;
  tm::Accessed store(const tm::TxAccess& access) override;
  void complete(AccessId access, Cycle now) override;
  void commit(WarpId warp, LaneMask lanes, Cycle now) override;
  void validate(WarpId warp, LaneMask lanes, Cycle now) override;
  void drained(WarpId warp, Cycle now) override;
  void settle(WarpId warp, LaneMask committed, LaneMask aborted, Cycle now) override;
  void reply(const memory::Packet& packet, Cycle now) override;
  bool tick(Cycle now) override;
  bool busy() const override { return !checks_out_.empty() || !outcomes_out_.empty(); }
  std::string describe(WarpId warp) const override;

  /// The version of the lanes' snapshots is gone: they abort at their next access or commit.
  void recycled(WarpId warp, LaneMask lanes) { recycled_[warp] |= lanes; }
  /// Oldest snapshot of lanes that read.
  Position oldest_of(WarpId warp, LaneMask lanes) const;
  /// The version with the warp's commit can be read.
  void published(WarpId warp, Cycle now);
  /// Starts the attempts with readable versions.
  void admit_begun(Cycle now);
  /// Whether a started attempt reads a version.
  bool reads() const;
  /// Attempts that have not started give up their snapshots and request new ones.
  void give_up_snapshots();
  /// Resumes threads of commits that no longer have to wait for attempts with older snapshots.
  void let_go_on(Cycle now);
  // Answers of the detector
  void began(WarpId warp, unsigned lane);
  void commit_answered(WarpId warp, unsigned lane, bool passes);

 private:
  enum class Stage : std::uint8_t { kIdle, kDrain, kCheck, kDecide, kWrite, kPublish, kOthers };
  struct Job {
    Stage stage = Stage::kIdle;
    LaneMask lanes = 0;               ///< lanes that commit
    LaneMask undecided = 0;           ///< of these, lanes waiting for the detector
    LaneMask passed = 0;              ///< of these, lanes that pass, once decided
    Position first = 0;               ///< position of the first of them
    Position snapshot = 0;            ///< oldest snapshot that they have read
    Position end = 0;                 ///< the threads continue when no attempt has an older snapshot
    unsigned due = 0;                 ///< missing answers of partitions
    std::vector<std::uint32_t> sets;  ///< write sets sent
    unsigned number = 0;              ///< number of these in commit units
  };

  std::size_t place(WarpId warp) const;
  Slot slot(WarpId warp, unsigned lane) const;
  bool granted(WarpId warp);
  LaneMask refused(WarpId warp, LaneMask lanes, const memory::WarpAccess& access, bool write);
  void send_write_sets(WarpId warp);
  void send_words(std::uint32_t handle);
  void number_free(const Job& job) { numbers_ &= ~(LaneMask{1} << job.number); }
  std::uint32_t& set_for(Job& job, WarpId warp, unsigned partition);
  void decide(WarpId warp);
  void lane_decided(WarpId warp, unsigned lane);
  void decided(WarpId warp);
  bool start(WarpId warp);
  bool loses_an_update(WarpId warp, unsigned lane);
  void apply(WarpId warp, unsigned lane, Position position);
  void finish(WarpId warp, Cycle now);
  void go_on(WarpId warp, Cycle now);
  void release(WarpId warp);
  void forget_places(WarpId warp);
  Position newest_of(WarpId warp) const;
  void send_outcome(Job& job, std::uint32_t handle, std::uint64_t batch);
  void send(memory::PacketKind kind, std::uint32_t handle, unsigned bytes,
            GrowingQueue<memory::Packet>& queue);
  bool send_one(GrowingQueue<memory::Packet>& queue);

  memory::BackingStore& memory_;
  tm::MessagePort& messages_;
  tm::EventPort& events_;
  tm::HistoryPort& history_;
  SnapshotProtocol& protocol_;
  memory::AddressMap addresses_;
  std::vector<std::array<Position, kMaxLanes>> snapshots_;  ///< by warp and lane: snapshot of its attempt
  std::vector<LaneMask> reading_;                           ///< by warp: lanes that read a snapshot
  std::vector<LaneMask> beginning_;                         ///< by warp: lanes waiting for the detector
  std::vector<LaneMask> recycled_;                          ///< by warp: lanes that must abort
  std::vector<LaneMask> granted_;                           ///< by warp: lanes of the attempt; 0: not yet
  LaneMask finishing_ = 0;                                  ///< warps with threads that wait for others
  LaneMask begun_ = 0;                                      ///< warps waiting to start
  LaneMask preparing_ = 0;            ///< of these, warps with lanes that wait for snapshots
  std::vector<Job> jobs_;             ///< by warp
  LaneMask numbers_ = 0;              ///< numbers of write sets in use
  std::vector<tm::LogEntry> writes_;  ///< writes of the lane being decided
  GrowingQueue<memory::Packet> checks_out_, outcomes_out_;
};

}  // namespace gputm::engines::snapshot
