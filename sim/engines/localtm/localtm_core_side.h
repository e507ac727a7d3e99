// GPU-LocalTM at a core: the local memory unit as the core's shared memory. Every access of a warp becomes a
// request of its wavefront. A wavefront has one request in the unit at a time, in addition to incomplete
// stores outside of transactions; the others wait in its queue. The conflicts and serialization in the
// answers (EXEC and TCM of the GPU-LocalTM paper, section 3.1) determine the lanes that abort, and the lanes
// that run an attempt.
#pragma once

#include <array>
#include <deque>
#include <memory>
#include <vector>

#include "engines/localtm/lane_limit.h"
#include "engines/localtm/lds_checker.h"
#include "engines/localtm/localtm_config.h"
#include "engines/localtm/localtm_counters.h"
#include "memory/reservations.h"
#include "tm/core_side.h"
#include "tm/lds_unit.h"

namespace gputm::engines::localtm {

/// State shared by the sides of all cores
struct SharedState {
  std::uint64_t next_order = 0;            ///< serial position of the next commit
  std::deque<LocaltmCounters> counters{};  ///< by core
};

class LocaltmCoreSide final : public tm::LocalMemory, private LdsChecker::Observer {
 public:
  LocaltmCoreSide(const tm::CorePorts& core, std::unique_ptr<tm::LdsTransactionUnit> unit,
                  const LocaltmConfig& config, SharedState& shared);

  void start_block(const tm::BlockStart& block, Cycle now) override;
  void plain_access(const tm::TxAccess& access, Cycle now) override;
  bool unperformed(WarpId warp) const override { return wave(warp).accesses != 0; }

  /// Conflicts are found before a value is returned, but with run_on a warp may continue with the values that
  /// its lanes had at the conflict.
  bool can_be_doomed() const override { return config_.run_on; }
  bool begin(WarpId warp, Cycle now) override;
  std::optional<std::string> full(WarpId, const isa::Instruction&) const override { return std::nullopt; }
  tm::Accessed load(const tm::TxAccess& access) override;
  tm::Accessed store(const tm::TxAccess& access) override { return load(access); }
  void complete(AccessId, Cycle) override {}
  void commit(WarpId warp, LaneMask lanes, Cycle now) override;
  void validate(WarpId warp, LaneMask lanes, Cycle now) override;
  void drained(WarpId warp, Cycle now) override;
  void follow(WarpId warp, LaneMask committed, LaneMask aborted, Cycle now) override;
  void settle(WarpId warp, LaneMask committed, LaneMask aborted, Cycle now) override;
  void reply(const memory::Packet&, Cycle) override {}
  void line_arrived(std::uint32_t) override {}
  bool accesses_alone() const override { return true; }
  void start_tick(Cycle now) override;
  bool tick(Cycle now) override;
  bool late_tick(Cycle) override { return false; }
  bool busy() const override {
    return unit_ticked_ || !allocations_.empty() || waiting_ != 0 || !answers_.empty() || unit_->busy();
  }
  std::string describe(WarpId warp) const override;

 private:
  /// Purpose of a request
  enum class Purpose : std::uint8_t {
    kClear,   ///< zeros for a starting block
    kPlain,   ///< an access outside of transactions
    kAccess,  ///< an access of an attempt
    kBegin,
    kCommit,
    kWithdraw,  ///< lanes that abort for a reason unknown to the unit
    kFollow,    ///< commit of an attempt decided by another system
    kClose,     ///< commit of an attempt without running lanes
    kForget     ///< attempt without accesses, after which the unit accepts any lanes
  };
  struct Request {
    tm::LdsRequest lds;
    LaneMask lanes = 0;  ///< lanes of the instruction; `lds.exec`: storing lanes of a conditional store
    Purpose purpose = Purpose::kPlain;
    Cycle not_before = 0;  ///< earliest cycle in which it may go to the unit
    Cycle expected = 0;    ///< cycle in which its warp would continue without transactions
    AccessId handle;       ///< handle of the access
    isa::Op op = isa::Op::kIllegal;
    unsigned read_row = 0, write_row = 0;  ///< rows in the attempt's logs

