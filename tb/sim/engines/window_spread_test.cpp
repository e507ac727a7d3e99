// Places of the warps' logs and private windows: all distinct, and used evenly across the sets of the caches
// and the partitions.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/config.h"
#include "core/private_windows.h"
#include "engines/common/log_layout.h"
#include "memory/address_map.h"

namespace gputm {
namespace {

using core::PrivateWindows;
using engines::LogBuffer;
using engines::LogLayout;

constexpr std::array kBuffers{LogBuffer::kReadAddresses, LogBuffer::kReadValues, LogBuffer::kWriteAddresses,
                              LogBuffer::kWriteValues};

MachineConfig machine(const std::string& config, const std::vector<std::string>& settings = {}) {
  Config loaded = load_config(config);
  for (const std::string& setting : settings) apply_setting(loaded, setting);
  return loaded.machine;
}

/// Number of occurrences of each of `places` numbers.
class Histogram {
 public:
  explicit Histogram(unsigned places) : counts_(places) {}
  void add(unsigned place) { ++counts_[place]; }
  unsigned most() const { return *std::ranges::max_element(counts_); }
  unsigned least() const { return *std::ranges::min_element(counts_); }
  double mean() const {
    return std::accumulate(counts_.begin(), counts_.end(), 0.0) / static_cast<double>(counts_.size());
  }

 private:
  std::vector<unsigned> counts_;
};

/// Lines of the machine's memory, by the L1 set of their core, by partition and by L2 set.
struct Spread {
  explicit Spread(const MachineConfig& config)
      : machine(config),
        l1(config.core.count, Histogram(config.l1.bytes / config.l1.line_bytes / config.l1.ways)),
        partitions(config.partition.count),
        l2(config.partition.count * l2_sets()) {}

  unsigned l2_sets() const { return machine.l2.bytes / machine.l2.line_bytes / machine.l2.ways; }
  void add(unsigned core, Address address) {
    const memory::AddressMap map(machine.partition.count, machine.partition.interleave_bytes);
    const unsigned sets = machine.l1.bytes / machine.l1.line_bytes / machine.l1.ways;
    l1[core].add(address / machine.l1.line_bytes % sets);
    partitions.add(map.partition(address));
    l2.add(map.partition(address) * l2_sets() + map.local(address) / machine.l2.line_bytes % l2_sets());
  }
  void expect_even() const {
    for (const Histogram& sets : l1) EXPECT_LE(sets.most(), 1.75 * sets.mean());
    EXPECT_LE(partitions.most(), 1.02 * partitions.mean());
    EXPECT_LE(l2.most(), 1.25 * l2.mean() + 2);
  }

