#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <iostream>

#include "app/commands.h"
#include "app/output_file.h"
#include "app/stop_signals.h"
#include "check/checks.h"
#include "cuda/compiler/program_compiler.h"
#include "launch/argument_text.h"

namespace gputm::app {
namespace {

bool stopped() { return StopSignals::received() != nullptr; }

void set_variable(const char* name, const std::string& value) {
  if (!value.empty()) setenv(name, value.c_str(), 1);
}

/// Replaces this process by the program, whose exit code, signals and streams are then its own.
[[noreturn]] void become(const std::filesystem::path& program, const std::vector<std::string>& arguments) {
  std::vector<std::string> words = {program.string()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  std::cout.flush();
  StopSignals::restore();
  execv(program.c_str(), pointers.data());
  throw UsageError(with_reason("cannot run " + program.string(), errno));
}

}  // namespace

int nvcc_command(const NvccOptions& options) {
  cuda::compile_program(cuda::parse_nvcc_options(options.arguments), stopped);
  return kExitPass;
}

int run_cuda_command(const RunCudaOptions& options) {
  std::vector<std::string> words = launch::split_words("--cflags", options.compiler_flags);
  words.insert(words.end(), options.source);
  const cuda::NvccOptions build = cuda::parse_nvcc_options(words);
  const std::filesystem::path program = cuda::cached_program(build, stopped);
  set_variable("GPUTM_TM", options.system);
  set_variable("GPUTM_CONFIG", options.config);
  std::string settings;
  for (const std::string& setting : options.settings) settings += (settings.empty() ? "" : " ") + setting;
  set_variable("GPUTM_SET", settings);
  if (!options.checks.empty()) check::parse_kinds(options.checks);  // throws
  set_variable("GPUTM_CHECK", options.checks);
  set_variable("GPUTM_JSON", options.json);
  set_variable("GPUTM_PROFILE", options.profile ? "1" : "");
  set_variable("GPUTM_TRACE_INSTRUCTIONS", options.instructions);
  set_variable("GPUTM_TRACE_FILTER", options.filter);
  if (options.trace_start) set_variable("GPUTM_TRACE_START", std::to_string(*options.trace_start));
  if (options.trace_end) set_variable("GPUTM_TRACE_END", std::to_string(*options.trace_end));
  if (options.threads) set_variable("GPUTM_THREADS", std::to_string(*options.threads));
  if (options.gdb.port) {
    set_variable("GPUTM_GDB", std::to_string(*options.gdb.port));
    set_variable("GPUTM_GDB_THREAD", std::to_string(options.gdb.thread));
  }
  become(program, options.arguments);
}

}  // namespace gputm::app
