// The CUDA run-time API, and CUDA C++ on gputm. `gputm nvcc` includes it before the source, as nvcc does.
// Both passes read all of it: the host pass to check kernels, the device pass (__CUDA_ARCH__) to compile
// them.
#pragma once

#ifndef __CUDA__

// A host's source, for any compiler of C++
#include "cuda_runtime_api.h"
#include "vector_functions.h"

#else

#define __CUDACC__ 1
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 0

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#ifdef __CUDA_ARCH__
#define __managed__ __attribute__((device, section(".managed")))
#else
#define __managed__ __attribute__((device))
#endif
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __grid_constant__
#define __forceinline__ __inline__ __attribute__((always_inline))
// Of functions of gputm: messages name the line that calls them.
#define GPUTM_FORCEINLINE __inline__ __attribute__((always_inline, nodebug))
#ifndef __noinline__
#define __noinline__ __attribute__((noinline))
#endif
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __builtin_align__(bytes) __align__(bytes)
#define CUDART_CB

#include "gputm/time_struct.h"

// C's functions are the host's and the kernels': the device has a C library of its own. The parts of the C++
// library that <cmath> includes stay the host's; they need malloc first.
#include <bits/c++config.h>
#pragma clang force_cuda_host_device begin
#include <cstdlib>
#pragma clang force_cuda_host_device end
#include <bits/stl_algobase.h>

#include <limits>
#include <new>
#include <utility>

#pragma clang force_cuda_host_device begin
#include <assert.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#ifdef __CUDA_ARCH__
#include "gputm/assertion.h"
#endif
#pragma clang force_cuda_host_device end

#include "cuda_runtime_api.h"
#include "gputm/builtin_variables.h"
#include "gputm/device_functions.h"
#include "gputm/device_math.h"
#include "gputm/warp_functions.h"
#include "vector_functions.h"

#endif
