#include "base/child_process.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <thread>

namespace gputm {
namespace {

using Clock = std::chrono::steady_clock;

/// Separate process group, so that the program's children can be ended with it; default signal handling
class Attributes {
 public:
  Attributes() {
    posix_spawnattr_init(&value_);
    sigset_t none, defaults;
    sigemptyset(&none);
    sigemptyset(&defaults);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) sigaddset(&defaults, signal);
    posix_spawnattr_setsigmask(&value_, &none);
    posix_spawnattr_setsigdefault(&value_, &defaults);
    posix_spawnattr_setpgroup(&value_, 0);
    posix_spawnattr_setflags(&value_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  ~Attributes() { posix_spawnattr_destroy(&value_); }
  Attributes(const Attributes&) = delete;
  Attributes& operator=(const Attributes&) = delete;
  const posix_spawnattr_t* get() const { return &value_; }

 private:
  posix_spawnattr_t value_ = {};
};

/// Standard output and standard error in a file
class Output {
 public:
  explicit Output(const std::string& file) {
    posix_spawn_file_actions_init(&actions_);
    if (file.empty()) return;
    posix_spawn_file_actions_addopen(&actions_, STDOUT_FILENO, file.c_str(), O_WRONLY | O_CREAT | O_TRUNC,
                                     0666);
    posix_spawn_file_actions_adddup2(&actions_, STDOUT_FILENO, STDERR_FILENO);
  }
  ~Output() { posix_spawn_file_actions_destroy(&actions_); }
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_ = {};
};

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> result;
  for (std::string& word : words) result.push_back(word.data());
  result.push_back(nullptr);
  return result;
}

std::vector<std::string> environment_of(const ChildProgram& program) {
  std::vector<std::string> words;
  for (const auto& [name, value] : program.environment) words.push_back(name + "=" + value);
  for (char** word = environ; *word != nullptr; ++word) {
    const std::string text = *word;
    const bool replaced = std::ranges::any_of(
        program.environment, [&](const auto& variable) { return text.starts_with(variable.first + "="); });
    if (!replaced) words.push_back(text);
  }
  return words;
}

/// Asks the process to end, and kills it after a while.
void end(pid_t process) {
  kill(-process, SIGTERM);
  const auto late = Clock::now() + std::chrono::seconds(2);
  int status = 0;
  while (waitpid(process, &status, WNOHANG) == 0) {
    if (Clock::now() > late) kill(-process, SIGKILL);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  kill(-process, SIGKILL);  // remaining children of the program
}

}  // namespace

int run_child(const ChildProgram& program) {
  std::vector<std::string> command = program.command, environment = environment_of(program);
  const Attributes attributes;
  const Output output(program.output);
  pid_t process = 0;
  const int error = posix_spawnp(&process, command[0].c_str(), output.get(), attributes.get(),
                                 pointers(command).data(), pointers(environment).data());
  if (error != 0) throw Error("cannot run " + command[0] + ": " + std::strerror(error));
  int status = 0;
  while (waitpid(process, &status, WNOHANG) == 0) {
    if (program.stop && program.stop()) {
      end(process);
      throw Stopped(command[0] + " was stopped");
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace gputm
