// State of the CUDA run-time of a process: the modelled GPU, device images with their kernels and variables,
// device memory, and errors. The GPU is made by the first call that needs it, as GPUTM_CONFIG, GPUTM_SET,
// GPUTM_TM and GPUTM_CHECK describe it; GPUTM_JSON and GPUTM_TRACE_INSTRUCTIONS get its results.
#pragma once

#include <cuda_runtime_api.h>

#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/types.h"
#include "check/checks.h"
#include "cuda/runtime/device_memory.h"
#include "cuda/runtime/instruction_file.h"
#include "cuda/runtime/launch_log.h"
#include "cuda/runtime/work_queue.h"
#include "debug/gdb_server.h"
#include "isa/parameter_types.h"
#include "isa/program.h"
#include "launch/session.h"

namespace gputm::cuda {

/// An error of the API, with a message for standard error, or without one where the caller expects it
class ApiError : public Error {
 public:
  explicit ApiError(cudaError_t code, const std::string& message = {}) : Error(message), code_(code) {}
  cudaError_t code() const { return code_; }

 private:
  cudaError_t code_;
};

/// Device code of an object file: an RV64 ELF file
struct Image {
  std::span<const std::uint8_t> elf;
  std::optional<isa::Program> program;  ///< parsed when it is used
};

struct Kernel {
  Image* image = nullptr;
  std::string symbol;
  std::optional<std::vector<isa::ParameterType>> parameters;  ///< read when it is launched
};

struct Variable {
  Image* image = nullptr;
  std::string symbol;
  std::size_t bytes = 0;
};

/// A __managed__ variable: the host's copy and the device's are made equal where kernels begin and end.
struct ManagedVariable {
  void* host = nullptr;
  Address device = 0;
  std::size_t bytes = 0;
};

class Runtime {
 public:
  static Runtime& get();

  /// Image with these contents, which is known already if another object file of the program has it, too.
  Image& add_image(std::span<const std::uint8_t> elf);
  void add_kernel(const void* host, Kernel kernel) { kernels_[host] = std::move(kernel); }
  void add_variable(const void* host, Variable variable) { variables_[host] = std::move(variable); }
  /// All variables of the image are known: gives the managed ones their first values.
  void end_image(Image& image);
  /// Throws ApiError if there is none.
  Kernel& kernel(const void* host);
  const Variable& variable(const void* host);
  /// Address on the device; its image is loaded.
  Address address_of(const Variable& variable);

  /// The program of an image, in the memory of the GPU. Throws Error.
  const isa::Program& load(Image& image);

  gpu::Gpu& gpu() { return session().gpu(); }
  DeviceMemory& memory();
  /// Whether the host may copy these bytes: in an allocation, or in the program's variables.
  bool on_device(const void* address, std::size_t bytes);
  /// Memory of cudaHostRegister, by its address.
  std::map<std::uintptr_t, std::size_t>& registered() { return registered_; }
  /// Whether copies of these bytes of the host may wait: they are not paged.
  bool pinned(const void* address, std::size_t bytes);
  /// Copies of __managed__ variables: to the device, and back.
  void give_managed();
  void take_managed();

  /// Puts a kernel into the queue, behind the work `after`. Throws ApiError if it cannot be launched.
  WorkId launch(Kernel& kernel, const gpu::LaunchShape& shape, void** arguments,
                const std::vector<WorkId>& after);
  WorkQueue& queue() { return queue_; }
  /// Notes that the queue has work, which must run before the process ends.
  void note_work();
  /// Runs all work of the queue. A kernel's fault is kept as fault().
  void finish_work();
  /// Called when the process ends: after this, no kernel can be launched.
  void end();
  /// Core cycles of all launches that have run
  Cycle cycles() const { return cycles_; }
  /// Completes the file of instructions and the session with gdb, when the process ends with this code.
  void finish_files(int code);
  const MachineConfig& machine() { return gpu().config(); }

  /// Makes a new GPU at the next use, with empty memory.
  void reset();
  /// Prints what the checkers of the GPU have found, and drops it. Returns the number of errors so far.
  std::uint64_t finish_checks();

  /// The code of an error, kept for cudaGetLastError; a fault of a kernel is returned by every later call.
  cudaError_t note(cudaError_t error);
  cudaError_t take_error();
  cudaError_t peek_error() const { return fault_ != cudaSuccess ? fault_ : last_; }
  cudaError_t fault() const { return fault_; }
  void set_fault(cudaError_t fault) { fault_ = fault; }
  std::recursive_mutex& mutex() { return mutex_; }

 private:
  launch::Session& session();
  static const isa::Program& parsed(Image& image);
  std::vector<Cycle> run(std::vector<QueuedKernel> kernels);

  std::recursive_mutex mutex_;
  std::unique_ptr<check::Checks> checks_;
  std::uint64_t check_errors_ = 0;
  std::unique_ptr<launch::Session> session_;
  std::unique_ptr<DeviceMemory> memory_;
  std::deque<Image> images_;
  std::map<const void*, Kernel> kernels_;
  std::map<const void*, Variable> variables_;
  std::vector<ManagedVariable> managed_;
  std::map<std::uintptr_t, std::size_t> registered_;
  Image* loaded_ = nullptr;
  WorkQueue queue_;
  bool at_exit_ = false;  ///< end() will be called
  bool ended_ = false;
  LaunchLog log_;
  bool profile_ = false;  ///< for the log
  unsigned threads_ = 1;  ///< of the host, for a launch
  std::unique_ptr<InstructionFile> instructions_;
  std::unique_ptr<debug::GdbServer> gdb_;
  Cycle cycles_ = 0;
  cudaError_t last_ = cudaSuccess, fault_ = cudaSuccess;
};

/// Prints one line (or the report of a stuck run) on standard error.
void report(std::string_view message);

/// Body of a function of the API: locked, with errors turned into their codes.
template <typename F>
cudaError_t call(F f) {
  Runtime& runtime = Runtime::get();
  const std::scoped_lock lock(runtime.mutex());
  if (runtime.fault() != cudaSuccess) return runtime.fault();
  try {
    f(runtime);
    return runtime.fault();
  } catch (const ApiError& error) {
    if (*error.what() != '\0') report(error.what());
    return runtime.note(error.code());
  } catch (const std::exception& error) {
    report(error.what());
    return runtime.note(cudaErrorUnknown);
  }
}

/// As above, of a function that waits for all work.
template <typename F>
cudaError_t call_after_work(F f) {
  return call([&](Runtime& runtime) {
    runtime.finish_work();
    if (runtime.fault() == cudaSuccess) f(runtime);
  });
}

}  // namespace gputm::cuda
