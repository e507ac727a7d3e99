// Streams and events: the last work of each, in the run-time's queue.
#pragma once

#include <cuda_runtime_api.h>

#include <memory>
#include <vector>

#include "cuda/runtime/runtime.h"

struct GputmStream {
  gputm::cuda::WorkId last = 0;               ///< its last work; 0: none
  std::vector<gputm::cuda::WorkId> events{};  ///< that its next work waits for
  unsigned flags = 0;
};

namespace gputm::cuda {

/// State of an event, which marks in the queue keep alive
struct EventState {
  bool recorded = false;
  bool timed = true;
  WorkId work = 0;  ///< the mark of its last record; 0: it has none that waits
  Cycle cycle = 0;  ///< of that record, when it has run
};

/// Whether the handle is the stream 0 of all threads, whose work waits for that of all streams, and the
/// others' for its. All work of the queue is finished before it, and it is finished at once.
bool is_default(cudaStream_t stream);
/// A stream that cudaStreamCreate has made, or the calling thread's own. Throws ApiError for another handle.
GputmStream& stream_of(cudaStream_t stream);
/// Work that the stream's next work waits for; clears the events.
std::vector<WorkId> take_waits(GputmStream& stream);

/// Does `action` in the order of the stream: at once in stream 0, which has been waited for.
void do_in_order(Runtime& runtime, cudaStream_t stream, std::function<void()> action);

}  // namespace gputm::cuda
