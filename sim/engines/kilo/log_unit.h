// Transaction log unit of a core under KILO TM (MICRO paper, sections 4.4 and 4.5). To commit a warp, it
//   1. waits for the warp's memory accesses,
//   2. takes one credit per lane, then contiguous commit IDs,
//   3. walks the warp's logs in the L1 and sends every partition its entries in one packet (and the other IDs
//   as skips),
//   4. collects the partitions' outcomes, lane by lane, and broadcasts each lane's final outcome at once,
//   5. reports to the core each lane with retired entries (a read-only lane that passed: at its outcome).
// It resends logs on request of a commit unit with overflowed buffers. One log walk at a time.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/growing_queue.h"
#include "engines/common/log_layout.h"
#include "engines/kilo/commit_protocol.h"
#include "memory/address_map.h"
#include "tm/commit_messages.h"
#include "tm/core_ports.h"

namespace gputm::engines::kilo {

class LogUnit {
 public:
  LogUnit(const tm::CorePorts& core, CommitProtocol& protocol);
  virtual ~LogUnit() = default;
  LogUnit(const LogUnit&) = delete;
  LogUnit& operator=(const LogUnit&) = delete;

  /// Starts the commit of `lanes` of a warp. With `validate_only` their read logs are validated like those of
  /// a read-only transaction and nothing is written (watchdog).
  void commit(WarpId warp, LaneMask lanes, bool validate_only);

  /// Reports to the core the lanes with outcomes that took effect since the last call. Returns whether there
  /// are any.
  bool tell_decisions(Cycle now);

  /// Message of a commit unit about an ID of this core.
  void reply(const tm::ReplyWord& reply, unsigned partition);
  /// Notice of a partition: this ID, the last one of a warp, has retired there.
  void notice(tm::CommitId id);

  /// One core cycle.
  virtual void tick(Cycle now);
  /// Walk's share of the L1 port, after the load-store unit.
  void walk();
  void log_fill(std::uint32_t warp) { --jobs_[warp].lines_waiting; }

  /// Whether `tick()` or `walk()` has work; false while everything waits for replies.
  virtual bool busy() const {
    return draining_ != 0 || waiting_for_older_ != 0 || waiting_for_ids_ || !waiting_for_credits_.empty() ||
           walking_ || !waiting_for_walk_.empty() || !control_out_.empty() || !fill_out_.empty();
  }
  /// State of a warp's commit, for reports of stuck runs.
  std::string describe(WarpId warp) const;
  /// Largest ID that has committed here, not wrapped, plus one.
  std::uint64_t next_position() const { return next_position_; }

 protected:
  /// The lane's final outcome is known. KILO TM sends it to the partitions at once.
  virtual void final_known(WarpId warp, unsigned lane) { send_finals(warp, LaneMask{1} << lane); }
  /// Sends each partition with logs of `lanes` one packet with their final outcomes.
  void send_finals(WarpId warp, LaneMask lanes);
  /// Lanes of the commit in progress without a known final outcome. Valid after the logs were sent.
  LaneMask without_final(WarpId warp) const;

 private:
  enum class Stage : std::uint8_t { kIdle, kDrain, kCredits, kIds, kWalkQueue, kWalk, kOutcome };
  struct Lane {
    std::uint64_t partitions = 0;    ///< bit p: has a log at partition p
    std::uint16_t outcomes_due = 0;  ///< partitions with a missing local outcome
    std::uint16_t retires_due = 0;   ///< partitions with a missing retirement
    bool failed = false;
    bool read_only = true;
  };
  struct Job {
    Stage stage = Stage::kIdle;
    bool validate_only = false;
    LaneMask lanes = 0;
    LaneMask undecided = 0;
    std::uint64_t first_id = 0;  ///< ID of the lowest lane; the others follow in lane order
    std::vector<tm::CommitId>
        first_at;                    ///< by partition: first ID in its own order (kilo.skip_messages=none)
    std::vector<LaneMask> touching;  ///< by partition: lanes with a log there
    unsigned next_line = 0;          ///< next line of the log walk
    unsigned lines = 0;
    unsigned lines_waiting = 0;  ///< outstanding misses of the walk
    unsigned notices_due = 0;    ///< partitions where older IDs may not have retired, if relevant
    LaneMask done = 0;           ///< undecided lanes that pass and wait only for these notices
    std::array<Lane, kMaxLanes> lane;
  };

  std::uint64_t id_of(const Job& job, unsigned lane) const;
  tm::CommitId unit_id(const Job& job, unsigned lane, unsigned partition) const;
  static std::uint64_t last_id(const Job& job) { return job.first_id + lane_count(job.lanes) - 1; }
  void take_back_credits();
  void request_ids(WarpId warp);
  void decide_passed();
  void take_ids(Cycle now);
  void start_walk(WarpId warp);
  void send_logs(WarpId warp);
  void classify(WarpId warp);
  void send_partition(WarpId warp, unsigned partition);
  void send_skips_per_thread(WarpId warp, unsigned first_partition);
  void append_log(std::vector<tm::FillWord>& out, const tm::WarpLog& log, tm::FillWord::Kind kind,
                  unsigned lane, unsigned partition, tm::CommitId id) const;
  void resend(WarpId warp, unsigned lane, unsigned partition, bool writes);
  void final_outcome(WarpId warp, unsigned lane);
  void finish(WarpId warp, unsigned lane);
  void decide(WarpId warp, unsigned lane);
  bool send_one(GrowingQueue<memory::Packet>& queue);
  Address log_line(WarpId warp, unsigned line) const;
  memory::Packet packet(memory::PacketKind kind, unsigned partition, unsigned bytes,
                        std::uint32_t payload) const;

  unsigned core_;
  const MachineConfig& config_;
  tm::TransactionCounters& counters_;
  tm::WarpPort& warps_;
  tm::LogLinePort& log_lines_;
  tm::MessagePort& messages_;
  tm::EventPort& events_;
  tm::HistoryPort& history_;
  CommitProtocol& protocol_;
  memory::AddressMap addresses_;
  LogLayout layout_;
  std::vector<Job> jobs_;                ///< one per warp slot
  std::uint64_t draining_ = 0;           ///< warps in Stage::kDrain
  std::uint64_t waiting_for_older_ = 0;  ///< warps with passed lanes that wait until older IDs have retired
  GrowingQueue<WarpId> waiting_for_credits_;
  GrowingQueue<WarpId> waiting_for_walk_;
  std::optional<WarpId> waiting_for_ids_;  ///< at most one outstanding request to the vendor
  std::optional<WarpId> walking_;
  bool asked_vendor_ = false;
  Cycle vendor_round_trip_;   ///< core cycles for the request and its answer
  Cycle vendor_reached_ = 0;  ///< core cycle at which that time is over for waiting_for_ids_
  unsigned credits_ = 0;
  struct IdRange {
    std::uint64_t next, end;
  };
  GrowingQueue<IdRange> ids_out_;             ///< IDs with outstanding credits, oldest first
  GrowingQueue<memory::Packet> control_out_;  ///< final outcomes and resends: never behind fills
  GrowingQueue<memory::Packet> fill_out_;
  std::vector<tm::Decided> decisions_;  ///< one per lane; positions are commit IDs, not wrapped
  std::uint64_t next_position_ = 0;
};

}  // namespace gputm::engines::kilo
