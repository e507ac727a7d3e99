#include "cuda/runtime/runtime.h"

#include <spdlog/fmt/fmt.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <limits>
#include <utility>

#include "base/config.h"
#include "base/host_threads.h"
#include "base/run_error.h"
#include "core/device_memory_map.h"
#include "gpu/stuck_report.h"
#include "isa/symbol_name.h"
#include "launch/argument_text.h"

namespace gputm::cuda {
namespace {

constexpr int kExitChecked = 1, kExitUsage = 2;     // those of the gputm command
constexpr unsigned kWarpLanes = 32;                 // warpSize of kernels
constexpr unsigned kLeastSharedMemory = 48 * 1024;  // of a block, as CUDA promises it

std::string variable(const char* name, const char* otherwise) {
  const char* const value = std::getenv(name);
  return value == nullptr || *value == '\0' ? otherwise : value;
}

/// Number of the environment, 0 without it. Throws Error.
template <typename Number>
Number number(const char* name, Number most = std::numeric_limits<Number>::max()) {
  const std::string text = variable(name, "0");
  Number value = 0;
  const char* const end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || at != end || value > most)
    throw Error(fmt::format("{}: '{}' is outside 0..{}", name, text, most));
  return value;
}

/// Machine of the environment, with what CUDA programs expect: lanes that can wait for others of their warp,
/// and 48 KiB of shared memory.
Config machine_config() {
  Config config = load_config(variable("GPUTM_CONFIG", "fx5800"));
  CoreConfig& core = config.machine.core;
  core.divergence = Divergence::kFair;
  core.shared_memory_bytes = std::max(core.shared_memory_bytes, kLeastSharedMemory);
  for (const std::string& setting : launch::split_words("GPUTM_SET", variable("GPUTM_SET", "")))
    apply_setting(config, setting);
  if (core.warp_width != kWarpLanes)
    throw Error(fmt::format("core.warp_width: CUDA programs need warps of {} lanes, not {}", kWarpLanes,
                            core.warp_width));
  validate(config.machine);
  return config;
}

/// Session with gdb, at the port of GPUTM_GDB; null without it. Throws Error.
std::unique_ptr<debug::GdbServer> make_gdb_server() {
  if (variable("GPUTM_GDB", "").empty()) return nullptr;
  return std::make_unique<debug::GdbServer>(
      debug::GdbOptions{number<std::uint16_t>("GPUTM_GDB"), number<std::uint32_t>("GPUTM_GDB_THREAD")});
}

/// Code of a run that cannot continue; the messages of the core tell which it is.
cudaError_t fault_of(std::string_view message) {
  if (message.starts_with("ebreak")) return cudaErrorAssert;
  if (message.find("access to 0x") != std::string_view::npos) return cudaErrorIllegalAddress;
  return cudaErrorLaunchFailure;
}

/// At the end of a program, after its own static objects.
void at_exit(int code, void*) {
  Runtime::get().finish_files(code);
  const std::uint64_t errors = Runtime::get().finish_checks();
  if (errors == 0 || code != 0) return;
  std::fflush(nullptr);
  std::_Exit(kExitChecked);
}

/// Runs when the library is loaded, so that at_exit is the last of its kind.
[[gnu::constructor]] void note_exit() { on_exit(at_exit, nullptr); }

}  // namespace

void report(std::string_view message) {
  std::fflush(stdout);
  std::fprintf(stderr, "gputm: %.*s\n", static_cast<int>(message.size()), message.data());
}

Runtime& Runtime::get() {
  // Never destroyed: the program's own static objects may use it in their destructors.
  static auto* const runtime = new Runtime;
  return *runtime;
}

Image& Runtime::add_image(std::span<const std::uint8_t> elf) {
  const auto known =
      std::ranges::find_if(images_, [&](const Image& image) { return std::ranges::equal(image.elf, elf); });
  return known != images_.end() ? *known : images_.emplace_back(Image{.elf = elf, .program = {}});
}

Kernel& Runtime::kernel(const void* host) {
  const auto found = kernels_.find(host);
  if (found == kernels_.end()) throw ApiError(cudaErrorInvalidDeviceFunction);
  return found->second;
}

const Variable& Runtime::variable(const void* host) {
  const auto found = variables_.find(host);
  if (found == variables_.end()) throw ApiError(cudaErrorInvalidSymbol);
  return found->second;
}

Address Runtime::address_of(const Variable& variable) {
  return load(*variable.image).symbol(variable.symbol);
}

