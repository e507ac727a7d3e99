#include "app/gputm_main.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <exception>
#include <filesystem>
#include <iostream>
#include <new>
#include <string>
#include <string_view>
#include <variant>

#include "app/commands.h"
#include "app/descriptor_stream.h"
#include "app/output_file.h"
#include "app/stop_signals.h"
#include "base/child_process.h"
#include "base/logging.h"
#include "base/run_error.h"

namespace gputm::app {
namespace {

int dispatch(const CommandLine& line) {
  struct Visitor {
    int operator()(const ShowText& show) const {
      std::cout << show.text;
      return kExitPass;
    }
    int operator()(const RunOptions& options) const { return run_command(options); }
    int operator()(const LaunchOptions& options) const { return launch_command(options); }
    int operator()(const CompareOptions& options) const { return compare_command(options); }
    int operator()(const ListOptions& options) const { return list_command(options); }
    int operator()(const ExecOptions& options) const { return exec_command(options); }
    int operator()(const ReportOptions& options) const { return report_command(options); }
    int operator()(const SweepOptions& options) const { return sweep_command(options); }
    int operator()(const PlotOptions& options) const { return plot_command(options); }
    int operator()(const NvccOptions& options) const { return nvcc_command(options); }
    int operator()(const RunCudaOptions& options) const { return run_cuda_command(options); }
  };
  try {
    init_logging(line.log_level);
  } catch (const Error& error) {
    throw UsageError(error.what());
  }
  return std::visit(Visitor{}, line.command);
}

/// Makes a message printable and limits its length, since it may quote user input: files, names, keys. One
/// line, except for the report of a stuck run.
std::string printable(std::string_view message, bool one_line) {
  constexpr std::size_t kMost = 1000;
  std::string text(one_line ? message.substr(0, kMost) : message);
  for (char& c : text) {
    if ((c < ' ' || c > '~') && (one_line || c != '\n')) c = '?';
  }
  return text + (text.size() < message.size() ? "..." : "");
}

int fail(std::string_view message, bool one_line, int code) {
  std::cerr << "gputm: " << printable(message, one_line) << '\n';
  return code;
}

/// Opens closed standard streams; otherwise the first result file would take the descriptor of one.
void reserve_standard_streams() {
  for (int descriptor = 0; descriptor <= 2; ++descriptor) {
    if (fcntl(descriptor, F_GETFD) < 0) open("/dev/null", O_RDONLY);  // takes the lowest free number
  }
}

/// During its lifetime, std::cout keeps the reason of a failed write. A reader that disconnects does not
/// affect other results.
class StandardOutput {
 public:
  StandardOutput() {
    std::signal(SIGPIPE, SIG_IGN);
    stream_.open(fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3));
    before_ = std::cout.rdbuf(stream_.rdbuf());
  }
  ~StandardOutput() { std::cout.rdbuf(before_); }
  StandardOutput(const StandardOutput&) = delete;
  StandardOutput& operator=(const StandardOutput&) = delete;

  /// Throws UsageError; without a reader the process ends as usual.
  void finish() {
    const int error = stream_.finish();
    if (error == EPIPE) {
      std::signal(SIGPIPE, SIG_DFL);
      std::raise(SIGPIPE);
    }
    if (error != 0) throw UsageError(with_reason("cannot write to standard output", error));
  }

 private:
  DescriptorStream stream_;
  std::streambuf* before_ = nullptr;
};

/// Time for a command to respond to a request to end. Some never check.
std::chrono::milliseconds grace_of(const CommandLine& line) {
  const bool looks = !std::holds_alternative<ExecOptions>(line.command) &&
                     !std::holds_alternative<ListOptions>(line.command) &&
                     !std::holds_alternative<ReportOptions>(line.command);
  return std::chrono::seconds(looks ? 5 : 0);
}

int run(std::span<const std::string> arguments) {
  try {
    StandardOutput output;
    const CommandLine line = parse_command_line(arguments);
    const StopSignals signals(grace_of(line));
    const int code = dispatch(line);
    output.finish();
    return code;
  } catch (const RunError& error) {
    return fail(error.what(), false, kExitRunFailed);
  } catch (const Interrupted& error) {
    return fail(error.what(), true, kExitInterrupted);
  } catch (const Stopped& error) {
    return fail(std::string("interrupted: ") + error.what(), true, kExitInterrupted);
  } catch (const Error& error) {  // usage, configuration, files
    return fail(error.what(), true, kExitUsage);
  } catch (const std::filesystem::filesystem_error& error) {
    return fail(error.path1().string() + ": " + error.code().message(), true, kExitUsage);
  } catch (const std::bad_alloc&) {
    return fail("this machine has not enough memory for that", true, kExitRunFailed);
  } catch (const std::exception& error) {
    return fail(std::string("internal error: ") + error.what(), true, kExitRunFailed);
  }
}

}  // namespace

int gputm_main(int argc, char** argv) {
  reserve_standard_streams();
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  return run(arguments);
}

}  // namespace gputm::app
