// Description of the modelled machine, as plain values. Keys, units and legal ranges are in ONE place, the
// table of base/config_keys.cpp (`gputm list --keys`, docs/reference/configuration.md); members are named
// after their keys. Defaults are those of the fx5800 configuration (MICRO 2011 paper, table 3).
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>

namespace gputm {

enum class SchedulerPolicy : std::uint8_t {
  kLooseRoundRobin,   ///< "lrr": next ready warp after the one issued last
  kGreedyThenOldest,  ///< "gto": same warp while it is ready, otherwise the oldest ready one
};

enum class Divergence : std::uint8_t {
  kStack,  ///< "stack": the lanes on top of the SIMT stack run until they reconverge with others
  kFair,   ///< "fair": all paths of a warp get turns, outside of transactions
};

struct CoreConfig {
  unsigned count = 30;
  unsigned warp_width = 32;  ///< lanes
  unsigned max_warps = 32;   ///< per core
  unsigned max_threads = 1024;
  unsigned max_blocks = 8;
  unsigned simd_width =
      8;  ///< lanes executed per cycle; a warp instruction takes warp_width / simd_width cycles
  unsigned schedulers = 1;  ///< number of schedulers; each issues to its own SIMD pipeline
  SchedulerPolicy scheduler = SchedulerPolicy::kLooseRoundRobin;
  Divergence divergence = Divergence::kStack;
  // Core cycles from issue to the issue of a dependent instruction
  unsigned alu_latency = 24;
  unsigned mul_latency = 96;
  unsigned div_latency = 608;
  unsigned fpu_latency = 24;
  unsigned fpdiv_latency = 137;
  unsigned double_latency = 48;
  unsigned double_div_latency = 335;
  unsigned double_lanes = 1;  ///< lanes per cycle of a scheduler's pipeline for double precision
  unsigned branch_latency = 24;
  unsigned shared_memory_bytes = 16 * 1024;
  unsigned shared_banks = 16;
  unsigned shared_latency = 38;
  unsigned lsu_queue = 8;         ///< warp memory instructions waiting in or for the load-store unit
  unsigned private_bytes = 4096;  ///< private (stack) window of a thread, in bytes
};

enum class GlobalLoads : std::uint8_t { kBypass, kCached };

struct L1Settings {
  unsigned bytes = 48 * 1024;
  unsigned line_bytes = 128;
  unsigned ways = 6;
  unsigned mshrs = 32;
  unsigned request_queue = 4;  ///< packets
  unsigned latency = 24;       ///< core cycles, load to use, on a hit
  GlobalLoads global_loads = GlobalLoads::kBypass;
};

struct InterconnectConfig {
  unsigned flit_bytes = 32;
  unsigned latency = 5;        ///< interconnect cycles
  unsigned concentration = 3;  ///< cores per port
  unsigned input_packets = 8;
  unsigned output_packets = 8;
  unsigned header_bytes = 8;
};

struct PartitionSettings {
  unsigned count = 8;
  unsigned interleave_bytes = 256;
};

struct L2Settings {
  unsigned bytes = 64 * 1024;  ///< bytes per partition
  unsigned line_bytes = 128;
  unsigned sector_bytes = 0;  ///< 0: the line
  unsigned ways = 8;
  unsigned mshrs = 64;
  unsigned mshr_merges = 32;
  unsigned commit_unit_latency = 220;  ///< interconnect cycles
  unsigned commit_unit_reads = 128;    ///< reads of the commit unit past tag access
  unsigned stall_slots = 8;            ///< stall slots of a pipeline before tag access
  unsigned reply_queue = 16;
};

struct DramSettings {
  unsigned channels = 1;  ///< per partition
  unsigned queue = 32;
  unsigned return_queue = 116;
  unsigned banks = 8;
  unsigned row_bytes = 2048;
  unsigned bytes_per_cycle = 8;
  unsigned starvation_limit = 2000;  ///< memory cycles
  unsigned controller_latency = 0;   ///< memory cycles
  // Memory-clock cycles
  unsigned tCL = 10, tRP = 10, tRC = 35, tRAS = 25, tRCD = 12, tRRD = 8, tCDLR = 6, tWR = 11, tCCD = 2,
           tWL = 4;
};

struct ClockConfig {
  unsigned core_mhz = 1300;
  unsigned interconnect_mhz = 650;  ///< also the clock of the L2
  unsigned memory_mhz = 800;
};

struct MemoryConfig {
  unsigned min_latency = 460;  ///< core cycles
};

/// Selection of the warps and lanes that run attempts: as published, all, up to the system's warp_limit; or
/// as many as do not make each other fail
enum class Contention : std::uint8_t { kPublished, kAdaptive };

/// Limit of a core's concurrent transactions: the system's warp_limit in warps, as published, or in the
/// threads of as many warps; or warps, from there on as many as commit most
enum class ConcurrencyLimit : std::uint8_t { kWarps, kThreads, kAdaptive };

/// Transactions at a core, for all TM systems
struct TransactionConfig {
  std::uint64_t watchdog_cycles = 100'000;  ///< core cycles
  unsigned log_entries = 256;               ///< rows of a warp's read log, and of its write log
  unsigned register_checkpoint_cycles = 0;  ///< core cycles
  unsigned backoff_cycles = 0;              ///< core cycles; 0: a warp retries at once
  unsigned backoff_doublings = 6;
  unsigned serialize_after = 0;  ///< failed attempts of a warp; 0: never
  Contention contention = Contention::kAdaptive;
  ConcurrencyLimit limit = ConcurrencyLimit::kWarps;
};

struct RunConfig {
  std::uint64_t max_stuck_cycles = 1'000'000;  ///< core cycles
  std::uint64_t max_cycles = 1'000'000'000;    ///< core cycles of a launch; 0: no limit
  std::uint64_t seed = 1;
};

struct MachineConfig {
  CoreConfig core;
  L1Settings l1;
  InterconnectConfig interconnect;
  PartitionSettings partition;
  L2Settings l2;
  DramSettings dram;
  ClockConfig clock;
  MemoryConfig memory;
  TransactionConfig tx;
  RunConfig run;
  /// Settings of TM systems ("kilo.warp_limit"), as text, since only the systems know their keys. A system
  /// checks them when it is made.
  std::map<std::string, std::string, std::less<>> systems;
  /// Keys of `apply_setting`, which take precedence over the settings of a named system
  std::set<std::string, std::less<>> chosen;
};

}  // namespace gputm
