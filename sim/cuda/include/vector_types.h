// Vector types (float4 ...) and dim3, laid out as CUDA's.
#pragma once

// For compilers of C++ beside clang's CUDA mode, too.
#ifdef __CUDA__
#define GPUTM_BOTH __attribute__((host)) __attribute__((device))
#else
#define GPUTM_BOTH
#endif

#define GPUTM_VECTORS(name, type, align2, align4)   \
  struct name##1 {                                  \
    type x;                                         \
  };                                                \
  struct __attribute__((aligned(align2))) name##2 { \
    type x, y;                                      \
  };                                                \
  struct name##3 {                                  \
    type x, y, z;                                   \
  };                                                \
  struct __attribute__((aligned(align4))) name##4 { \
    type x, y, z, w;                                \
  }
GPUTM_VECTORS(char, signed char, 2, 4);
GPUTM_VECTORS(uchar, unsigned char, 2, 4);
GPUTM_VECTORS(short, short, 4, 8);
GPUTM_VECTORS(ushort, unsigned short, 4, 8);
GPUTM_VECTORS(int, int, 8, 16);
GPUTM_VECTORS(uint, unsigned, 8, 16);
GPUTM_VECTORS(long, long, 16, 16);
GPUTM_VECTORS(ulong, unsigned long, 16, 16);
GPUTM_VECTORS(longlong, long long, 16, 16);
GPUTM_VECTORS(ulonglong, unsigned long long, 16, 16);
GPUTM_VECTORS(float, float, 8, 16);
GPUTM_VECTORS(double, double, 16, 16);
#undef GPUTM_VECTORS

struct dim3 {
  unsigned x, y, z;
  GPUTM_BOTH constexpr dim3(unsigned along_x = 1, unsigned along_y = 1, unsigned along_z = 1)
      : x(along_x), y(along_y), z(along_z) {}
  GPUTM_BOTH constexpr dim3(uint3 size) : x(size.x), y(size.y), z(size.z) {}
  GPUTM_BOTH constexpr operator uint3() const { return {x, y, z}; }
};