  const MachineConfig& machine;
  std::vector<Histogram> l1;
  Histogram partitions;
  Histogram l2;
};

void for_each_warp(const MachineConfig& config, const std::function<void(unsigned, unsigned)>& f) {
  for (unsigned core = 0; core < config.core.count; ++core) {
    for (unsigned warp = 0; warp < config.core.max_warps; ++warp) f(core, warp);
  }
}

/// The paper's transactions are short: rows of the read log and of the write log.
void expect_even_logs(const MachineConfig& config, unsigned reads, unsigned writes) {
  const LogLayout layout(config);
  Spread spread(config);
  for_each_warp(config, [&](unsigned core, unsigned warp) {
    for (const LogBuffer buffer : kBuffers) {
      const unsigned rows = buffer <= LogBuffer::kReadValues ? reads : writes;
      for (unsigned line = 0; line < layout.lines(rows); ++line)
        spread.add(core, layout.line(core, warp, buffer, line));
    }
  });
  spread.expect_even();
}

TEST(Logs, OfShortTransactionsFillSetsAndPartitionsEvenly) {
  for (const char* config : {"fx5800", "gtx480"}) {
    SCOPED_TRACE(config);
    for (const char* entries : {"256", "257", "1024"}) {
      const MachineConfig machine_ = machine(config, {std::string("tx.log_entries=") + entries});
      expect_even_logs(machine_, 1, 4);
      expect_even_logs(machine_, 3, 2);
      expect_even_logs(machine_, 12, 5);
    }
  }
  expect_even_logs(machine("fx5800", {"core.count=32"}), 3, 2);
}

TEST(Logs, OfALongTransactionFillItsL1) {
  for (const char* config : {"fx5800", "gtx480"}) {
    const MachineConfig machine_ = machine(config);
    const LogLayout layout(machine_);
    // The addresses alone, too: a search for an own write reads only these.
    Spread spread(machine_);
    for (unsigned row = 0; row < 200; ++row)
      spread.add(2, layout.word(2, 7, LogBuffer::kWriteAddresses, row, 0));
    EXPECT_LE(spread.l1[2].most(), spread.l1[2].least() + 1) << config;
    EXPECT_LE(spread.partitions.most(), 1.25 * spread.partitions.mean()) << config;
  }
}

TEST(PrivateWindows, OfAllWarpsFillSetsAndPartitionsEvenly) {
  for (const char* config : {"fx5800", "gtx480"}) {
    SCOPED_TRACE(config);
    const MachineConfig machine_ = machine(config);
    const PrivateWindows windows(machine_);
    Spread spread(machine_);
    const Address top = core::kPrivateWindow + machine_.core.private_bytes;
    for_each_warp(machine_, [&](unsigned core, unsigned warp) {
      for (Address word = 1; word <= 8; ++word)
        spread.add(core, windows.physical(core, warp, 0, top - 4 * word));
    });
    spread.expect_even();
  }
}

/// Every word of every lane has a place of its own, within the layout's bytes.
TEST(Windows, DoNotOverlap) {
  for (const auto& settings :
       std::vector<std::vector<std::string>>{{"core.warp_width=32"},
                                             {"core.warp_width=64", "core.simd_width=16", "core.max_warps=5"},
                                             {"core.warp_width=8", "core.simd_width=8"},
                                             {"l1.line_bytes=32"},
                                             {"l1.line_bytes=256", "l2.line_bytes=256"}}) {
    std::vector<std::string> all = {"core.count=3", "core.max_warps=6", "core.private_bytes=256",
                                    "tx.log_entries=5"};
    all.insert(all.end(), settings.begin(), settings.end());
    const MachineConfig config = machine("fx5800", all);
    SCOPED_TRACE(settings.front());
    const PrivateWindows windows(config);
    const LogLayout logs(config);
    std::set<Address> used;
    std::size_t words = 0;
    const auto use = [&](Address address, Address base, std::uint64_t bytes) {
      ++words;
      used.insert(address);
      ASSERT_GE(address, base);
      ASSERT_LE(address - base + 4, bytes);
    };
    for_each_warp(config, [&](unsigned core, unsigned warp) {
      for (unsigned lane = 0; lane < config.core.warp_width; ++lane) {
        for (Address word = 0; word < config.core.private_bytes; word += 4)
          use(windows.physical(core, warp, lane, core::kPrivateWindow + word), windows.base(),
              windows.bytes());
        for (const LogBuffer buffer : kBuffers) {
          for (unsigned row = 0; row < config.tx.log_entries; ++row) {
            const Address address = logs.word(core, warp, buffer, row, lane);
            use(address, core::kLogPhysical, logs.bytes());
            // Lines written by the row and read by the search.
            bool found = false;
            for (unsigned i = 0; i < logs.lines_of_row(); ++i) {
              const Address line = logs.line(core, warp, buffer, logs.first_line(row) + i);
              found |= address / config.l1.line_bytes == line / config.l1.line_bytes;
              EXPECT_LT(logs.first_line(row) + i, logs.lines(row + 1));
            }
            EXPECT_TRUE(found);
          }
        }
      }
    });
    EXPECT_EQ(used.size(), words);
  }
}

}  // namespace
}  // namespace gputm
