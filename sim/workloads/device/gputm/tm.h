// Transactions as a block of code: tm::atomic([&] { *counter += 1; }); in OpenCL C, tx_begin() and what
// belongs to it.
#pragma once

#if defined(__OPENCL_C_VERSION__)

#include "gputm/transactions.h"

#elif defined(__CUDA__)

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