const isa::Program& Runtime::parsed(Image& image) {
  if (!image.program)
    image.program =
        isa::Program::parse(image.elf, program_invocation_short_name, isa::Program::Analysis::kKernels);
  return *image.program;
}

/// Places and first values of the variables in the section that __managed__ names.
void Runtime::end_image(Image& image) {
  constexpr std::string_view kSection(".managed", sizeof ".managed");
  const std::string_view elf(reinterpret_cast<const char*>(image.elf.data()), image.elf.size());
  if (elf.find(kSection) == std::string_view::npos) return;
  const isa::Program& program = parsed(image);
  const Address begin = program.symbol("__managed_begin"), end = program.symbol("__managed_end");
  for (const auto& [host, variable] : variables_) {
    const Address device = variable.image == &image ? program.symbol(variable.symbol) : 0;
    if (device < begin || device >= end) continue;
    void* const place = const_cast<void*>(host);
    managed_.push_back({place, device, variable.bytes});
    std::memset(place, 0, variable.bytes);
    for (const isa::Segment& segment : program.segments()) {
      const std::size_t offset = device - segment.address;
      if (device < segment.address || offset >= segment.data.size()) continue;
      std::memcpy(place, &segment.data[offset], std::min(variable.bytes, segment.data.size() - offset));
    }
  }
}

void Runtime::give_managed() {
  for (const ManagedVariable& variable : managed_)
    gpu().write(variable.device, {static_cast<const std::byte*>(variable.host), variable.bytes});
}

void Runtime::take_managed() {
  for (const ManagedVariable& variable : managed_)
    gpu().read(variable.device, {static_cast<std::byte*>(variable.host), variable.bytes});
}

const isa::Program& Runtime::load(Image& image) {
  parsed(image);
  if (loaded_ != nullptr && loaded_ != &image)
    throw Error("device code of several object files: compile all .cu files by one command of gputm nvcc");
  gpu().load(*image.program);
  loaded_ = &image;
  return *image.program;
}

launch::Session& Runtime::session() {
  if (!session_) {
    try {
      if (const std::string kinds = cuda::variable("GPUTM_CHECK", ""); !kinds.empty())
        checks_ = std::make_unique<check::Checks>(check::parse_kinds(kinds), true);
      session_ = std::make_unique<launch::Session>(machine_config(), cuda::variable("GPUTM_TM", "kilo"));
      if (checks_) session_->gpu().observe(*checks_);
      profile_ = log_.profile();
      threads_ = host_threads(number("GPUTM_THREADS", kMostHostThreads));
      if (!instructions_) instructions_ = std::make_unique<InstructionFile>(machine().core);
      if (!gdb_) gdb_ = make_gdb_server();
    } catch (const Error& error) {
      // No program can do anything about the settings of its machine.
      report(error.what());
      std::_Exit(kExitUsage);
    }
  }
  return *session_;
}

DeviceMemory& Runtime::memory() {
  gpu::Gpu& owner = gpu();
  if (!memory_) memory_ = std::make_unique<DeviceMemory>(owner, checks_.get());
  return *memory_;
}

bool Runtime::on_device(const void* address, std::size_t bytes) {
  const auto begin = reinterpret_cast<std::uintptr_t>(address);
  if (memory().kind_of(begin, bytes)) return true;
  if (loaded_ == nullptr) return false;
  return std::ranges::any_of(loaded_->program->segments(), [&](const isa::Segment& segment) {
    return begin >= segment.address && begin - segment.address <= segment.size &&
           bytes <= segment.size - (begin - segment.address);
  });
}

bool Runtime::pinned(const void* address, std::size_t bytes) {
  const auto begin = reinterpret_cast<std::uintptr_t>(address);
  if (const auto kind = memory().kind_of(begin, bytes); kind && *kind != MemoryKind::kDevice) return true;
  const auto next = registered_.upper_bound(begin);
  if (next == registered_.begin()) return false;
  const auto& [first, count] = *std::prev(next);
  return begin - first <= count && bytes <= count - (begin - first);
}

