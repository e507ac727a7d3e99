// threadIdx, blockIdx, blockDim, gridDim and warpSize: members read a control register when they are used.
#pragma once

#include "../vector_types.h"

#ifdef __CUDA_ARCH__
#pragma clang force_cuda_host_device begin
#include "gputm/indices.h"
#pragma clang force_cuda_host_device end
#define GPUTM_READ(number) \
  { return GPUTM_CSR(number); }
#else
#define GPUTM_READ(number) ;
#endif

#define GPUTM_BUILTIN(Type, variable, x_number, y_number, z_number)                    \
  struct Type {                                                                        \
    __declspec(property(get = read_x)) unsigned x;                                     \
    __declspec(property(get = read_y)) unsigned y;                                     \
    __declspec(property(get = read_z)) unsigned z;                                     \
    static GPUTM_FORCEINLINE __device__ unsigned read_x()                              \
        GPUTM_READ(x_number) static GPUTM_FORCEINLINE __device__ unsigned read_y()     \
            GPUTM_READ(y_number) static GPUTM_FORCEINLINE __device__ unsigned read_z() \
                GPUTM_READ(z_number) __device__                                        \
                operator dim3() const {                                                \
      return dim3(x, y, z);                                                            \
    }                                                                                  \
    __device__ operator uint3() const { return {x, y, z}; }                            \
    Type(const Type&) = delete;                                                        \
    void operator=(const Type&) const = delete;                                        \
                                                                                       \
   private:                                                                            \
    Type();                                                                            \
  };                                                                                   \
  extern const __device__ __attribute__((weak)) Type variable

GPUTM_BUILTIN(GputmThreadIdx, threadIdx, 0xCC7, 0xCC8, 0xCC9);
GPUTM_BUILTIN(GputmBlockIdx, blockIdx, 0xCCA, 0xCCB, 0xCCC);
GPUTM_BUILTIN(GputmBlockDim, blockDim, 0xFC7, 0xFC8, 0xFC9);
GPUTM_BUILTIN(GputmGridDim, gridDim, 0xFCA, 0xFCB, 0xFCC);
#undef GPUTM_BUILTIN
#undef GPUTM_READ

/// Lanes of a warp: the run-time refuses machines with other warps.
inline constexpr __device__ int warpSize = 32;
