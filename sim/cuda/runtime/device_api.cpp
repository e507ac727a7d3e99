// The device and the errors of the CUDA run-time API.
#include <cuda_runtime_api.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <limits>

#include "core/device_memory_map.h"
#include "cuda/runtime/runtime.h"

namespace gputm::cuda {
namespace {

constexpr int kMajor = 7, kMinor = 0;  // __CUDA_ARCH__ of the device pass
constexpr int kCudaVersion = 12000;

struct ErrorText {
  cudaError_t error;
  const char* name;
  const char* text;
};
constexpr std::array kErrors = {
    ErrorText{cudaSuccess, "cudaSuccess", "no error"},
    ErrorText{cudaErrorInvalidValue, "cudaErrorInvalidValue", "invalid argument"},
    ErrorText{cudaErrorMemoryAllocation, "cudaErrorMemoryAllocation", "out of memory"},
    ErrorText{cudaErrorInitializationError, "cudaErrorInitializationError", "initialization error"},
    ErrorText{cudaErrorCudartUnloading, "cudaErrorCudartUnloading", "driver shutting down"},
    ErrorText{cudaErrorInvalidConfiguration, "cudaErrorInvalidConfiguration",
              "invalid configuration argument"},
    ErrorText{cudaErrorInvalidSymbol, "cudaErrorInvalidSymbol", "invalid device symbol"},
    ErrorText{cudaErrorInvalidDevicePointer, "cudaErrorInvalidDevicePointer", "invalid device pointer"},
    ErrorText{cudaErrorInvalidMemcpyDirection, "cudaErrorInvalidMemcpyDirection",
              "invalid copy direction for memcpy"},
    ErrorText{cudaErrorInvalidDeviceFunction, "cudaErrorInvalidDeviceFunction", "invalid device function"},
    ErrorText{cudaErrorNoDevice, "cudaErrorNoDevice", "no CUDA-capable device is detected"},
    ErrorText{cudaErrorInvalidDevice, "cudaErrorInvalidDevice", "invalid device ordinal"},
    ErrorText{cudaErrorInvalidResourceHandle, "cudaErrorInvalidResourceHandle", "invalid resource handle"},
    ErrorText{cudaErrorNotReady, "cudaErrorNotReady", "device not ready"},
    ErrorText{cudaErrorIllegalAddress, "cudaErrorIllegalAddress", "an illegal memory access was encountered"},
    ErrorText{cudaErrorLaunchOutOfResources, "cudaErrorLaunchOutOfResources",
              "too many resources requested for launch"},
    ErrorText{cudaErrorLaunchTimeout, "cudaErrorLaunchTimeout", "the launch timed out and was terminated"},
    ErrorText{cudaErrorAssert, "cudaErrorAssert", "device-side assert triggered"},
    ErrorText{cudaErrorHostMemoryAlreadyRegistered, "cudaErrorHostMemoryAlreadyRegistered",
              "part or all of the requested memory range is already mapped"},
    ErrorText{cudaErrorHostMemoryNotRegistered, "cudaErrorHostMemoryNotRegistered",
              "pointer does not correspond to a registered memory region"},
    ErrorText{cudaErrorLaunchFailure, "cudaErrorLaunchFailure", "unspecified launch failure"},
    ErrorText{cudaErrorNotSupported, "cudaErrorNotSupported", "operation not supported"},
    ErrorText{cudaErrorUnknown, "cudaErrorUnknown", "unknown error"},
};

const ErrorText* find(cudaError_t error) {
  const auto found = std::ranges::find(kErrors, error, &ErrorText::error);
  return found == kErrors.end() ? nullptr : &*found;
}

int signed_value(std::uint64_t value) {
  return static_cast<int>(std::min<std::uint64_t>(value, std::numeric_limits<int>::max()));
}

cudaDeviceProp properties_of(const MachineConfig& machine) {
  const CoreConfig& core = machine.core;
  cudaDeviceProp properties = {};
  std::snprintf(properties.name, sizeof properties.name, "gputm");
  properties.totalGlobalMem = core::kHeapEnd - core::kHeapBase;
  properties.sharedMemPerBlock = core.shared_memory_bytes;
  properties.sharedMemPerMultiprocessor = core.shared_memory_bytes;
  properties.sharedMemPerBlockOptin = core.shared_memory_bytes;
  properties.regsPerBlock = signed_value(std::uint64_t{core.max_threads} * 32);
  properties.warpSize = signed_value(core.warp_width);
  properties.memPitch = static_cast<std::size_t>(std::numeric_limits<int>::max());
  const int threads = signed_value(std::min(core.max_threads, core.max_warps * core.warp_width));
  properties.maxThreadsPerBlock = threads;
  std::ranges::fill(properties.maxThreadsDim, threads);
  std::ranges::fill(properties.maxGridSize, std::numeric_limits<int>::max());
  properties.clockRate = signed_value(std::uint64_t{machine.clock.core_mhz} * 1000);
  properties.totalConstMem = 64 * 1024;
  properties.major = kMajor;
  properties.minor = kMinor;
  properties.multiProcessorCount = signed_value(core.count);
  properties.canMapHostMemory = 1;
  properties.concurrentKernels = 1;
  properties.asyncEngineCount = 1;
  properties.unifiedAddressing = 1;
  properties.managedMemory = 1;
  properties.memoryClockRate = signed_value(std::uint64_t{machine.clock.memory_mhz} * 1000);
  properties.memoryBusWidth = signed_value(std::uint64_t{8} * machine.partition.count *
                                           machine.dram.channels * machine.dram.bytes_per_cycle / 2);
  properties.l2CacheSize = signed_value(std::uint64_t{machine.l2.bytes} * machine.partition.count);
  properties.maxThreadsPerMultiProcessor = signed_value(core.max_threads);
  properties.maxBlocksPerMultiProcessor = signed_value(core.max_blocks);
  return properties;
}

int attribute_of(const cudaDeviceProp& properties, cudaDeviceAttr attribute) {
  switch (attribute) {
    case cudaDevAttrMaxThreadsPerBlock:
      return properties.maxThreadsPerBlock;
    case cudaDevAttrMaxBlockDimX:
      return properties.maxThreadsDim[0];
    case cudaDevAttrMaxBlockDimY:
      return properties.maxThreadsDim[1];
    case cudaDevAttrMaxBlockDimZ:
      return properties.maxThreadsDim[2];
    case cudaDevAttrMaxGridDimX:
      return properties.maxGridSize[0];
    case cudaDevAttrMaxGridDimY:
      return properties.maxGridSize[1];
    case cudaDevAttrMaxGridDimZ:
      return properties.maxGridSize[2];
    case cudaDevAttrMaxSharedMemoryPerBlock:
      return signed_value(properties.sharedMemPerBlock);
    case cudaDevAttrTotalConstantMemory:
      return signed_value(properties.totalConstMem);
    case cudaDevAttrWarpSize:
      return properties.warpSize;
    case cudaDevAttrMaxRegistersPerBlock:
      return properties.regsPerBlock;
    case cudaDevAttrClockRate:
      return properties.clockRate;
    case cudaDevAttrMultiProcessorCount:
      return properties.multiProcessorCount;
    case cudaDevAttrIntegrated:
      return properties.integrated;
    case cudaDevAttrCanMapHostMemory:
      return properties.canMapHostMemory;
    case cudaDevAttrConcurrentKernels:
      return properties.concurrentKernels;
    case cudaDevAttrMemoryClockRate:
      return properties.memoryClockRate;
    case cudaDevAttrGlobalMemoryBusWidth:
      return properties.memoryBusWidth;
    case cudaDevAttrL2CacheSize:
      return properties.l2CacheSize;
    case cudaDevAttrMaxThreadsPerMultiProcessor:
      return properties.maxThreadsPerMultiProcessor;
    case cudaDevAttrUnifiedAddressing:
      return properties.unifiedAddressing;
    case cudaDevAttrComputeCapabilityMajor:
      return properties.major;
    case cudaDevAttrComputeCapabilityMinor:
      return properties.minor;
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
      return signed_value(properties.sharedMemPerMultiprocessor);
    case cudaDevAttrManagedMemory:
      return properties.managedMemory;
    case cudaDevAttrPageableMemoryAccess:
      return properties.pageableMemoryAccess;
    case cudaDevAttrConcurrentManagedAccess:
      return properties.concurrentManagedAccess;
    case cudaDevAttrCooperativeLaunch:
      return properties.cooperativeLaunch;
    case cudaDevAttrMaxSharedMemoryPerBlockOptin:
      return signed_value(properties.sharedMemPerBlockOptin);
  }
  throw ApiError(cudaErrorInvalidValue);
}

void check_device(int device) {
  if (device != 0) throw ApiError(cudaErrorInvalidDevice);
}

/// Does nothing but to return the fault of an earlier kernel.
cudaError_t done() {
  return call([](Runtime&) {});
}

template <typename T>
cudaError_t set(T* place, T value) {
  return call([&](Runtime&) { *place = value; });
}

}  // namespace
}  // namespace gputm::cuda