WorkId Runtime::launch(Kernel& kernel, const gpu::LaunchShape& shape, void** arguments,
                       const std::vector<WorkId>& after) {
  const std::string name = isa::readable_name(kernel.symbol);
  if (ended_) {
    throw ApiError(cudaErrorCudartUnloading,
                   name + ": launched by the destructor of a static object, after the end of the run-time");
  }
  const isa::Program& program = load(*kernel.image);
  if (!kernel.parameters) {
    kernel.parameters = isa::parameter_types(kernel.image->elf, kernel.symbol);
    if (!kernel.parameters)
      throw ApiError(cudaErrorInvalidDeviceFunction,
                     name + ": its parameters are not in the debug information");
  }
  std::vector<gpu::ObjectArgument> objects;
  for (const isa::ParameterType& type : *kernel.parameters)
    objects.push_back({type, {static_cast<const std::byte*>(arguments[objects.size()]), type.bytes}});
  try {
    gpu::Grid grid = gpu().prepare(program, kernel.symbol, shape, objects);
    return queue_.add_kernel({name, std::move(grid)}, after, cycles_);
  } catch (const Error& error) {
    throw ApiError(cudaErrorInvalidConfiguration, name + ": " + error.what());
  }
}

/// Runs kernels together to their ends, and returns these. After a fault there is nothing more to run.
std::vector<Cycle> Runtime::run(std::vector<QueuedKernel> kernels) {
  std::string names;
  std::vector<gpu::Grid> grids;
  for (QueuedKernel& kernel : kernels) {
    names += (names.empty() ? "" : ", ") + kernel.name;
    grids.push_back(std::move(kernel.grid));
  }
  gpu::LaunchOptions options;
  options.threads = threads_;
  options.profile = profile_;
  options.recorder = instructions_->recorder();
  options.print = [](std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); };
  std::vector<Cycle> ends;
  try {
    give_managed();
    if (gdb_) {
      options.debugger = gdb_.get();
      options.check_history = false;  // gdb may write to memory
      options.progress = [this](Cycle, std::uint64_t) { gdb_->look(); };
      gdb_->begin_launch(gpu(), *loaded_->program, report);
    }
    const launch::Record record = session().run(*loaded_->program, std::move(grids), options);
    take_managed();
    for (const core::LaunchSummary& launch : record.result.launches)
      ends.push_back(cycles_ + launch.start + launch.cycles);
    cycles_ += record.result.cycles;
    log_.add(record);
    if (const std::string& history = record.result.history; history != "pass" && history != "off") {
      report(names + ": history: " + history);
      if (!checks_) set_fault(cudaErrorUnknown);  // the checkers report races, and go on
    }
  } catch (const gpu::StuckError& error) {
    report(names + ": " + error.what());
    if (gdb_) gdb_->failed(error.report().why);
    set_fault(cudaErrorLaunchTimeout);
  } catch (const RunError& error) {
    report((error.grid() ? kernels[*error.grid()].name : names) + ": " + error.what());
    if (gdb_) gdb_->failed(error.what());
    set_fault(fault_of(error.what()));
  }
  ends.resize(kernels.size(), cycles_);
  return ends;
}

void Runtime::note_work() {
  // Not earlier: the static objects that the work needs must be destroyed after it has run.
  if (!at_exit_) std::atexit([] { Runtime::get().end(); });
  at_exit_ = true;
}

void Runtime::finish_work() {
  if (queue_.empty()) return;
  const bool first = cycles_ == 0;
  queue_.run_all([this](std::vector<QueuedKernel> kernels) {
    return fault_ == cudaSuccess ? run(std::move(kernels)) : std::vector<Cycle>(kernels.size(), cycles_);
  });
  // Likewise the static objects that the first launch has made.
  if (first && cycles_ != 0) std::atexit([] { Runtime::get().end(); });
}

void Runtime::end() {
  const std::scoped_lock lock(mutex_);
  if (std::exchange(ended_, true)) return;
  finish_work();
  log_.write();
}

void Runtime::reset() {
  if (fault_ == cudaSuccess) finish_work();
  queue_.drop();
  memory_.reset();
  finish_checks();
  session_.reset();
  checks_.reset();
  loaded_ = nullptr;
  last_ = fault_ = cudaSuccess;
}

std::uint64_t Runtime::finish_checks() {
  if (!checks_) return check_errors_;
  if (const std::string left = memory_ ? memory_->left() : ""; !left.empty())
    checks_->reports().note("not freed: " + left);
  std::fflush(stdout);
  std::fputs(checks_->reports().text().c_str(), stderr);
  check_errors_ += checks_->reports().errors();
  return check_errors_;
}

void Runtime::finish_files(int code) {
  if (instructions_) instructions_->finish();
  if (gdb_) gdb_->exited(code);
  gdb_.reset();
}

cudaError_t Runtime::note(cudaError_t error) {
  last_ = error;
  return error;
}

cudaError_t Runtime::take_error() {
  const cudaError_t error = peek_error();
  last_ = cudaSuccess;
  return error;
}

}  // namespace gputm::cuda
