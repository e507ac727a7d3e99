#include "engines/localtm/localtm_core_side.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "base/run_error.h"
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

/// From the cycle in which an access issues to the first in which an instruction that needs its value can,
/// when nothing is in its way: the unit's, with one pass.
constexpr Cycle kUnitLatency = 4;

/// As many local memories as the window of shared memory has addresses for.
constexpr std::uint32_t kBlocksInHistory = 4096;

LdsOp lds_op(Op op) {
  switch (op) {
    case Op::kSb:
    case Op::kSh:
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

LocaltmCoreSide::LocaltmCoreSide(tm::CorePort& core, std::unique_ptr<tm::LdsTransactionUnit> unit,
                                 unsigned backoff, SharedState& shared)
    : core_(core),
      unit_(std::move(unit)),
      sizes_(unit_->sizes()),
      backoff_(backoff),
      shared_(shared),
      further_latency_(std::max<Cycle>(core.config().core.shared_latency, kUnitLatency) - kUnitLatency),
      checker_(sizes_, *this),
      reservations_(std::size_t{sizes_.wavefronts} * kMaxLanes),
      waves_(sizes_.wavefronts) {}

/// Its rows follow those of the blocks in lower slots, which have as many. The unit stores the zeros, a part
/// by each wavefront, before anything that these ask for themselves.
void LocaltmCoreSide::start_block(const tm::BlockStart& block, Cycle /*now*/) {
  const unsigned rows = (block.shared_bytes + sizes_.row_bytes() - 1) / sizes_.row_bytes();
  allocations_.push_back({block.slot, block.slot * rows, rows});
  const Address history =
      core::kSharedWindow + block.id % kBlocksInHistory * sizes_.rows * sizes_.row_bytes();
  forget_memory(block, history);
  const unsigned warps = static_cast<unsigned>(std::popcount(block.warps));
  unsigned wavefront = block.slot * sizes_.group_wavefronts();
  const unsigned first = wavefront;
  for_each_lane(block.warps, [&](unsigned warp) {
    Wave& w = waves_[wavefront];
    w.warp = warp;
    w.base = block.slot * rows * sizes_.row_bytes();
    w.history = history;
    w.open = false;
    w.failures = 0;
    wave_of_[warp] = wavefront;
    checker_.set_base(wavefront, w.base);
    clear(wavefront, (wavefront - first) * sizes_.lanes * 4, block.shared_bytes, warps * sizes_.lanes * 4);
    ++wavefront;
  });
}

/// In histories each block has memory of its own, until their addresses are used up; then another block's is
/// zero again.
void LocaltmCoreSide::forget_memory(const tm::BlockStart& block, Address history) {
  const std::uint32_t thread = core_.first_thread(static_cast<unsigned>(std::countr_zero(block.warps)));
  for (Address byte = 0; byte < block.shared_bytes; byte += 4) {
    core_.memory().word(history + byte) = 0;
    if (block.id >= kBlocksInHistory) core_.plain_write(history + byte, 0, thread);
  }
}

/// Zeros from byte `first` on, one word of each lane in every `step` bytes.
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
  const memory::WarpAccess& flight = core_.access(access.handle);
  if (access.instruction.unit == isa::Unit::kStore && isa::access_bytes(access.instruction.op) != 4)
    throw RunError("localtm: stores of bytes and halfwords to shared memory are not available");
  Request request;
  request.purpose = purpose;
  request.handle = access.handle;
  request.op = access.instruction.op;
  request.lds.op = lds_op(request.op);
  request.lds.exec = request.lanes = access.lanes;
  for_each_lane(access.lanes, [&](unsigned lane) {
    request.lds.address[lane] = (flight.address[lane] - core::kSharedWindow) & ~Address{3};
    request.lds.data[lane] = flight.data[lane];
  });
  return request;
}

void LocaltmCoreSide::plain_access(const TxAccess& access, Cycle /*now*/) {
  core_.hold(access.handle);
  enqueue(access.warp, request_of(access, Purpose::kPlain));
}

LaneMask LocaltmCoreSide::load(const TxAccess& access) {
  core_.hold(access.handle);
  Request request = request_of(access, Purpose::kAccess);
  tm::WarpLogs& logs = core_.logs(access.warp);
  if (request.lds.op != LdsOp::kStore) {
    request.read_row = logs.reads.size();
    logs.reads.append();
  }
  if (request.lds.op != LdsOp::kLoad) {
    request.write_row = logs.writes.size();
    logs.writes.append();
  }
  enqueue(access.warp, std::move(request));
  return 0;
}

/// The unit still has the last attempt when its lanes have all lost: it commits then without any.
bool LocaltmCoreSide::begin(unsigned warp, Cycle now) {
  const LaneMask lanes = core_.attempt_lanes(warp);
  Wave& w = wave(warp);
  if (w.open) {
    ++w.failures;
    Request close;
    close.purpose = Purpose::kClose;
    close.lds.op = LdsOp::kCommit;
    close.lds.exec = lanes;
    enqueue(warp, std::move(close));
  }
  Request request;
  request.purpose = Purpose::kBegin;
  request.lds.op = LdsOp::kBegin;
  request.lds.exec = lanes;
  request.not_before = now + backoff(w);
  enqueue(warp, std::move(request));
  w.open = true;
  return false;
}

/// Whoever loses at its first access has soon lost twice, and is serialized while the winner still runs.
/// Warps that have lost together wait for different times.
Cycle LocaltmCoreSide::backoff(const Wave& w) const {
  if (w.failures == 0) return 0;
  const unsigned place = wave_of_[w.warp] % sizes_.group_wavefronts() + 1;
  return (Cycle{backoff_} << std::min(w.failures - 1, 4U)) * place / sizes_.group_wavefronts();
}

void LocaltmCoreSide::commit(unsigned warp, LaneMask /*lanes*/, Cycle now) {
  if (core_.accesses_in_flight(warp) == 0) drained(warp, now);
}

void LocaltmCoreSide::drained(unsigned warp, Cycle /*now*/) {
  Request request;
  request.purpose = Purpose::kCommit;
  request.lds.op = LdsOp::kCommit;
  request.lds.exec = core_.attempt_lanes(warp);
  enqueue(warp, std::move(request));
}

void LocaltmCoreSide::enqueue(unsigned warp, Request request) {
  Wave& w = wave(warp);
  const auto index = wave_of_[warp];
  request.lds.wavefront = index;
  if (tm::is_memory(request.lds.op)) ++w.accesses;
  w.queue.push_back(std::move(request));
  order_.push_back(index);
  ++waiting_;
}

void LocaltmCoreSide::tick(Cycle now) {
  while (!answers_.empty() && answers_.front().due <= now) {
    const Answer answer = std::move(answers_.front());
    answers_.pop_front();
    finish_access(answer.request, answer.response, now);
  }
  ++shared_.counters.busy_cycles;
  if (!allocations_.empty()) {
    const Allocation a = allocations_.front();
    allocations_.pop_front();
    const tm::LdsError error = unit_->allocate(a.group, a.base_row, a.rows, true);
    if (error != tm::LdsError::kNone) throw Error(fmt::format("local memory: {}", tm::describe(error)));
    return;
  }
  if (unit_->can_request()) ask(now);
  unit_->tick();
  if (const tm::LdsResponse* response = unit_->response()) {
    const LdsResponse copy = *response;
    unit_->pop_response();
    take(copy, now);
  }
}

/// The oldest request whose wavefront has none in the unit goes there.
void LocaltmCoreSide::ask(Cycle now) {
  const auto next = std::ranges::find_if(order_, [&](unsigned index) {
    return !waves_[index].asked && waves_[index].queue.front().not_before <= now;
  });
  if (next == order_.end()) return;
  Wave& w = waves_[*next];
  order_.erase(next);
  w.asked = true;
  Request& request = w.queue.front();
  if (tm::is_memory(request.lds.op)) reserve(request);
  checker_.asked(request.lds, request.purpose == Purpose::kAccess);
  unit_->request(request.lds);
}

/// LR and SC: a reservation is lost when the unit is asked for a store to its word. Requests reach the banks
/// in the order in which the unit is asked, so nobody stores between a conditional store and its reservation.
void LocaltmCoreSide::reserve(Request& request) {
  const Address base = waves_[request.lds.wavefront].base;
  for_each_lane(request.lds.exec, [&](unsigned lane) {
    const auto thread = static_cast<std::uint32_t>(request.lds.wavefront * kMaxLanes + lane);
    const Address word = base + request.lds.address[lane];
    if (request.op == Op::kLrW) return reservations_.reserve(thread, word);
    if (request.op == Op::kScW && !reservations_.take(thread, word)) {
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
  w.asked = false;
  --waiting_;
  if (response.error != tm::LdsError::kNone)
    throw Error(fmt::format("local memory: {}", tm::describe(response.error)));
  checker_.answered(response);
  count(request, response);
  if (tm::is_memory(request.lds.op)) --w.accesses;
  switch (request.purpose) {
    case Purpose::kClear:
    case Purpose::kClose:
      return;
    case Purpose::kBegin:
      return finish_begin(w, response, now);
    case Purpose::kCommit:
      return finish_commit(w, response, now);
    case Purpose::kPlain:
    case Purpose::kAccess:
      if (further_latency_ == 0) return finish_access(request, response, now);
      answers_.push_back({now + further_latency_, request, response});
  }
}

/// Registers get what the lanes without a conflict have loaded; the others abort.
void LocaltmCoreSide::finish_access(const Request& request, const LdsResponse& response, Cycle now) {
  memory::WarpAccess& access = core_.access(request.handle);
  const unsigned warp = access.warp;
  LaneMask lanes = request.lanes;
  if (request.purpose == Purpose::kAccess) {
    lanes &= ~response.tcm;
    log(request, response, lanes);
    const LaneMask lost = core_.attempt_lanes(warp) & response.tcm;
    if (lost != 0) core_.conflict(warp, lost, now);
  }
  const unsigned bytes = isa::access_bytes(request.op);
  for_each_lane(lanes, [&](unsigned lane) {
    const Word word = memory::extract(response.data[lane], access.address[lane], bytes);
    const Word failed = ((request.lds.exec >> lane) & 1) ^ 1;
    access.data[lane] = request.op == Op::kScW ? failed : isa::extend_loaded(request.op, word);
  });
  access.local_lanes |= lanes;
  core_.let_go(request.handle, now);
}

/// What an access has read and written, in the rows that it took when it issued.
void LocaltmCoreSide::log(const Request& request, const LdsResponse& response, LaneMask lanes) {
  const Wave& w = waves_[response.wavefront];
  tm::WarpLogs& logs = core_.logs(w.warp);
  const LdsOp op = request.lds.op;
  for_each_lane(lanes, [&](unsigned lane) {
    const Address address = w.history + request.lds.address[lane];
    const auto enter = [&](tm::WarpLog::Row& row, Word value) {
      row.address[lane] = address;
      row.value[lane] = value;
      row.valid |= LaneMask{1} << lane;
    };
    if (op != LdsOp::kStore && logs.writes.find(lane, address) == nullptr)
      enter(logs.reads[request.read_row], response.data[lane]);
    if (op != LdsOp::kLoad)
      enter(logs.writes[request.write_row], tm::lds_result(op, response.data[lane], request.lds.data[lane]));
  });
}

void LocaltmCoreSide::finish_begin(const Wave& w, const LdsResponse& response, Cycle now) {
  if (response.exec != core_.attempt_lanes(w.warp)) {
    throw Error(fmt::format("local memory: the attempt of warp {} has lanes {:#x}, the core's {:#x}", w.warp,
                            response.exec, core_.attempt_lanes(w.warp)));
  }
  const LaneMask running = response.exec & ~response.tcm;
  if (running == 0) {  // aborted from outside before it could start
    begin(w.warp, now);
    return;
  }
  core_.admit_lanes(w.warp, running, now);
}

/// What a lane's commit leaves is what others see from now on: the answers' order is the serial order.
void LocaltmCoreSide::finish_commit(Wave& w, const LdsResponse& response, Cycle now) {
  w.open = false;
  const LaneMask lanes = core_.attempt_lanes(w.warp);
  const LaneMask failed = response.outcome == tm::TxOutcome::kRestart ? response.exec : 0;
  const LaneMask passed = lanes & ~failed;
  w.failures = passed != 0 ? 0 : w.failures + 1;
  const std::uint64_t order = shared_.next_order;
  shared_.next_order += static_cast<unsigned>(std::popcount(passed));
  core_.decide(w.warp, lanes, passed, order, now);
}

void LocaltmCoreSide::count(const Request& request, const LdsResponse& response) {
  LocaltmCounters& c = shared_.counters;
  const auto lanes = [](LaneMask mask) { return static_cast<unsigned>(std::popcount(mask)); };
  if (request.purpose == Purpose::kClear) return;
  if (request.purpose == Purpose::kBegin) {
    ++c.attempts;
    c.warp_serializations += response.mode == tm::TxMode::kWavefrontSerial ? 1 : 0;
    c.block_serializations += response.mode == tm::TxMode::kWorkGroupSerial ? 1 : 0;
  } else if (request.purpose == Purpose::kCommit || request.purpose == Purpose::kClose) {
    c.restarts += response.outcome == tm::TxOutcome::kRestart ? 1 : 0;
    c.outside_aborts += response.aborted ? 1 : 0;
  } else {
    ++c.requests;
    c.true_conflicts += lanes(response.true_conflicts);
    c.reader_conflicts += lanes(response.reader_conflicts);
    c.false_conflicts += lanes(response.conflicts & ~response.true_conflicts & ~response.reader_conflicts);
    c.races += lanes(response.races);
  }
}

void LocaltmCoreSide::changed(Address address, Word value, unsigned wavefront, unsigned lane, bool plain) {
  const Wave& w = waves_[wavefront];
  const Address place = w.history + (address - w.base);
  core_.memory().word(place) = value;
  if (!plain) return;
  core_.memory_changed();
  core_.plain_write(place, value, core_.first_thread(w.warp) + lane);
}

void LocaltmCoreSide::violation(unsigned wavefront, unsigned lane, const std::string& what) {
  core_.violation(fmt::format("thread {} {}", core_.first_thread(waves_[wavefront].warp) + lane, what));
}

std::string LocaltmCoreSide::describe(unsigned warp) const {
  const Wave& w = wave(warp);
  if (core_.accesses_in_flight(warp) != 0) return "waits for memory accesses";
  return w.asked ? "waits for the local memory's answer" : "waits to ask the local memory";
}

}  // namespace gputm::engines::localtm
