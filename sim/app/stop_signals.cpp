#include "app/stop_signals.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "app/command_line/options.h"
#include "app/output_file.h"

namespace gputm::app {
namespace {

constexpr std::array kStops = {SIGINT, SIGTERM, SIGHUP};

std::atomic<int> last = 0;
std::atomic<bool> told = false;

const char* name(int signal) {
  return signal == SIGINT ? "SIGINT" : signal == SIGTERM ? "SIGTERM" : "SIGHUP";
}

bool is_ignored(int signal) {
  struct sigaction action = {};
  return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

/// Signals that end a command, except those ignored because of nohup.
sigset_t stops() {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : kStops)
    if (signal != SIGHUP || !is_ignored(signal)) sigaddset(&set, signal);
  return set;
}

[[noreturn]] void end_at_once(int signal) {
  OutputFile::remove_empty();
  std::fprintf(stderr, "gputm: interrupted (%s)\n", name(signal));
  std::_Exit(kExitInterrupted);
}

}  // namespace

StopSignals::StopSignals(std::chrono::milliseconds grace) {
  last = 0;
  told = false;
  const sigset_t set = stops();
  pthread_sigmask(SIG_BLOCK, &set, &before_);
  signals_ = signalfd(-1, &set, SFD_CLOEXEC);
  end_ = eventfd(0, EFD_CLOEXEC);
  if (signals_ < 0 || end_ < 0) throw Error(std::string("cannot wait for signals: ") + std::strerror(errno));
  thread_ = std::thread([this, grace] { wait(grace); });
}

StopSignals::~StopSignals() {
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = write(end_, &one, sizeof one);
  thread_.join();
  close(signals_);
  close(end_);
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

void StopSignals::wait(std::chrono::milliseconds grace) {
  std::array<pollfd, 2> waiting = {{{signals_, POLLIN, 0}, {end_, POLLIN, 0}}};
  for (;;) {
    const bool hurry = last != 0 && !told;
    const int ready = poll(waiting.data(), waiting.size(), hurry ? static_cast<int>(grace.count()) : -1);
    if (ready < 0) continue;
    if (waiting[1].revents != 0) return;
    if (ready == 0 && !told) end_at_once(last);
    if (waiting[0].revents == 0) continue;
    signalfd_siginfo info = {};
    if (read(signals_, &info, sizeof info) != sizeof info) continue;
    if (last != 0) end_at_once(static_cast<int>(info.ssi_signo));
    last = static_cast<int>(info.ssi_signo);
  }
}

const char* StopSignals::received() {
  if (last == 0) return nullptr;
  told = true;
  return name(last);
}

void StopSignals::check(Cycle cycles) {
  if (const char* signal = received())
    throw Interrupted("interrupted after " + std::to_string(cycles) + " cycles (" + signal + ")");
}

void StopSignals::restore() {
  sigset_t none;
  sigemptyset(&none);
  for (const int signal : kStops)
    if (!is_ignored(signal)) std::signal(signal, SIG_DFL);
  std::signal(SIGPIPE, SIG_DFL);
  sigprocmask(SIG_SETMASK, &none, nullptr);
}

}  // namespace gputm::app
