// Sweep files: valid contents, one-line errors, and the resulting points.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/sweep/sweep_file.h"
#include "app/sweep/sweep_points.h"
#include "app/sweep/sweep_progress.h"

namespace gputm::app {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

std::vector<std::string> ids(const std::string& text, std::string_view size = "full") {
  std::vector<std::string> names;
  for (const SweepPoint& point : points_of(parse_sweep(text, "s.toml"), size)) names.push_back(point.id);
  return names;
}

std::string error_of(const std::string& text, std::string_view size = "full") {
  try {
    points_of(parse_sweep(text, "s.toml"), size);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "no error";
}

TEST(SweepFile, AllCombinationsArePoints) {
  EXPECT_THAT(ids(R"(
                workloads = ["ht-l", "atm"]
                systems = ["kilo", "ideal"]
                seeds = [7, 3])"),
              ElementsAre("ht-l,kilo,fx5800,seed=7", "ht-l,kilo,fx5800,seed=3", "ht-l,ideal,fx5800,seed=7",
                          "ht-l,ideal,fx5800,seed=3", "atm,kilo,fx5800,seed=7", "atm,kilo,fx5800,seed=3",
                          "atm,ideal,fx5800,seed=7", "atm,ideal,fx5800,seed=3"));
  EXPECT_EQ(ids(R"(
              workloads = ["ht-l", "atm", "cl"]
              systems = ["kilo", "ideal"]
              machines = ["fx5800", "gtx480"]
              keys = { kilo.warp_limit = [0, 1, 2], core.scheduler = ["lrr", "gto"] }
              seeds = [1, 2, 3, 4])")
                .size(),
            3u * 2 * 2 * 6 * 4);
}

TEST(SweepFile, DefaultsAreThoseOfRun) {
  EXPECT_THAT(ids("workloads = ['atm']"), ElementsAre("atm,kilo,fx5800,seed=1"));
  EXPECT_EQ(parse_sweep("workloads = ['atm']", "a/b/study.toml").name(), "study");
  EXPECT_EQ(parse_sweep("workloads = ['atm']\ntime_limit = 12", "s.toml").time_limit,
            std::chrono::seconds(12));
}

TEST(SweepFile, KeysAreInNamesAndSettings) {
  const auto points = points_of(parse_sweep(R"(
    workloads = ["atm"]
    [keys]
    "kilo.warp_limit" = [0, 4]
    kilo.skip_messages = ["ranged"])",
                                            "s.toml"),
                                "full");
  ASSERT_EQ(points.size(), 2u);
  EXPECT_EQ(points[1].id, "atm,kilo,fx5800,kilo.skip_messages=ranged,kilo.warp_limit=4,seed=1");
  EXPECT_THAT(points[1].arguments(),
              ElementsAre("run", "atm", "--tm", "kilo", "--config", "fx5800", "--seed", "1", "--set",
                          "kilo.skip_messages=ranged", "--set", "kilo.warp_limit=4"));
  EXPECT_EQ(points[1].description()["keys"]["kilo.warp_limit"], 4);
  EXPECT_EQ(points[1].description()["keys"]["kilo.skip_messages"], "ranged");
}

constexpr const char* kVariants = R"(
  workloads = ["atm", "ht-h"]
  variants = ["locks", "unlimited"]
  [variant.locks]
  system = "lock"
  machine = "gtx480"
  [variant.unlimited]
  kilo.warp_limit = 0
  [sizes.small]
  atm = { workload.transfers = 64 })";

TEST(SweepFile, VariantsHoldWhatBelongsTogether) {
  EXPECT_THAT(ids(kVariants),
              ElementsAre("atm,lock,gtx480,locks,seed=1", "atm,kilo,fx5800,unlimited,seed=1",
                          "ht-h,lock,gtx480,locks,seed=1", "ht-h,kilo,fx5800,unlimited,seed=1"));
  const auto points = points_of(parse_sweep(kVariants, "s.toml"), "full");
  EXPECT_TRUE(points[0].settings.empty());
  EXPECT_THAT(points[1].settings, ElementsAre(std::pair("kilo.warp_limit", "0")));
  EXPECT_TRUE(points[1].keys.empty());
}

TEST(SweepFile, SizesChangeDefinitionsNotNames) {
  const SweepFile sweep = parse_sweep(kVariants, "s.toml");
  const auto full = points_of(sweep, "full"), small = points_of(sweep, "small");
  ASSERT_EQ(full.size(), small.size());
  for (std::size_t i = 0; i < full.size(); ++i) {
    EXPECT_EQ(full[i].id, small[i].id);
    EXPECT_EQ(full[i].definition() == small[i].definition(), full[i].workload != "atm");
  }
  EXPECT_THAT(small[1].definition(), HasSubstr("--set workload.transfers=64 --set kilo.warp_limit=0"));
  EXPECT_EQ(error_of(kVariants, "smal"), "s.toml: there is no size 'smal', did you mean 'small'?");
}

