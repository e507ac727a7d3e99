// Memory of the CUDA run-time API.
#include <cuda_runtime_api.h>

#include <array>
#include <cstring>
#include <memory>

#include "core/device_memory_map.h"
#include "cuda/runtime/runtime.h"
#include "cuda/runtime/streams.h"

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

/// A copy whose sides are known
struct Copy {
  void* to;
  const void* from;
  std::size_t bytes;
  bool to_device, from_device;

  void run(Runtime& runtime) const {
    gpu::Gpu& gpu = runtime.gpu();
    if (to_device || from_device) runtime.give_managed();
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
    if (to_device) runtime.take_managed();
  }
};

Copy check_copy(Runtime& runtime, void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault)
    throw ApiError(cudaErrorInvalidMemcpyDirection);
  if (bytes == 0) return {to, from, 0, false, false};
  if (to == nullptr || from == nullptr) throw ApiError(cudaErrorInvalidValue);
  const bool inferred = kind == cudaMemcpyDefault;
  return {
      .to = to,
      .from = from,
      .bytes = bytes,
      .to_device = is_device_side(
          runtime, to, kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice, inferred, bytes),
      .from_device =
          is_device_side(runtime, from, kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice,
                         inferred, bytes)};
}

void copy(Runtime& runtime, void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  check_copy(runtime, to, from, bytes, kind).run(runtime);
}

/// In the order of the stream. Paged memory of the host is read now, and written before the call returns.
void copy_in_order(Runtime& runtime, Copy copy, cudaStream_t stream) {
  const bool waits_for_host = !copy.to_device && !runtime.pinned(copy.to, copy.bytes);
  if (waits_for_host) stream = nullptr;
  std::shared_ptr<std::vector<std::byte>> kept;
  if (!is_default(stream) && !copy.from_device && !runtime.pinned(copy.from, copy.bytes)) {
    const auto* const from = static_cast<const std::byte*>(copy.from);
    kept = std::make_shared<std::vector<std::byte>>(from, from + copy.bytes);
    copy.from = kept->data();
  }
  do_in_order(runtime, stream, [&runtime, copy, kept] { copy.run(runtime); });
}

/// Rows of a copy in two dimensions; calls `f` with each.
template <typename F>
void for_each_row(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch, std::size_t width,
                  std::size_t height, F f) {
  if (width > to_pitch || width > from_pitch) throw ApiError(cudaErrorInvalidValue);
  for (std::size_t row = 0; row < height; ++row)
    f(static_cast<std::byte*>(to) + row * to_pitch, static_cast<const std::byte*>(from) + row * from_pitch);
}

void set_bytes(Runtime& runtime, void* address, int value, std::size_t bytes) {
  runtime.give_managed();
  runtime.gpu().write(device_address(address), std::vector<std::byte>(bytes, static_cast<std::byte>(value)));
  runtime.take_managed();
}

/// Throws ApiError unless the memory is managed.
void check_managed(Runtime& runtime, const void* address, std::size_t bytes, int device) {
  if (runtime.memory().kind_of(reinterpret_cast<std::uintptr_t>(address), bytes) != MemoryKind::kManaged)
    throw ApiError(cudaErrorInvalidValue);
  if (device != 0 && device != cudaCpuDeviceId) throw ApiError(cudaErrorInvalidDevice);
}

bool all_in(unsigned flags, unsigned known) { return (flags & ~known) == 0; }

/// Place in a variable. Throws ApiError if it has fewer bytes.
void* in_symbol(Runtime& runtime, const void* symbol, std::size_t bytes, std::size_t offset) {
  const Variable& variable = runtime.variable(symbol);
  if (offset > variable.bytes || bytes > variable.bytes - offset) throw ApiError(cudaErrorInvalidValue);
  return pointer_to(runtime.address_of(variable) + static_cast<Address>(offset));
}

void free_memory(Runtime& runtime, void* address, bool of_host) {
  if (address == nullptr) return;
  if (reinterpret_cast<std::uintptr_t>(address) > ~gputm::Address{0} ||
      !runtime.memory().free(device_address(address), of_host))
    throw ApiError(cudaErrorInvalidValue);
}

