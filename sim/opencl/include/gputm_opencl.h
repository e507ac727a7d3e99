// Included before every OpenCL source: what clang's declarations and libclc leave to the device.
#pragma once

#define __gputm_function static inline __attribute__((overloadable, always_inline))

#if __OPENCL_C_VERSION__ >= 300
#define __opencl_c_atomic_scope_device 1
#define __opencl_c_atomic_scope_all_devices 1
#define __opencl_c_work_group_collective_functions 1
#endif

#include "gputm_opencl/completions.h"
#include "gputm_opencl/mathematics.h"
#include "gputm_opencl/missing_types.h"
#include "gputm_opencl/work_items.h"

#include "gputm_opencl/synchronization.h"

#if __OPENCL_C_VERSION__ >= 200
#include "gputm_opencl/collectives.h"
#include "gputm_opencl/opencl_atomics.h"
#endif
