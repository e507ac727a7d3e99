// A command's files: modes, renamed files, names that are not text, ends by signals and errors.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "sim/app/command.h"

namespace gputm::tb {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using ::testing::HasSubstr;

const std::string kShort =
    "run atm --tm ideal --set core.count=3 --set workload.blocks=2 --set workload.threads=32"
    " --set workload.transfers=64 ";
const std::string kLong = "run atm --tm lock --set workload.transfers=1000000 ";

TEST(Files, KeepTheirModeAndTheirOtherNames) {
  const fs::path file = temporary("mode.json"), other = temporary("link.json"),
                 link = temporary("symlink.json");
  std::ofstream(file) << std::string(100'000, 'x');
  fs::permissions(file, fs::perms(0640));
  EXPECT_EQ(gputm(kShort + "--json " + file.string()).code, 0);
  EXPECT_TRUE(json::accept(read(file)));
  EXPECT_EQ(fs::status(file).permissions(), fs::perms(0640));
  fs::create_hard_link(file, other);
  fs::create_symlink(other, link);
  EXPECT_EQ(gputm(kShort + "--seed 2 --json " + link.string()).code, 0);
  EXPECT_TRUE(fs::is_symlink(link));
  EXPECT_EQ(fs::hard_link_count(file), 2u);
  EXPECT_EQ(json::parse(read(file))["seed"], 2);
  EXPECT_FALSE(fs::exists(other.string() + ".tmp"));
}

TEST(Files, NamesNeedNotBeText) {
  const Outcome outcome =
      gputm(kShort + "--json \"$(printf '" + temporary("").string() + "name\\377.json')\"");
  EXPECT_EQ(outcome.code, 0) << outcome.output;
  const std::string text = read(temporary("name\xff.json"));
  ASSERT_TRUE(json::accept(text)) << text;
  EXPECT_THAT(json::parse(text)["gputm"]["command"].get<std::string>(), HasSubstr("name\xef\xbf\xbd.json"));
}

TEST(Files, WhatCannotBeWrittenHasItsReason) {
  expect_error(kShort + "--json " + temporary("").string(), 2, ": Is a directory");
  expect_error(kShort + "--history /nowhere/x", 2, "cannot write /nowhere/x: No such file or directory");
  expect_error("run atm --trace " + temporary("").string(), 2, ": Is a directory");
  expect_error("report " + temporary("none.json").string(), 2, ": No such file or directory");
  expect_error("report " + temporary("").string(), 2, ": Is a directory");
  expect_error("sweep " + temporary("none.toml").string(), 2, ": No such file or directory");
  expect_error("run atm --config " + temporary("").string() + "/", 2, ": Is a directory");
  EXPECT_THAT(gputm(kShort + "--json /dev/full").output,
              HasSubstr("gputm: cannot write /dev/full: No space left on device\n"));
}

/// Runs the command in the background and sends it the signal when it has opened its --json file.
Outcome stopped(const std::string& command, const std::string& signal, const fs::path& file) {
  return gputm(command + " --json " + file.string() + " 2>&1 & until [ -e " + file.string() +
               ".tmp ] || ! kill -0 $!; do sleep 0.05; done; kill -" + signal + " $!; wait $!");
}

TEST(Files, SignalsEndCommandsInOrder) {
  const fs::path file = temporary("stopped.json");
  for (const std::string& command : {kLong, std::string("compare --workloads atm --tm lock,lock --full")}) {
    for (const std::string signal : {"INT", "TERM", "HUP"}) {
      const Outcome outcome = stopped(command, signal, file);
      EXPECT_EQ(outcome.code, 130) << command << signal << outcome.output;
      EXPECT_THAT(outcome.output, HasSubstr("(SIG" + signal + ")"));
      EXPECT_FALSE(fs::exists(file) || fs::exists(file.string() + ".tmp")) << command << signal;
    }
  }
}

TEST(Files, ASignalEndsTheProgramThatDraws) {
  const fs::path program = temporary("python"), pid = temporary("pid");
  std::ofstream(program) << "#!/bin/sh\nsleep 100 & echo $! > " + pid.string() + ".tmp; mv " + pid.string() +
                                ".tmp " + pid.string() + "; wait\n";
  fs::permissions(program, fs::perms(0700));
  setenv("GPUTM_PYTHON", program.c_str(), 1);
  const Outcome outcome =
      gputm("plot here 2>&1 & until [ -e " + pid.string() + " ]; do sleep 0.05; done; kill -HUP $!; wait $!");
  unsetenv("GPUTM_PYTHON");
  EXPECT_EQ(outcome.code, 130) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("was stopped"));
  const std::string state = read("/proc/" + std::to_string(std::stoi(read(pid))) + "/stat");
  EXPECT_TRUE(state.empty() || state.find(") Z ") != std::string::npos) << "it runs on: " << state;
}

TEST(Files, ATimelineThatIsCutShortIsJson) {
  const fs::path file = temporary("cut.json");
  const std::string timeline = " --timeline " + file.string();
  EXPECT_EQ(
      gputm("run atm --tm ideal --set run.max_stuck_cycles=1000 --set memory.min_latency=9000" + timeline)
          .code,
      3);
  EXPECT_TRUE(json::accept(read(file.string() + ".tmp"))) << "of a run that is stuck";
  fs::remove(file.string() + ".tmp");
  EXPECT_EQ(stopped(kLong + timeline, "TERM", temporary("cut_result.json")).code, 130);
  EXPECT_TRUE(json::accept(read(file.string() + ".tmp"))) << "of a run that is stopped";
}

TEST(Files, KonataNeedsCommitUnits) {
  for (const std::string system : {"lock", "ideal", "serial", "localtm"}) {
    expect_error("run atm --tm " + system + " --konata " + temporary("none.konata").string(), 2,
                 "--konata: " + system + " has no commit units; of the systems have: kilo, warptm, unified");
  }
  EXPECT_FALSE(fs::exists(temporary("none.konata")));
}

TEST(Files, AReaderThatGoesAwayCostsNoOtherResult) {
  const fs::path pipe = temporary("pipe"), history = temporary("kept.jsonl");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const Outcome outcome = gputm(kShort + "--json " + pipe.string() + " --history " + history.string() +
                                " 2>&1 & exec 3<" + pipe.string() + "; exec 3<&-; wait $!");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.output, HasSubstr("cannot write " + pipe.string() + ": Broken pipe"));
  EXPECT_THAT(read(history), HasSubstr("final"));
}

}  // namespace
}  // namespace gputm::tb
