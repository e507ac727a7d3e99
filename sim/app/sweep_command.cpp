#include <algorithm>
#include <filesystem>
#include <iostream>
#include <thread>

#include "app/commands.h"
#include "app/sweep/sweep_run.h"
#include "launch/revision.h"

namespace gputm::app {
namespace {

std::string folder_of(const SweepOptions& options, const SweepFile& sweep) {
  if (!options.out.empty()) return options.out;
  return "results/" + sweep.name() + (options.size == "full" ? "" : "-" + options.size);
}

Keep keep_of(const SweepOptions& options) {
  if (options.fresh) return Keep::kNone;
  return options.any_revision ? Keep::kAnyRevision : Keep::kCurrent;
}

ResultFolder result_folder(const SweepOptions& options, const SweepFile& sweep) {
  return {folder_of(options, sweep), keep_of(options),
          sweep.keep_failed_checks ? FailedCheck::kResult : FailedCheck::kFailure};
}

int dry_run(const SweepFile& sweep, const std::vector<SweepPoint>& points, const ResultFolder* folder) {
  std::size_t kept = 0;
  for (const SweepPoint& point : points) {
    const bool there = folder != nullptr && folder->seconds_of(point);
    kept += there ? 1 : 0;
    std::cout << (there ? "kept  " : "run   ") << point.id << "\n      " << point.definition() << '\n';
  }
  std::cout << sweep.name() << ": " << points.size() << " points, " << points.size() - kept << " to run, "
            << kept << " kept; gputm " << launch::source_revision() << '\n';
  return kExitPass;
}

std::vector<SweepPoint> only(std::vector<SweepPoint> points, const std::string& id) {
  const auto found = std::ranges::find(points, id, &SweepPoint::id);
  if (found != points.end()) return {*found};
  std::vector<std::string> ids;
  for (const SweepPoint& point : points) ids.push_back(point.id);
  throw UsageError("--point: the sweep has no point '" + shown(id, 200) + "'" + suggestion(id, ids));
}

int report(const SweepOutcome& outcome, const ResultFolder& folder) {
  std::cout << outcome.run + outcome.kept << " points: " << outcome.run << " run, " << outcome.kept
            << " kept, " << outcome.failed.size() << " failed; results in " << folder.path().string() << '\n';
  if (outcome.failed.empty()) return kExitPass;
  std::cout << "failed (" << (folder.path() / "failed").string() << " has what they said):\n";
  for (const auto& [id, why] : outcome.failed) std::cout << "  " << id << ": " << why << '\n';
  return kExitCheckFailed;
}

int run(const SweepOptions& options, const SweepFile& sweep, std::vector<SweepPoint> points) {
  ResultFolder folder = result_folder(options, sweep);
  if (options.point.empty()) folder.lock();
  folder.describe(sweep, options.size, points);
  if (!options.point.empty()) points = only(std::move(points), options.point);
  const unsigned jobs = options.jobs != 0 ? options.jobs : std::max(1U, std::thread::hardware_concurrency());
  const auto limit = options.time_limit != 0 ? std::chrono::seconds(options.time_limit) : sweep.time_limit;
  return report(run_points(points, folder, jobs, limit), folder);
}

}  // namespace

int sweep_command(const SweepOptions& options) {
  const SweepFile sweep = load_sweep(options.file);
  const std::vector<SweepPoint> points = points_of(sweep, options.size);
  if (options.list) {
    for (const SweepPoint& point : points) std::cout << point.id << '\n';
    return kExitPass;
  }
  if (!options.dry_run) return run(options, sweep, points);
  if (!std::filesystem::is_directory(folder_of(options, sweep))) return dry_run(sweep, points, nullptr);
  const ResultFolder folder = result_folder(options, sweep);
  return dry_run(sweep, points, &folder);
}

}  // namespace gputm::app
