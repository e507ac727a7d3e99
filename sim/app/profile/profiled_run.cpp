#include "app/profile/profiled_run.h"

#include <spdlog/fmt/fmt.h>
#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/command_line/options.h"
#include "app/table_text.h"
#include "launch/profile_document.h"

namespace gputm::app {
namespace {

using Json = nlohmann::ordered_json;

Json read_json(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw UsageError(file + ": cannot be read");
  try {
    return Json::parse(stream);
  } catch (const Json::parse_error& error) {
    throw UsageError(fmt::format("{}: is no JSON (byte {})", file, error.byte));
  } catch (const std::ios_base::failure&) {
    throw UsageError(file + ": cannot be read");
  }
}

/// A text of the document; empty when it is not there.
std::string text(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

}  // namespace

ProfiledRun read_profiled_run(const std::string& file) {
  const Json json = read_json(file);
  ProfiledRun run;
  try {
    run.profile = launch::read_profile(json);
  } catch (const Error& error) {
    throw UsageError(file + ": " + error.what());
  }
  run.what = text(json, json.contains("kernel") ? "kernel" : "workload");
  run.system = text(json, "system");
  if (json.contains("gputm") && json["gputm"].is_object()) run.machine = text(json["gputm"], "configuration");
  if (json.contains("cycles") && json["cycles"].is_number_unsigned())
    run.cycles = json["cycles"].get<std::uint64_t>();
  for (const core::SiteProfile& site : run.profile.sites) {
    run.commits += site.commits;
    run.aborts += site.all_aborts();
    run.committed.instructions += site.committed.instructions;
    run.committed.cycles += site.committed.cycles;
    run.aborted.instructions += site.aborted.instructions;
    run.aborted.cycles += site.aborted.cycles;
  }
  return run;
}

std::string place_text(const core::CodePlace& place) {
  if (place.line) return place.line->text();
  return fmt::format("{:#010x}", place.pc);
}

std::string place_and_function(const core::CodePlace& place) {
  return place.function.empty() ? place_text(place) : place_text(place) + " " + place.function;
}

std::string site_text(const core::Profile& profile, Address pc) {
  const auto site =
      std::ranges::find(profile.sites, pc, [](const core::SiteProfile& s) { return s.place.pc; });
  return place_text(site == profile.sites.end() ? core::CodePlace{.pc = pc, .function = {}, .line = {}}
                                                : site->place);
}

std::string word_text(const core::WordProfile& word) {
  return word.name.empty() ? fmt::format("{:#010x}", word.address) : word.name;
}

std::string bucket_text(std::size_t bucket) {
  const std::uint64_t first = core::Histogram::first(bucket), last = core::Histogram::last(bucket);
  return first == last ? grouped(first) : grouped(first) + "-" + grouped(last);
}

std::string percent(std::uint64_t part, std::uint64_t whole) {
  return format("%.1f%%", 100 * ratio(part, whole));
}

}  // namespace gputm::app
