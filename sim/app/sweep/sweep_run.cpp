#include "app/sweep/sweep_run.h"

#include <algorithm>
#include <deque>
#include <list>
#include <thread>

#include "app/sweep/point_process.h"
#include "app/sweep/sweep_progress.h"

namespace gputm::app {
namespace {

class SweepRun {
 public:
  SweepRun(const SweepOptions& options, const SweepFile& sweep, const std::vector<SweepPoint>& points,
           ResultFolder& folder)
      : folder_(folder),
        jobs_(options.jobs != 0 ? options.jobs : std::max(1U, std::thread::hardware_concurrency())),
        limit_(options.time_limit != 0 ? std::chrono::seconds(options.time_limit) : sweep.time_limit),
        progress_(points.size(), jobs_, !options.progress) {
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

  SweepOutcome run(const std::function<void(std::size_t to_go)>& watch) {
    while (!waiting_.empty() || !running_.empty()) {
      watch(waiting_.size() + running_.size());
      for (; running_.size() < jobs_ && !waiting_.empty(); waiting_.pop_front())
        running_.emplace_back(folder_.command(), *waiting_.front(), limit_);
      if (!collect()) std::this_thread::sleep_for(std::chrono::milliseconds(10));
      progress_.running(running_.size());
    }
    return std::move(outcome_);
  }

 private:
  struct Running {
    Running(const std::filesystem::path& command, const SweepPoint& of, std::chrono::seconds limit)
        : point(of), process(command, with_json(of.arguments()), limit) {}
    static std::vector<std::string> with_json(std::vector<std::string> arguments) {
      arguments.insert(arguments.end(), {"--json", "-"});
      return arguments;
    }
    const SweepPoint& point;
    PointProcess process;
  };

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

std::vector<SweepPoint> only(std::vector<SweepPoint> points, const std::string& id) {
  const auto found = std::ranges::find(points, id, &SweepPoint::id);
  if (found != points.end()) return {*found};
  std::vector<std::string> ids;
  for (const SweepPoint& point : points) ids.push_back(point.id);
  throw UsageError("--point: the sweep has no point '" + shown(id, 200) + "'" + suggestion(id, ids));
}

}  // namespace

std::string folder_name(const SweepOptions& options, const SweepFile& sweep) {
  if (!options.out.empty()) return options.out;
  return "results/" + sweep.name() + (options.size == "full" ? "" : "-" + options.size);
}

ResultFolder result_folder(const SweepOptions& options, const SweepFile& sweep,
                           const std::filesystem::path& command) {
  const Keep keep = options.fresh ? Keep::kNone : options.any_revision ? Keep::kAnyRevision : Keep::kCurrent;
  return {folder_name(options, sweep), command, keep,
          sweep.keep_failed_checks ? FailedCheck::kResult : FailedCheck::kFailure};
}

SweepOutcome run_sweep(const SweepOptions& options, const SweepFile& sweep, std::vector<SweepPoint> points,
                       ResultFolder& folder, const std::function<void(std::size_t to_go)>& watch) {
  if (options.point.empty()) folder.lock();
  folder.describe(sweep, options.size, points);
  if (!options.point.empty()) points = only(std::move(points), options.point);
  return SweepRun(options, sweep, points, folder).run(watch);
}

}  // namespace gputm::app
