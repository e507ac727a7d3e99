// A run of gputm as a process of its own: what it does to itself, it does to no other.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gputm::app {

/// How a process ended.
struct ProcessEnd {
  int code = 0;        ///< exit code; -1 when a signal or the time limit ended it
  std::string reason;  ///< one line: "exit code 3", "SIGSEGV", "stopped after its time limit of 60 s"
  std::string output;  ///< standard output
  std::string errors;  ///< standard error
  double seconds = 0;
};

/// Started at once; killed when it lives longer than this object, than the thread that made it, or than its
/// time limit. Signals of the terminal do not reach it.
class PointProcess {
 public:
  /// The arguments follow the name of this program. Throws Error when there can be no process.
  PointProcess(const std::vector<std::string>& arguments, std::chrono::seconds limit);
  ~PointProcess();
  PointProcess(const PointProcess&) = delete;
  PointProcess& operator=(const PointProcess&) = delete;

  /// Nothing while it runs; then, once, how it ended.
  std::optional<ProcessEnd> poll();
  double seconds() const;

 private:
  using Clock = std::chrono::steady_clock;
  using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

  [[noreturn]] void become(char* const* words) const;
  void kill();

  File output_, errors_;  ///< without names: gone with their processes
  Clock::time_point start_ = Clock::now();
  std::chrono::seconds limit_;
  bool late_ = false;
  pid_t process_ = -1;
};

}  // namespace gputm::app
