// Every configuration value has a legal range; a value outside is a one-line error that names the key.
#include <gtest/gtest.h>

#include <initializer_list>
#include <string>

#include "base/config.h"
#include "memory/crossbar.h"
#include "memory/l1_cache.h"
#include "memory/partition.h"

namespace gputm::memory {
namespace {

/// One line that starts with the key.
template <typename F>
void expect_error(const std::string& key, F&& construct) {
  try {
    construct();
    ADD_FAILURE() << key << ": no error";
  } catch (const Error& error) {
    const std::string text = error.what();
    EXPECT_TRUE(text.starts_with(key + ": ")) << text;
    EXPECT_EQ(text.find('\n'), std::string::npos) << text;
  }
}

template <typename Config>
struct Case {
  const char* key;
  unsigned Config::*member;
};

/// Each member's legal values end at the limits in the table of the machine's keys. (Powers of two depend on
/// each other: a line is at most as long as a row, and so on.)
template <typename Config, typename Build>
void expect_ranges_of_keys(std::initializer_list<Case<Config>> cases, Build&& build) {
  for (const auto& c : cases) {
    const ConfigKey& key = require_key(config_keys(), c.key);
    const auto with = [&](std::uint64_t value) {
      Config config;
      config.*c.member = static_cast<unsigned>(value);
      return [config, &build] { build(config); };
    };
    expect_error(c.key, with(key.min - 1));
    expect_error(c.key, with(key.max + 1));
    if (key.power_of_two) {
      expect_error(c.key, with(key.max - 1));
    } else {
      EXPECT_NO_THROW(with(key.min)()) << c.key;
      EXPECT_NO_THROW(with(key.max)()) << c.key;
    }
  }
}

TEST(MemoryConfig, Crossbar) {
  using Config = Crossbar::Config;
  const auto build = [](const Config& config) { Crossbar crossbar(config); };
  expect_ranges_of_keys<Config>({{"interconnect.latency", &Config::latency},
                                 {"interconnect.input_packets", &Config::input_packets},
                                 {"interconnect.output_packets", &Config::output_packets}},
                                build);
  for (const unsigned wrong : {0U, 257U}) {
    expect_error("crossbar.sources", [&] { build({.sources = wrong}); });
    expect_error("crossbar.destinations", [&] { build({.destinations = wrong}); });
  }
}

TEST(MemoryConfig, L1) {
  using Config = L1Cache::Config;
  const auto build = [](const Config& config) { L1Cache cache(config); };
  expect_ranges_of_keys<Config>({{"l1.line_bytes", &Config::line_bytes}, {"l1.mshrs", &Config::mshrs}},
                                build);
  for (const unsigned wrong : {0U, 65U}) expect_error("l1.ways", [&] { build({.ways = wrong}); });
  for (const unsigned wrong : {0U, 48U * 1024 + 128, (16U << 20) + 768}) {
    expect_error("l1.bytes", [&] { build({.bytes = wrong}); });
  }
}

TEST(MemoryConfig, Partition) {
  using Config = Partition::Config;
  const auto build = [](const Config& config) { Partition partition(config, [](const Packet&) {}); };
  const auto with_l2 = [&](const L2Config& l2) { build({.l2 = l2}); };
  const auto with_dram = [&](const DramConfig& dram) { build({.dram = dram}); };
  EXPECT_NO_THROW(build({}));
  expect_ranges_of_keys<L2Config>({{"l2.line_bytes", &L2Config::line_bytes},
                                   {"l2.mshrs", &L2Config::mshrs},
                                   {"l2.mshr_merges", &L2Config::mshr_merges},
                                   {"l2.commit_unit_latency", &L2Config::commit_unit_latency},
                                   {"l2.reply_queue", &L2Config::reply_queue},
                                   {"l2.commit_unit_reads", &L2Config::commit_unit_reads}},
                                  with_l2);
  for (const unsigned wrong : {8U, 48U, 256U})
    expect_error("l2.sector_bytes", [&] { with_l2({.sector_bytes = wrong}); });
  for (const unsigned wrong : {0U, 65U}) expect_error("l2.ways", [&] { with_l2({.ways = wrong}); });
  for (const unsigned wrong : {512U, 64U * 1024 + 128}) {
    expect_error("l2.bytes", [&] { with_l2({.bytes = wrong}); });
  }
  for (const unsigned wrong : {0U, 10'001U}) {
    expect_error("cycles from arrival to tag access", [&] { with_l2({.request_latency = wrong}); });
  }
  expect_ranges_of_keys<DramConfig>({{"dram.queue", &DramConfig::queue},
                                     {"dram.return_queue", &DramConfig::return_queue},
                                     {"dram.banks", &DramConfig::banks},
                                     {"dram.row_bytes", &DramConfig::row_bytes},
                                     {"dram.bytes_per_cycle", &DramConfig::bytes_per_cycle},
                                     {"dram.tCL", &DramConfig::tCL},
                                     {"dram.tRP", &DramConfig::tRP},
                                     {"dram.tRC", &DramConfig::tRC},
                                     {"dram.tRAS", &DramConfig::tRAS},
                                     {"dram.tRCD", &DramConfig::tRCD},
                                     {"dram.tRRD", &DramConfig::tRRD},
                                     {"dram.tCDLR", &DramConfig::tCDLR},
                                     {"dram.tWR", &DramConfig::tWR},
                                     {"dram.tCCD", &DramConfig::tCCD},
                                     {"dram.tWL", &DramConfig::tWL},
                                     {"dram.starvation_limit", &DramConfig::starvation_limit},
                                     {"dram.controller_latency", &DramConfig::controller_latency}},
                                    with_dram);
  expect_error("dram.row_bytes", [&] { build({.l2 = {.line_bytes = 256}, .dram = {.row_bytes = 128}}); });
  expect_ranges_of_keys<Config>({{"partition.count", &Config::partitions},
                                 {"partition.interleave_bytes", &Config::interleave_bytes},
                                 {"dram.channels", &Config::channels},
                                 {"interconnect.header_bytes", &Config::header_bytes},
                                 {"interconnect.flit_bytes", &Config::flit_bytes}},
                                build);
  expect_error("partition index", [&] { build({.index = 6, .partitions = 6}); });
  expect_error("partition.interleave_bytes", [&] { build({.interleave_bytes = 64}); });  // less than a line
}

TEST(MemoryConfig, AddressMapIsDenseInEveryPartition) {
  for (const unsigned partitions : {1u, 6u, 8u, 64u}) {
    const AddressMap map(partitions, 256);
    std::vector<Address> next(partitions);
    for (Address address = 0; address < 64 * 1024; address += 32) {
      const unsigned partition = map.partition(address);
      ASSERT_EQ(partition, address / 256 % partitions);
      ASSERT_EQ(map.local(address), next[partition]);
      next[partition] += 32;
    }
  }
}

}  // namespace
}  // namespace gputm::memory
