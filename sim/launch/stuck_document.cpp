#include "launch/stuck_document.h"

#include <spdlog/fmt/fmt.h>

#include <string>
#include <utility>

#include "engines/systems.h"

namespace gputm::launch {
namespace {

using Json = nlohmann::ordered_json;

std::string hex(std::uint64_t value) { return fmt::format("{:#x}", value); }

Json word_document(const gpu::StuckReport::Word& word) {
  Json json = {{"address", fmt::format("{:#010x}", word.address)}};
  if (!word.name.empty()) json["name"] = word.name;
  if (word.core) json["shared_memory"] = {{"core", *word.core}, {"block_slot", *word.slot}};
  json["value"] = word.value;
  json["warps"] = word.warps;
  if (word.writer) {
    json["last_changed_by"] = {{"thread", word.writer->thread},
                               {"core", word.writer->core},
                               {"warp", word.writer->warp},
                               {"state", word.writer_is}};
  }
  return json;
}

Json warp_document(const gpu::StuckReport::Warp& warp) {
  Json json = {{"core", warp.state.core},
               {"warp", warp.state.warp},
               {"first_thread", warp.state.first_thread},
               {"state", warp.state.state}};
  Json paths = Json::array();
  for (const gpu::StuckReport::Path& path : warp.paths)
    paths.push_back({{"at", path.at}, {"lanes", hex(path.lanes)}, {"waits", path.waits}});
  json["paths"] = std::move(paths);
  json["waits_for"] = warp.words;
  json["accesses_in_flight"] = warp.state.accesses_in_flight;
  if (!warp.transaction.empty()) json["transaction"] = warp.transaction;
  if (!warp.state.system.empty()) json["system"] = warp.state.system;
  return json;
}

}  // namespace

Json stuck_document(const gpu::StuckReport& report, const Config& config, std::string_view system,
                    const Fields& what, std::string_view command) {
  Json json;
  json["schema_version"] = kResultSchemaVersion;
  json["gputm"] = origin(command, config.name);
  for (const auto& [key, value] : what) json[key] = value;
  json["system"] = system;
  json["config"] = to_json(config, engines::system_keys());
  json["error"] = report.why;
  Json& stuck = json["stuck"];
  stuck["words"] = Json::array();
  for (const gpu::StuckReport::Word& word : report.words) stuck["words"].push_back(word_document(word));
  stuck["warps"] = Json::array();
  for (const gpu::StuckReport::Warp& warp : report.warps) stuck["warps"].push_back(warp_document(warp));
  stuck["partitions"] = Json::array();
  for (const gpu::StuckReport::Partition& partition : report.partitions) {
    stuck["partitions"].push_back(
        {{"partition", partition.index}, {"idle", partition.idle}, {"state", partition.state}});
  }
  return json;
}

}  // namespace gputm::launch