TEST(SweepFile, SizesGrowWithAKeyOrAVariant) {
  const auto points = points_of(parse_sweep(R"(
    workloads = ["atm"]
    variants = ["small", "large"]
    keys = { core.count = [3, 6] }
    [variant.small]
    core.count = 9
    partition.count = 4
    [variant.large]
    partition.count = 8
    [sizes.full]
    atm = { workload.transfers = "64 * core.count", workload.accounts = "100 * partition.count", workload.threads = 32 })",
                                            "s.toml"),
                                "full");
  ASSERT_EQ(points.size(), 4u);
  EXPECT_THAT(points[1].settings,
              ElementsAre(std::pair("workload.accounts", "400"), std::pair("workload.threads", "32"),
                          std::pair("workload.transfers", "384"), std::pair("core.count", "9"),
                          std::pair("partition.count", "4"), std::pair("core.count", "6")));
  EXPECT_THAT(points[2].definition(),
              HasSubstr("--set workload.accounts=800 --set workload.threads=32 --set "
                        "workload.transfers=192 --set partition.count=8 --set core.count=3"));
}

TEST(SweepFile, ProductsReplaceListsAndShareSamePoints) {
  EXPECT_THAT(
      ids(R"(
                workloads = ["atm"]
                [[product]]
                keys = { kilo.warp_limit = [1, 2] }
                [[product]]
                systems = ["serial"]
                [[product]]
                systems = ["ideal", "serial"])"),
      ElementsAre("atm,kilo,fx5800,kilo.warp_limit=1,seed=1", "atm,kilo,fx5800,kilo.warp_limit=2,seed=1",
                  "atm,serial,fx5800,seed=1", "atm,ideal,fx5800,seed=1"));
}

TEST(SweepFile, MachinesOfFilesAreBesideTheSweep) {
  const auto folder =
      std::filesystem::path(::testing::TempDir()) / ("gputm_sweep_" + std::to_string(getpid()));
  std::filesystem::create_directories(folder / "other");
  const auto write = [&](const std::string& name, const std::string& text) {
    std::ofstream(folder / name) << text;
  };
  write("mine.toml", "[core]\ncount = 3\n");
  write("other/mine.toml", "[core]\ncount = 6\n");
  const std::string text = "workloads = ['atm']\nmachines = ['mine.toml']";
  const auto points = [&] { return points_of(parse_sweep(text, folder / "s.toml"), "full"); };
  EXPECT_EQ(points()[0].id, "atm,kilo,mine,seed=1");
  EXPECT_EQ(points()[0].machine, folder / "mine.toml");
  const std::string before = points()[0].definition();
  write("mine.toml", "[core]\ncount = 4\n");
  EXPECT_NE(points()[0].definition(), before);
  EXPECT_THAT(before, Not(HasSubstr(folder.string())));
  EXPECT_THROW(points_of(parse_sweep("workloads = ['atm']\nmachines = ['mine.toml', 'other/mine.toml']",
                                     folder / "s.toml"),
                         "full"),
               ConfigError);
  std::filesystem::remove_all(folder);
}

