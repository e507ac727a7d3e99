// Launches of the CUDA run-time API, and the calls by which clang's host objects register their device code.
#include <cuda_runtime_api.h>
#include <elf.h>

#include <algorithm>
#include <array>

#include "cuda/runtime/runtime.h"
#include "cuda/runtime/streams.h"

namespace gputm::cuda {
namespace {

constexpr std::size_t kMostWork = 4096;  // in the queue, before it runs

struct CallConfiguration {
  dim3 grid, block;
  std::size_t shared_bytes;
  void* stream;
};
/// Of launches whose arguments are being evaluated. Without a destructor: the destructors of static objects
/// may launch, too.
struct CallConfigurations {
  std::array<CallConfiguration, 32> all;
  std::size_t count;
};
constinit thread_local CallConfigurations configurations{};

/// What a host object has of its device code
struct FatBinary {
  int magic, version;
  const std::uint8_t* image;
  void* unused;
};

/// The contents of an ELF file, whose last part is the table of sections.
std::span<const std::uint8_t> elf_at(const std::uint8_t* begin) {
  const auto* const header = reinterpret_cast<const Elf64_Ehdr*>(begin);
  return {begin, header->e_shoff + std::size_t{header->e_shentsize} * header->e_shnum};
}

gpu::Extent extent(dim3 size) { return {size.x, size.y, size.z}; }

/// Bytes of the variables in shared memory of a program.
std::size_t shared_bytes(const isa::Program& program) {
  return program.has_symbol("__shared_bytes") ? program.symbol("__shared_bytes") : 0;
}

int most_threads(const CoreConfig& core) {
  return static_cast<int>(std::min(core.max_threads, core.max_warps * core.warp_width));
}

}  // namespace
}  // namespace gputm::cuda

using namespace gputm::cuda;

extern "C" {

void** __cudaRegisterFatBinary(void* binary) {
  const auto* const fat = static_cast<const FatBinary*>(binary);
  return reinterpret_cast<void**>(&Runtime::get().add_image(elf_at(fat->image)));
}
void __cudaRegisterFatBinaryEnd(void** image) {
  call([&](Runtime& runtime) { runtime.end_image(*reinterpret_cast<Image*>(image)); });
}
void __cudaUnregisterFatBinary(void**) {}

void __cudaRegisterFunction(void** image, const void* host, char*, const char* symbol, int, void*, void*,
                            void*, void*, int*) {
  Runtime::get().add_kernel(host, {reinterpret_cast<Image*>(image), symbol, {}});
}
void __cudaRegisterVar(void** image, const void* host, char*, const char* symbol, int, std::size_t bytes, int,
                       int) {
  Runtime::get().add_variable(host, {reinterpret_cast<Image*>(image), symbol, bytes});
}

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, std::size_t bytes, void* stream) {
  if (configurations.count == configurations.all.size()) return 1;  // and clang's code does not launch
  configurations.all[configurations.count++] = {grid, block, bytes, stream};
  return 0;
}
cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, std::size_t* bytes, void* stream) {
  const CallConfiguration& configuration = configurations.all[--configurations.count];
  *grid = configuration.grid;
  *block = configuration.block;
  *bytes = configuration.shared_bytes;
  *static_cast<void**>(stream) = configuration.stream;
  return cudaSuccess;
}

cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments, std::size_t bytes,
                             cudaStream_t stream) {
  return call([&](Runtime& runtime) {
    Kernel& kernel = runtime.kernel(function);
    const gputm::gpu::LaunchShape shape{
        .blocks = extent(grid), .threads = extent(block), .shared_bytes = static_cast<std::uint32_t>(bytes)};
    if (is_default(stream)) {
      runtime.finish_work();
      if (runtime.fault() != cudaSuccess) return;
      runtime.launch(kernel, shape, arguments, {});
      runtime.note_work();
      runtime.finish_work();
      return;
    }
    GputmStream& place = stream_of(stream);
    place.last = runtime.launch(kernel, shape, arguments, take_waits(place));
    runtime.note_work();
    if (runtime.queue().size() >= kMostWork) runtime.finish_work();
  });
}
/// Of programs compiled with --default-stream=per-thread.
cudaError_t cudaLaunchKernel_ptsz(const void* function, dim3 grid, dim3 block, void** arguments,
                                  std::size_t bytes, cudaStream_t stream) {
  return cudaLaunchKernel(function, grid, block, arguments, bytes,
                          stream == nullptr ? cudaStreamPerThread : stream);
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* function) {
  return call([&](Runtime& runtime) {
    *attributes = {};
    attributes->sharedSizeBytes = shared_bytes(runtime.load(*runtime.kernel(function).image));
    attributes->maxThreadsPerBlock = most_threads(runtime.machine().core);
    attributes->localSizeBytes = runtime.machine().core.private_bytes;
    attributes->numRegs = 32;
  });
}
cudaError_t cudaFuncSetAttribute(const void* function, cudaFuncAttribute, int) {
  return call([&](Runtime& runtime) { runtime.kernel(function); });
}
cudaError_t cudaFuncSetCacheConfig(const void* function, cudaFuncCache) {
  return call([&](Runtime& runtime) { runtime.kernel(function); });
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* function, int block_size,
                                                          std::size_t bytes) {
  return call([&](Runtime& runtime) {
    const gputm::CoreConfig& core = runtime.machine().core;
    if (block_size <= 0) throw ApiError(cudaErrorInvalidValue);
    const auto threads = static_cast<unsigned>(block_size);
    const unsigned warps = (threads + core.warp_width - 1) / core.warp_width;
    const std::size_t shared = shared_bytes(runtime.load(*runtime.kernel(function).image)) + bytes;
    std::size_t most = std::min({core.max_blocks, core.max_warps / warps, core.max_threads / threads});
    if (shared != 0) most = std::min(most, core.shared_memory_bytes / shared);
    *blocks = static_cast<int>(most);
  });
}

}  // extern "C"
