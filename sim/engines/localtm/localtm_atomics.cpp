// Atomics of custom-1 on local memory outside of transactions. The unit's banks compute only A's atomics, so
// the core side loads, computes, and stores if its reservation still holds, until no lane is left.
#include <utility>

#include "core/device_memory_map.h"
#include "engines/localtm/localtm_core_side.h"
#include "memory/sub_word.h"

namespace gputm::engines::localtm {

using tm::LdsOp;
using tm::LdsResponse;

void LocaltmCoreSide::begin_atomic(const tm::TxAccess& access) {
  ++wave(access.warp).accesses;  // until it is complete
  enqueue(access.warp, request_of(access, Purpose::kPlain));
}

/// Later requests of the wavefront wait for the atomic.
void LocaltmCoreSide::enqueue_of_atomic(Wave& w, Request request) {
  request.lds.wavefront = wave_of_[w.warp];
  ++w.accesses;
  order_.push_back(wave_of_[w.warp]);
  w.queue.insert(w.queue.begin() + w.asked, std::move(request));
  ++waiting_;
}

void LocaltmCoreSide::finish_atomic(const Request& request, const LdsResponse& response, Cycle now) {
  memory::WarpAccess& access = accesses_.access(request.handle);
  Wave& w = wave(access.warp);
  const unsigned bytes = isa::access_bytes(request.op);
  Request next = request;
  if (request.lds.op == LdsOp::kLoad) {
    next.lds.op = LdsOp::kStore;
    for_each_lane(request.lanes, [&](unsigned lane) {
      const Word old = memory::extract(response.data[lane], access.address[lane], bytes);
      const isa::CustomAtomic atomic = access.custom_atomic(lane);
      access.further[lane].high = old;  // unused by values of up to 32 bits
      if (atomic.stores(old)) {
        next.lds.data[lane] = memory::merge(response.data[lane], access.address[lane], bytes,
                                            static_cast<Word>(atomic.result(old)));
      } else {
        next.lds.exec &= ~(LaneMask{1} << lane);
        next.lanes &= ~(LaneMask{1} << lane);
      }
    });
  } else {
    next.lds.op = LdsOp::kLoad;
    next.lanes = request.lanes & ~request.lds.exec;
    next.lds.exec = next.lanes;
  }
  const LaneMask done = request.lds.op == LdsOp::kStore ? request.lds.exec : request.lanes & ~next.lanes;
  for_each_lane(done, [&](unsigned lane) { access.data[lane] = access.further[lane].high; });
  access.local_lanes |= done;
  if (next.lanes != 0) return enqueue_of_atomic(w, std::move(next));
  --w.accesses;
  w.in_atomic = false;
  events_.report(tm::Released{request.handle}, now);
}

}  // namespace gputm::engines::localtm
