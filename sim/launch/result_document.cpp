#include "launch/result_document.h"

#include "base/version.h"
#include "engines/systems.h"
#include "launch/profile_document.h"
#include "launch/revision.h"

namespace gputm::launch {
namespace {

/// Adds the two time breakdowns to the statistics, in cycles.
void add_times(nlohmann::ordered_json& stats, const gpu::LaunchResult& result) {
  for (std::size_t i = 0; i < core::kThreadTimeNames.size(); ++i) {
    stats[std::string("time.thread.") + core::kThreadTimeNames[i]] = result.thread_times.cycles[i];
  }
  stats["time.core.EXEC"] = result.core_time.exec;
  stats["time.core.STALL"] = result.core_time.stall;
  stats["time.core.SCRB"] = result.core_time.scrb;
  stats["time.core.IDLE"] = result.core_time.idle;
}

}  // namespace

nlohmann::ordered_json origin(std::string_view command, std::string_view configuration) {
  nlohmann::ordered_json json = {{"version", kVersion}, {"revision", source_revision()}};
  if (!configuration.empty()) json["configuration"] = configuration;
  if (!command.empty()) json["command"] = command;
  return json;
}

nlohmann::ordered_json result_document(const Record& record, const Fields& what, std::string_view check,
                                       std::string_view command) {
  const gpu::LaunchResult& result = record.result;
  nlohmann::ordered_json json;
  json["schema_version"] = kResultSchemaVersion;
  json["gputm"] = origin(command, record.config.name);
  for (const auto& [key, value] : what) json[key] = value;
  json["system"] = record.system;
  json["config"] = to_json(record.config, engines::system_keys());
  json["seed"] = record.config.machine.run.seed;
  json["cycles"] = result.cycles;
  json["instructions"] = {{"warp", result.warp_instructions}, {"thread", result.thread_instructions}};
  json["tx"] = {{"begins", result.transactions.commits + result.transactions.aborts},
                {"commits", result.transactions.commits},
                {"aborts", result.transactions.aborts},
                {"read_words", result.transactions.read_words},
                {"write_words", result.transactions.write_words}};
  json["launches"] = launches_document(result.launches);
  json["check"] = {{"result", check}, {"history", result.history}};
  json["host"] = {{"seconds", record.seconds},
                  {"thread_kips", record.thread_kips()},
                  {"kcycles_per_s", record.kcycles_per_s()},
                  {"peak_mib", record.peak_mib}};
  json["stats"] = result.statistics.to_json();
  add_times(json["stats"], result);
  if (result.profile) json["profile"] = profile_document(*result.profile);
  return json;
}

}  // namespace gputm::launch