using namespace gputm::cuda;

extern "C" {

cudaError_t cudaGetLastError() {
  Runtime& runtime = Runtime::get();
  const std::scoped_lock lock(runtime.mutex());
  return runtime.take_error();
}
cudaError_t cudaPeekAtLastError() {
  Runtime& runtime = Runtime::get();
  const std::scoped_lock lock(runtime.mutex());
  return runtime.peek_error();
}
const char* cudaGetErrorString(cudaError_t error) {
  const ErrorText* const known = find(error);
  return known == nullptr ? "unrecognized error code" : known->text;
}
const char* cudaGetErrorName(cudaError_t error) {
  const ErrorText* const known = find(error);
  return known == nullptr ? "unrecognized error code" : known->name;
}

cudaError_t cudaGetDeviceCount(int* count) { return set(count, 1); }
cudaError_t cudaGetDevice(int* device) { return set(device, 0); }
cudaError_t cudaSetDevice(int device) {
  return call([&](Runtime&) { check_device(device); });
}
cudaError_t cudaSetDeviceFlags(unsigned) { return done(); }
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  return call([&](Runtime& runtime) {
    check_device(device);
    *properties = properties_of(runtime.machine());
  });
}
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
  return call([&](Runtime& runtime) {
    check_device(device);
    *value = attribute_of(properties_of(runtime.machine()), attribute);
  });
}
cudaError_t cudaDeviceSynchronize() {
  return call_after_work([](Runtime&) {});
}
cudaError_t cudaThreadSynchronize() { return cudaDeviceSynchronize(); }
cudaError_t cudaDeviceReset() {
  Runtime& runtime = Runtime::get();
  const std::scoped_lock lock(runtime.mutex());
  runtime.reset();
  return cudaSuccess;
}
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache) { return done(); }
cudaError_t cudaDriverGetVersion(int* version) { return set(version, kCudaVersion); }
cudaError_t cudaRuntimeGetVersion(int* version) { return set(version, kCudaVersion); }

}  // extern "C"
