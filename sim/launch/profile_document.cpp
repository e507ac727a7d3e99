#include "launch/profile_document.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <string_view>
#include <vector>

namespace gputm::launch {
namespace {

using Json = nlohmann::ordered_json;
using core::ThreadTime;

constexpr std::size_t kMostWords = 256;  // in the document
constexpr std::array kTimes{ThreadTime::kTC, ThreadTime::kTO, ThreadTime::kTW, ThreadTime::kTA,
                            ThreadTime::kTU};

std::string hex(Address address) { return fmt::format("{:#010x}", address); }
const char* name(ThreadTime time) { return core::kThreadTimeNames[static_cast<std::size_t>(time)]; }

// To JSON

Json to_json(const core::CodePlace& place) {
  Json json = {{"pc", hex(place.pc)}, {"function", place.function}};
  if (place.line) {
    json["file"] = place.line->file;
    json["line"] = place.line->line;
  }
  return json;
}

Json to_json(const core::LineProfile& line) {
  Json json = to_json(line.place);
  json["issues"] = line.issues;
  json["lanes"] = line.lanes;
  for (std::size_t i = 0; i < line.cycles.size(); ++i)
    json["warp_cycles"][core::kWarpTimeNames[i]] = line.cycles[i];
  return json;
}

Json to_json(const core::LaunchSummary& launch) {
  return {{"kernel", launch.kernel},
          {"grid", launch.grid},
          {"block", launch.block},
          {"start", launch.start},
          {"cycles", launch.cycles},
          {"instructions", {{"warp", launch.warp_instructions}, {"thread", launch.thread_instructions}}},
          {"commits", launch.commits},
          {"aborts", launch.aborts}};
}

Json to_json(const core::Work& work) {
  return {{"instructions", work.instructions}, {"cycles", work.cycles}};
}

Json to_json(const core::SiteProfile& site) {
  Json json = to_json(site.place);
  json["begins"] = site.begins;
  json["commits"] = site.commits;
  json["aborts"] = site.all_aborts();
  for (std::size_t i = 0; i < site.aborts.size(); ++i)
    json["aborts_at"][core::kAbortReasonNames[i]] = site.aborts[i];
  json["committed"] = to_json(site.committed);
  json["aborted"] = to_json(site.aborted);
  for (const ThreadTime time : kTimes)
    json["thread_cycles"][name(time)] = site.times.cycles[static_cast<std::size_t>(time)];
  return json;
}

Json to_json(const core::AccessProfile& access) {
  Json json = to_json(access.place);
  json["site"] = hex(access.site);
  json["aborts"] = access.aborts;
  return json;
}

Json to_json(const core::WordProfile& word) {
  Json json = {{"address", hex(word.address)}};
  if (!word.name.empty()) json["name"] = word.name;
  json["aborts"] = word.aborts;
  json["in_warp"] = word.in_warp;
  json["no_winner"] = word.no_winner;
  json["winner_count"] = word.winner_count;
  json["winners"] = Json::array();
  for (const core::Winner& winner : word.winners) {
    json["winners"].push_back(
        Json{{"thread", winner.thread}, {"site", hex(winner.site)}, {"aborts", winner.aborts}});
  }
  return json;
}

Json to_json(const core::Histogram& histogram) {
  Json json = Json::array();
  for (std::size_t i = 0; i < histogram.counts().size(); ++i) {
    json.push_back(Json{{"from", core::Histogram::first(i)},
                        {"to", core::Histogram::last(i)},
                        {"count", histogram.counts()[i]}});
  }
  return json;
}

template <typename T>
Json to_json(const std::vector<T>& values, std::size_t most = ~std::size_t{0}) {
  Json json = Json::array();
  for (std::size_t i = 0; i < std::min(values.size(), most); ++i) json.push_back(to_json(values[i]));
  return json;
}

// From JSON

/// Value in the document, with its location for messages
class Value {
 public:
  Value(const Json& json, std::string path) : json_(json), path_(std::move(path)) {}

  Value operator[](const char* key) const {
    if (!json_.is_object() || !json_.contains(key)) throw Error(path_ + ": has no '" + key + "'");
    return {json_.at(key), path_ + "." + key};
  }
  bool has(const char* key) const { return json_.is_object() && json_.contains(key); }
  template <typename F>
  void each(F f) const {
    if (!json_.is_array()) throw Error(path_ + ": is no array");
    for (std::size_t i = 0; i < json_.size(); ++i) f(Value(json_[i], fmt::format("{}[{}]", path_, i)));
  }
  std::uint64_t count(std::uint64_t most = ~std::uint64_t{0}) const {
    if (!json_.is_number_unsigned() || json_.get<std::uint64_t>() > most)
      throw Error(fmt::format("{}: is no whole number in 0..{}", path_, most));
    return json_.get<std::uint64_t>();
  }
  std::uint32_t count32() const { return static_cast<std::uint32_t>(count(~std::uint32_t{0})); }
  Error error(const char* what) const { return Error(path_ + ": " + what); }
  std::string text() const {
    if (!json_.is_string()) throw Error(path_ + ": is no text");
    return json_.get<std::string>();
  }
  Address address() const {
    const std::string digits = text();
    Address address = 0;
    const char* const end = digits.data() + digits.size();
    if (!digits.starts_with("0x") || std::from_chars(digits.data() + 2, end, address, 16).ptr != end)
      throw Error(path_ + ": is no address");
    return address;
  }

