// Host time of the memory model's ticks. Prints one JSON object a line, as tb/bench/run expects: nanoseconds
// per memory cycle, in which each clock of the unit ticks about once.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

#include "base/rng.h"
#include "memory/crossbar.h"
#include "memory/partition.h"

namespace gputm::memory {
namespace {

/// A partition of the fx5800 machine with one request per `period` cycles.
class LoadedPartition {
 public:
  /// `footprint`: bytes over which random words are spread; the cache holds 64 KiB.
  LoadedPartition(unsigned period, Address footprint)
      : partition_({}, [this](const Packet& packet) { checksum_ += packet.address; }),
        period_(period),
        footprint_(footprint) {}

  void cycle() {
    if (period_ != 0 && rng_.below(period_) == 0 && partition_.can_push()) {
      Packet packet;
      packet.kind = rng_.one_in(4) ? PacketKind::kWrite : PacketKind::kRead;
      packet.address = rng_.below(footprint_);
      packet.bytes = 32;
      partition_.push(packet);
    }
    partition_.tick_l2();
    partition_.tick_dram();
    if (partition_.reply() != nullptr) partition_.pop_reply();
  }
  std::uint64_t checksum() const { return checksum_; }

 private:
  std::uint64_t checksum_ = 0;
  Partition partition_;
  Rng rng_{1};
  unsigned period_;
  Address footprint_;
};

void partition_cycle(benchmark::State& state, unsigned period, Address footprint) {
  LoadedPartition partition(period, footprint);
  for (unsigned i = 0; i < 100000; ++i) partition.cycle();
  for (auto _ : state) partition.cycle();
  benchmark::DoNotOptimize(partition.checksum());
}
BENCHMARK_CAPTURE(partition_cycle, idle, 0, 0);
BENCHMARK_CAPTURE(partition_cycle, hit_every_cycle, 1, 32 << 10);
BENCHMARK_CAPTURE(partition_cycle, hits_in_one_of_8, 8, 32 << 10);
BENCHMARK_CAPTURE(partition_cycle, misses_in_one_of_32, 32, 64 << 20);
BENCHMARK_CAPTURE(partition_cycle, misses_saturate_dram, 1, 64 << 20);

/// The request crossbar of the gtx480 machine; each core sends a packet of one or two flits in one of
/// `period` cycles.
void crossbar_cycle(benchmark::State& state, unsigned period) {
  constexpr unsigned kCores = 15, kPartitions = 6;
  Crossbar crossbar({.sources = kCores, .destinations = kPartitions});
  Rng rng{1};
  for (auto _ : state) {
    for (unsigned core = 0; period != 0 && core < kCores; ++core) {
      if (!rng.one_in(period) || !crossbar.can_push(core)) continue;
      Packet packet;
      packet.flits = static_cast<std::uint16_t>(1 + rng.below(2));
      crossbar.push(core, rng.below(kPartitions), packet);
    }
    crossbar.tick();
    for (unsigned partition = 0; partition < kPartitions; ++partition)
      if (crossbar.front(partition) != nullptr) crossbar.pop(partition);
  }
}
BENCHMARK_CAPTURE(crossbar_cycle, idle, 0);
BENCHMARK_CAPTURE(crossbar_cycle, light, 100);
BENCHMARK_CAPTURE(crossbar_cycle, saturated, 1);

/// One JSON object a line: {"memory_<benchmark>_<variant>_ns": time}.
class JsonLines : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      std::string name = run.benchmark_name();
      for (std::size_t slash; (slash = name.find('/')) != std::string::npos;) name[slash] = '_';
      std::cout << "{\"memory_" << name << "_ns\": " << run.GetAdjustedCPUTime() << "}" << std::endl;
    }
  }
};

}  // namespace
}  // namespace gputm::memory

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  gputm::memory::JsonLines reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  return 0;
}
