// The gputm command from outside: exit codes, one-line errors, the JSON result, the files, the documentation.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "sim/app/command.h"

namespace gputm::tb {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::StartsWith;

const std::string kSmall =
    " --set kilo.commit_unit=finite --set core.count=3 --set workload.blocks=2 --set workload.threads=32"
    " --set workload.accounts=32 --set workload.transfers=128 ";

TEST(Command, OneLineErrors) {
  expect_error("", 2, "a command is missing");
  expect_error("rnu", 2, "rnu");
  expect_error("run atm --set core.max_warps=99", 2, "core.max_warps: 99 is outside 1..64");
  expect_error("run atm --config nowhere", 2, "unknown configuration 'nowhere'");
  expect_error("run amt", 2, "did you mean 'atm'?");
  expect_error("run atm --tm kiol", 2, "kiol");
  expect_error("run atm --set workload.threads=0", 2, "workload.threads: 0 is outside 1..1024");
  expect_error("run atm --json /nowhere/x.json", 2, "cannot write /nowhere/x.json");
  expect_error("run atm --history /nowhere/x", 2, "cannot write /nowhere/x");
  expect_error("run atm --trace /nowhere/x", 2, "cannot write /nowhere/x");
  expect_error("run atm --trace x --trace-scope partition8", 2, "none of partition0..partition7");
  expect_error("run atm --config fx5800_finite --set core.count=64", 2,
               "core.count: 64 is outside 1..60 under kilo");
  expect_error("run atm --trace x --tm ideal", 2, "ideal has no RTL to trace");
  expect_error("run atm --history x --tm lock", 2, "lock has no transactions");
  expect_error("run atm --set workload.threads=1024 --set core.max_threads=512", 2, "1024 is outside 1..512");
  expect_error("--log-level loud list", 2, "log level");
  expect_error("exec /nowhere/x.elf", 2, "/nowhere/x.elf");
  expect_error("exec --max-instructions 1 " GPUTM_EXEC_PROGRAM, 3, "limit of 1 instructions reached");
}

TEST(Command, ErrorsNameKeyValueAndRange) {
  expect_error("run atm --set core.max_threads=1", 2, "workload.threads: 192 is outside 1..1 ");
  expect_error("run atm --set core.max_warps=1", 2, "workload.threads: 192 is outside 1..32 ");
  expect_error("run atm --set clock.core_mhz=1", 2, "clock.core_mhz = 1)");
  expect_error("run atm --set workload.accounts=-5", 2, "workload.accounts: -5 is not a whole number from 0");
  expect_error("run atm --set workload.accounts=1e3", 2, "workload.accounts: '1e3' is not a whole number");
}

TEST(Command, ErrorsAreOneBoundedLine) {
  expect_error("run atm --config '/no\nwhere\x1b[2J/x'", 2, "/no?where?[2J/x");
  expect_error("run atm --json '/no\nwhere/x'", 2, "cannot write /no?where/x");
  const Outcome outcome = gputm("run atm --json /nowhere/" + std::string(5000, 'x'));
  EXPECT_EQ(outcome.code, 2);
  EXPECT_LT(outcome.output.size(), 1100u);
}

TEST(Command, AnEmptyFileIsAConfiguration) {
  const auto file = temporary("empty.toml");
  std::ofstream(file).close();
  const Outcome outcome = gputm("run atm --tm ideal --config " + file.string() + kSmall);
  EXPECT_EQ(outcome.code, 0) << outcome.output;
  expect_error("run atm --config " + std::filesystem::path(::testing::TempDir()).string() + "/", 2,
               "cannot read the configuration");
}

TEST(Command, ListAndVersion) {
  EXPECT_EQ(gputm("--version").output, "gputm " GPUTM_VERSION "\n");
  const Outcome list = gputm("list");
  EXPECT_EQ(list.code, 0);
  for (const char* name : {"ap", "atm", "bh", "cl", "ht-h", "ht-l", "kilo", "warptm", "getm", "ideal", "lock",
                           "serial", "fx5800", "gtx480"}) {
    EXPECT_THAT(list.output, HasSubstr(name));
  }
  EXPECT_THAT(gputm("list --keys").output, HasSubstr("core.max_warps"));
}

TEST(Command, JsonHasTheDocumentedKeys) {
  const auto file = temporary("result.json");
  const Outcome outcome = gputm("run atm --tm ideal --seed 5 --json " + file.string() + kSmall);
  EXPECT_EQ(outcome.code, 0) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("aborts per commit"));
  const json result = json::parse(read(file));
  EXPECT_EQ(result["schema_version"], 2);
  EXPECT_EQ(result["workload"], "atm");
  EXPECT_EQ(result["system"], "ideal");
  EXPECT_EQ(result["seed"], 5);
  EXPECT_EQ(result["config"]["core"]["count"], 3);
  EXPECT_EQ(result["config"]["workload"]["transfers"], 128);
  EXPECT_EQ(result["config"]["workload"]["blocks_per_core"], 3);
  EXPECT_EQ(result["check"], (json{{"result", "pass"}, {"history", "pass"}}));
  EXPECT_EQ(result["tx"]["commits"], 128);
  EXPECT_EQ(result["tx"]["read_words"], 3 * 128);
  EXPECT_EQ(result["tx"]["write_words"], 2 * 128);
  EXPECT_EQ(result["tx"]["begins"], 128 + result["tx"]["aborts"].get<int>());
  EXPECT_GT(result["cycles"], 0);
  EXPECT_GT(result["instructions"]["thread"], result["instructions"]["warp"]);
  EXPECT_GT(result["host"]["seconds"], 0);
  EXPECT_GT(result["host"]["thread_kips"], 0);
  EXPECT_GT(result["host"]["kcycles_per_s"], 0);
  EXPECT_TRUE(result["stats"].contains("time.thread.TU"));
  EXPECT_TRUE(result["stats"].contains("l2.hits"));
}