 private:
  const Json& json_;
  std::string path_;
};

core::CodePlace read_place(const Value& json) {
  core::CodePlace place{.pc = json["pc"].address(), .function = json["function"].text(), .line = {}};
  if (json.has("file")) place.line = {.file = json["file"].text(), .line = json["line"].count32()};
  return place;
}

core::LineProfile read_line(const Value& json) {
  core::LineProfile line{.place = read_place(json),
                         .issues = json["issues"].count(),
                         .lanes = json["lanes"].count(),
                         .cycles = {}};
  for (std::size_t i = 0; i < line.cycles.size(); ++i)
    line.cycles[i] = json["warp_cycles"][core::kWarpTimeNames[i]].count();
  return line;
}

std::array<std::uint32_t, 3> read_sides(const Value& json) {
  std::array<std::uint32_t, 3> sides{};
  std::size_t count = 0;
  json.each([&](const Value& side) { sides.at(count++ % sides.size()) = side.count32(); });
  if (count != sides.size()) throw json.error("has not 3 numbers");
  return sides;
}

core::LaunchSummary read_launch(const Value& json) {
  return {.kernel = json["kernel"].text(),
          .grid = read_sides(json["grid"]),
          .block = read_sides(json["block"]),
          .start = json["start"].count(),
          .cycles = json["cycles"].count(),
          .warp_instructions = json["instructions"]["warp"].count(),
          .thread_instructions = json["instructions"]["thread"].count(),
          .commits = json["commits"].count(),
          .aborts = json["aborts"].count()};
}

core::Work read_work(const Value& json) {
  return {.instructions = json["instructions"].count(), .cycles = json["cycles"].count()};
}

core::SiteProfile read_site(const Value& json) {
  core::SiteProfile site{.place = read_place(json),
                         .begins = json["begins"].count(),
                         .commits = json["commits"].count(),
                         .aborts = {},
                         .committed = read_work(json["committed"]),
                         .aborted = read_work(json["aborted"]),
                         .times = {}};
  for (std::size_t i = 0; i < site.aborts.size(); ++i)
    site.aborts[i] = json["aborts_at"][core::kAbortReasonNames[i]].count();
  for (const ThreadTime time : kTimes)
    site.times.cycles[static_cast<std::size_t>(time)] = json["thread_cycles"][name(time)].count();
  return site;
}

core::WordProfile read_word(const Value& json) {
  core::WordProfile word{.address = json["address"].address(),
                         .name = json.has("name") ? json["name"].text() : std::string(),
                         .aborts = json["aborts"].count(),
                         .in_warp = json["in_warp"].count(),
                         .no_winner = json["no_winner"].count(),
                         .winner_count = json["winner_count"].count(),
                         .winners = {}};
  json["winners"].each([&](const Value& winner) {
    word.winners.push_back({.thread = winner["thread"].count32(),
                            .site = winner["site"].address(),
                            .aborts = winner["aborts"].count()});
  });
  return word;
}

core::Histogram read_histogram(const Value& json) {
  std::vector<std::uint64_t> counts;
  json.each([&](const Value& bucket) {
    if (counts.size() >= 64 || bucket["from"].count() != core::Histogram::first(counts.size()))
      throw Error("profile.retries: the buckets are not those of a profile");
    counts.push_back(bucket["count"].count());
  });
  return core::Histogram(std::move(counts));
}

}  // namespace

Json profile_document(const core::Profile& profile) {
  return {{"warp_width", profile.warp_width},
          {"lines", to_json(profile.lines)},
          {"sites", to_json(profile.sites)},
          {"accesses", to_json(profile.accesses)},
          {"words", to_json(profile.words, kMostWords)},
          {"word_count", profile.word_count},
          {"unknown_words", profile.unknown_words},
          {"retries",
           {{"transactions", to_json(profile.transaction_retries)},
            {"threads", to_json(profile.thread_retries)}}}};
}

Json launches_document(const std::vector<core::LaunchSummary>& launches) { return to_json(launches); }

std::vector<core::LaunchSummary> read_launches(const Json& result) {
  std::vector<core::LaunchSummary> launches;
  Value(result, "result")["launches"].each(
      [&](const Value& launch) { launches.push_back(read_launch(launch)); });
  return launches;
}

core::Profile read_profile(const Json& result) {
  if (!result.is_object() || !result.contains("profile"))
    throw Error("has no profile; --profile records one");
  const Value json(result.at("profile"), "profile");
  core::Profile profile;
  profile.warp_width = json["warp_width"].count32();
  json["lines"].each([&](const Value& line) { profile.lines.push_back(read_line(line)); });
  json["sites"].each([&](const Value& site) { profile.sites.push_back(read_site(site)); });
  json["accesses"].each([&](const Value& access) {
    profile.accesses.push_back(
        {.place = read_place(access), .site = access["site"].address(), .aborts = access["aborts"].count()});
  });
  json["words"].each([&](const Value& word) { profile.words.push_back(read_word(word)); });
  profile.word_count = json["word_count"].count();
  profile.unknown_words = json["unknown_words"].count();
  profile.transaction_retries = read_histogram(json["retries"]["transactions"]);
  profile.thread_retries = read_histogram(json["retries"]["threads"]);
  return profile;
}

}  // namespace gputm::launch
