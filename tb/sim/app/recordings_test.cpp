// --timeline and --konata: files that viewers can read, with the events of the run, and no effect on it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "sim/app/command.h"

namespace gputm::tb {
namespace {

using nlohmann::json;

const std::string kTransfers =
    "run atm --set kilo.commit_unit=finite --set core.count=3 --set workload.blocks=4 --set "
    "workload.threads=64 --set workload.accounts=64"
    " --set workload.transfers=512 --json ";

struct Recorded {
  json result, timeline;
  std::string konata;
};

Recorded record(const std::string& command, bool commit_units = true) {
  const std::filesystem::path result = temporary("result.json"), timeline = temporary("timeline.json"),
                              konata = temporary("konata.txt");
  std::filesystem::remove(konata);
  const Outcome outcome = gputm(command + result.string() + " --timeline " + timeline.string() +
                                (commit_units ? " --konata " + konata.string() : ""));
  EXPECT_EQ(outcome.code, 0) << outcome.output;
  return {json::parse(read(result)), json::parse(read(timeline)), read(konata)};
}

/// Requirements of the format on each event (Trace Event Format, "Event Descriptions").
void expect_legal(const json& events) {
  std::map<std::pair<std::string, int>, int> open;  // nested slices and arrows
  for (const json& event : events) {
    const std::string phase = event.at("ph");
    ASSERT_THAT(phase, ::testing::AnyOf("M", "X", "b", "e", "i", "s", "f")) << event;
    EXPECT_TRUE(event.at("name").is_string() && event.at("pid").is_number_unsigned()) << event;
    if (phase == "M") {
      EXPECT_TRUE(event.at("args").at("name").is_string()) << event;
      continue;
    }
    EXPECT_TRUE(event.at("ts").is_number_unsigned() && event.at("tid").is_number_unsigned()) << event;
    if (phase == "X") {
      EXPECT_GT(event.at("dur"), 0) << event;
    }
    if (phase == "b" || phase == "s") ++open[{event.at("cat"), event.at("id")}];
    if (phase == "e" || phase == "f") --open[{event.at("cat"), event.at("id")}];
  }
  for (const auto& [id, count] : open) EXPECT_EQ(count, 0) << id.first << " " << id.second;
}

std::uint64_t count(const json& events, const std::string& phase, const std::string& prefix) {
  return static_cast<std::uint64_t>(std::ranges::count_if(events, [&](const json& event) {
    return event.at("ph") == phase && event.at("name").get<std::string>().starts_with(prefix);
  }));
}

/// Slices of a track follow each other and end with the run.
void expect_apart(const json& events, std::uint64_t cycles) {
  std::map<std::pair<int, int>, std::vector<std::pair<std::uint64_t, std::uint64_t>>> tracks;
  for (const json& event : events) {
    if (event.at("ph") == "X")
      tracks[{event.at("pid"), event.at("tid")}].emplace_back(event.at("ts"), event.at("dur"));
  }
  EXPECT_FALSE(tracks.empty());
  for (auto& [track, slices] : tracks) {
    std::ranges::sort(slices);
    std::uint64_t end = 0;
    for (const auto& [from, duration] : slices) {
      EXPECT_GE(from, end) << track.first << " " << track.second;
      end = from + duration;
    }
    EXPECT_LE(end, cycles);
  }
}

TEST(Timeline, SaysWhatTheRunDid) {
  const Recorded run = record(kTransfers);
  const json& events = run.timeline.at("traceEvents");
  expect_legal(events);
  expect_apart(events, run.result.at("cycles"));
  const std::uint64_t aborts = run.result.at("tx").at("aborts");
  EXPECT_GT(aborts, 0u);
  EXPECT_EQ(count(events, "i", "abort"), aborts);
  std::uint64_t commits = 0;
  for (const json& event : events) {
    if (event.at("ph") == "X" && event.at("name") == "TU")
      commits += event.at("args").at("commits").get<unsigned>();
  }
  EXPECT_EQ(commits, run.result.at("tx").at("commits"));
  EXPECT_GT(count(events, "s", "lost to"), aborts / 2) << "most are lost to a transaction that is known";
  EXPECT_GT(count(events, "b", "id "), run.result.at("tx").at("commits"))
      << "each has logs at two partitions or more";
}

TEST(Timeline, ChangesNothing) {
  const auto strip = [](json result) {
    for (auto it = result.at("stats").begin(); it != result.at("stats").end();)
      it = it.key().starts_with("host.") ? result.at("stats").erase(it) : std::next(it);
    return result.at("stats").dump() + result.at("cycles").dump() + result.at("tx").dump();
  };
  const std::filesystem::path file = temporary("plain.json");
  ASSERT_EQ(gputm(kTransfers + file.string()).code, 0);
  EXPECT_EQ(strip(record(kTransfers).result), strip(json::parse(read(file))));
}

// Every system has warps; many launches are in one file; only some systems have commit units.
TEST(Timeline, OfOtherSystems) {
  for (const std::string system : {"warptm", "lock"}) {
    const Recorded run =
        record("run cc --set kilo.commit_unit=finite --set workload.width=16 --set workload.height=6 --tm " +
                   system + " --json ",
               system == "warptm");
    const json& events = run.timeline.at("traceEvents");
    expect_legal(events);
    EXPECT_EQ(count(events, "b", "id ") > 0, system == "warptm") << system;
    EXPECT_EQ(count(events, "X", "TU") > 0, system != "lock") << system;
  }
}

// Each entry begins, passes the stages and retires, in order of time.
TEST(Konata, EntriesGoThroughTheStages) {
  std::istringstream log(record(kTransfers).konata);
  std::string line;
  std::getline(log, line);
  EXPECT_EQ(line, "Kanata\t0004");
  std::map<int, std::string> stages;
  unsigned retired = 0;
  while (std::getline(log, line)) {
    std::istringstream words(line);
    std::string kind, stage;
    int entry = 0, lane = 0;
    words >> kind;
    if (kind == "C") {
      words >> entry;
      EXPECT_GT(entry, 0);
    }
    if (!(words >> entry)) continue;
    if (kind == "I") {
      EXPECT_TRUE(stages.try_emplace(entry).second) << entry;
    }
    if (kind == "S" && words >> lane >> stage) stages.at(entry) += stage;
    if (kind != "R") continue;
    ++retired;
    EXPECT_THAT(stages.at(entry), ::testing::MatchesRegex("Fi(Hz)?(Wa)?(Rv)?(Lo)?(Fo)?(Cm)?")) << entry;
    EXPECT_THAT(stages.at(entry), ::testing::HasSubstr("Fo")) << "a final outcome takes time";
  }
  EXPECT_GT(retired, 50u);
  EXPECT_EQ(retired, stages.size());
}

TEST(Recordings, HaveALimitAndAWindow) {
  const std::filesystem::path file = temporary("short.json");
  const std::string run = kTransfers + "- --timeline " + file.string();
  Outcome outcome = gputm(run + " --trace-mib 0");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.output, ::testing::HasSubstr("the recording ends where it has 0 MiB"));
  EXPECT_LT(std::filesystem::file_size(file), 10'000u);
  outcome = gputm(run + " --trace-start 2000 --trace-end 3000");
  EXPECT_EQ(outcome.code, 0);
  const json timeline = json::parse(read(file));
  for (const json& event : timeline.at("traceEvents")) {
    if (event.at("ph") == "M") continue;
    EXPECT_GE(event.at("ts"), 2000) << event;
    EXPECT_LE(event.at("ts"), 3000) << event;
  }
}

TEST(Recordings, ErrorsNameTheOption) {
  expect_error("run atm --trace-start 5", 2,
               "--trace-start needs --trace, --timeline, --konata or --trace-instructions");
  expect_error("run atm --konata x --trace-scope partition8", 2, "none of partition0..partition7");
  expect_error("run atm --timeline /nowhere/x", 2, "cannot write /nowhere/x");
  expect_error("run atm --timeline x --konata x", 2, "--timeline and --konata name the same file, x");
}

}  // namespace
}  // namespace gputm::tb