TEST(Command, EveryStatisticIsDocumented) {
  const std::string document = read(GPUTM_SOURCE_DIR "/docs/reference/statistics.md");
  const json result = json::parse(gputm("run atm --json -" + kSmall).output);
  for (const auto& [name, value] : result["stats"].items())
    EXPECT_THAT(document, HasSubstr("| `" + name + "` |"));
  EXPECT_EQ(gputm("list --statistics").output, document) << "write it anew with: gputm list --statistics";
}

TEST(LongCommand, TraceIsWrittenAndChangesNothing) {
  const auto file = temporary("trace.fst");
  const auto cycles = [](const std::string& arguments) {
    return json::parse(gputm("run atm --json - " + arguments + kSmall + "--set kilo.commit_unit=unlimited")
                           .output)["cycles"]
        .get<std::uint64_t>();
  };
  EXPECT_EQ(cycles(""), cycles("--trace " + file.string() + " --trace-scope partition1"));
  EXPECT_GT(std::filesystem::file_size(file), 10'000u);
}

TEST(Command, SameSeedSameCycles) {
  const auto cycles = [](const std::string& arguments) {
    return json::parse(gputm("run atm --json - " + arguments + kSmall).output)["cycles"].get<std::uint64_t>();
  };
  EXPECT_EQ(cycles("--seed 3"), cycles("--seed 3"));
  EXPECT_NE(cycles("--seed 3"), cycles("--seed 4"));
}

TEST(Command, EverySystemPassesBothChecks) {
  for (const std::string system : {"kilo", "warptm", "getm", "ideal", "lock", "serial"}) {
    for (const std::string workload : {"atm", "ht-h", "ht-l"}) {
      const Outcome outcome =
          gputm("run " + workload + " --tm " + system + " --set kilo.commit_unit=finite --set core.count=3" +
                " --set workload.blocks=2 --set workload.threads=32" +
                (workload == "atm" ? " --set workload.transfers=100" : ""));
      EXPECT_EQ(outcome.code, 0) << workload << " " << system << "\n" << outcome.output;
    }
  }
}

TEST(Command, CompareRunsEachWorkloadUnderEachSystem) {
  const Outcome outcome = gputm(
      "compare --tm ideal,lock --set core.count=3 --set workload.blocks=2"
      " --set workload.threads=32 --set workload.entries=50 --set workload.transfers=64");
  EXPECT_EQ(outcome.code, 0) << outcome.output;
  EXPECT_EQ(std::ranges::count(outcome.output, '\n'), 6) << outcome.output;
  EXPECT_THAT(outcome.output, ::testing::ContainsRegex("atm +ideal .* pass +pass"));
  EXPECT_THAT(outcome.output, ::testing::ContainsRegex("ht-h +lock .* pass +off"));
  expect_error("compare --workloads atm --config fx5800_finite --set core.count=61", 2,
               "core.count: 61 is outside 1..60 under kilo");
  expect_error("compare --set workload.nothing=1", 2, "workload.nothing: atm has no such key");
}

TEST(Command, CompareWritesTheResultOfEachRunAsJson) {
  const Outcome outcome = gputm("compare --workloads atm --tm ideal,lock --json -" + kSmall);
  ASSERT_EQ(outcome.code, 0) << outcome.output;
  const json results = json::parse(outcome.output);
  ASSERT_EQ(results.size(), 2u);
  const json single = json::parse(gputm("run atm --tm lock --json -" + kSmall).output);
  EXPECT_EQ(results[1]["system"], "lock");
  EXPECT_EQ(results[1]["cycles"], single["cycles"]);
  EXPECT_EQ(results[1]["stats"], single["stats"]);
}

/// Replays the file as described in docs/reference/history.md, independently of the simulator.
TEST(Command, HistoryFileReplays) {
  const auto file = temporary("history.jsonl");
  const Outcome outcome = gputm("run atm --history " + file.string() + kSmall + " --set workload.accounts=4");
  ASSERT_EQ(outcome.code, 0) << outcome.output;
  std::istringstream lines(read(file));
  std::map<std::uint64_t, json> commits;
  std::size_t aborts = 0;
  json final_values;
  for (std::string line; std::getline(lines, line);) {
    json attempt = json::parse(line);
    if (attempt.contains("final")) {
      final_values = attempt["final"];
    } else if (attempt["outcome"] == "commit") {
      EXPECT_TRUE(commits.emplace(attempt["order"], attempt).second) << "two commits of one order";
    } else {
      EXPECT_EQ(attempt["outcome"], "abort");
      EXPECT_TRUE(attempt["order"].is_null());
      ++aborts;
    }
  }
  EXPECT_EQ(commits.size(), 128u);
  EXPECT_GT(aborts, 0u) << "four accounts must conflict";
  std::map<std::uint32_t, std::uint32_t> memory;
  for (const auto& [order, attempt] : commits) {
    for (const auto& read_entry : attempt["reads"]) {
      const auto [place, first] = memory.emplace(read_entry[0], read_entry[1]);
      EXPECT_EQ(place->second, read_entry[1].get<std::uint32_t>()) << attempt;
    }
    for (const auto& write : attempt["writes"]) memory[write[0]] = write[1];
  }
  for (const auto& entry : final_values) EXPECT_EQ(memory.at(entry[0]), entry[1].get<std::uint32_t>());
  EXPECT_EQ(final_values.size(), memory.size());
}

/// Lines of the file, which is then deleted.
std::ptrdiff_t lines_of(const std::filesystem::path& file) {
  const std::string text = read(file);
  std::filesystem::remove(file);
  return std::ranges::count(text, '\n');
}

TEST(Command, HistoryFileIsWrittenAlsoUnchecked) {
  const auto file = temporary("unchecked.jsonl");
  const std::string unchecked = " --no-check-history --json - --history " + file.string();
  const auto history_verdict = [](const std::string& arguments) {
    return json::parse(gputm(arguments).output)["check"]["history"].get<std::string>();
  };
  EXPECT_EQ(history_verdict("run atm" + unchecked + kSmall), "off");
  EXPECT_GE(lines_of(file), 129) << "128 transfers and the final contents";
}

TEST(Command, RunsThatFailLeaveOlderFiles) {
  const auto result = temporary("keep.json"), history = temporary("keep.jsonl"),
             trace = temporary("keep.fst");
  for (const auto& file : {result, history, trace}) std::ofstream(file) << "old\n";
  const std::string files = " --json " + result.string() + " --history " + history.string();
  for (const std::string command : {"run nope", "run atm --tm foo", "run atm --set core.count=0"}) {
    EXPECT_GE(gputm(command + files).code, 2) << command;
    EXPECT_EQ(read(result) + read(history), "old\nold\n") << command;
    EXPECT_FALSE(std::filesystem::exists(result.string() + ".tmp")) << command;
  }
  EXPECT_EQ(gputm("run nope --trace " + trace.string()).code, 2);
  EXPECT_EQ(read(trace), "old\n");
  EXPECT_EQ(gputm("run atm --tm ideal" + kSmall + files).code, 0);
  EXPECT_TRUE(json::accept(read(result)));
  EXPECT_THAT(read(history), HasSubstr("final"));
}

TEST(Command, AHistoryThatCannotBeWrittenCostsNoResult) {
  const auto file = temporary("kept.json");
  const Outcome outcome =
      gputm("run atm --tm ideal" + kSmall + "--history /dev/full --json " + file.string());
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.output, HasSubstr("transactions committed"));
  EXPECT_THAT(outcome.output, HasSubstr("gputm: cannot write /dev/full: No space left on device\n"));
  EXPECT_EQ(json::parse(read(file))["check"]["result"], "pass");
}