TEST(SweepFile, ErrorsNameFileKeyValueAndWhatIsLegal) {
  const auto expect = [](const std::string& text, const std::string& message) {
    const std::string error = error_of(text);
    EXPECT_THAT(error, AllOf(StartsWith("s.toml:"), HasSubstr(message), Not(HasSubstr("\n")))) << text;
  };
  const std::string atm = "workloads = ['atm']\n";
  expect("workloads = [", "s.toml:1: ");
  expect("", "workloads = [...] is missing");
  expect("workloads = ['amt']", "workloads: unknown workload 'amt', did you mean 'atm'?");
  expect("workloads = 'atm'", "workloads: a value that is not a list");
  expect("workloads = []", "workloads: a value that is not a list");
  expect("workloads = ['atm', 'atm']", "workloads: 'atm' is in the list twice");
  expect(atm + "systems = ['kiol']", "systems: ");
  expect(atm + "systems = ['kiol']", "kiol");
  expect(atm + "system = ['kilo']", "unknown key 'system', did you mean 'systems'?");
  expect(atm + "machines = ['fx5801']", "machines: unknown configuration 'fx5801' (there are fx5800");
  expect(atm + "machines = ['gone.toml']", "cannot read the configuration ./gone.toml");
  expect(atm + "keys = { kilo.warp_limit = [0, 65] }", "keys: kilo.warp_limit: 65 is outside 0..64");
  expect(atm + "keys = { kilo.warp_limi = [0] }", "did you mean 'kilo.warp_limit'?");
  expect(atm + "keys = { kilo.warp_limit = 2 }", "keys: kilo.warp_limit: a value that is not a list");
  expect(atm + "keys = { kilo.warp_limit = [1.5] }", "neither a whole number nor a name");
  expect(atm + "keys = { kilo.skip_messages = ['all'] }", "'all' is none of ranged | per_thread | none");
  expect(atm + "keys = { workload.slots = [3] }", "atm has no key 'workload.slots'");
  expect(atm + "keys = { workload.accounts = [1] }", "workload.accounts: 1 is outside 2..16000000");
  expect(atm + "keys = { run.seed = [1] }", "seeds = [...]");
  expect(atm + "seeds = [-1]", "seeds: -1 is outside 0..4294967295");
  expect(atm + "seeds = ['x']", "seeds: a value that is not a whole number");
  expect(atm + "time_limit = 0", "time_limit: 0 is outside 1..");
  expect(atm + "variants = ['x']\n[variant.y]\n", "variants: there is no [variant.x]");
  expect(atm + "variants = ['y']\n[variant.y]\nkilo.warp_limit = 99",
         "variant: y: kilo.warp_limit: 99 is outside");
  expect(atm + "[variant.'a b']\n", "'a b' is no name");
  expect(atm + "[variant.y]\nsystem = 3", "variant: y: system: a value that is not a text");
  const std::string grows = atm + "keys = { core.count = [3, 6] }\n[sizes.full]\n";
  expect(grows + "atm = { workload.transfers = 'x * core.count' }",
         "begins with no whole number in 1..1000000");
  expect(grows + "atm = { workload.transfers = '0 * core.count' }",
         "begins with no whole number in 1..1000000");
  expect(grows + "atm = { workload.transfers = '8 * partition.count' }",
         "the point sets no number 'partition.count'");
  expect(
      grows + "atm = { workload.accounts = '1000000 * core.count', workload.threads = '200 * core.count' }",
      "sizes: atm,kilo,fx5800,core.count=6,seed=1: workload.threads: 1200 is outside 1..1024");
  expect(grows + "atm = { workload.transfer = '8 * core.count' }", "did you mean 'workload.transfers'?");
  expect(atm + "[sizes.s]\nht = {}", "sizes: s: ht: unknown workload 'ht'");
  expect(atm + "[sizes.s]\natm = { workload.transfers = 0 }", "workload.transfers: 0 is outside 1..16000000");
  expect(atm + "[[product]]\nsystems = ['loc']", "product 1: systems: ");
  expect(atm + "figure = 3", "figure: a value that is not [[figure]]");
  expect(atm + "table = 3", "table: a value that is not [[table]]");
  expect(atm + "terms = 3", "terms: a value that is not [terms]");
  expect(atm + "keep_failed_checks = 1", "keep_failed_checks: a value that is neither true nor false");
  EXPECT_THROW(load_sweep("/nowhere/s.toml"), ConfigError);
  EXPECT_THROW(load_sweep("/tmp"), ConfigError);
}

TEST(SweepFile, ThereAreNotTooManyPoints) {
  std::string values = "0";
  for (int value = 1; value < 1000; ++value) values += ", " + std::to_string(value);
  const std::string keys = "workloads = ['atm']\nkeys = { tx.backoff_cycles = [" + values +
                           "], tx.serialize_after = [" + values + "] }\n";
  EXPECT_THAT(error_of(keys), HasSubstr("s.toml: has more than 100000 points"));
}

TEST(SweepFile, NamesOfFilesAreBounded) {
  std::string keys;
  for (const char* key :
       {"core.max_threads", "core.max_warps", "dram.starvation_limit", "l2.commit_unit_latency",
        "interconnect.output_packets", "tx.register_checkpoint_cycles", "kilo.write_filter_bits",
        "partition.interleave_bytes"})
    keys += std::string(keys.empty() ? "" : ", ") + key + " = [64]";
  EXPECT_THAT(error_of("workloads = ['atm']\nkeys = { " + keys + " }"), HasSubstr("name a [variant]"));
}

TEST(SweepProgress, TimeLeftIsThatOfTheSameWorkload) {
  SweepProgress progress(7, 2, true);
  for (int i = 0; i < 3; ++i) progress.expect("long");
  progress.expect("short");
  progress.expect("other");
  EXPECT_LT(progress.time_left(), 0);
  progress.kept("long", 100);
  progress.kept("short", 2);
  // Three points of 100, one of 2, and one of an unknown workload: the mean, 51. On two processors.
  EXPECT_DOUBLE_EQ(progress.time_left(), (300 + 2 + 51) / 2.0);
  EXPECT_EQ(duration_text(59.2), "60 s");
  EXPECT_EQ(duration_text(600), "10 min");
  EXPECT_EQ(duration_text(7260), "2 h 1 min");
}

}  // namespace
}  // namespace gputm::app
