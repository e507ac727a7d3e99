#include "fuzz/mutants/child_command.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <iostream>
#include <system_error>

#include "app/gputm_main.h"

namespace gputm::fuzz {
namespace {

constexpr rlim_t kMostMemory = rlim_t{8} << 30;
constexpr unsigned kMostSeconds = 3600;  // wall time: covers a command that waits without using the processor

[[noreturn]] void become(std::vector<std::string> arguments, unsigned seconds, int messages) {
  const int nowhere = open("/dev/null", O_RDWR);
  dup2(nowhere, 0);
  dup2(nowhere, 1);
  dup2(messages, 2);
  const rlimit time{seconds, seconds + 5}, memory{kMostMemory, kMostMemory}, core{0, 0};
  setrlimit(RLIMIT_CPU, &time);
  setrlimit(RLIMIT_AS, &memory);
  setrlimit(RLIMIT_CORE, &core);
  arguments.insert(arguments.begin(), "gputm");
  alarm(kMostSeconds);
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  const int code = app::gputm_main(static_cast<int>(pointers.size()), pointers.data());
  std::cout.flush();
  std::cerr.flush();
  std::fflush(nullptr);
  _exit(code);
}

std::string contents(int file) {
  std::string text(static_cast<std::size_t>(std::max<off_t>(lseek(file, 0, SEEK_END), 0)), '\0');
  const ssize_t bytes = pread(file, text.data(), text.size(), 0);
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(bytes, 0)));
  return text;
}

}  // namespace

Ended run_command(const std::vector<std::string>& arguments, unsigned seconds) {
  const int messages = memfd_create("messages", 0);
  const pid_t child = fork();
  if (child < 0 || messages < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (child == 0) become(arguments, seconds, messages);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  Ended ended{WIFEXITED(status) ? WEXITSTATUS(status) : -1, WIFSIGNALED(status) ? WTERMSIG(status) : 0,
              contents(messages)};
  close(messages);
  return ended;
}

}  // namespace gputm::fuzz