TEST(Command, OutputsHaveDifferentFiles) {
  const auto file = temporary("same");
  const std::string text = file.string();
  expect_error("run atm --json " + text + " --history " + text, 2, "--json and --history name the same file");
  expect_error("run atm --json " + text + " --trace " + text, 2, "--json and --trace name the same");
  expect_error("run atm --history " + text + " --trace " + text, 2, "--history and --trace name the");
  expect_error("run atm --json - --history /dev/stdout", 2, "--json and --history name the same file");
  EXPECT_FALSE(std::filesystem::exists(file));
}

TEST(Command, DevicesTakeSeveralOutputs) {
  const Outcome outcome = gputm("run atm --tm ideal --json /dev/null --history /dev/null" + kSmall);
  EXPECT_EQ(outcome.code, 0) << outcome.output;
}

TEST(Command, JsonSaysWhatMadeIt) {
  const auto file = temporary("origin.json");
  EXPECT_EQ(gputm("run atm --tm ideal --config gtx480" + kSmall + "--json " + file.string()).code, 0);
  const json origin = json::parse(read(file))["gputm"];
  EXPECT_EQ(origin["version"], GPUTM_VERSION);
  EXPECT_FALSE(origin["revision"].get<std::string>().empty());
  EXPECT_THAT(origin["command"].get<std::string>(), StartsWith("gputm run atm --tm ideal --config gtx480"));
  EXPECT_EQ(origin["configuration"], "gtx480");
}

