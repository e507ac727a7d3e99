#include "opencl/compiler/opencl_compiler.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>

#include "base/read_file.h"
#include "base/settings.h"
#include "engines/installation.h"
#include "isa/symbol_name.h"
#include "launch/compiler_process.h"
#include "launch/device_assembly.h"
#include "launch/kernel_compiler.h"
#include "opencl/compiler/kernel_assembly.h"
#include "opencl/compiler/opencl_folders.h"

namespace gputm::opencl {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPackages = "clang-19 libclc-19";
/// libclc's functions for a target with address spaces, and nothing else of it in them
constexpr const char* kLibrary = "/usr/lib/clc/nvptx64--.bc";
constexpr const char* kLibraryRv32 = "/usr/lib/clc/nvptx--.bc";
/// What kernels may use beside the core of the language
constexpr const char* kExtensions =
    "-cl-ext=+cl_khr_fp64,+cl_khr_subgroups,+__opencl_c_fp64,+__opencl_c_int64,+__opencl_c_subgroups,"
    "+__opencl_c_generic_address_space,+__opencl_c_program_scope_global_variables,"
    "+__opencl_c_atomic_order_acq_rel,+__opencl_c_atomic_order_seq_cst";
constexpr const char* kExtensionsRv64 = "-cl-ext=+cl_khr_int64_base_atomics,+cl_khr_int64_extended_atomics";

fs::path folder() {
  std::error_code error;
  const fs::path installed = engines::installation_prefix() / kInstalledFolder;
  return fs::exists(installed, error) ? installed : fs::path(kSourceFolder);
}

std::vector<std::string> front_end_command(const fs::path& source, const CompileOptions& options,
                                           const fs::path& assembly) {
  const bool wide = options.xlen == isa::Xlen::k64;
  const char* const library = wide ? kLibrary : kLibraryRv32;
  if (!fs::exists(library))
    throw Error(fmt::format("{}: No such file or directory (Debian: apt install libclc-19)", library));
  const fs::path own = folder() / "include";
  std::vector<std::string> command = {launch::kClang,
                                      wide ? "--target=nvptx64" : "--target=nvptx",
                                      "-nogpulib",
                                      "-x",
                                      "cl",
                                      "-cl-std=CL3.0",
                                      "-cl-kernel-arg-info",
                                      "-Xclang",
                                      kExtensions,
                                      "-Xclang",
                                      "-mlink-builtin-bitcode",
                                      "-Xclang",
                                      library,
                                      "-O2",
                                      "-g",
                                      "-ffp-contract=off",
                                      "-w",
                                      "-fno-caret-diagnostics",
                                      "-isystem",
                                      own.string(),
                                      "-isystem",
                                      launch::device_folder().string(),
                                      "-include",
                                      (own / "gputm_opencl.h").string(),
                                      fmt::format("-D__GPUTM_OFFSET_X={}u", options.offset.x),
                                      fmt::format("-D__GPUTM_OFFSET_Y={}u", options.offset.y),
                                      fmt::format("-D__GPUTM_OFFSET_Z={}u", options.offset.z)};
  std::ranges::copy(launch::device_names(), std::back_inserter(command));
  if (wide) command.insert(command.end(), {"-Xclang", kExtensionsRv64});
  command.insert(command.end(), options.flags.begin(), options.flags.end());
  command.insert(command.end(), {"-S", "-emit-llvm", source.string(), "-o", assembly.string()});
  return command;
}

bool is_note(std::string_view line) { return line.find(": note: ") != std::string_view::npos; }

/// Shared memory of the launch for each work-item, if the program calls work_group_memory.cpp
constexpr std::uint32_t kBytesOfWorkItem = 8;
constexpr std::array<std::string_view, 1> kWorkGroupMemory = {"__gputm_work_group_memory"};
/// Functions that libclc calls for async_work_group_copy
constexpr std::array<std::string_view, 3> kWorkItemFunctions = {"_Z12get_local_idj", "_Z14get_local_sizej",
                                                                "_Z7barrierj"};

/// Functions that the kernels call, to be linked from files of the device
class CalledFunctions {
 public:
  explicit CalledFunctions(std::vector<CalledFunction> called) : called_(std::move(called)) {}

  /// Takes the functions of a file out. Returns whether there were some.
  bool take(std::span<const std::string_view> functions) {
    return std::erase_if(called_, [&](const CalledFunction& called) {
             return std::ranges::find(functions, called.symbol) != functions.end();
           }) != 0;
  }

  /// Throws Error if functions of the language are left.
  void check(const fs::path& source) const {
    bool missing = false;
    for (const CalledFunction& called : called_) {
      if (!called.symbol.starts_with("_Z") && !called.symbol.starts_with("__")) continue;
      fmt::print(stderr, "{}:{}: error: {} is not there\n", source.string(), called.line,
                 isa::demangle(called.symbol).value_or(called.symbol));
      missing = true;
    }
    if (missing) throw Error(source.string() + ": functions are missing; the messages are above");
  }

 private:
  std::vector<CalledFunction> called_;
};

}  // namespace

bool is_source(const fs::path& file) { return file.extension() == ".cl"; }

const Kernel& CompiledKernels::kernel(std::string_view name) const {
  const auto found = std::ranges::find(kernels, name, &Kernel::name);
  if (found != kernels.end()) return *found;
  std::vector<std::string> names;
  for (const Kernel& kernel : kernels) names.push_back(kernel.name);
  throw Error(fmt::format("{}: no kernel '{}'{}", program.name(), shown(name), suggestion(name, names)));
}

CompiledKernels compile(const fs::path& source, const CompileOptions& options) {
  const launch::TemporaryFolder temporary;
  const auto file = [&](const char* name) { return temporary.path() / name; };
  const auto run = [&](const std::vector<std::string>& command) {
    const launch::CompilerRun compiler{command, kPackages, file("messages"), options.stop};
    if (launch::run_and_show(compiler, temporary, is_note) != 0)
      throw Error(source.string() + ": the compiler failed; its messages are above");
  };
  run(front_end_command(source, options, file("kernels.ll")));
  const KernelAssembly assembly = prepare_kernels(read_file(file("kernels.ll").string()), options.xlen);
  CalledFunctions called(assembly.called);
  std::vector<std::string> inputs = {file("kernels.o").string()};
  const fs::path device = folder() / "device";
  if (called.take(launch::kPrintFunctions)) inputs.push_back(launch::print_library().string());
  if (called.take(kWorkItemFunctions)) inputs.push_back((device / "work_items.cpp").string());
  const bool work_group_memory = called.take(kWorkGroupMemory);
  if (work_group_memory) inputs.push_back((device / "work_group_memory.cpp").string());
  if (assembly.uses_half) inputs.push_back((device / "half.cpp").string());
  called.check(source);
  std::ofstream(file("riscv.ll")) << assembly.text;
  run(launch::assembler_command(file("riscv.ll"), file("kernels.o"), options.xlen));
  if (!launch::link_program(inputs, options.xlen, file("kernels.elf"), temporary, options.stop))
    throw Error(source.string() + ": the kernels cannot be linked; the messages are above");
  return {launch::compiled_program(file("kernels.elf"), source), assembly.kernels,
          work_group_memory ? kBytesOfWorkItem : 0};
}

}  // namespace gputm::opencl
