#include "app/progress.h"

#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <utility>

namespace gputm::app {

namespace {

volatile std::sig_atomic_t received = 0;

void receive(int signal) { received = signal; }

}  // namespace

ProgressLine::ProgressLine(std::string title, std::uint64_t count, const char* parts)
    : title_(std::move(title)), count_(count), parts_(parts), terminal_(isatty(STDERR_FILENO) != 0) {
  received = 0;
  struct sigaction action = {};
  action.sa_handler = receive;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &action, &before_interrupt_);
  sigaction(SIGTERM, &action, &before_terminate_);
}

ProgressLine::~ProgressLine() {
  clear();
  sigaction(SIGINT, &before_interrupt_, nullptr);
  sigaction(SIGTERM, &before_terminate_, nullptr);
}

void ProgressLine::update(Cycle cycles, std::uint64_t parts_done) {
  if (received != 0) {
    throw Interrupted("interrupted after " + std::to_string(cycles) + " cycles (" +
                      (received == SIGINT ? "SIGINT" : "SIGTERM") + ")");
  }
  if (!terminal_) return;
  const auto now = Clock::now();
  if (now < next_) return;
  next_ = now + std::chrono::milliseconds(250);
  const double seconds = std::chrono::duration<double>(now - start_).count();
  std::fprintf(stderr, "\r\033[K%s: %.0f%% of the %s, %llu cycles, %.0f kcycles/s, %.0f s", title_.c_str(),
               100.0 * static_cast<double>(parts_done) / static_cast<double>(count_), parts_,
               static_cast<unsigned long long>(cycles), static_cast<double>(cycles) / seconds / 1000,
               seconds);
  std::fflush(stderr);
  shown_ = true;
}

void ProgressLine::clear() {
  if (shown_) std::fputs("\r\033[K", stderr);
  shown_ = false;
}

}  // namespace gputm::app
