#include <algorithm>
#include <deque>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/commands.h"
#include "app/kernel_checks.h"
#include "app/kernel_launch.h"
#include "app/output_file.h"
#include "app/recording.h"
#include "app/report.h"
#include "app/stop_signals.h"
#include "app/table_text.h"
#include "launch/data_file.h"
#include "launch/stuck_document.h"

namespace gputm::app {
namespace {

/// "u32[4x2]: 1, 2, 3 ...": first numbers of a buffer.
std::string buffer_text(const launch::Buffer& buffer) {
  constexpr std::size_t kShown = 8;
  const launch::Data& data = buffer.data();
  std::string text(gpu::name(data.element));
  text += "[";
  for (std::size_t i = 0; i < data.shape.size(); ++i)
    text += (i == 0 ? "" : "x") + std::to_string(data.shape[i]);
  text += "]: ";
  for (std::size_t i = 0; i < std::min(data.count(), kShown); ++i)
    text += (i == 0 ? "" : ", ") + launch::number_text(data, i);
  if (data.count() > kShown) text += " ...";
  return text + (buffer.text().written ? " -> " + buffer.text().file.string() : "");
}

std::string buffer_rows(std::span<const launch::Buffer> buffers) {
  std::string text;
  for (const launch::Buffer& buffer : buffers) {
    if (buffer.text().written || !buffer.text().read)
      text += row(("buffer " + buffer.text().name).c_str(), buffer_text(buffer));
  }
  return text;
}

/// Output files for the contents of buffers
class BufferFiles {
 public:
  explicit BufferFiles(std::span<const launch::Buffer> buffers) {
    for (const launch::Buffer& buffer : buffers) {
      if (buffer.text().written) files_.emplace_back(buffer.text().file.string());
    }
  }
  /// Returns the failed writes with reasons, "" if none.
  [[nodiscard]] std::string write(std::span<const launch::Buffer> buffers) {
    std::string problem;
    auto file = files_.begin();
    for (const launch::Buffer& buffer : buffers) {
      if (!buffer.text().written) continue;
      launch::write_data(*file->stream(), buffer.text().file, buffer.data());
      if (!file->finish()) problem = file->problem();
      ++file;
    }
    return problem;
  }

 private:
  std::deque<OutputFile> files_;  // a deque, since elements cannot be moved
};

std::vector<OutputName> buffer_outputs(std::span<const launch::Buffer> buffers) {
  std::vector<OutputName> names;
  for (const launch::Buffer& buffer : buffers) {
    if (buffer.text().written)
      names.push_back({"--buffer " + buffer.text().name, buffer.text().file.string()});
  }
  return names;
}

}  // namespace

int launch_command(const LaunchOptions& options) {
  KernelLaunch kernel(options);
  KernelChecks checks(options.checks);
  Recording recording(options);
  std::optional<debug::GdbServer> gdb;
  if (options.gdb.port) gdb.emplace(debug::GdbOptions{*options.gdb.port, options.gdb.thread});
  std::vector<OutputName> names = buffer_outputs(kernel.buffers());
  std::ranges::copy(recording.names(), std::back_inserter(names));
  Outputs outputs(options.json, options.history, options.trace.file, names);
  BufferFiles files(kernel.buffers());
  kernel.compile([] { return StopSignals::received() != nullptr; });

  launch::Record record;
  try {
    record = kernel.run({.history = outputs.history(),
                         .recording = &recording,
                         .checks = &checks,
                         .print = [&](std::string_view text) { outputs.printed(text); },
                         .watch = {},
                         .gdb = gdb ? &*gdb : nullptr});
    if (gdb) gdb->exited(kExitPass);
  } catch (const RunError& error) {
    if (gdb) gdb->exited(kExitRunFailed);
    const auto* const stuck = dynamic_cast<const gpu::StuckError*>(&error);
    if (stuck == nullptr) throw;
    outputs.stuck(launch::stuck_document(stuck->report(), kernel.config(), options.system, kernel.fields(),
                                         options.command));
    throw;
  }
  const std::string buffers = files.write(kernel.buffers());
  nlohmann::ordered_json document = launch::result_document(record, kernel.fields(), "off", options.command);
  const bool clean = checks.finish(document);
  const std::string results = outputs.finish(
      document, row("kernel", kernel.signature().text()) + row("system", record.system) +
                    row("grid, block", kernel.shape().blocks.text() + ", " + kernel.shape().threads.text()) +
                    launch_rows(record) + buffer_rows(kernel.buffers()) +
                    row("history", record.result.history) + speed_row(record));
  require_written({buffers, results, recording.finish()});
  const bool passed = record.result.history == "pass" || record.result.history == "off";
  return passed && clean ? kExitPass : kExitCheckFailed;
}

}  // namespace gputm::app
