// Included before every OpenCL source: what clang's declarations and libclc leave to the device.
#pragma once

#define __gputm_function static inline __attribute__((overloadable, always_inline))

#include "gputm_opencl/missing_types.h"
#include "gputm_opencl/work_items.h"

#include "gputm_opencl/synchronization.h"

#if __OPENCL_C_VERSION__ >= 200
#include "gputm_opencl/opencl_atomics.h"
#endif
