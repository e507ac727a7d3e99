#include "app/profile/profiled_run.h"

#include <spdlog/fmt/fmt.h>
#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>

#include "app/command_line/options.h"
#include "app/table_text.h"
#include "base/read_file.h"
#include "gpu/gpu.h"
#include "launch/profile_document.h"

namespace gputm::app {
namespace {

using Json = nlohmann::ordered_json;

Json read_json(const std::string& file) {
  try {
    return Json::parse(gputm::read_file(file));
  } catch (const Json::parse_error& error) {
    throw UsageError(fmt::format("{}: is no JSON (byte {})", file, error.byte));
  } catch (const FileError& error) {
    throw UsageError(file + ": " + error.what());
  }
}

/// String in the document; empty if missing.
std::string text(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

bool same_line(const core::CodePlace& a, const core::CodePlace& b) {
  return a.line && a.line == b.line && a.function == b.function;
}

void add(core::Work& sum, const core::Work& work) {
  sum.instructions += work.instructions;
  sum.cycles += work.cycles;
}

std::vector<core::SiteProfile> by_line(const std::vector<core::SiteProfile>& sites) {
  std::vector<core::SiteProfile> lines;
  for (const core::SiteProfile& site : sites) {
    const auto line = std::ranges::find_if(
        lines, [&](const core::SiteProfile& other) { return same_line(other.place, site.place); });
    if (line == lines.end()) {
      lines.push_back(site);
      continue;
    }
    line->begins += site.begins;
    line->commits += site.commits;
    for (std::size_t i = 0; i < site.aborts.size(); ++i) line->aborts[i] += site.aborts[i];
    add(line->committed, site.committed);
    add(line->aborted, site.aborted);
    for (std::size_t i = 0; i < site.times.cycles.size(); ++i) line->times.cycles[i] += site.times.cycles[i];
  }
  std::ranges::stable_sort(lines, std::ranges::greater(), &core::SiteProfile::all_aborts);
  return lines;
}

std::vector<core::AccessProfile> by_line(const core::Profile& profile) {
  std::vector<core::AccessProfile> lines;
  for (const core::AccessProfile& access : profile.accesses) {
    const auto line = std::ranges::find_if(lines, [&](const core::AccessProfile& other) {
      return same_line(other.place, access.place) &&
             site_text(profile, other.site) == site_text(profile, access.site);
    });
    if (line == lines.end()) {
      lines.push_back(access);
    } else {
      line->aborts += access.aborts;
    }
  }
  std::ranges::stable_sort(lines, std::ranges::greater(), &core::AccessProfile::aborts);
  return lines;
}

}  // namespace

ProfiledRun read_profiled_run(const std::string& file) {
  const Json json = read_json(file);
  ProfiledRun run;
  try {
    run.profile = launch::read_profile(json);
    run.launches = launch::read_launches(json);
  } catch (const Error& error) {
    throw UsageError(file + ": " + error.what());
  }
  for (const char* const key : {"kernel", "workload", "program"})
    if (run.what.empty()) run.what = text(json, key);
  run.system = text(json, "system");
  if (json.contains("gputm") && json["gputm"].is_object()) run.machine = text(json["gputm"], "configuration");
  if (json.contains("cycles") && json["cycles"].is_number_unsigned())
    run.cycles = json["cycles"].get<std::uint64_t>();
  run.sites = by_line(run.profile.sites);
  run.accesses = by_line(run.profile);
  for (const core::LineProfile& line : run.profile.lines) {
    run.issues += line.issues;
    run.lanes += line.lanes;
    run.warp_cycles += line.all_cycles();
  }
  for (const core::SiteProfile& site : run.profile.sites) {
    run.commits += site.commits;
    run.aborts += site.all_aborts();
    add(run.committed, site.committed);
    add(run.aborted, site.aborted);
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

std::string used_lanes(const ProfiledRun& run, std::uint64_t lanes, std::uint64_t issues) {
  return percent(lanes, issues * run.profile.warp_width);
}

std::string word_text(const core::WordProfile& word) {
  return word.name.empty() ? fmt::format("{:#010x}", word.address) : word.name;
}

std::string bucket_text(std::size_t bucket) {
  const std::uint64_t first = core::Histogram::first(bucket), last = core::Histogram::last(bucket);
  return first == last ? grouped(first) : grouped(first) + "-" + grouped(last);
}

std::string sides_text(const std::array<std::uint32_t, 3>& sides) {
  return gpu::Extent(sides[0], sides[1], sides[2]).text();
}

std::string percent(std::uint64_t part, std::uint64_t whole) {
  return format("%.1f%%", 100 * ratio(part, whole));
}

}  // namespace gputm::app
