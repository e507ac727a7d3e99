// The gputm command.
#include <exception>
#include <iostream>

#include "app/commands.h"
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
    int operator()(const CompareOptions& options) const { return compare_command(options); }
    int operator()(const ListOptions& options) const { return list_command(options); }
    int operator()(const ExecOptions& options) const { return exec_command(options); }
    int operator()(const DepsOptions& options) const { return deps_command(options); }
    int operator()(const LdsOptions& options) const { return lds_command(options); }
  };
  try {
    init_logging(line.log_level);
  } catch (const Error& error) {
    throw UsageError(error.what());
  }
  return std::visit(Visitor{}, line.command);
}

int main(std::span<const std::string> arguments) {
  try {
    const int code = dispatch(parse_command_line(arguments));
    std::cout.flush();
    if (!std::cout) throw UsageError("cannot write to standard output");
    return code;
  } catch (const RunError& error) {
    std::cerr << "gputm: " << error.what() << '\n';
    return kExitRunFailed;
  } catch (const Error& error) {  // found before anything ran: usage, configuration, files
    std::cerr << "gputm: " << error.what() << '\n';
    return kExitUsage;
  } catch (const std::exception& error) {
    std::cerr << "gputm: internal error: " << error.what() << '\n';
    return kExitRunFailed;
  }
}

}  // namespace
}  // namespace gputm::app

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  return gputm::app::main(arguments);
}
