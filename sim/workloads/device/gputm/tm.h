// Transactions as a block of code: tm::atomic([&] { *counter += 1; });
#pragma once

#ifdef __CUDA__

#include "gputm/cuda_transactions.h"

#else

#include <gputm.h>

#include "gputm/atomic_blocks.h"

namespace tm {

template <typename Body>
GPUTM_LIBRARY auto atomic(Body&& body) -> decltype(body()) {
  return gputm_device::run_atomic(body);
}
template <typename Body>
GPUTM_LIBRARY bool try_atomic(Body&& body) {
  return gputm_device::run_try_atomic(body);
}

}  // namespace tm

#endif
