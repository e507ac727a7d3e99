#include "app/sweep/sweep_progress.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace gputm::app {

std::string duration_text(double seconds) {
  const long minutes = std::lround(seconds / 60);
  if (seconds < 100) return std::to_string(std::lround(std::ceil(seconds))) + " s";
  if (minutes < 100) return std::to_string(minutes) + " min";
  return std::to_string(minutes / 60) + " h " + std::to_string(minutes % 60) + " min";
}

SweepProgress::SweepProgress(std::size_t points, unsigned jobs, bool silent)
    : points_(points), jobs_(jobs), silent_(silent), terminal_(!silent && isatty(STDERR_FILENO) != 0) {}

SweepProgress::~SweepProgress() { clear(); }

void SweepProgress::expect(const std::string& workload) { ++workloads_[workload].waiting; }

void SweepProgress::kept(const std::string& workload, double seconds) {
  ++done_;
  ++workloads_[workload].known;
  workloads_[workload].seconds += seconds;
}

double SweepProgress::time_left() const {
  Times all;
  for (const auto& [workload, times] : workloads_) {
    all.known += times.known;
    all.seconds += times.seconds;
  }
  if (all.known == 0) return -1;
  double work = 0;
  for (const auto& [workload, times] : workloads_) {
    const Times& like = times.known != 0 ? times : all;
    work += static_cast<double>(times.waiting) * like.seconds / static_cast<double>(like.known);
  }
  return work / jobs_;
}

std::string SweepProgress::left_text() const {
  const double left = time_left();
  return left < 0 ? "" : ", about " + duration_text(left) + " left";
}

void SweepProgress::ended(const std::string& id, const std::string& workload, double seconds,
                          const std::string& why) {
  ++done_;
  Times& times = workloads_[workload];
  --times.waiting;
  if (why.empty()) {
    ++times.known;
    times.seconds += seconds;
  } else {
    ++failed_;
  }
  if (silent_) return;
  clear();
  std::fprintf(stderr, "[%zu/%zu] %s: %s%s%s\n", done_, points_, id.c_str(), duration_text(seconds).c_str(),
               why.empty() ? "" : (", FAILED: " + why).c_str(), done_ == points_ ? "" : left_text().c_str());
}

void SweepProgress::running(std::size_t processes) {
  if (!terminal_ || Clock::now() < next_) return;
  next_ = Clock::now() + std::chrono::milliseconds(500);
  std::fprintf(stderr, "\r\033[K%zu of %zu points, %zu failed, %zu running%s", done_, points_, failed_,
               processes, left_text().c_str());
  std::fflush(stderr);
  shown_ = true;
}

void SweepProgress::clear() {
  if (shown_) std::fputs("\r\033[K", stderr);
  shown_ = false;
}

}  // namespace gputm::app
