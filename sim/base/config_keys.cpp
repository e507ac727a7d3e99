// Table of the machine's keys: the only place with their names, units and legal ranges.
#include <array>
#include <type_traits>

#include "base/config.h"

namespace gputm {
namespace {

using M = MachineConfig;
using Names = std::span<const std::string_view>;

constexpr std::array<std::string_view, 2> kSchedulers = {"lrr", "gto"};
constexpr std::array<std::string_view, 2> kDivergences = {"stack", "fair"};
constexpr std::array<std::string_view, 2> kGlobalLoads = {"bypass", "cached"};
constexpr std::array<std::string_view, 2> kContention = {"published", "adaptive"};
constexpr std::array<std::string_view, 3> kLimit = {"warps", "threads", "adaptive"};

template <auto Group, auto Member>
constexpr ConfigKey key(std::string_view name, std::string_view unit, std::uint64_t min, std::uint64_t max,
                        std::string_view description, bool power_of_two = false, Names choices = {}) {
  return {{name, unit, min, max, power_of_two, choices, description},
          [](const MachineConfig& machine) { return static_cast<std::uint64_t>((machine.*Group).*Member); },
          [](MachineConfig& machine, std::uint64_t value) {
            using Value = std::remove_reference_t<decltype((machine.*Group).*Member)>;
            (machine.*Group).*Member = static_cast<Value>(value);
          }};
}

template <auto Group, auto Member>
constexpr ConfigKey power_of_two(std::string_view name, std::string_view unit, std::uint64_t min,
                                 std::uint64_t max, std::string_view description) {
  return key<Group, Member>(name, unit, min, max, description, true);
}

template <auto Group, auto Member>
constexpr ConfigKey choice(std::string_view name, Names choices, std::string_view description) {
  return key<Group, Member>(name, "", 0, choices.size() - 1, description, false, choices);
}

constexpr std::uint64_t kNever = 1'000'000'000'000;

constexpr auto kKeys = std::to_array<ConfigKey>({
    key<&M::core, &CoreConfig::count>("core.count", "cores", 1, 256, "SIMT cores"),
    key<&M::core, &CoreConfig::warp_width>("core.warp_width", "lanes", 1, 64,
                                           "threads that run in lockstep; 32, 64 or a smaller power of two",
                                           true),
    key<&M::core, &CoreConfig::max_warps>("core.max_warps", "warps", 1, 64, "warps that a core holds"),
    key<&M::core, &CoreConfig::max_threads>("core.max_threads", "threads", 1, 4096,
                                            "threads that a core holds"),
    key<&M::core, &CoreConfig::max_blocks>("core.max_blocks", "blocks", 1, 64,
                                           "thread blocks that a core holds"),
    power_of_two<&M::core, &CoreConfig::simd_width>("core.simd_width", "lanes per cycle", 1, 64,
                                                    "width of a SIMD pipeline, at most core.warp_width; a "
                                                    "warp instruction occupies issue for warp_width / "
                                                    "simd_width cycles"),
    key<&M::core, &CoreConfig::schedulers>("core.schedulers", "schedulers", 1, 4,
                                           "warp schedulers of a core, each with a SIMD pipeline of its own"),
    choice<&M::core, &CoreConfig::scheduler>("core.scheduler", kSchedulers,
                                             "loose round robin, or greedy then oldest"),
    choice<&M::core, &CoreConfig::divergence>(
        "core.divergence", kDivergences,
        "order of a diverged warp's paths: stack: the top of the SIMT stack runs until it meets others; "
        "fair: all get their turn outside of transactions, so that lanes can wait for lanes of their own "
        "warp"),
    key<&M::core, &CoreConfig::alu_latency>("core.alu_latency", "core cycles", 1, 2000,
                                            "integer operation to a dependent instruction's issue"),
    key<&M::core, &CoreConfig::mul_latency>("core.mul_latency", "core cycles", 1, 2000,
                                            "integer multiplication"),
    key<&M::core, &CoreConfig::div_latency>("core.div_latency", "core cycles", 1, 2000,
                                            "integer division and remainder"),
    key<&M::core, &CoreConfig::fpu_latency>(
        "core.fpu_latency", "core cycles", 1, 2000,
        "single-precision add, multiply, fused multiply-add, compare, convert"),
    key<&M::core, &CoreConfig::fpdiv_latency>("core.fpdiv_latency", "core cycles", 1, 2000,
                                              "single-precision division and square root"),
    key<&M::core, &CoreConfig::double_latency>(
        "core.double_latency", "core cycles", 1, 2000,
        "double-precision add, multiply, fused multiply-add, compare, convert"),
    key<&M::core, &CoreConfig::double_div_latency>("core.double_div_latency", "core cycles", 1, 2000,
                                                   "double-precision division and square root"),
    power_of_two<&M::core, &CoreConfig::double_lanes>(
        "core.double_lanes", "lanes", 1, 64, "lanes per cycle of a scheduler's double-precision pipeline"),
    key<&M::core, &CoreConfig::branch_latency>("core.branch_latency", "core cycles", 1, 2000,
                                               "branch or jump to the same warp's next issue"),
    key<&M::core, &CoreConfig::shared_memory_bytes>("core.shared_memory_bytes", "bytes", 0, 1048576,
                                                    "shared memory of a core"),
    power_of_two<&M::core, &CoreConfig::shared_banks>("core.shared_banks", "banks", 1, 64,
                                                      "word-wide banks of shared memory"),
    key<&M::core, &CoreConfig::shared_latency>("core.shared_latency", "core cycles", 1, 2000,
                                               "shared-memory load to use without bank conflicts"),
    key<&M::core, &CoreConfig::lsu_queue>("core.lsu_queue", "warp instructions", 1, 64,
                                          "memory instructions that the load-store unit holds"),
    power_of_two<&M::core, &CoreConfig::private_bytes>(
        "core.private_bytes", "bytes", 256, 65536,
        "private (stack) window of a thread; x core.count x core.max_warps x "
        "core.warp_width, about 768 MiB at most"),

    key<&M::l1, &L1Settings::bytes>(
        "l1.bytes", "bytes", 128, 16777216,
        "L1 data cache of a core, for transaction logs, private memory and cached global loads: "
        "l1.line_bytes x l1.ways x a power of two"),
    power_of_two<&M::l1, &L1Settings::line_bytes>(
        "l1.line_bytes", "bytes", 32, 256,
        "line of the L1, and the unit in which private accesses coalesce, with l1.global_loads=cached global "
        "ones, too; at most l2.line_bytes"),
    key<&M::l1, &L1Settings::ways>("l1.ways", "ways", 1, 64, "associativity"),
    key<&M::l1, &L1Settings::mshrs>("l1.mshrs", "lines", 1, 1024, "outstanding missed lines"),
    key<&M::l1, &L1Settings::request_queue>("l1.request_queue", "packets", 2, 1024,
                                            "fetches and write-backs that wait for the interconnect"),
    key<&M::l1, &L1Settings::latency>("l1.latency", "core cycles", 1, 2000, "load to use on a hit"),
    choice<&M::l1, &L1Settings::global_loads>(
        "l1.global_loads", kGlobalLoads,
        "cached: the L1 also holds sectors (l2.sector_bytes) of lines that loads of global memory outside of "
        "transactions have fetched, volatile ones, too; stores write through, and do not allocate"),

    power_of_two<&M::interconnect, &InterconnectConfig::flit_bytes>(
        "interconnect.flit_bytes", "bytes", 8, 256,
        "size of a flit; a port moves one per interconnect cycle"),
    key<&M::interconnect, &InterconnectConfig::latency>("interconnect.latency", "interconnect cycles", 1,
                                                        1000, "a flit's way through a crossbar"),
    key<&M::interconnect, &InterconnectConfig::concentration>(
        "interconnect.concentration", "cores", 1, 64,
        "cores that share a crossbar port; core.count or more: all share one"),
    key<&M::interconnect, &InterconnectConfig::input_packets>(
        "interconnect.input_packets", "packets", 1, 1024,
        "queue of an input port, for each of two virtual channels"),
    key<&M::interconnect, &InterconnectConfig::output_packets>(
        "interconnect.output_packets", "packets", 1, 1024,
        "queue of an output port, packets in transit included"),
    key<&M::interconnect, &InterconnectConfig::header_bytes>("interconnect.header_bytes", "bytes", 1, 64,
                                                             "header of a packet, address included"),

    key<&M::partition, &PartitionSettings::count>(
        "partition.count", "partitions", 1, 64, "memory partitions: L2 slice, commit unit and DRAM channels"),
    power_of_two<&M::partition, &PartitionSettings::interleave_bytes>(
        "partition.interleave_bytes", "bytes", 32, 65536, "consecutive addresses of one partition"),

    key<&M::l2, &L2Settings::bytes>("l2.bytes", "bytes per partition", 128, 67108864,
                                    "L2 slice: l2.line_bytes x l2.ways x a power of two"),
    power_of_two<&M::l2, &L2Settings::line_bytes>(
        "l2.line_bytes", "bytes", 32, 256,
        "line of the L2, and the unit in which global accesses coalesce; at most "
        "partition.interleave_bytes and dram.row_bytes"),
    power_of_two<&M::l2, &L2Settings::sector_bytes>(
        "l2.sector_bytes", "bytes", 0, 256,
        "part of a line that is fetched and written back by itself, at most eight a line; 0: the whole line"),
    key<&M::l2, &L2Settings::ways>("l2.ways", "ways", 1, 64, "associativity"),
    key<&M::l2, &L2Settings::mshrs>("l2.mshrs", "lines", 1, 4096, "outstanding missed lines"),
    key<&M::l2, &L2Settings::mshr_merges>("l2.mshr_merges", "requests", 1, 4096,
                                          "requests that may wait for one missed line"),
    key<&M::l2, &L2Settings::commit_unit_latency>("l2.commit_unit_latency", "interconnect cycles", 1, 1000,
                                                  "latency of a commit unit's read on a hit"),
    key<&M::l2, &L2Settings::commit_unit_reads>("l2.commit_unit_reads", "words", 1, 4096,
                                                "a commit unit's reads in flight past the tag access"),
    key<&M::l2, &L2Settings::stall_slots>(
        "l2.stall_slots", "requests", 1, 1024,
        "requests held before the tags beyond the pipeline's latency, behind a stalled one"),
    key<&M::l2, &L2Settings::reply_queue>("l2.reply_queue", "packets", 1, 1024,
                                          "replies that wait for the interconnect"),

    key<&M::dram, &DramSettings::channels>(
        "dram.channels", "channels", 1, 16,
        "channels of a partition; chunks of partition.interleave_bytes go to them in turn"),
    key<&M::dram, &DramSettings::queue>("dram.queue", "requests", 2, 64,
                                        "requests that the FR-FCFS scheduler chooses from"),
    key<&M::dram, &DramSettings::return_queue>("dram.return_queue", "requests", 1, 1024,
                                               "completed reads that wait for the L2"),
    power_of_two<&M::dram, &DramSettings::banks>("dram.banks", "banks", 1, 64, "banks of a channel"),
    power_of_two<&M::dram, &DramSettings::row_bytes>("dram.row_bytes", "bytes", 256, 65536,
                                                     "row of a bank, all chips of the channel together"),
    power_of_two<&M::dram, &DramSettings::bytes_per_cycle>("dram.bytes_per_cycle", "bytes per memory cycle",
                                                           1, 128, "data bus of a channel"),
    key<&M::dram, &DramSettings::starvation_limit>(
        "dram.starvation_limit", "memory cycles", 1, 1000000,
        "age at which a request has the channel to itself until it is served; above queue * tRC, or a full "
        "queue may stay at one request at a time"),
    key<&M::dram, &DramSettings::controller_latency>(
        "dram.controller_latency", "memory cycles", 0, 1000,
        "what the controller and the way to the chips add to the latency of a read"),
    key<&M::dram, &DramSettings::tCL>("dram.tCL", "memory cycles", 1, 200, "read command to first data"),
    key<&M::dram, &DramSettings::tRP>("dram.tRP", "memory cycles", 1, 200, "precharge to activate"),
    key<&M::dram, &DramSettings::tRC>("dram.tRC", "memory cycles", 1, 200, "activate to activate, same bank"),
    key<&M::dram, &DramSettings::tRAS>("dram.tRAS", "memory cycles", 1, 200, "activate to precharge"),
    key<&M::dram, &DramSettings::tRCD>("dram.tRCD", "memory cycles", 1, 200, "activate to read or write"),
    key<&M::dram, &DramSettings::tRRD>("dram.tRRD", "memory cycles", 1, 200,
                                       "activate to activate, other bank"),
    key<&M::dram, &DramSettings::tCDLR>("dram.tCDLR", "memory cycles", 1, 200,
                                        "last data written to read command"),
    key<&M::dram, &DramSettings::tWR>("dram.tWR", "memory cycles", 1, 200, "last data written to precharge"),
    key<&M::dram, &DramSettings::tCCD>("dram.tCCD", "memory cycles", 1, 200,
                                       "column command to column command"),
    key<&M::dram, &DramSettings::tWL>("dram.tWL", "memory cycles", 1, 200, "write command to first data"),

    key<&M::clock, &ClockConfig::core_mhz>("clock.core_mhz", "MHz", 1, 10000, "clock of the cores"),
    key<&M::clock, &ClockConfig::interconnect_mhz>("clock.interconnect_mhz", "MHz", 1, 10000,
                                                   "clock of the crossbars and L2 slices"),
    key<&M::clock, &ClockConfig::memory_mhz>("clock.memory_mhz", "MHz", 1, 10000,
                                             "command clock of the DRAM"),

    key<&M::memory, &MemoryConfig::min_latency>(
        "memory.min_latency", "core cycles", 1,
        10000, "minimum latency of an L2 access without queueing, at most 10000 cycles of the interconnect"),

    key<&M::tx, &TransactionConfig::watchdog_cycles>(
        "tx.watchdog_cycles", "core cycles", 100, kNever,
        "age at which an attempt is validated and aborted if it has read inconsistent values"),
    key<&M::tx, &TransactionConfig::log_entries>(
        "tx.log_entries", "rows", 1, 8192,
        "capacity of a warp's read log and of its write log; each access of the warp takes a row. kilo, "
        "warptm, "
        "unified: 16 bytes x core.count x core.max_warps x core.warp_width x log_entries, at most 1 GiB"),
    key<&M::tx, &TransactionConfig::register_checkpoint_cycles>(
        "tx.register_checkpoint_cycles", "core cycles", 0, 1000,
        "charged at tx_begin for the register checkpoint; KILO TM's software checkpoint costs 0"),
    key<&M::tx, &TransactionConfig::backoff_cycles>(
        "tx.backoff_cycles", "core cycles", 0, 10000,
        "maximum wait of a warp after an attempt in which a lane failed, the minimum is half of it; 0: none"),
    key<&M::tx, &TransactionConfig::backoff_doublings>(
        "tx.backoff_doublings", "attempts", 0, 6,
        "further failed attempts of its transaction that each double the wait"),
    key<&M::tx, &TransactionConfig::serialize_after>(
        "tx.serialize_after", "attempts", 0, 1000,
        "failed attempts of a warp's transaction after which its lanes run one at a time; 0: never"),
    choice<&M::tx, &TransactionConfig::contention>(
        "tx.contention", kContention,
        "warps and lanes that run attempts at a time: published: all; adaptive: as many as do not fail each "
        "other, by the outcomes of attempts"),
    choice<&M::tx, &TransactionConfig::limit>("tx.limit", kLimit,
                                              "what limits a core's concurrent transactions: warp_limit of "
                                              "the TM system, counted in warps or in the "
                                              "threads of as many warps, so that committed lanes make room; "
                                              "adaptive: from there on as many warps as "
                                              "commit most, found by trial"),

    key<&M::run, &RunConfig::max_stuck_cycles>(
        "run.max_stuck_cycles", "core cycles",
        1000, kNever,
        "time without progress after which a run is given up: all warps wait or spin, or no instruction is "
        "issued; a quarter as many cycles of a slower clock; checked every 4096 cycles"),
    key<&M::run, &RunConfig::max_cycles>("run.max_cycles", "core cycles", 0, kNever,
                                         "length of a launch after which it is given up; 0: no limit"),
    key<&M::run, &RunConfig::seed>("run.seed", "", 0, 4294967295, "seed of the workload's inputs"),
});

}  // namespace

std::span<const ConfigKey> config_keys() { return kKeys; }

}  // namespace gputm
