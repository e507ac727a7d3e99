#include "app/sweep/point_process.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <string_view>

#include "app/stop_signals.h"
#include "base/types.h"

namespace gputm::app {
namespace {

constexpr int kNotStarted = 127;

std::FILE* unnamed_file() {
  std::FILE* file = std::tmpfile();
  if (file == nullptr) throw Error("cannot make a temporary file: " + std::string(std::strerror(errno)));
  fcntl(fileno(file), F_SETFD, FD_CLOEXEC);
  return file;
}

std::string contents(std::FILE* file) {
  std::rewind(file);
  std::string text;
  char buffer[1 << 16];
  while (const std::size_t bytes = std::fread(buffer, 1, sizeof buffer, file)) text.append(buffer, bytes);
  return text;
}

}  // namespace

PointProcess::PointProcess(const std::filesystem::path& command, const std::vector<std::string>& arguments,
                           std::chrono::seconds limit)
    : output_(unnamed_file(), std::fclose), errors_(unnamed_file(), std::fclose), limit_(limit) {
  std::vector<std::string> words = {"gputm"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const pid_t parent = getpid();
  process_ = fork();
  if (process_ < 0) throw Error("cannot start a process: " + std::string(std::strerror(errno)));
  if (process_ > 0) return;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(kNotStarted);  // the parent has already died
  become(command.c_str(), pointers.data());
}

PointProcess::~PointProcess() {
  if (process_ < 0) return;
  kill();
  while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

/// Runs in the new process; only calls allowed between fork and exec.
void PointProcess::become(const char* command, char* const* words) const {
  setpgid(0, 0);
  StopSignals::restore();
  const int nothing = open("/dev/null", O_RDONLY);
  dup2(nothing, STDIN_FILENO);
  dup2(fileno(output_.get()), STDOUT_FILENO);
  dup2(fileno(errors_.get()), STDERR_FILENO);
  execv(command, words);
  _exit(kNotStarted);
}

void PointProcess::kill() { ::kill(process_, SIGKILL); }

double PointProcess::seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

std::optional<ProcessEnd> PointProcess::poll() {
  if (!late_ && Clock::now() - start_ > limit_) {
    late_ = true;
    kill();
  }
  int status = 0;
  if (waitpid(process_, &status, WNOHANG) != process_) return std::nullopt;
  process_ = -1;
  ProcessEnd end{-1, {}, contents(output_.get()), contents(errors_.get()), seconds()};
  if (WIFEXITED(status)) {
    end.code = WEXITSTATUS(status);
    end.reason = "exit code " + std::to_string(end.code);
  } else if (late_) {
    end.reason = "stopped after its time limit of " + std::to_string(limit_.count()) + " s";
  } else {
    const char* name = sigabbrev_np(WTERMSIG(status));
    end.reason = name != nullptr ? "SIG" + std::string(name) : "signal " + std::to_string(WTERMSIG(status));
  }
  return end;
}

}  // namespace gputm::app
