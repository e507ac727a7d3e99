// Every configuration value has a legal range, and leaving it is a one-line error that names the key.
#include <gtest/gtest.h>

#include <string>

#include "memory/crossbar.h"
#include "memory/l1_cache.h"
#include "memory/partition.h"

namespace gputm::memory {
namespace {

template <typename F>
void expect_error(const std::string& key, F&& construct) {
  try {
    construct();
    ADD_FAILURE() << key << ": no error";
  } catch (const Error& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find(key + " = "), std::string::npos) << text;
    EXPECT_NE(text.find("out of range: "), std::string::npos) << text;
    EXPECT_EQ(text.find('\n'), std::string::npos) << text;
  }
}

TEST(MemoryConfig, Crossbar) {
  using Config = Crossbar::Config;
  struct Case {
    const char* key;
    unsigned Config::*member;
    unsigned low, high;
  };
  for (const Case& c : {Case{"crossbar.sources", &Config::sources, 1, 64},
                        {"crossbar.destinations", &Config::destinations, 1, 64},
                        {"crossbar.latency", &Config::latency, 1, 10000},
                        {"crossbar.input_packets", &Config::input_packets, 1, 4096},
                        {"crossbar.output_packets", &Config::output_packets, 1, 4096}}) {
    for (const unsigned value : {c.low - 1, c.high + 1, c.low, c.high}) {
      Config config;
      config.*c.member = value;
      if (value < c.low || value > c.high) {
        expect_error(c.key, [&] { Crossbar crossbar(config); });
      } else {
        EXPECT_NO_THROW(Crossbar crossbar(config)) << c.key << value;
      }
    }
  }
}

TEST(MemoryConfig, L1) {
  using Config = L1Cache::Config;
  const auto with = [](unsigned Config::*member, unsigned value) {
    Config config;
    config.*member = value;
    return [config] { L1Cache cache(config); };
  };
  expect_error("l1.bytes", with(&Config::bytes, 0));
  expect_error("l1.bytes", with(&Config::bytes, 48 * 1024 + 128));
  expect_error("l1.bytes", with(&Config::bytes, (16u << 20) + 768));
  expect_error("l1.line_bytes", with(&Config::line_bytes, 16));
  expect_error("l1.line_bytes", with(&Config::line_bytes, 96));
  expect_error("l1.line_bytes", with(&Config::line_bytes, 2048));
  expect_error("l1.ways", with(&Config::ways, 0));
  expect_error("l1.ways", with(&Config::ways, 65));
  expect_error("l1.mshrs", with(&Config::mshrs, 0));
  expect_error("l1.mshrs", with(&Config::mshrs, 4097));
}

TEST(MemoryConfig, Partition) {
  using Config = Partition::Config;
  const auto build = [](const Config& config) { Partition partition(config, [](const Packet&) {}); };
  EXPECT_NO_THROW(build({}));
  struct L2Case {
    const char* key;
    unsigned L2Config::*member;
    unsigned value;
  };
  for (const L2Case& c : {L2Case{"l2.bytes", &L2Config::bytes, 512},
                          {"l2.bytes", &L2Config::bytes, 64 * 1024 + 128},
                          {"l2.line_bytes", &L2Config::line_bytes, 100},
                          {"l2.line_bytes", &L2Config::line_bytes, 2048},
                          {"l2.ways", &L2Config::ways, 0},
                          {"l2.ways", &L2Config::ways, 65},
                          {"l2.mshrs", &L2Config::mshrs, 0},
                          {"l2.mshrs", &L2Config::mshrs, 4097},
                          {"l2.mshr_merges", &L2Config::mshr_merges, 0},
                          {"l2.mshr_merges", &L2Config::mshr_merges, 4097},
                          {"l2.request_latency", &L2Config::request_latency, 0},
                          {"l2.request_latency", &L2Config::request_latency, 10001},
                          {"l2.commit_unit_latency", &L2Config::commit_unit_latency, 0},
                          {"l2.commit_unit_latency", &L2Config::commit_unit_latency, 10001},
                          {"l2.reply_queue", &L2Config::reply_queue, 0},
                          {"l2.reply_queue", &L2Config::reply_queue, 4097},
                          {"l2.commit_unit_reads", &L2Config::commit_unit_reads, 0},
                          {"l2.commit_unit_reads", &L2Config::commit_unit_reads, 4097}}) {
    Config config;
    config.l2.*c.member = c.value;
    expect_error(c.key, [&] { build(config); });
  }
  struct DramCase {
    const char* key;
    unsigned DramConfig::*member;
    unsigned value;
  };
  for (const DramCase& c : {DramCase{"dram.queue", &DramConfig::queue, 1},
                            {"dram.queue", &DramConfig::queue, 65},
                            {"dram.return_queue", &DramConfig::return_queue, 0},
                            {"dram.return_queue", &DramConfig::return_queue, 4097},
                            {"dram.banks", &DramConfig::banks, 0},
                            {"dram.banks", &DramConfig::banks, 6},
                            {"dram.banks", &DramConfig::banks, 128},
                            {"dram.row_bytes", &DramConfig::row_bytes, 64},
                            {"dram.row_bytes", &DramConfig::row_bytes, 131072},
                            {"dram.bytes_per_cycle", &DramConfig::bytes_per_cycle, 0},
                            {"dram.bytes_per_cycle", &DramConfig::bytes_per_cycle, 256},
                            {"dram.starvation_limit", &DramConfig::starvation_limit, 0},
                            {"dram.starvation_limit", &DramConfig::starvation_limit, 1000001}}) {
    Config config;
    config.dram.*c.member = c.value;
    expect_error(c.key, [&] { build(config); });
  }
  for (const auto& [key, member] : {std::pair{"dram.tCL", &DramConfig::tCL},
                                    {"dram.tRP", &DramConfig::tRP},
                                    {"dram.tRC", &DramConfig::tRC},
                                    {"dram.tRAS", &DramConfig::tRAS},
                                    {"dram.tRCD", &DramConfig::tRCD},
                                    {"dram.tRRD", &DramConfig::tRRD},
                                    {"dram.tCDLR", &DramConfig::tCDLR},
                                    {"dram.tWR", &DramConfig::tWR},
                                    {"dram.tCCD", &DramConfig::tCCD},
                                    {"dram.tWL", &DramConfig::tWL}}) {
    for (const unsigned value : {0u, 1001u}) {
      Config config;
      config.dram.*member = value;
      expect_error(key, [&] { build(config); });
    }
  }
  expect_error("partitions", [&] { build({.partitions = 0}); });
  expect_error("partitions", [&] { build({.partitions = 65}); });
  expect_error("partition index", [&] { build({.index = 6, .partitions = 6}); });
  expect_error("interleave_bytes", [&] { build({.interleave_bytes = 64}); });  // less than a line
  expect_error("interleave_bytes", [&] { build({.interleave_bytes = 384}); });
  expect_error("interleave_bytes", [&] { build({.interleave_bytes = 131072}); });
  expect_error("header_bytes", [&] { build({.header_bytes = 0}); });
  expect_error("flit_bytes", [&] { build({.flit_bytes = 0}); });
  expect_error("flit_bytes", [&] { build({.flit_bytes = 1025}); });
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
