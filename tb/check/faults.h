// Small kernels with a fault, and the same without it: kernel<true> and kernel<false>. A comment "fault:
// KIND: DETAIL" is behind the line that a report must name.
#pragma once

#include <cstdio>
#include <cstring>

/// Runs one of the two, as the program's argument has it.
#define RUN(kernel, grid, block, ...)              \
  do {                                             \
    if (faulty)                                    \
      kernel<true><<<grid, block>>>(__VA_ARGS__);  \
    else                                           \
      kernel<false><<<grid, block>>>(__VA_ARGS__); \
  } while (false)

template <typename T>
T* uninitialised(int count) {
  T* device = nullptr;
  cudaMalloc(&device, count * sizeof(T));
  return device;
}

/// `count` elements 1, 2, 3 ...
template <typename T = int>
T* counting(int count) {
  T* const host = new T[count];
  for (int i = 0; i < count; ++i) host[i] = static_cast<T>(i + 1);
  T* const device = uninitialised<T>(count);
  cudaMemcpy(device, host, count * sizeof(T), cudaMemcpyHostToDevice);
  delete[] host;
  return device;
}

template <typename T = int>
T* zeros(int count) {
  T* const device = uninitialised<T>(count);
  cudaMemset(device, 0, count * sizeof(T));
  return device;
}

inline bool is_faulty(int count, char** arguments) {
  return count == 2 && std::strcmp(arguments[1], "faulty") == 0;
}
