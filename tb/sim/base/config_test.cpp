// The configuration: every source, every error, and the documentation generated from the table of keys.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/config.h"

namespace gputm {
namespace {

using ::testing::HasSubstr;

std::string error_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(Config, PapersMachines) {
  const Config fx = load_config("fx5800");
  EXPECT_EQ(fx.machine.core.count, 30u);
  EXPECT_EQ(fx.machine.core.scheduler, SchedulerPolicy::kLooseRoundRobin);
  EXPECT_EQ(fx.machine.partition.count, 8u);
  EXPECT_EQ(fx.machine.systems.at("kilo.commit_unit"), "unlimited");
  const Config finite = load_config("fx5800_finite");
  EXPECT_EQ(finite.machine.systems.at("kilo.commit_unit"), "finite");
  EXPECT_EQ(finite.machine.systems.at("kilo.credits"), "64");
  const Config gtx = load_config("gtx480");
  EXPECT_EQ(gtx.machine.core.count, 15u);
  EXPECT_EQ(gtx.machine.core.schedulers, 2u);
  EXPECT_EQ(gtx.machine.core.scheduler, SchedulerPolicy::kGreedyThenOldest);
  EXPECT_EQ(gtx.machine.clock.memory_mhz, 924u);
}

TEST(Config, DefaultsAreFx5800) { EXPECT_EQ(to_json(Config{}, {}), to_json(load_config("fx5800"), {})); }

TEST(Config, FiniteDiffersFromFx5800OnlyInTheCommitUnit) {
  Config finite = load_config("fx5800_finite");
  EXPECT_EQ(to_json(finite, {}), to_json(load_config("fx5800"), {}));
  finite.machine.systems["kilo.commit_unit"] = "unlimited";
  finite.machine.systems["kilo.credits"] = "0";
  EXPECT_EQ(finite.machine.systems, load_config("fx5800").machine.systems);
}

TEST(Config, ShippedFilesMentionEveryKey) {
  for (std::string_view name : builtin_configs()) {
    const std::string text =
        read(std::filesystem::path(GPUTM_SOURCE_DIR) / "sim/configs" / (std::string(name) + ".toml"));
    for (const ConfigKey& key : config_keys()) {
      EXPECT_THAT(text, HasSubstr("\n" + std::string(key.name.substr(key.name.find('.') + 1)) + " ="))
          << name;
    }
  }
}

TEST(Config, AFullQueueOfDramIsServedOneByOneBeforeItStarves) {
  for (std::string_view name : builtin_configs()) {
    const DramSettings& dram = load_config(name).machine.dram;
    EXPECT_GT(dram.starvation_limit, dram.queue * dram.tRC) << name;
  }
}

TEST(Config, EveryKeyIsSetAndReadBackAtItsBounds) {
  for (const ConfigKey& key : config_keys()) {
    Config config;
    for (std::uint64_t value : {key.min, key.max}) {
      const std::string text = key.choices.empty() ? std::to_string(value) : std::string(key.choices[value]);
      apply_setting(config, std::string(key.name) + "=" + text);
      EXPECT_EQ(key.get(config.machine), value) << key.name;
    }
    if (key.choices.empty()) {
      const std::string above = std::to_string(key.max + 1);
      EXPECT_EQ(error_of([&] { apply_setting(config, std::string(key.name) + "=" + above); }),
                std::string(key.name) + ": " + above + " is outside " + key.range());
    }
    EXPECT_FALSE(key.description.empty());
    EXPECT_LE(key.min, key.get(MachineConfig{})) << key.name;
    EXPECT_GE(key.max, key.get(MachineConfig{})) << key.name;
  }
}

TEST(Config, Errors) {
  Config config;
  const auto set = [&](std::string_view text) { return error_of([&] { apply_setting(config, text); }); };
  EXPECT_EQ(set("core.max_warps=99"), "core.max_warps: 99 is outside 1..64");
  EXPECT_EQ(set("core.max_warp=9"), "unknown key 'core.max_warp', did you mean 'core.max_warps'?");
  EXPECT_EQ(set("zzz=1"), "unknown key 'zzz'");
  EXPECT_EQ(set("core.max_warps"), "'core.max_warps' is not key=value");
  EXPECT_EQ(set("core.max_warps=x"), "core.max_warps: 'x' is not a whole number in 1..64");
  EXPECT_EQ(set("core.max_warps=4x"), "core.max_warps: '4x' is not a whole number in 1..64");
  EXPECT_EQ(set("core.max_warps="), "core.max_warps: '' is not a whole number in 1..64");
  EXPECT_EQ(set("core.max_warps=99999999999999999999"),
            "core.max_warps: '99999999999999999999' is outside 1..64");
  EXPECT_EQ(set("core.max_warps=-1"), "core.max_warps: -1 is outside 1..64");
  EXPECT_EQ(set("core.scheduler=fifo"), "core.scheduler: 'fifo' is none of lrr | gto");
  EXPECT_EQ(set("core.simd_width=12"), "core.simd_width: 12 is outside 1..64, a power of two");
  EXPECT_EQ(
      set("workload.accounts=many"),
      "workload.accounts: 'many' is not a whole number from 0; `gputm list` shows each workload's ranges");
  EXPECT_EQ(to_json(config, {}), to_json(Config{}, {})) << "a refused setting must leave no trace";

  const auto parse = [](std::string_view text) { return error_of([&] { parse_config(text, "my.toml"); }); };
  EXPECT_EQ(parse("[core]\ncount = 0\n"), "my.toml: core.count: 0 is outside 1..256");
  EXPECT_EQ(parse("[core]\nscheduler = 1\n"), "my.toml: core.scheduler: 1 is none of lrr | gto");
  EXPECT_EQ(parse("[core]\ncount = \"x\"\n"),
            "my.toml: core.count: a value that is not a whole number in 1..256");
  EXPECT_EQ(parse("[core]\ncount = 3.5\n"),
            "my.toml: core.count: a value that is not a whole number in 1..256");
  EXPECT_EQ(parse("[core]\ncuont = 1\n"), "my.toml: unknown key 'core.cuont', did you mean 'core.count'?");
  EXPECT_EQ(parse("[kilo]\ncredits = 1.5\n"),
            "my.toml: kilo.credits: a value that is neither a whole number nor a name");
  EXPECT_EQ(parse("count = 1\n"), "my.toml: 'count' is not inside a [group]");
  EXPECT_THAT(parse("[core\n"), HasSubstr("my.toml:1: "));
  EXPECT_EQ(parse("[l1]\nbytes = 50000\n"),
            "my.toml: l1.bytes: 50000 is not 128 (l1.line_bytes) x 6 (l1.ways) x a power of two");
  EXPECT_EQ(parse("[core]\nwarp_width = 4\n"), "my.toml: core.simd_width: 8 is above core.warp_width = 4");
  EXPECT_EQ(parse("[l2]\nsector_bytes = 256\n"),
            "my.toml: l2.sector_bytes: 256 is above l2.line_bytes = 128");
  EXPECT_EQ(parse("[l2]\nsector_bytes = 8\n"),
            "my.toml: l2.line_bytes: 128 is above 8 x l2.sector_bytes = 64");
  EXPECT_THAT(error_of([] { load_config("gtx999"); }),
              HasSubstr("unknown configuration 'gtx999' (there are fx5800"));
  EXPECT_EQ(error_of([] { load_config("/nowhere/x.toml"); }),
            "cannot read the configuration /nowhere/x.toml: No such file or directory");
}

TEST(Config, WorkloadKeysArePassedOn) {
  Config config = parse_config("[workload]\naccounts = 1024\n", "t");
  apply_setting(config, "workload.threads=64");
  EXPECT_EQ(config.workload.at("accounts"), 1024u);
  EXPECT_EQ(config.workload.at("threads"), 64u);
  EXPECT_EQ(to_json(config, {})["workload"].dump(), R"({"accounts":1024,"threads":64})");
}

TEST(Config, KeysOfTmSystemsAreKeptAsText) {
  Config config = parse_config("[kilo]\ncredits = 7\ncommit_unit = \"finite\"\n", "t");
  apply_setting(config, "serial.handoff_latency=9");
  EXPECT_EQ(config.machine.systems, (TextSettings{
                                        {"kilo.commit_unit", "finite"},
                                        {"kilo.credits", "7"},
                                        {"serial.handoff_latency", "9"},
                                    }));
}

}  // namespace
}  // namespace gputm
