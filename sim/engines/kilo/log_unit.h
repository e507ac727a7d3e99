// The transaction log unit of a core under KILO TM (MICRO paper, sections 4.4 and 4.5): when a warp commits,
// it
//   1. waits for the warp's memory accesses,
//   2. takes one credit per lane, then contiguous commit ids,
//   3. walks the warp's logs in the L1 and sends every partition its entries in one packet (and the other ids
//   as skips),
//   4. collects the partitions' outcomes, lane by lane, and broadcasts each lane's final outcome at once,
//   5. tells the core of each lane whose entries have retired (a read-only lane that passed: at its outcome),
// and sends logs again when a commit unit whose buffers overflowed asks. One log walk at a time.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/growing_queue.h"
#include "engines/kilo/commit_protocol.h"
#include "engines/kilo/log_layout.h"
#include "memory/address_map.h"
#include "tm/commit_messages.h"
#include "tm/core_side.h"

namespace gputm::engines::kilo {

class LogUnit {
 public:
  LogUnit(tm::CorePort& core, CommitProtocol& protocol);
  virtual ~LogUnit() = default;
  LogUnit(const LogUnit&) = delete;
  LogUnit& operator=(const LogUnit&) = delete;

  /// Starts committing `lanes` of a warp; with `validate_only` their read logs are validated like a read-only
  /// transaction's and nothing is written (the watchdog).
  void commit(unsigned warp, LaneMask lanes, bool validate_only);

  /// Tells the core of the lanes whose outcome took effect since the last call.
  void tell_decisions(Cycle now);

  /// A commit unit's message for an id of this core.
  void reply(const tm::ReplyWord& reply, unsigned partition);
  /// A partition's notice: this id, the last one of a warp's, has retired there.
  void notice(tm::CommitId id);

  /// One core cycle.
  virtual void tick(Cycle now);
  /// The walk's share of the L1 port, after the load-store unit's turn.
  void walk();
  void log_fill(std::uint32_t warp) { --jobs_[warp].lines_waiting; }

  /// `tick()` or `walk()` has something to do; false while everything waits for replies.
  virtual bool busy() const {
    return draining_ != 0 || waiting_for_ids_ || !waiting_for_credits_.empty() || walking_ ||
           !waiting_for_walk_.empty() || !control_out_.empty() || !fill_out_.empty();
  }
  /// Progress of a warp's commit in words, for stuck-run reports.
  std::string describe(unsigned warp) const;
  /// One more than the largest id that has committed here, not wrapped.
  std::uint64_t next_position() const { return next_position_; }

 protected:
  /// The lane's final outcome is known. KILO TM tells the partitions at once.
  virtual void final_known(unsigned warp, unsigned lane) { send_finals(warp, LaneMask{1} << lane); }
  /// Sends each partition that has logs of `lanes` one packet with their final outcomes.
  void send_finals(unsigned warp, LaneMask lanes);
  /// Lanes of the commit under way whose final outcome is not known yet. Valid after the logs were sent.
  LaneMask without_final(unsigned warp) const;

 private:
  enum class Stage : std::uint8_t { kIdle, kDrain, kCredits, kIds, kWalkQueue, kWalk, kOutcome };
  struct Lane {
    std::uint64_t partitions = 0;    ///< bit p: has a log at partition p
    std::uint16_t outcomes_due = 0;  ///< partitions whose local outcome is missing
    std::uint16_t retires_due = 0;   ///< partitions whose retirement is missing
    bool failed = false;
    bool read_only = true;
  };
  struct Job {
    Stage stage = Stage::kIdle;
    bool validate_only = false;
    LaneMask lanes = 0;
    LaneMask undecided = 0;
    std::uint64_t first_id = 0;  ///< of the lowest lane; the others follow in lane order
    unsigned next_line = 0;      ///< of the log walk
    unsigned lines = 0;
    unsigned lines_waiting = 0;  ///< misses of the walk on their way
    unsigned notices_due = 0;    ///< partitions where older ids may not have retired, if that matters
    LaneMask done = 0;           ///< undecided lanes that pass and wait for these notices only
    std::array<Lane, kMaxLanes> lane;
  };

  std::uint64_t id_of(const Job& job, unsigned lane) const;
  static std::uint64_t last_id(const Job& job) { return job.first_id + lane_count(job.lanes) - 1; }
  void take_back_credits();
  void take_ids(Cycle now);
  void start_walk(unsigned warp);
  void send_logs(unsigned warp);
  void classify(unsigned warp);
  void send_partition(unsigned warp, unsigned partition);
  void send_skips_per_thread(unsigned warp, unsigned first_partition);
  void append_log(std::vector<tm::FillWord>& out, const tm::WarpLog& log, tm::FillWord::Kind kind,
                  unsigned lane, unsigned partition, tm::CommitId id) const;
  void resend(unsigned warp, unsigned lane, unsigned partition, bool writes, tm::CommitId id);
  void final_outcome(unsigned warp, unsigned lane);
  void finish(unsigned warp, unsigned lane);
  void decide(unsigned warp, unsigned lane);
  bool send_one(GrowingQueue<memory::Packet>& queue);
  Address log_line(unsigned warp, unsigned line) const;
  memory::Packet packet(memory::PacketKind kind, unsigned partition, unsigned bytes,
                        std::uint32_t payload) const;

  tm::CorePort& core_;
  CommitProtocol& protocol_;
  memory::AddressMap addresses_;
  LogLayout layout_;
  std::vector<Job> jobs_;       ///< one per warp slot
  std::uint64_t draining_ = 0;  ///< warps in Stage::kDrain
  GrowingQueue<unsigned> waiting_for_credits_;
  GrowingQueue<unsigned> waiting_for_walk_;
  std::optional<unsigned> waiting_for_ids_;  ///< at most one request to the vendor at a time
  std::optional<unsigned> walking_;
  bool asked_vendor_ = false;
  Cycle vendor_round_trip_;   ///< core cycles that the request and its answer travel
  Cycle vendor_reached_ = 0;  ///< when the request of waiting_for_ids_ has had that time
  unsigned credits_ = 0;
  struct IdRange {
    std::uint64_t next, end;
  };
  GrowingQueue<IdRange> ids_out_;             ///< ids whose credits are not back, oldest first
  GrowingQueue<memory::Packet> control_out_;  ///< finals and resends: never behind fills
  GrowingQueue<memory::Packet> fill_out_;
  struct Decision {
    unsigned warp;
    LaneMask lane;        ///< the lane, as a mask
    LaneMask passed;      ///< the same, or 0
    std::uint64_t order;  ///< its commit id, not wrapped
  };
  std::vector<Decision> decisions_, telling_;
  std::uint64_t next_position_ = 0;
};

}  // namespace gputm::engines::kilo
