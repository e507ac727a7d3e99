#include "app/progress.h"

#include <unistd.h>

#include <cstdio>
#include <utility>

namespace gputm::app {

ProgressLine::ProgressLine(std::string title, std::uint64_t threads)
    : title_(std::move(title)), threads_(threads), terminal_(isatty(STDERR_FILENO) != 0) {}

ProgressLine::~ProgressLine() { clear(); }

void ProgressLine::update(Cycle cycles, std::uint64_t threads_ended) {
  if (!terminal_) return;
  const auto now = Clock::now();
  if (now < next_) return;
  next_ = now + std::chrono::milliseconds(250);
  const double seconds = std::chrono::duration<double>(now - start_).count();
  std::fprintf(stderr, "\r\033[K%s: %.0f%% of the threads, %llu cycles, %.0f kcycles/s, %.0f s",
               title_.c_str(), 100.0 * static_cast<double>(threads_ended) / static_cast<double>(threads_),
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
