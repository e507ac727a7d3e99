// Streams and events of the CUDA run-time API.
#include <cuda_runtime_api.h>

#include <map>
#include <set>
#include <thread>

#include "cuda/runtime/runtime.h"
#include "cuda/runtime/streams.h"

struct GputmEvent {
  std::shared_ptr<gputm::cuda::EventState> state = std::make_shared<gputm::cuda::EventState>();
};

namespace gputm::cuda {
namespace {

/// Streams and events of the program; never destroyed, as the run-time.
std::set<cudaStream_t>& streams() {
  static auto* const all = new std::set<cudaStream_t>;
  return *all;
}
std::set<cudaEvent_t>& events() {
  static auto* const all = new std::set<cudaEvent_t>;
  return *all;
}

EventState& state_of(cudaEvent_t event) {
  if (!events().contains(event)) throw ApiError(cudaErrorInvalidResourceHandle);
  return *event->state;
}

/// Throws ApiError unless the handle is a stream.
void check_stream(cudaStream_t stream) {
  if (!is_default(stream)) stream_of(stream);
}

template <typename F>
cudaError_t call_with_stream(cudaStream_t stream, F f) {
  return call([&](Runtime& runtime) {
    check_stream(stream);
    f(runtime);
  });
}

/// Waits for the stream, and so for all work.
cudaError_t finish(cudaStream_t stream) {
  return call_with_stream(stream, [](Runtime& runtime) { runtime.finish_work(); });
}
cudaError_t finish(cudaEvent_t event) {
  return call([&](Runtime& runtime) {
    if (state_of(event).work != 0) runtime.finish_work();
  });
}

}  // namespace

bool is_default(cudaStream_t stream) { return stream == nullptr || stream == cudaStreamLegacy; }

GputmStream& stream_of(cudaStream_t stream) {
  // Never destroyed, either
  static auto* const of_threads = new std::map<std::thread::id, GputmStream>;
  if (stream == cudaStreamPerThread) return (*of_threads)[std::this_thread::get_id()];
  if (!streams().contains(stream)) throw ApiError(cudaErrorInvalidResourceHandle);
  return *stream;
}

std::vector<WorkId> take_waits(GputmStream& stream) {
  std::vector<WorkId> waits = std::exchange(stream.events, {});
  if (stream.last != 0) waits.push_back(stream.last);
  return waits;
}

void do_in_order(Runtime& runtime, cudaStream_t stream, std::function<void()> action) {
  if (is_default(stream)) {
    runtime.finish_work();
    if (runtime.fault() == cudaSuccess) action();
    return;
  }
  GputmStream& place = stream_of(stream);
  place.last = runtime.queue().add_action(std::move(action), take_waits(place), runtime.cycles());
  runtime.note_work();
}

}  // namespace gputm::cuda

using namespace gputm::cuda;

extern "C" {

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int) {
  return call([&](Runtime&) {
    if ((flags & ~unsigned{cudaStreamNonBlocking}) != 0) throw ApiError(cudaErrorInvalidValue);
    *stream = *streams().insert(new GputmStream{.flags = flags}).first;
  });
}
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
  return cudaStreamCreateWithPriority(stream, flags, 0);
}
cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  return cudaStreamCreateWithFlags(stream, cudaStreamDefault);
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  return call([&](Runtime&) {
    if (streams().erase(stream) == 0) throw ApiError(cudaErrorInvalidResourceHandle);
    delete stream;
  });
}
cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned* flags) {
  return call([&](Runtime&) { *flags = is_default(stream) ? 0 : stream_of(stream).flags; });
}
cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) {
  return call_with_stream(stream, [&](Runtime&) { *priority = 0; });
}
cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  return call([&](Runtime&) {
    if (least != nullptr) *least = 0;
    if (greatest != nullptr) *greatest = 0;
  });
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) { return finish(stream); }
cudaError_t cudaStreamQuery(cudaStream_t stream) { return finish(stream); }
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned) {
  return call_with_stream(stream, [&](Runtime&) {
    const WorkId work = state_of(event).work;
    if (work != 0 && !is_default(stream)) stream_of(stream).events.push_back(work);
  });
}
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* argument) {
  return call([&](Runtime& runtime) {
    if (function == nullptr) throw ApiError(cudaErrorInvalidValue);
    do_in_order(runtime, stream, [=] { function(argument); });
  });
}
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* argument,
                                  unsigned) {
  return call([&](Runtime& runtime) {
    if (callback == nullptr) throw ApiError(cudaErrorInvalidValue);
    do_in_order(runtime, stream, [=] { callback(stream, cudaSuccess, argument); });
  });
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) {
  return call([&](Runtime&) {
    *event = *events().insert(new GputmEvent).first;
    (*event)->state->timed = (flags & cudaEventDisableTiming) == 0;
  });
}
cudaError_t cudaEventCreate(cudaEvent_t* event) { return cudaEventCreateWithFlags(event, cudaEventDefault); }
cudaError_t cudaEventDestroy(cudaEvent_t event) {
  return call([&](Runtime&) {
    if (events().erase(event) == 0) throw ApiError(cudaErrorInvalidResourceHandle);
    delete event;
  });
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return call_with_stream(stream, [&](Runtime& runtime) {
    EventState& state = state_of(event);
    state.recorded = true;
    if (is_default(stream)) {
      runtime.finish_work();
      state.work = 0;
      state.cycle = runtime.cycles();
      return;
    }
    GputmStream& place = stream_of(stream);
    place.last = runtime.queue().add_mark(
        [kept = event->state](WorkId id, gputm::Cycle end) {
          if (kept->work != id) return;  // recorded again
          kept->work = 0;
          kept->cycle = end;
        },
        take_waits(place), runtime.cycles());
    state.work = place.last;
    runtime.note_work();
  });
}
cudaError_t cudaEventSynchronize(cudaEvent_t event) { return finish(event); }
cudaError_t cudaEventQuery(cudaEvent_t event) { return finish(event); }
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
  return call([&](Runtime& runtime) {
    for (const cudaEvent_t event : {start, end}) {
      const EventState& state = state_of(event);
      if (!state.recorded || !state.timed) throw ApiError(cudaErrorInvalidResourceHandle);
      if (state.work != 0) runtime.finish_work();
    }
    const auto cycles = static_cast<double>(state_of(end).cycle) - static_cast<double>(state_of(start).cycle);
    *milliseconds = static_cast<float>(cycles / (1000.0 * runtime.machine().clock.core_mhz));
  });
}

}  // extern "C"