void* allocate(Runtime& runtime, std::size_t bytes, MemoryKind kind = MemoryKind::kDevice) {
  try {
    return pointer_to(runtime.memory().allocate(bytes, kind));
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

cudaError_t cudaMallocManaged(void** address, std::size_t bytes, unsigned flags) {
  return call([&](Runtime& runtime) {
    if (bytes == 0 || (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost))
      throw ApiError(cudaErrorInvalidValue);
    *address = allocate(runtime, bytes, MemoryKind::kManaged);
  });
}

cudaError_t cudaMallocPitch(void** address, std::size_t* pitch, std::size_t width, std::size_t height) {
  return call([&](Runtime& runtime) {
    *pitch = (width + kPitchAlignment - 1) / kPitchAlignment * kPitchAlignment;
    *address = allocate(runtime, *pitch * height);
  });
}

cudaError_t cudaFree(void* address) {
  return call_after_work([&](Runtime& runtime) { free_memory(runtime, address, false); });
}

cudaError_t cudaMallocAsync(void** address, std::size_t bytes, cudaStream_t stream) {
  return call([&](Runtime& runtime) {
    if (!is_default(stream)) stream_of(stream);
    *address = bytes == 0 ? nullptr : allocate(runtime, bytes);
  });
}
cudaError_t cudaFreeAsync(void* address, cudaStream_t stream) {
  return call([&](Runtime& runtime) {
    if (runtime.memory().kind_of(reinterpret_cast<std::uintptr_t>(address), 0) != MemoryKind::kDevice)
      throw ApiError(cudaErrorInvalidValue);
    do_in_order(runtime, stream, [&runtime, address] { free_memory(runtime, address, false); });
  });
}

cudaError_t cudaHostAlloc(void** address, std::size_t bytes, unsigned flags) {
  return call([&](Runtime& runtime) {
    if (!all_in(flags, cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined))
      throw ApiError(cudaErrorInvalidValue);
    *address = bytes == 0 ? nullptr : allocate(runtime, bytes, MemoryKind::kHost);
  });
}
cudaError_t cudaMallocHost(void** address, std::size_t bytes) {
  return cudaHostAlloc(address, bytes, cudaHostAllocDefault);
}

cudaError_t cudaFreeHost(void* address) {
  return call_after_work([&](Runtime& runtime) { free_memory(runtime, address, true); });
}

cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned flags) {
  return call([&](Runtime& runtime) {
    if (flags != 0) throw ApiError(cudaErrorInvalidValue);
    const auto address = reinterpret_cast<std::uintptr_t>(host);
    if (runtime.memory().kind_of(address, 0) == MemoryKind::kHost) {
      *device = host;
      return;
    }
    if (runtime.pinned(host, 0) && runtime.memory().kind_of(address, 0) == std::nullopt)
      throw ApiError(cudaErrorNotSupported,
                     "cudaHostGetDevicePointer: memory of cudaHostRegister has no address on the device; use "
                     "cudaHostAlloc");
    throw ApiError(cudaErrorInvalidValue);
  });
}
cudaError_t cudaHostGetFlags(unsigned* flags, void* host) {
  return call([&](Runtime& runtime) {
    if (runtime.memory().kind_of(reinterpret_cast<std::uintptr_t>(host), 0) != MemoryKind::kHost)
      throw ApiError(cudaErrorInvalidValue);
    *flags = cudaHostAllocMapped;
  });
}

cudaError_t cudaHostRegister(void* address, std::size_t bytes, unsigned flags) {
  return call([&](Runtime& runtime) {
    if (address == nullptr || bytes == 0 ||
        !all_in(flags, cudaHostRegisterPortable | cudaHostRegisterMapped | cudaHostRegisterReadOnly))
      throw ApiError(cudaErrorInvalidValue);
    if (runtime.pinned(address, 0)) throw ApiError(cudaErrorHostMemoryAlreadyRegistered);
    runtime.registered().emplace(reinterpret_cast<std::uintptr_t>(address), bytes);
  });
}
cudaError_t cudaHostUnregister(void* address) {
  return call_after_work([&](Runtime& runtime) {
    if (runtime.registered().erase(reinterpret_cast<std::uintptr_t>(address)) == 0)
      throw ApiError(cudaErrorHostMemoryNotRegistered);
  });
}

cudaError_t cudaMemPrefetchAsync(const void* address, std::size_t bytes, int device, cudaStream_t stream) {
  return call([&](Runtime& runtime) {
    if (!is_default(stream)) stream_of(stream);
    check_managed(runtime, address, bytes, device);
  });
}
cudaError_t cudaMemAdvise(const void* address, std::size_t bytes, cudaMemoryAdvise advice, int device) {
  return call([&](Runtime& runtime) {
    if (advice < cudaMemAdviseSetReadMostly || advice > cudaMemAdviseUnsetAccessedBy)
      throw ApiError(cudaErrorInvalidValue);
    check_managed(runtime, address, bytes, device);
  });
}
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* address, std::size_t bytes, unsigned flags) {
  return call([&](Runtime& runtime) {
    if (!is_default(stream)) stream_of(stream);
    if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost && flags != cudaMemAttachSingle)
      throw ApiError(cudaErrorInvalidValue);
    check_managed(runtime, address, bytes, 0);
  });
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* address) {
  return call([&](Runtime& runtime) {
    void* const pointer = const_cast<void*>(address);
    *attributes = {cudaMemoryTypeUnregistered, cudaInvalidDeviceId, nullptr, pointer};
    if (const auto kind = runtime.memory().kind_of(reinterpret_cast<std::uintptr_t>(address), 0)) {
      static constexpr std::array kTypes{cudaMemoryTypeDevice, cudaMemoryTypeManaged, cudaMemoryTypeHost};
      const bool seen_by_host = *kind != MemoryKind::kDevice;
      *attributes = {kTypes[static_cast<std::size_t>(*kind)], 0, pointer, seen_by_host ? pointer : nullptr};
    } else if (runtime.on_device(address, 0)) {
      *attributes = {cudaMemoryTypeDevice, 0, pointer, nullptr};
    } else if (runtime.pinned(address, 0)) {
      *attributes = {cudaMemoryTypeHost, 0, nullptr, pointer};
    }
  });
}

cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total) {
  return call([&](Runtime& runtime) {
    *total = gputm::core::kHeapEnd - gputm::core::kHeapBase;
    *free = *total - runtime.memory().used();
  });
}

cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  return call_after_work([&](Runtime& runtime) { copy(runtime, to, from, bytes, kind); });
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream) {
  return call(
      [&](Runtime& runtime) { copy_in_order(runtime, check_copy(runtime, to, from, bytes, kind), stream); });
}

cudaError_t cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                         std::size_t width, std::size_t height, cudaMemcpyKind kind) {
  return call_after_work([&](Runtime& runtime) {
    for_each_row(to, to_pitch, from, from_pitch, width, height,
                 [&](void* to_row, const void* from_row) { copy(runtime, to_row, from_row, width, kind); });
  });
}
cudaError_t cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                              std::size_t width, std::size_t height, cudaMemcpyKind kind,
                              cudaStream_t stream) {
  return call([&](Runtime& runtime) {
    for_each_row(to, to_pitch, from, from_pitch, width, height, [&](void* to_row, const void* from_row) {
      copy_in_order(runtime, check_copy(runtime, to_row, from_row, width, kind), stream);
    });
  });
}

cudaError_t cudaMemsetAsync(void* address, int value, std::size_t bytes, cudaStream_t stream) {
  return call([&](Runtime& runtime) {
    if (bytes != 0 && !runtime.on_device(address, bytes)) throw ApiError(cudaErrorInvalidValue);
    do_in_order(runtime, stream, [=, &runtime] { set_bytes(runtime, address, value, bytes); });
  });
}
cudaError_t cudaMemset(void* address, int value, std::size_t bytes) {
  return cudaMemsetAsync(address, value, bytes, nullptr);
}

cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from, std::size_t bytes, std::size_t offset,
                               cudaMemcpyKind kind) {
  return call_after_work(
      [&](Runtime& runtime) { copy(runtime, in_symbol(runtime, symbol, bytes, offset), from, bytes, kind); });
}

cudaError_t cudaMemcpyFromSymbol(void* to, const void* symbol, std::size_t bytes, std::size_t offset,
                                 cudaMemcpyKind kind) {
  return call_after_work(
      [&](Runtime& runtime) { copy(runtime, to, in_symbol(runtime, symbol, bytes, offset), bytes, kind); });
}

cudaError_t cudaGetSymbolAddress(void** address, const void* symbol) {
  return call([&](Runtime& runtime) { *address = in_symbol(runtime, symbol, 0, 0); });
}

cudaError_t cudaGetSymbolSize(std::size_t* bytes, const void* symbol) {
  return call([&](Runtime& runtime) { *bytes = runtime.variable(symbol).bytes; });
}

}  // extern "C"
