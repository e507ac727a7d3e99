#include "app/sweep/sweep_run.h"

#include <deque>
#include <list>
#include <thread>

#include "app/stop_signals.h"
#include "app/sweep/point_process.h"
#include "app/sweep/sweep_progress.h"

namespace gputm::app {
namespace {

class SweepRun {
 public:
  SweepRun(const std::vector<SweepPoint>& points, ResultFolder& folder, unsigned jobs,
           std::chrono::seconds limit)
      : folder_(folder), jobs_(jobs), limit_(limit), progress_(points.size(), jobs) {
    for (const SweepPoint& point : points) {
      if (const auto seconds = folder.seconds_of(point)) {
        ++outcome_.kept;
        progress_.kept(point.workload, *seconds);
      } else {
        waiting_.push_back(&point);
        progress_.expect(point.workload);
      }
    }
  }

  SweepOutcome run() {
    while (!waiting_.empty() || !running_.empty()) {
      check_signals();
      for (; running_.size() < jobs_ && !waiting_.empty(); waiting_.pop_front())
        running_.emplace_back(*waiting_.front(), limit_);
      if (!collect()) std::this_thread::sleep_for(std::chrono::milliseconds(10));
      progress_.running(running_.size());
    }
    return std::move(outcome_);
  }

 private:
  struct Running {
    Running(const SweepPoint& of, std::chrono::seconds limit)
        : point(of), process(with_json(of.arguments()), limit) {}
    static std::vector<std::string> with_json(std::vector<std::string> arguments) {
      arguments.insert(arguments.end(), {"--json", "-"});
      return arguments;
    }
    const SweepPoint& point;
    PointProcess process;
  };

  void check_signals() const {
    const char* signal = StopSignals::received();
    if (signal == nullptr) return;
    const std::size_t missing = waiting_.size() + running_.size();
    throw Interrupted("interrupted (" + std::string(signal) + ") with " + std::to_string(missing) +
                      " points to go; the same command goes on with them");
  }

  /// Collects ended processes; returns false if there were none.
  bool collect() {
    bool any = false;
    for (auto running = running_.begin(); running != running_.end();) {
      const auto end = running->process.poll();
      if (!end) {
        ++running;
        continue;
      }
      const SweepPoint& point = running->point;
      const std::string why = folder_.take(point, *end);
      ++outcome_.run;
      if (!why.empty()) outcome_.failed[point.id] = why;
      progress_.ended(point.id, point.workload, end->seconds, why);
      running = running_.erase(running);
      any = true;
    }
    return any;
  }

  ResultFolder& folder_;
  unsigned jobs_;
  std::chrono::seconds limit_;
  SweepProgress progress_;
  SweepOutcome outcome_;
  std::deque<const SweepPoint*> waiting_;
  std::list<Running> running_;
};

}  // namespace

SweepOutcome run_points(const std::vector<SweepPoint>& points, ResultFolder& folder, unsigned jobs,
                        std::chrono::seconds limit) {
  return SweepRun(points, folder, jobs, limit).run();
}

}  // namespace gputm::app
