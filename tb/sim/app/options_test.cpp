// The command line: valid options, and a one-line error for every mistake.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/command_line/options.h"

namespace gputm::app {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Arguments = std::vector<std::string>;

template <typename Command>
Command parse(const Arguments& arguments) {
  return std::get<Command>(parse_command_line(arguments).command);
}

std::string error_of(const Arguments& arguments) {
  try {
    parse_command_line(arguments);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Options, Run) {
  const auto run = parse<RunOptions>({"run",           "atm",
                                      "--tm",          "ideal",
                                      "--config",      "gtx480",
                                      "--set",         "core.count=4",
                                      "--set",         "workload.accounts=64",
                                      "--seed",        "9",
                                      "--json",        "-",
                                      "--history",     "h",
                                      "--trace",       "t.fst",
                                      "--trace-scope", "partition3",
                                      "--trace-start", "10",
                                      "--trace-end",   "20"});
  EXPECT_EQ(run.workload, "atm");
  EXPECT_EQ(run.system, "ideal");
  EXPECT_EQ(run.machine.config, "gtx480");
  EXPECT_THAT(run.machine.settings, ElementsAre("core.count=4", "workload.accounts=64"));
  EXPECT_EQ(run.machine.seed, 9u);
  EXPECT_EQ(run.json, "-");
  EXPECT_EQ(run.history, "h");
  EXPECT_TRUE(run.check_history);
  EXPECT_EQ(run.trace.file, "t.fst");
  EXPECT_EQ(run.trace.scope, "partition3");
  EXPECT_EQ(run.trace.start, 10u);
  EXPECT_EQ(run.trace.end, 20u);
}

TEST(Options, SweepAndPlot) {
  const auto sweep = parse<SweepOptions>({"sweep", "s.toml", "--size", "small", "--jobs", "3", "--time-limit",
                                          "60", "--out", "o", "--any-revision", "--point", "a,b,seed=1"});
  EXPECT_EQ(sweep.file, "s.toml");
  EXPECT_EQ(sweep.size, "small");
  EXPECT_EQ(sweep.jobs, 3u);
  EXPECT_EQ(sweep.time_limit, 60u);
  EXPECT_EQ(sweep.out, "o");
  EXPECT_TRUE(sweep.any_revision);
  EXPECT_EQ(sweep.point, "a,b,seed=1");
  EXPECT_EQ(parse<SweepOptions>({"sweep", "s.toml"}).size, "full");
  EXPECT_THAT(error_of({"sweep"}), HasSubstr("file"));
  EXPECT_THAT(error_of({"sweep", "s.toml", "--jobs", "x"}), HasSubstr("'x' is not a whole number"));
  EXPECT_THAT(error_of({"sweep", "s.toml", "--list", "--dry-run"}), HasSubstr("--list"));
  EXPECT_THAT(error_of({"sweep", "s.toml", "--fresh", "--any-revision"}), HasSubstr("--fresh"));

  const auto plot = parse<PlotOptions>({"plot", "a", "b", "--figure", "x", "--figure", "y", "--page", "p.md",
                                        "--sweep", "s.toml", "--into", "m.md", "--into", "n.md"});
  EXPECT_THAT(plot.folders, ElementsAre("a", "b"));
  EXPECT_THAT(plot.figures, ElementsAre("x", "y"));
  EXPECT_THAT(plot.into, ElementsAre("m.md", "n.md"));
  EXPECT_EQ(plot.page, "p.md");
  EXPECT_EQ(plot.sweep, "s.toml");
  EXPECT_THAT(error_of({"plot"}), HasSubstr("folders"));
}

TEST(Options, Report) {
  EXPECT_TRUE(parse<RunOptions>({"run", "atm", "--profile", "--json", "p.json"}).profile);
  EXPECT_FALSE(parse<RunOptions>({"run", "atm", "--json", "p.json"}).profile);
  EXPECT_THAT(error_of({"run", "atm", "--profile"}), HasSubstr("--json")) << "which is where it goes";
  const auto report = parse<ReportOptions>({"report", "p.json", "--html", "p.html"});
  EXPECT_EQ(report.file, "p.json");
  EXPECT_EQ(report.html, "p.html");
  EXPECT_EQ(parse<ReportOptions>({"report", "p.json"}).html, "");
  EXPECT_THAT(error_of({"report"}), HasSubstr("file"));
  EXPECT_THAT(error_of({"report", "p.json", "--html", "-"}), HasSubstr("--html"));
}

TEST(Options, RunDefaults) {
  const auto run = parse<RunOptions>({"run", "--set", "core.count=4", "ht-h"});
  EXPECT_EQ(run.workload, "ht-h") << "an option takes one value, not all that follow";
  EXPECT_EQ(run.system, "kilo");
  EXPECT_EQ(run.machine.config, "fx5800");
  EXPECT_FALSE(run.machine.seed.has_value());
  EXPECT_TRUE(run.check_history);
  EXPECT_FALSE(parse<RunOptions>({"run", "ht-h", "--no-check-history"}).check_history);
}

TEST(Options, Launch) {
  const auto launch =
      parse<LaunchOptions>({"launch",   "a.elf",  "k",     "--grid",   "4x2",     "--arg",  "u32:1",
                            "--buffer", "x:f:rw", "--arg", "f32:-2",   "--block", "64",     "--buffer",
                            "y:zero:4", "--tm",   "ideal", "--shared", "16",      "--json", "-"});
  EXPECT_EQ(launch.program, "a.elf");
  EXPECT_EQ(launch.kernel, "k");
  EXPECT_EQ(launch.grid, "4x2");
  EXPECT_EQ(launch.block, "64");
  EXPECT_EQ(launch.shared_bytes, 16u);
  EXPECT_EQ(launch.system, "ideal");
  std::vector<std::string> texts;
  std::string kinds;
  for (const LaunchOptions::Argument& argument : launch.arguments) {
    texts.push_back(argument.text);
    kinds += argument.buffer ? 'b' : 'a';
  }
  EXPECT_THAT(texts, ElementsAre("u32:1", "x:f:rw", "f32:-2", "y:zero:4"))
      << "in the order of the command line";
  EXPECT_EQ(kinds, "abab");
}

TEST(Options, CudaProgramsKeepTheirArguments) {
  const auto run = parse<RunCudaOptions>(
      {"run-cuda", "a.cu", "--set", "core.count=2", "--cflags", "-O3 -I x", "--", "--tm", "x", "7"});
  EXPECT_EQ(run.source, "a.cu");
  EXPECT_EQ(run.system, "") << "left to GPUTM_TM";
  EXPECT_EQ(run.settings, std::vector<std::string>{"core.count=2"});
  EXPECT_EQ(run.compiler_flags, "-O3 -I x");
  EXPECT_EQ(run.arguments, (std::vector<std::string>{"--tm", "x", "7"}));
  const auto nvcc = parse<NvccOptions>({"nvcc", "-O3", "a.cu", "--tm", "-o", "a"});
  EXPECT_EQ(nvcc.arguments, (std::vector<std::string>{"-O3", "a.cu", "--tm", "-o", "a"}));
}

TEST(Options, CommandLineIsKept) {
  EXPECT_EQ(parse<RunOptions>({"run", "atm", "--json", "my file", "--set", "core.count=3"}).command,
            "gputm run atm --json 'my file' --set core.count=3");
  EXPECT_EQ(parse<RunOptions>({"run", "list", "--json", "it's"}).command,
            R"(gputm run list --json 'it'\''s')");
}

TEST(Options, NumbersThatAreNone) {
  for (const char* text : {"1e3", "x", "", "1.5", "-", "0x10"}) {
    EXPECT_THAT(error_of({"run", "atm", "--seed", text}),
                HasSubstr("is not a whole number in 0..4294967295"));
  }
  EXPECT_THAT(error_of({"run", "atm", "--seed", "4294967296"}), HasSubstr("is outside 0..4294967295"));
  EXPECT_THAT(error_of({"run", "atm", "--threads", "65"}), HasSubstr("--threads: '65' is outside 0..64"));
  EXPECT_THAT(error_of({"run", "atm", "--threads", "two"}),
              HasSubstr("'two' is not a whole number in 0..64"));
}

TEST(Options, OtherCommands) {
  const auto compare = parse<CompareOptions>({"compare", "--workloads", "atm,ht-l", "--tm", "lock"});
  EXPECT_THAT(compare.workloads, ElementsAre("atm", "ht-l"));
  EXPECT_THAT(compare.systems, ElementsAre("lock"));
  EXPECT_THAT(parse<CompareOptions>({"compare"}).workloads, ElementsAre("atm", "ht-h"));
  EXPECT_FALSE(compare.full);
  EXPECT_TRUE(parse<CompareOptions>({"compare", "--full"}).full);
  EXPECT_TRUE(parse<ListOptions>({"list", "--keys"}).keys);
  EXPECT_EQ(parse<ExecOptions>({"exec", "a.elf"}).program, "a.elf");
  EXPECT_EQ(parse<ExecOptions>({"exec", "a.elf"}).max_instructions, 0u);
  EXPECT_EQ(parse<ExecOptions>({"exec", "a.elf", "--max-instructions", "7"}).max_instructions, 7u);
  EXPECT_EQ(parse_command_line(Arguments{"--log-level", "debug", "list"}).log_level, "debug");
}

TEST(Options, HelpAndVersion) {
  EXPECT_THAT(parse<ShowText>({"--version"}).text, HasSubstr("gputm "));
  EXPECT_THAT(parse<ShowText>({"--help"}).text, HasSubstr("compare"));
  EXPECT_THAT(parse<ShowText>({"run", "--help"}).text, HasSubstr("--trace-scope"));
  EXPECT_THAT(parse<ShowText>({"run", "--help"}).text, HasSubstr("gputm run "));
}

TEST(Options, Errors) {
  EXPECT_THAT(error_of({}), HasSubstr("a command is missing"));
  EXPECT_THAT(error_of({"rnu"}), HasSubstr("rnu"));
  EXPECT_THAT(error_of({"run"}), HasSubstr("workload is required"));
  EXPECT_THAT(error_of({"run", "atm", "--seed", "x"}), HasSubstr("--seed"));
  EXPECT_THAT(error_of({"run", "atm", "--seed", "-1"}), HasSubstr("'-1' is outside 0..4294967295"));
  EXPECT_THAT(error_of({"exec", "a.elf", "--max-instructions", "99999999999999999999"}),
              HasSubstr("0..18446744073709551615"));
  EXPECT_THAT(error_of({"run", "rbtree", "--trace-end", "7"}), HasSubstr("--trace-end needs --trace"));
  EXPECT_THAT(error_of({"run", "atm", "--trace", "t", "--trace-start", "7", "--trace-end", "7"}),
              HasSubstr("--trace-start: 7 is not below --trace-end 7"));
  EXPECT_THAT(error_of({"run", "atm", "--json", ""}), HasSubstr("--json: the name of the file is empty"));
  EXPECT_THAT(error_of({"run", "atm", "--history", "-"}), HasSubstr("--history: '-' is no file"));
  EXPECT_THAT(error_of({"run", "list", "--trace", "-"}), HasSubstr("--trace: '-' is no file"));
  EXPECT_THAT(error_of({"list", "--markdown"}), HasSubstr("--markdown requires --keys"));
  EXPECT_THAT(error_of({"list", "--keys", "--statistics"}), HasSubstr("--keys excludes --statistics"));
  EXPECT_THAT(error_of({"run", "atm", "--bogus"}), HasSubstr("--bogus"));
  EXPECT_THAT(error_of({"run", "atm", "two\nlines"}), ::testing::Not(HasSubstr("\n")));
}

}  // namespace
}  // namespace gputm::app