    // The unit has only A's atomics. An atomic of custom-1 is a load that reserves and a conditional store.
    bool reserves() const {
      return op == isa::Op::kLrW || (isa::is_custom_atomic(op) && lds.op == tm::LdsOp::kLoad);
    }
    bool stores_if_reserved() const {
      return op == isa::Op::kScW || (isa::is_custom_atomic(op) && lds.op == tm::LdsOp::kStore);
    }
  };
  struct Wave {
    WarpId warp;
    Address base = 0;        ///< byte of the unit at which its block's memory begins
    Address history = 0;     ///< address of that byte in histories
    unsigned asked = 0;      ///< number of requests at the front of `queue` that are in the unit
    bool open = false;       ///< the unit has an attempt without a commit
    bool lost = false;       ///< no lane of the attempt is left, and the warp runs on
    bool validates = false;  ///< validate when its accesses are complete
    LaneMask granted = 0;    ///< lanes of the attempt in the unit
    LaneMask withdrawn = 0;  ///< of these, lanes withdrawn from the unit
    LaneMask followed = 0;   ///< lanes that commit, in an attempt decided by another system
    LaneMask restart = 0;    ///< lanes that the unit expects at the next begin; 0: any
    unsigned accesses = 0;   ///< unanswered accesses
    LaneMask tcm = 0;        ///< last TCM answered by the unit
    unsigned failures = 0;   ///< attempts in a row without a commit
    bool in_atomic = false;  ///< custom-1 atomic in progress: its further requests precede those in `queue`
    std::deque<Request> queue;
  };
  struct Answer {
    Cycle due = 0;
    Request request;
    tm::LdsResponse response;
  };
  struct Allocation {
    unsigned group = 0, base_row = 0, rows = 0;
  };

  Wave& wave(WarpId warp) { return waves_[wave_of_[warp]]; }
  const Wave& wave(WarpId warp) const { return waves_[wave_of_[warp]]; }
  void clear(unsigned wavefront, Address first, std::uint32_t bytes, unsigned step);
  Request request_of(const tm::TxAccess& access, Purpose purpose) const;
  void enqueue(WarpId warp, Request request);
  void tick_unit(Cycle now);
  bool answer_due(Cycle now) const { return !answers_.empty() && answers_.front().due <= now; }
  /// An offered request stays.
  bool must_allocate() const { return !allocations_.empty() && unit_->can_request(); }
  bool may_ask(const Wave& wave, Cycle now) const;
  void ask(Cycle now);
  Cycle backoff(const Wave& wave) const;
  void close(Wave& wave);
  void forget(Wave& wave);
  void ask_for_lanes(const Wave& wave, Cycle now);
  void attempt_ended(const Wave& wave, unsigned committed, Cycle now);
  void start_granted(unsigned group, Cycle now);
  void enqueue_begin(Wave& wave, LaneMask lanes, Cycle not_before);
  void withdraw(Wave& wave, LaneMask lanes);
  void reserve(Request& request);
  Cycle plain_answer(const tm::LdsRequest& request, LaneMask lanes, Cycle now);
  void take(const tm::LdsResponse& response, Cycle now);
  void finish_access(const Request& request, const tm::LdsResponse& response, Cycle now);
  void begin_atomic(const tm::TxAccess& access);
  void finish_atomic(const Request& request, const tm::LdsResponse& response, Cycle now);
  void enqueue_of_atomic(Wave& wave, Request request);
  void log(const Request& request, const tm::LdsResponse& response, LaneMask lanes);
  void finish_begin(const Wave& wave, const tm::LdsResponse& response, Cycle now);
  void finish_commit(Wave& wave, const tm::LdsResponse& response, Cycle now);
  void finish_follow(Wave& wave, const tm::LdsResponse& response, Cycle now);
  void attempt_committed(Wave& wave, LaneMask passed, LaneMask failed);
  void count(const Request& request, const tm::LdsResponse& response);
  void count_overhead(const Request& request, Cycle now);
  void forget_memory(const tm::BlockStart& block, Address history);

  // LdsChecker::Observer
  void changed(Address address, Word value, unsigned wavefront, unsigned lane, bool plain) override;
  void violation(unsigned wavefront, unsigned lane, const std::string& what) override;
  void met_leavers(LaneMask lanes) override;

  tm::WarpPort& warps_;
  tm::AccessPort& accesses_;
  tm::EventPort& events_;
  tm::HistoryPort& history_;
  memory::BackingStore& memory_;
  std::unique_ptr<tm::LdsTransactionUnit> unit_;
  tm::LdsSizes sizes_;
  const LocaltmConfig& config_;
  SharedState& shared_;
  LocaltmCounters& counters_;
  bool unit_ticked_ = false;  ///< in this cycle, before `tick`
  Cycle further_latency_;     ///< latency of an access beyond the unit's own
  LdsChecker checker_;
  memory::Reservations reservations_;
  Cycle plain_passes_end_ = 0;  ///< end of the passes of all requests so far, if they were plain
  std::vector<Wave> waves_;
  std::vector<LaneLimit> limits_;       ///< by work-group; only with the adaptive schedule
  std::array<unsigned, 64> wave_of_{};  ///< by warp
  std::deque<unsigned> order_;          ///< wavefronts, one entry per waiting request, oldest first
  unsigned waiting_ = 0;                ///< requests that wait or are in the unit
  std::deque<Allocation> allocations_;  ///< allocations to be made
  std::deque<Answer> answers_;          ///< answers on their way from the unit
};

}  // namespace gputm::engines::localtm
