// Run of gputm in a separate process, isolated from other runs.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gputm::app {

/// End of a process
struct ProcessEnd {
  int code = 0;        ///< exit code; -1 if a signal or the time limit ended it
  std::string reason;  ///< one line: "exit code 3", "SIGSEGV", "stopped after its time limit of 60 s"
  std::string output;  ///< standard output
  std::string errors;  ///< standard error
  double seconds = 0;
};

/// Starts at once; killed at the end of this object, at the end of the thread that made it, or at its time
/// limit. Signals of the terminal do not reach it
class PointProcess {
 public:
  /// `command`: the file of gputm, which gets the arguments. Throws Error if no process can be created.
  PointProcess(const std::filesystem::path& command, const std::vector<std::string>& arguments,
               std::chrono::seconds limit);
  ~PointProcess();
  PointProcess(const PointProcess&) = delete;
  PointProcess& operator=(const PointProcess&) = delete;

  /// Nothing while it runs; then its end, once.
  std::optional<ProcessEnd> poll();
  double seconds() const;

 private:
  using Clock = std::chrono::steady_clock;
  using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

  [[noreturn]] void become(const char* command, char* const* words) const;
  void kill();

  File output_, errors_;  ///< unnamed files, deleted when closed
  Clock::time_point start_ = Clock::now();
  std::chrono::seconds limit_;
  bool late_ = false;
  pid_t process_ = -1;
};

}  // namespace gputm::app
