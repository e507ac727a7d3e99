// Transactions in CUDA kernels, for gputm/tm.h.
#pragma once

#include "cuda_runtime.h"

#ifdef __CUDA_ARCH__
#pragma clang force_cuda_host_device begin
#include "gputm/transactions.h"

// After the functions that it uses
#include "gputm/atomic_blocks.h"
#pragma clang force_cuda_host_device end
#else
// For the checks of the host pass; the bodies need definitions, since lambdas have no linkage.
__device__ void tx_begin();
__device__ void tx_commit();
__device__ bool tx_try_begin();
__device__ void tx_abort();
__device__ void tx_retry();
namespace gputm_device {
template <typename Body>
__device__ auto run_atomic(Body& body) -> decltype(body()) {
  return body();
}
template <typename Body>
__device__ bool run_try_atomic(Body& body) {
  return body(), true;
}
}  // namespace gputm_device
#endif

template <typename Body>
__device__ auto tm::atomic(Body&& body) -> decltype(body()) {
  return gputm_device::run_atomic(body);
}
template <typename Body>
__device__ bool tm::try_atomic(Body&& body) {
  return gputm_device::run_try_atomic(body);
}
