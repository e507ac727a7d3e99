#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "app/commands.h"
#include "app/plot/plot_folders.h"
#include "app/stop_signals.h"
#include "base/child_process.h"
#include "engines/installation.h"

namespace gputm::app {
namespace {

namespace fs = std::filesystem;

/// The installed program, or that of the source tree.
fs::path plot_program() {
  std::error_code error;
  const fs::path installed = engines::installation_prefix() / kInstalledPlotFolder / "draw_sweep";
  for (const fs::path& program : {installed, fs::path(kSourcePlotFolder) / "draw_sweep"}) {
    if (fs::is_regular_file(program, error)) return program;
  }
  throw UsageError("gputm plot is not installed: there is no " + installed.string());
}

/// GPUTM_PYTHON, the source tree's .venv, or the system's.
std::string python() {
  if (const char* chosen = std::getenv("GPUTM_PYTHON"); chosen != nullptr && *chosen != '\0') return chosen;
  std::error_code error;
  return fs::exists(kSourcePython, error) ? kSourcePython : "python3";
}

}  // namespace

int plot_command(const PlotOptions& options) {
  std::vector<std::string> words = {python(), plot_program().string()};
  words.insert(words.end(), options.folders.begin(), options.folders.end());
  const auto add = [&](const char* name, const std::string& value) {
    if (!value.empty()) words.insert(words.end(), {name, value});
  };
  add("--out", options.out);
  add("--sweep", options.sweep);
  add("--page", options.page);
  for (const std::string& figure : options.figures) add("--figure", figure);
  for (const std::string& page : options.into) add("--into", page);
  std::cout.flush();
  try {
    return run_child({.command = words, .environment = {}, .output = {}, .stop = [] {
                        return StopSignals::received() != nullptr;
                      }});
  } catch (const Stopped&) {
    throw;
  } catch (const Error& error) {
    throw UsageError(std::string(error.what()) + "; GPUTM_PYTHON names another Python");
  }
}

}  // namespace gputm::app