TEST(Command, LogLevelsTellMore) {
  const std::string command = "run atm --tm ideal" + kSmall;
  EXPECT_THAT(gputm(command).output, ::testing::Not(HasSubstr("info")));
  const std::string informed = gputm("--log-level info " + command).output;
  EXPECT_THAT(informed, HasSubstr("info: atm ideal: 2 blocks of 32 threads on fx5800"));
  EXPECT_THAT(informed, ::testing::Not(HasSubstr("debug: ")));
  EXPECT_THAT(gputm("--log-level debug " + command).output, HasSubstr("debug: core.count=3 of fx5800"));
}

TEST(LongCommand, AnInterruptedRunClosesItsFiles) {
  const auto waves = temporary("interrupted.fst"), history = temporary("interrupted.jsonl");
  // The first attempts are in the history when its buffer is full, long after the begin of the run.
  const Outcome outcome =
      gputm("run atm --trace " + waves.string() + " --history " + history.string() + " 2>&1 & until [ -s " +
            history.string() + ".tmp ] || ! kill -0 $!; do sleep 0.1; done; kill -INT $!; wait $!");
  EXPECT_EQ(outcome.code, 130) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("interrupted after "));
  EXPECT_GT(std::filesystem::file_size(waves), 1000u);
  EXPECT_GT(std::filesystem::file_size(history.string() + ".tmp"), 1000u);
  EXPECT_FALSE(std::filesystem::exists(history));
}

