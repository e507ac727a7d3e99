#include "app/gputm_main.h"

#include <fcntl.h>

#include <exception>
#include <iostream>
#include <string>
#include <string_view>

#include "app/commands.h"
#include "app/stop_signals.h"
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
    int operator()(const SnapshotOptions& options) const { return snapshot_command(options); }
    int operator()(const LocaltmOptions& options) const { return localtm_command(options); }
    int operator()(const ReportOptions& options) const { return report_command(options); }
    int operator()(const SweepOptions& options) const { return sweep_command(options); }
    int operator()(const PlotOptions& options) const { return plot_command(options); }
  };
  try {
    init_logging(line.log_level);
  } catch (const Error& error) {
    throw UsageError(error.what());
  }
  return std::visit(Visitor{}, line.command);
}

/// Messages quote what users wrote: files, names, keys. Here they become printable and of a bounded length;
/// one line, but for the report of a stuck run.
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

/// A standard stream that the caller has closed would be the first result file that is opened.
void reserve_standard_streams() {
  for (int descriptor = 0; descriptor <= 2; ++descriptor) {
    if (fcntl(descriptor, F_GETFD) < 0) open("/dev/null", O_RDONLY);  // takes the lowest free number
  }
}

int run(std::span<const std::string> arguments) {
  try {
    const int code = dispatch(parse_command_line(arguments));
    std::cout.flush();
    if (!std::cout) throw UsageError("cannot write to standard output");
    return code;
  } catch (const RunError& error) {
    return fail(error.what(), false, kExitRunFailed);
  } catch (const Interrupted& error) {
    return fail(error.what(), true, kExitInterrupted);
  } catch (const Error& error) {  // usage, configuration, files
    return fail(error.what(), true, kExitUsage);
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
