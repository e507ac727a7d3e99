// Launch of any kernel with its arguments: the common part of `gputm launch` and of hosts in other languages.
#pragma once

#include <functional>
#include <iosfwd>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/command_line/options.h"
#include "app/runner.h"
#include "debug/gdb_server.h"
#include "gpu/kernel_signature.h"
#include "gpu/stuck_report.h"
#include "launch/argument_text.h"
#include "launch/buffer.h"
#include "launch/result_document.h"
#include "opencl/compiler/kernel_arguments.h"

namespace gputm::app {

/// Program to launch, and its kernel
struct LaunchedProgram {
  isa::Program program;
  gpu::KernelSignature kernel;
  std::optional<opencl::Kernel> opencl;  ///< the same, if it is one of OpenCL's
  std::uint32_t bytes_of_work_item = 0;  ///< shared memory, before that of the arguments
};

/// Arguments of a kernel, in its order: numbers, vectors, local memory, and the addresses of buffers
class KernelArguments {
 public:
  /// `text` is shown in the JSON.
  void add(opencl::Argument argument, std::string text);
  /// Number, or several of a vector, of the type that the kernel's parameter has. `name`: of the argument,
  /// for messages.
  void add_untyped(std::string name, std::vector<std::string> values);
  /// Throws UsageError for a second buffer of the name.
  void add(launch::Buffer buffer);

  /// Throws Error unless they fit the kernel's parameters.
  void fit(const LaunchedProgram& launched);
  /// Places local memory behind the shared memory of the program and of `shape`, and adds it to that.
  void place_local(const LaunchedProgram& launched, gpu::LaunchShape& shape);
  void upload(gpu::Gpu& gpu);
  void download(const gpu::Gpu& gpu);

  std::vector<gpu::Argument> values() const;
  const std::vector<launch::Buffer>& buffers() const { return buffers_; }
  /// For the JSON of a launch.
  nlohmann::ordered_json document() const;

 private:
  struct Given {
    opencl::Argument value;
    std::string text;                     ///< "u32:5"; empty for buffers
    std::optional<std::size_t> buffer{};  ///< index, if it is one
    std::string name{};                   ///< of an argument without a type, which fit() gives it
    std::vector<std::string> untyped{};   ///< its numbers
  };
  static void give_type(Given& given, const LaunchedProgram& launched, std::size_t place);

  std::vector<Given> given_;
  std::vector<launch::Buffer> buffers_;
};

/// Outputs of a launch besides its result, and its end
struct LaunchStreams {
  std::ostream* history = nullptr;                   ///< each attempt as a JSON line; null: none
  Recording* recording = nullptr;                    ///< recordings for viewers; null: none
  KernelChecks* checks = nullptr;                    ///< checkers; null: none
  std::function<void(std::string_view text)> print;  ///< output of the kernel's printf
  Watch watch;
  debug::GdbServer* gdb = nullptr;  ///< null: none
};

class KernelLaunch {
 public:
  /// Checks everything but the kernel. `arguments`: in addition to those of the options. Throws Error.
  explicit KernelLaunch(const LaunchOptions& options, KernelArguments arguments = {});

  /// Compiles or loads the program, and checks the kernel and its arguments. `stop`: polled while the
  /// compiler runs; true ends it. Throws Error and Stopped.
  void compile(const std::function<bool()>& stop);
  /// Throws StuckError with names of words in buffers, and other Errors.
  launch::Record run(const LaunchStreams& streams);

  const Config& config() const { return config_; }
  const gpu::LaunchShape& shape() const { return shape_; }
  const gpu::KernelSignature& signature() const { return launched_->kernel; }
  std::span<const launch::Buffer> buffers() const { return arguments_.buffers(); }
  /// Description of the launch, for the JSON.
  launch::Fields fields() const;

 private:
  LaunchOptions options_;
  gpu::LaunchShape shape_;
  Config config_;
  SystemChoice system_;
  bool opencl_;    ///< the program is a source file of OpenCL
  bool compiled_;  ///< the program is a source file
  std::vector<std::string> compiler_flags_;
  gpu::Extent offset_ = {0, 0, 0};  ///< of OpenCL's global ids
  KernelArguments arguments_;
  std::optional<isa::Program> program_;  ///< ELF file, until compile()
  std::optional<LaunchedProgram> launched_;
};

}  // namespace gputm::app
