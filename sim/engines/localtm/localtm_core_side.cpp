#include "engines/localtm/localtm_core_side.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "core/device_memory_map.h"
#include "isa/execute.h"
#include "memory/sub_word.h"

namespace gputm::engines::localtm {

using isa::Op;
using tm::LdsOp;
using tm::LdsRequest;
using tm::LdsResponse;
using tm::TxAccess;

namespace {

/// Unit's latency with one pass: from the issue of an access to the first cycle in which an instruction that
/// needs its value can issue, without contention
constexpr Cycle kUnitLatency = 4;

/// Lanes that the answer to a commit returns to the begin.
LaneMask restarting(const LdsResponse& response) {
  return response.outcome == tm::TxOutcome::kRestart ? response.exec : 0;
}

/// From the end of an access's last pass to its answer
constexpr Cycle kPassToAnswer = 2;

/// Number of local memories in the address window of shared memory
constexpr std::uint32_t kBlocksInHistory = 4096;

LdsOp lds_op(Op op) {
  switch (op) {
    case Op::kSb:
      return LdsOp::kStoreByte;
    case Op::kSh:
      return LdsOp::kStoreHalf;
    case Op::kSw:
    case Op::kFsw:
    case Op::kScW:
      return LdsOp::kStore;
    case Op::kAmoswapW:
      return LdsOp::kSwap;
    case Op::kAmoaddW:
      return LdsOp::kAdd;
    case Op::kAmoxorW:
      return LdsOp::kXor;
    case Op::kAmoandW:
      return LdsOp::kAnd;
    case Op::kAmoorW:
      return LdsOp::kOr;
    case Op::kAmominW:
      return LdsOp::kMin;
    case Op::kAmomaxW:
      return LdsOp::kMax;
    case Op::kAmominuW:
      return LdsOp::kMinu;
    case Op::kAmomaxuW:
      return LdsOp::kMaxu;
    default:
      return LdsOp::kLoad;
  }
}

}  // namespace

LocaltmCoreSide::LocaltmCoreSide(const tm::CorePorts& core, std::unique_ptr<tm::LdsTransactionUnit> unit,
                                 const LocaltmConfig& config, SharedState& shared)
    : warps_(core.warps),
      accesses_(core.accesses),
      events_(core.events),
      history_(core.history),
      memory_(core.memory),
      unit_(std::move(unit)),
      sizes_(unit_->sizes()),
      config_(config),
      shared_(shared),
      counters_(shared.counters.emplace_back()),
      further_latency_(std::max<Cycle>(core.config.core.shared_latency, kUnitLatency) - kUnitLatency),
      checker_(sizes_, *this),
      reservations_(std::size_t{sizes_.wavefronts} * kMaxLanes),
      waves_(sizes_.wavefronts) {
  if (config.schedule == Schedule::kAdaptive)
    limits_.assign(sizes_.work_groups, LaneLimit(sizes_.group_wavefronts(), sizes_.lanes));
}

/// The block's rows follow those of the blocks in lower slots, which have as many. The unit stores the zeros,
/// a part by each wavefront, before any request of these wavefronts.
void LocaltmCoreSide::start_block(const tm::BlockStart& block, Cycle /*now*/) {
  const unsigned rows = (block.shared_bytes + sizes_.row_bytes() - 1) / sizes_.row_bytes();
  allocations_.push_back({block.slot, block.slot * rows, rows});
  const Address history =
      core::kSharedWindow + block.id % kBlocksInHistory * sizes_.rows * sizes_.row_bytes();
  forget_memory(block, history);
  const unsigned warps = lane_count(block.warps);
  unsigned wavefront = block.slot * sizes_.group_wavefronts();
  const unsigned first = wavefront;
  if (!limits_.empty()) limits_[block.slot] = LaneLimit(sizes_.group_wavefronts(), sizes_.lanes);
  for_each_warp(block.warps, [&](WarpId warp) {
    Wave& w = waves_[wavefront];
    w.warp = warp;
    w.base = block.slot * rows * sizes_.row_bytes();
    w.history = history;
    w.open = false;
    w.failures = 0;
    w.restart = 0;
    wave_of_[warp] = wavefront;
    checker_.set_base(wavefront, w.base);
    clear(wavefront, (wavefront - first) * sizes_.lanes * 4, block.shared_bytes, warps * sizes_.lanes * 4);
    ++wavefront;
  });
}

/// In histories each block has its own memory until the addresses are used up; then the memory of another
/// block is reused, zeroed.
void LocaltmCoreSide::forget_memory(const tm::BlockStart& block, Address history) {
  const std::uint32_t thread =
      warps_.first_thread(WarpId(static_cast<unsigned>(std::countr_zero(block.warps))));
  for (Address byte = 0; byte < block.shared_bytes; byte += 4) {
    memory_.word(history + byte) = 0;
    if (block.id >= kBlocksInHistory) history_.plain_write(history + byte, 0, thread, 0);
  }
}

/// Zeros from byte `first` on, one word per lane in every `step` bytes.
void LocaltmCoreSide::clear(unsigned wavefront, Address first, std::uint32_t bytes, unsigned step) {
  for (Address at = first; at < bytes; at += step) {
    Request request;
    request.purpose = Purpose::kClear;
    request.lds.op = LdsOp::kStore;
    for (unsigned lane = 0; lane < sizes_.lanes && at + 4 * lane < bytes; ++lane) {
      request.lds.exec |= LaneMask{1} << lane;
      request.lds.address[lane] = at + 4 * lane;
    }
    enqueue(waves_[wavefront].warp, std::move(request));
  }
}

LocaltmCoreSide::Request LocaltmCoreSide::request_of(const TxAccess& access, Purpose purpose) const {
  const memory::WarpAccess& flight = accesses_.access(access.handle);
  Request request;
  request.purpose = purpose;
  request.handle = access.handle;
  request.op = access.instruction.op;
  request.lds.op = lds_op(request.op);
  request.lds.exec = request.lanes = access.lanes;
  // Loads return words, from which finish_access() extracts the loaded bytes.
  const Address used = request.lds.op == LdsOp::kLoad ? ~Address{3} : ~Address{0};
  for_each_lane(access.lanes, [&](unsigned lane) {
    request.lds.address[lane] = (flight.address[lane] - core::kSharedWindow) & used;
    request.lds.data[lane] = flight.data[lane];
  });
  return request;
}

void LocaltmCoreSide::plain_access(const TxAccess& access, Cycle /*now*/) {
  accesses_.hold(access.handle);
  if (isa::is_custom_atomic(access.instruction.op)) return begin_atomic(access);
  enqueue(access.warp, request_of(access, Purpose::kPlain));
}

tm::Accessed LocaltmCoreSide::load(const TxAccess& access) {
  accesses_.hold(access.handle);
  Request request = request_of(access, Purpose::kAccess);
  tm::WarpLogs& logs = warps_.local_logs(access.warp);
  if (request.lds.op != LdsOp::kStore) {
    request.read_row = logs.reads.size();
    logs.reads.append();
  }
  if (request.lds.op != LdsOp::kLoad) {
    request.write_row = logs.writes.size();
    logs.writes.append();
  }
  enqueue(access.warp, std::move(request));
  return {};
}

bool LocaltmCoreSide::begin(WarpId warp, Cycle now) {
  Wave& w = wave(warp);
  const bool failed = w.open;
  if (failed) close(w);
  w.lost = false;
  if (limits_.empty()) {
    enqueue_begin(w, warps_.attempt_lanes(warp), now + backoff(w));
    return false;
  }
  if (w.restart != 0) forget(w);
  limits_[wave_of_[warp] / sizes_.group_wavefronts()].ask(wave_of_[warp] % sizes_.group_wavefronts(),
                                                          warps_.attempt_lanes(warp));
  if (failed) {
    attempt_ended(w, 0, now);
  } else {
    start_granted(wave_of_[warp] / sizes_.group_wavefronts(), now);
  }
  return false;
}

void LocaltmCoreSide::enqueue_begin(Wave& w, LaneMask lanes, Cycle not_before) {
  Request request;
  request.purpose = Purpose::kBegin;
  request.lds.op = LdsOp::kBegin;
  request.lds.exec = lanes;
  request.expected = request.not_before = not_before;
  enqueue(w.warp, std::move(request));
  w.granted = lanes;
  w.withdrawn = 0;
  w.open = true;
}

/// When all lanes have lost, the unit still has the attempt: commits it without lanes.
void LocaltmCoreSide::close(Wave& w) {
  ++w.failures;
  w.restart = w.granted;
  Request request;
  request.purpose = Purpose::kClose;
  request.lds.op = LdsOp::kCommit;
  request.lds.exec = w.granted;
  enqueue(w.warp, std::move(request));
  w.open = false;
}

/// The unit expects exactly the lanes that have lost; after an attempt in which they do nothing, it accepts
/// any.
void LocaltmCoreSide::forget(Wave& w) {
  for (const LdsOp op : {LdsOp::kBegin, LdsOp::kCommit}) {
    Request request;
    request.purpose = Purpose::kForget;
    request.lds.op = op;
    request.lds.exec = w.restart;
    enqueue(w.warp, std::move(request));
  }
  w.restart = 0;
}

/// Returns lanes to the block's limit. The answer to a requested commit need not be awaited: lanes that have
/// not lost commit, since no lane aborts others under this schedule, and an attempt that begins after the
/// commit does not meet its accesses.
void LocaltmCoreSide::attempt_ended(const Wave& w, unsigned committed, Cycle now) {
  if (limits_.empty()) return;
  const unsigned wavefront = wave_of_[w.warp];
  const unsigned group = wavefront / sizes_.group_wavefronts();
  limits_[group].ended(wavefront % sizes_.group_wavefronts(), committed);
  start_granted(group, now);
}

void LocaltmCoreSide::start_granted(unsigned group, Cycle now) {
  while (const auto grant = limits_[group].grant()) {
    Wave& w = waves_[group * sizes_.group_wavefronts() + grant->wavefront];
    counters_.narrowed += grant->lanes != warps_.attempt_lanes(w.warp) ? 1 : 0;
    enqueue_begin(w, grant->lanes, now);
  }
}

/// A lane that loses at its first access may soon lose twice, and is serialized while the winner still runs.
/// Warps that have lost together wait for different times.
Cycle LocaltmCoreSide::backoff(const Wave& w) const {
  if (w.failures == 0) return 0;
  const unsigned place = wave_of_[w.warp] % sizes_.group_wavefronts() + 1;
  return (Cycle{config_.backoff} << std::min(w.failures - 1, 4U)) * place / sizes_.group_wavefronts();
}

void LocaltmCoreSide::commit(WarpId warp, LaneMask /*lanes*/, Cycle now) {
  if (warps_.accesses_in_flight(warp) == 0) drained(warp, now);
}

/// Called by the watchdog, or for a forbidden operation of a lane: an error of the kernel, unless the warp
/// runs on without lanes.
void LocaltmCoreSide::validate(WarpId warp, LaneMask lanes, Cycle now) {
  Wave& w = wave(warp);
  w.validates = warps_.accesses_in_flight(warp) != 0;
  if (w.validates) return;
  events_.report(tm::Validated{.warp = warp, .failed = w.lost ? lanes : 0}, now);
}

void LocaltmCoreSide::drained(WarpId warp, Cycle now) {
  if (wave(warp).validates) return validate(warp, warps_.attempt_lanes(warp), now);
  Request request;
  request.purpose = Purpose::kCommit;
  request.expected = now;
  request.lds.op = LdsOp::kCommit;
  request.lds.exec = warps_.attempt_lanes(warp);
  enqueue(warp, std::move(request));
}

/// Another system has decided. Lanes hold the rows that they own until here.
void LocaltmCoreSide::follow(WarpId warp, LaneMask committed, LaneMask aborted, Cycle now) {
  Wave& w = wave(warp);
  withdraw(w, aborted);
  w.followed = committed;
  Request request;
  request.purpose = Purpose::kFollow;
  request.expected = now;
  request.lds.op = LdsOp::kCommit;
  request.lds.exec = committed;
  enqueue(warp, std::move(request));
}

/// Lanes that abort before the end of their attempt: the unit has already undone those with a conflict.
void LocaltmCoreSide::settle(WarpId warp, LaneMask committed, LaneMask aborted, Cycle /*now*/) {
  Wave& w = wave(warp);
  if (committed == 0 && w.open) withdraw(w, aborted & ~w.tcm);
}

void LocaltmCoreSide::withdraw(Wave& w, LaneMask lanes) {
  lanes &= w.granted & ~w.withdrawn;
  if (lanes == 0) return;
  w.withdrawn |= lanes;
  Request request;
  request.purpose = Purpose::kWithdraw;
  request.lds.op = LdsOp::kWithdraw;
  request.lds.exec = lanes;
  enqueue(w.warp, std::move(request));
}

void LocaltmCoreSide::enqueue(WarpId warp, Request request) {
  Wave& w = wave(warp);
  const auto index = wave_of_[warp];
  request.lds.wavefront = index;
  if (tm::is_memory(request.lds.op)) ++w.accesses;
  w.queue.push_back(std::move(request));
  order_.push_back(index);
  ++waiting_;
}

/// What an answer brings about comes before the next request.
bool LocaltmCoreSide::tick(Cycle now) {
  if (!unit_ticked_ && answer_due(now)) {
    const Answer answer = std::move(answers_.front());
    answers_.pop_front();
    finish_access(answer.request, answer.response, now);
    return true;
  }
  ++counters_.busy_cycles;
  if (!unit_ticked_ && must_allocate()) {
    const Allocation a = allocations_.front();
    allocations_.pop_front();
    const tm::LdsError error = unit_->allocate(a.group, a.base_row, a.rows, true);
    if (error != tm::LdsError::kNone) throw Error(fmt::format("local memory: {}", tm::describe(error)));
    return false;
  }
  if (!std::exchange(unit_ticked_, false)) tick_unit(now);
  while (const tm::LdsResponse* response = unit_->response()) {
    const LdsResponse copy = *response;
    unit_->pop_response();
    take(copy, now);
  }
  return false;
}

void LocaltmCoreSide::start_tick(Cycle now) {
  if (answer_due(now) || must_allocate()) return;
  tick_unit(now);
  unit_ticked_ = true;
}

void LocaltmCoreSide::tick_unit(Cycle now) {
  if (unit_->can_request() && allocations_.empty()) ask(now);
  unit_->tick();
}

/// A wavefront has one request in the unit. However, requests outside of transactions do not wait for the
/// stores before them: the banks keep their order. Transactions begin when all stores are complete.
bool LocaltmCoreSide::may_ask(const Wave& w, Cycle now) const {
  const Request& next = w.queue[w.asked];
  if (next.not_before > now) return false;
  if (w.in_atomic && !isa::is_custom_atomic(next.op)) return false;
  if (w.asked == 0) return true;
  const auto plain = [](const Request& r) {
    return r.purpose == Purpose::kPlain || r.purpose == Purpose::kClear;
  };
  const Request& last = w.queue[w.asked - 1];
  return plain(next) && plain(last) && tm::is_store(last.lds.op);
}

/// Sends the oldest request of a wavefront that may send one to the unit.
void LocaltmCoreSide::ask(Cycle now) {
  const auto next = std::ranges::find_if(order_, [&](unsigned index) { return may_ask(waves_[index], now); });
  if (next == order_.end()) return;
  Wave& w = waves_[*next];
  order_.erase(next);
  Request& request = w.queue[w.asked++];
  if (tm::is_memory(request.lds.op)) {
    w.in_atomic = isa::is_custom_atomic(request.op);
    reserve(request);
    request.expected = plain_answer(request.lds, request.lds.exec & ~(w.open ? w.tcm : 0), now);
  }
  checker_.asked(request.lds, request.purpose == Purpose::kAccess);
  unit_->request(request.lds);
  if (request.purpose == Purpose::kCommit) attempt_ended(w, lane_count(request.lds.exec & ~w.tcm), now);
}

/// Time of the answer to a plain access of these lanes, requested now: one cycle per pass of the banks, after
/// the passes of earlier requests. Loads and stores of equal addresses share a pass.
Cycle LocaltmCoreSide::plain_answer(const LdsRequest& request, LaneMask lanes, Cycle now) {
  const bool load = request.op == LdsOp::kLoad;
  const bool merges = load || tm::is_store(request.op);
  Cycle passes = 0;
  std::array<LaneMask, kMaxLanes> passing{};  ///< by bank: lanes with a pass, which others may share
  for (unsigned first = 0; first < sizes_.lanes; first += sizes_.pass_lanes) {
    std::array<unsigned, kMaxLanes> passes_of_bank{};
    if (!load) passing = {};
    const LaneMask part = lanes & (full_mask(sizes_.pass_lanes) << first);
    unsigned most = 0;
    for_each_lane(part, [&](unsigned lane) {
      const unsigned bank = request.address[lane] / 4 % sizes_.banks;
      bool shared = false;
      for_each_lane(merges ? passing[bank] : 0, [&](unsigned other) {
        shared = shared || request.address[other] == request.address[lane];
      });
      passing[bank] |= shared ? 0 : LaneMask{1} << lane;
      most = std::max(most, passes_of_bank[bank] += shared ? 0 : 1);
    });
    passes += most;
  }
  plain_passes_end_ = std::max(now, plain_passes_end_) + passes;
  return plain_passes_end_ + kPassToAnswer;
}

/// LR and SC: a reservation is lost when a store to its word is requested from the unit. Requests reach the
/// banks in request order, so no store comes between a conditional store and its reservation.
void LocaltmCoreSide::reserve(Request& request) {
  const Address base = waves_[request.lds.wavefront].base;
  for_each_lane(request.lds.exec, [&](unsigned lane) {
    const auto thread = static_cast<std::uint32_t>(request.lds.wavefront * kMaxLanes + lane);
    const Address word = (base + request.lds.address[lane]) & ~Address{3};
    if (request.reserves()) return reservations_.reserve(thread, word);
    if (request.stores_if_reserved() && !reservations_.take(thread, word)) {
      request.lds.exec &= ~(LaneMask{1} << lane);
    } else if (request.lds.op != LdsOp::kLoad) {
      reservations_.stored(word);
    }
  });
}

void LocaltmCoreSide::take(const LdsResponse& response, Cycle now) {
  Wave& w = waves_[response.wavefront];
  const Request request = std::move(w.queue.front());
  w.queue.pop_front();
  --w.asked;
  --waiting_;
  if (response.error != tm::LdsError::kNone)
    throw Error(fmt::format("local memory: {}", tm::describe(response.error)));
  checker_.answered(response);
  count(request, response);
  count_overhead(request, now);
  w.tcm = response.tcm;
  if (tm::is_memory(request.lds.op)) --w.accesses;
  switch (request.purpose) {
    case Purpose::kClear:
    case Purpose::kClose:
    case Purpose::kForget:
    case Purpose::kWithdraw:
      return;
    case Purpose::kBegin:
      return finish_begin(w, response, now);
    case Purpose::kCommit:
      return finish_commit(w, response, now);
    case Purpose::kFollow:
      return finish_follow(w, response, now);
    case Purpose::kPlain:
    case Purpose::kAccess:
      if (further_latency_ == 0) return finish_access(request, response, now);
      answers_.push_back({now + further_latency_, request, response});
  }
}

/// Writes the loaded values of lanes without a conflict to registers; the other lanes abort.
void LocaltmCoreSide::finish_access(const Request& request, const LdsResponse& response, Cycle now) {
  if (isa::is_custom_atomic(request.op)) return finish_atomic(request, response, now);
  memory::WarpAccess& access = accesses_.access(request.handle);
  const WarpId warp = access.warp;
  LaneMask lanes = request.lanes;
  if (request.purpose == Purpose::kAccess) {
    lanes &= ~response.tcm;
    log(request, response, lanes);
    const LaneMask left = warps_.attempt_lanes(warp);
    const LaneMask lost = left & response.tcm;
    Wave& w = wave(warp);
    w.lost = config_.run_on && lost == left;
    if (lost != 0 && !w.lost) events_.report(tm::Conflict{.warp = warp, .lanes = lost}, now);
  }
  const unsigned bytes = isa::access_bytes(request.op);
  for_each_lane(lanes, [&](unsigned lane) {
    const Word word = memory::extract(response.data[lane], access.address[lane], bytes);
    const Word failed = ((request.lds.exec >> lane) & 1) ^ 1;
    access.data[lane] = request.op == Op::kScW ? failed : isa::extend_loaded(request.op, word);
  });
  access.local_lanes |= lanes;
  events_.report(tm::Released{request.handle}, now);
}

/// Logs the reads and writes of an access, in the rows that it allocated at issue.
void LocaltmCoreSide::log(const Request& request, const LdsResponse& response, LaneMask lanes) {
  const Wave& w = waves_[response.wavefront];
  tm::WarpLogs& logs = warps_.local_logs(w.warp);
  const LdsOp op = request.lds.op;
  for_each_lane(lanes, [&](unsigned lane) {
    const Address address = (w.history + request.lds.address[lane]) & ~Address{3};
    const auto enter = [&](tm::WarpLog::Row& row, Word value) {
      row.address[lane] = address;
      row.value[lane] = value;
      row.valid |= LaneMask{1} << lane;
    };
    if (op != LdsOp::kStore && logs.writes.find(lane, address) == nullptr)
      enter(logs.reads[request.read_row], response.data[lane]);
    if (op != LdsOp::kLoad) {
      enter(logs.writes[request.write_row],
            tm::lds_result(op, response.data[lane], request.lds.data[lane], request.lds.address[lane]));
    }
  });
}

void LocaltmCoreSide::finish_begin(const Wave& w, const LdsResponse& response, Cycle now) {
  if (response.exec != w.granted) {
    throw Error(fmt::format("local memory: the attempt of warp {} has lanes {:#x}, the core's {:#x}", w.warp,
                            response.exec, w.granted));
  }
  const LaneMask running = response.exec & ~response.tcm;
  if (running == 0) {  // aborted by another wavefront before it could start
    begin(w.warp, now);
    return;
  }
  events_.report(tm::Admitted{.warp = w.warp, .lanes = running}, now);
}

/// The writes of a committing lane become visible to others now: the order of answers is the serial order.
void LocaltmCoreSide::finish_commit(Wave& w, const LdsResponse& response, Cycle now) {
  const LaneMask lanes = warps_.attempt_lanes(w.warp);
  const LaneMask failed = restarting(response);
  const LaneMask passed = lanes & ~failed;
  attempt_committed(w, passed, failed);
  const std::uint64_t order = shared_.next_order;
  shared_.next_order += lane_count(passed);
  events_.report(
      tm::Decided{.warp = w.warp, .lanes = lanes, .passed = passed, .first_position = SerialPosition(order)},
      now);
}

/// The unit has released or restored the rows owned by the lanes.
void LocaltmCoreSide::finish_follow(Wave& w, const LdsResponse& response, Cycle now) {
  attempt_committed(w, w.followed, restarting(response));
  attempt_ended(w, lane_count(w.followed), now);
  events_.report(tm::Followed{w.warp}, now);
}

void LocaltmCoreSide::attempt_committed(Wave& w, LaneMask passed, LaneMask failed) {
  w.open = false;
  w.failures = passed != 0 ? 0 : w.failures + 1;
  w.restart = failed;
}

void LocaltmCoreSide::count(const Request& request, const LdsResponse& response) {
  LocaltmCounters& c = counters_;
  using enum Purpose;
  if (request.purpose == kClear || request.purpose == kForget || request.purpose == kWithdraw) return;
  if (request.purpose == Purpose::kBegin) {
    ++c.attempts;
    c.warp_serializations += response.mode == tm::TxMode::kWavefrontSerial ? 1 : 0;
    c.block_serializations += response.mode == tm::TxMode::kWorkGroupSerial ? 1 : 0;
  } else if (request.lds.op == LdsOp::kCommit) {
    c.restarts += response.outcome == tm::TxOutcome::kRestart ? 1 : 0;
    c.outside_aborts += response.aborted ? 1 : 0;
  } else {
    ++c.requests;
    c.true_conflicts += lane_count(response.true_conflicts);
    c.reader_conflicts += lane_count(response.reader_conflicts);
    c.false_conflicts +=
        lane_count(response.conflicts & ~response.true_conflicts & ~response.reader_conflicts);
    c.races += lane_count(response.races);
  }
}

/// Counts the overhead of transactions over native code: begins and commits, which native code does not have,
/// and the waits of accesses beyond those of plain ones.
void LocaltmCoreSide::count_overhead(const Request& request, Cycle now) {
  LocaltmCounters& c = counters_;
  const Cycle overhead = now - std::min(now, request.expected);
  if (request.purpose == Purpose::kBegin) c.begin_cycles += overhead;
  if (request.purpose == Purpose::kCommit || request.purpose == Purpose::kFollow) c.commit_cycles += overhead;
  if (request.purpose == Purpose::kAccess) c.access_overhead += overhead;
  if (request.purpose == Purpose::kPlain) c.plain_overhead += overhead;
}

void LocaltmCoreSide::changed(Address address, Word value, unsigned wavefront, unsigned lane, bool plain) {
  const Wave& w = waves_[wavefront];
  const Address place = w.history + (address - w.base);
  memory_.word(place) = value;
  if (!plain) return;
  // The oldest request may be an earlier one of the warp.
  const bool known = !w.queue.empty() && w.queue.front().purpose == Purpose::kPlain;
  const std::uint32_t moment = known ? accesses_.access(w.queue.front().handle).moment : 0;
  history_.plain_write(place, value, warps_.first_thread(w.warp) + lane, moment);
}

void LocaltmCoreSide::violation(unsigned wavefront, unsigned lane, const std::string& what) {
  history_.violation(fmt::format("thread {} {}", warps_.first_thread(waves_[wavefront].warp) + lane, what));
}

void LocaltmCoreSide::met_leavers(LaneMask lanes) { counters_.leaver_conflicts += lane_count(lanes); }

std::string LocaltmCoreSide::describe(WarpId warp) const {
  const Wave& w = wave(warp);
  if (warps_.accesses_in_flight(warp) != 0) return "waits for memory accesses";
  return w.asked != 0 ? "waits for the local memory's answer" : "waits to ask the local memory";
}

}  // namespace gputm::engines::localtm