/// Exit code and standard error of the command with these redirections.
Outcome redirected(const std::string& arguments, const std::string& redirections) {
  const auto errors = temporary("errors");
  const int status =
      std::system((GPUTM_COMMAND " " + arguments + " " + redirections + " 2>" + errors.string()).c_str());
  return {WEXITSTATUS(status), read(errors)};
}

TEST(Command, StandardOutputThatCannotBeWritten) {
  const auto file = temporary("closed.json");
  for (const std::string redirection : {">&-", ">/dev/full", "<&- >&-"}) {
    const std::string reason =
        redirection == ">/dev/full" ? "No space left on device" : "Bad file descriptor";
    const std::string error = "gputm: cannot write to standard output: " + reason + "\n";
    const Outcome outcome =
        redirected("run atm --tm ideal" + kSmall + "--json " + file.string(), redirection);
    EXPECT_EQ(outcome.code, 2) << redirection;
    EXPECT_EQ(outcome.output, error);
    EXPECT_TRUE(json::accept(read(file))) << redirection << ": the table is no part of the file";
    EXPECT_EQ(redirected("exec " GPUTM_EXEC_PROGRAM, redirection).output, error);
    EXPECT_EQ(redirected("list", redirection).output, error);
  }
  std::filesystem::remove(file);
  redirected("run atm --tm ideal" + kSmall + "--json " + file.string(), "| true");
  EXPECT_TRUE(json::accept(read(file)));
}

TEST(Command, TablesSayTheSeed) {
  EXPECT_THAT(gputm("run atm --tm ideal" + kSmall + "--seed 17").output,
              ::testing::ContainsRegex("\nseed +17\n"));
}

TEST(LongCommand, LocaltmPassesBothChecksWithEveryOption) {
  for (const std::string options :
       {"banks=paper", "exact=1", "shared_readers=1", "exact=1 --set localtm.shared_readers=1",
        "exact=1 --set localtm.shared_readers=1 --set localtm.migratory=1", "exact=1 --set localtm.epochs=4",
        "stall_leaving=1", "row_serial=1", "staged=1"}) {
    const std::string run =
        "run lds-km --config southern_islands --tm localtm --set core.count=1 --set workload.threads=128 "
        "--set workload.blocks=3 --set workload.rounds=2 --set localtm." +
        options;
    ASSERT_EQ(gputm(run).code, 0) << options;  // builds the unit and says so
    const Outcome outcome = gputm(run + " --json -");
    ASSERT_EQ(outcome.code, 0) << outcome.output;
    const json result = json::parse(outcome.output);
    EXPECT_EQ(result["check"], (json{{"result", "pass"}, {"history", "pass"}}));
    const json options_of_run = result["config"]["localtm"];
    const bool shared = options_of_run["shared_readers"] == 1 && options_of_run["migratory"] == 0;
    EXPECT_EQ(result["stats"]["localtm.reader_conflicts"] > 0, shared) << options;
  }
}

TEST(Command, ExecEndsWithTheProgramsStatus) {
  const Outcome outcome = gputm("exec " GPUTM_EXEC_PROGRAM);
  EXPECT_EQ(outcome.code, 42);
  EXPECT_EQ(outcome.output, "hello\n");
}

TEST(Command, StuckRunIsReported) {
  // A kernel that waits for memory longer than the progress limit.
  const Outcome outcome =
      gputm("run atm --tm ideal --set run.max_stuck_cycles=1000 --set memory.min_latency=9000" + kSmall);
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.output, HasSubstr("warp"));
}

}  // namespace
}  // namespace gputm::tb
