#include <filesystem>
#include <iostream>

#include "app/commands.h"
#include "app/stop_signals.h"
#include "app/sweep/sweep_run.h"
#include "launch/revision.h"

namespace gputm::app {
namespace {

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

int report(const SweepOutcome& outcome, const ResultFolder& folder) {
  std::cout << outcome.run + outcome.kept << " points: " << outcome.run << " run, " << outcome.kept
            << " kept, " << outcome.failed.size() << " failed; results in " << folder.path().string() << '\n';
  if (outcome.failed.empty()) return kExitPass;
  std::cout << "failed (" << (folder.path() / "failed").string() << " has what they said):\n";
  for (const auto& [id, why] : outcome.failed) std::cout << "  " << id << ": " << why << '\n';
  return kExitCheckFailed;
}

void check_signals(std::size_t to_go) {
  const char* const signal = StopSignals::received();
  if (signal == nullptr) return;
  throw Interrupted("interrupted (" + std::string(signal) + ") with " + std::to_string(to_go) +
                    " points to go; the same command goes on with them");
}

}  // namespace

int sweep_command(const SweepOptions& options) {
  constexpr const char* kThisProgram = "/proc/self/exe";
  const SweepFile sweep = load_sweep(options.file);
  const std::vector<SweepPoint> points = points_of(sweep, options.size);
  if (options.list) {
    for (const SweepPoint& point : points) std::cout << point.id << '\n';
    return kExitPass;
  }
  if (!options.dry_run) {
    ResultFolder folder = result_folder(options, sweep, kThisProgram);
    return report(run_sweep(options, sweep, points, folder, check_signals), folder);
  }
  if (!std::filesystem::is_directory(folder_name(options, sweep))) return dry_run(sweep, points, nullptr);
  const ResultFolder folder = result_folder(options, sweep, kThisProgram);
  return dry_run(sweep, points, &folder);
}

}  // namespace gputm::app
