// Memory of the CUDA run-time API.
#include <cuda_runtime_api.h>

#include <cstdlib>
#include <cstring>

#include "core/device_memory_map.h"
#include "cuda/runtime/runtime.h"

namespace gputm::cuda {
namespace {

constexpr std::size_t kPitchAlignment = 256;

Address device_address(const void* pointer) {
  return static_cast<Address>(reinterpret_cast<std::uintptr_t>(pointer));
}
void* pointer_to(Address address) { return reinterpret_cast<void*>(std::uintptr_t{address}); }

/// One side of a copy: the host's memory, or the device's
bool is_device_side(Runtime& runtime, const void* pointer, bool device, bool inferred, std::size_t bytes) {
  const bool there = runtime.on_device(pointer, bytes);
  if (inferred) return there;
  if (device && !there) throw ApiError(cudaErrorInvalidValue);
  return device;
}

void copy(Runtime& runtime, void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  if (bytes == 0) return;
  if (to == nullptr || from == nullptr) throw ApiError(cudaErrorInvalidValue);
  if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault)
    throw ApiError(cudaErrorInvalidMemcpyDirection);
  const bool inferred = kind == cudaMemcpyDefault;
  const bool to_device = is_device_side(
      runtime, to, kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice, inferred, bytes);
  const bool from_device = is_device_side(
      runtime, from, kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice, inferred, bytes);
  gpu::Gpu& gpu = runtime.gpu();
  if (to_device && from_device) {
    std::vector<std::byte> between(bytes);
    gpu.read(device_address(from), between);
    gpu.write(device_address(to), between);
  } else if (to_device) {
    gpu.write(device_address(to), {static_cast<const std::byte*>(from), bytes});
  } else if (from_device) {
    gpu.read(device_address(from), {static_cast<std::byte*>(to), bytes});
  } else {
    std::memmove(to, from, bytes);
  }
}

/// Place in a variable. Throws ApiError if it has fewer bytes.
void* in_symbol(Runtime& runtime, const void* symbol, std::size_t bytes, std::size_t offset) {
  const Variable& variable = runtime.variable(symbol);
  if (offset > variable.bytes || bytes > variable.bytes - offset) throw ApiError(cudaErrorInvalidValue);
  return pointer_to(runtime.address_of(variable) + static_cast<Address>(offset));
}

void* allocate(Runtime& runtime, std::size_t bytes) {
  try {
    return pointer_to(runtime.memory().allocate(bytes));
  } catch (const ApiError&) {
    throw;
  } catch (const Error&) {
    throw ApiError(cudaErrorMemoryAllocation);
  }
}

}  // namespace
}  // namespace gputm::cuda

using namespace gputm::cuda;

extern "C" {

cudaError_t cudaMalloc(void** address, std::size_t bytes) {
  return call([&](Runtime& runtime) { *address = bytes == 0 ? nullptr : allocate(runtime, bytes); });
}

cudaError_t cudaMallocManaged(void**, std::size_t, unsigned) {
  return call([](Runtime&) {
    throw ApiError(cudaErrorNotSupported,
                   "cudaMallocManaged: there is no managed memory; use cudaMalloc and cudaMemcpy");
  });
}

cudaError_t cudaMallocPitch(void** address, std::size_t* pitch, std::size_t width, std::size_t height) {
  return call([&](Runtime& runtime) {
    *pitch = (width + kPitchAlignment - 1) / kPitchAlignment * kPitchAlignment;
    *address = allocate(runtime, *pitch * height);
  });
}

cudaError_t cudaFree(void* address) {
  return call([&](Runtime& runtime) {
    if (address == nullptr) return;
    if (reinterpret_cast<std::uintptr_t>(address) > ~gputm::Address{0} ||
        !runtime.memory().free(device_address(address)))
      throw ApiError(cudaErrorInvalidValue);
  });
}

cudaError_t cudaMallocHost(void** address, std::size_t bytes) {
  return call([&](Runtime&) {
    *address = std::malloc(bytes);
    if (*address == nullptr && bytes != 0) throw ApiError(cudaErrorMemoryAllocation);
  });
}

cudaError_t cudaHostAlloc(void** address, std::size_t bytes, unsigned) {
  return cudaMallocHost(address, bytes);
}

cudaError_t cudaFreeHost(void* address) {
  std::free(address);
  return cudaSuccess;
}

cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total) {
  return call([&](Runtime& runtime) {
    *total = gputm::core::kHeapEnd - gputm::core::kHeapBase;
    *free = *total - runtime.memory().used();
  });
}

cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  return call([&](Runtime& runtime) { copy(runtime, to, from, bytes, kind); });
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t) {
  return cudaMemcpy(to, from, bytes, kind);
}

cudaError_t cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                         std::size_t width, std::size_t height, cudaMemcpyKind kind) {
  return call([&](Runtime& runtime) {
    if (width > to_pitch || width > from_pitch) throw ApiError(cudaErrorInvalidValue);
    for (std::size_t row = 0; row < height; ++row)
      copy(runtime, static_cast<std::byte*>(to) + row * to_pitch,
           static_cast<const std::byte*>(from) + row * from_pitch, width, kind);
  });
}

cudaError_t cudaMemset(void* address, int value, std::size_t bytes) {
  return call([&](Runtime& runtime) {
    if (bytes == 0) return;
    if (!runtime.on_device(address, bytes)) throw ApiError(cudaErrorInvalidValue);
    runtime.gpu().write(device_address(address),
                        std::vector<std::byte>(bytes, static_cast<std::byte>(value)));
  });
}

cudaError_t cudaMemsetAsync(void* address, int value, std::size_t bytes, cudaStream_t) {
  return cudaMemset(address, value, bytes);
}

cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from, std::size_t bytes, std::size_t offset,
                               cudaMemcpyKind kind) {
  return call(
      [&](Runtime& runtime) { copy(runtime, in_symbol(runtime, symbol, bytes, offset), from, bytes, kind); });
}

cudaError_t cudaMemcpyFromSymbol(void* to, const void* symbol, std::size_t bytes, std::size_t offset,
                                 cudaMemcpyKind kind) {
  return call(
      [&](Runtime& runtime) { copy(runtime, to, in_symbol(runtime, symbol, bytes, offset), bytes, kind); });
}

cudaError_t cudaGetSymbolAddress(void** address, const void* symbol) {
  return call([&](Runtime& runtime) { *address = in_symbol(runtime, symbol, 0, 0); });
}

cudaError_t cudaGetSymbolSize(std::size_t* bytes, const void* symbol) {
  return call([&](Runtime& runtime) { *bytes = runtime.variable(symbol).bytes; });
}

}  // extern "C"
