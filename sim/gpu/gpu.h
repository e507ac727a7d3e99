// A GPU and the host's interface to it: allocate, copy, launch, read back. The API for host programs.
#pragma once

#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>
#include <initializer_list>
#include <iosfwd>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/faster_way.h"
#include "base/machine_config.h"
#include "base/run_error.h"
#include "base/statistics.h"
#include "base/types.h"
#include "core/access_observer.h"
#include "core/block_table.h"
#include "core/contention_control.h"
#include "core/launch_state.h"
#include "core/limit_control.h"
#include "core/request_path.h"
#include "gpu/calling_convention.h"
#include "gpu/kernel_signature.h"
#include "gpu/launch_result.h"
#include "gpu/message_buffer.h"
#include "gpu/program_layout.h"
#include "gpu/spin_search.h"
#include "gpu/thread_team.h"
#include "gpu/value_type.h"
#include "isa/program.h"
#include "memory/backing_store.h"
#include "memory/crossbar.h"
#include "memory/reservations.h"
#include "tm/history.h"
#include "tm/history_log.h"
#include "tm/system.h"

namespace gputm::core {
class Core;
class IssueObserver;
}  // namespace gputm::core

namespace gputm::gpu {

class MemoryNode;
class Recorder;

/// Size in up to three dimensions; as a number, their product
struct Extent {
  std::uint32_t x = 1, y = 1, z = 1;

  constexpr Extent(std::uint32_t along_x, std::uint32_t along_y = 1, std::uint32_t along_z = 1)
      : x(along_x), y(along_y), z(along_z) {}
  constexpr operator std::uint32_t() const { return x * y * z; }
  /// Whether the product is a number from 1 to `most`.
  constexpr bool within(std::uint32_t most) const {
    return x != 0 && y != 0 && z != 0 && x <= most && y <= most / x && z <= most / x / y;
  }
  std::string text() const;  ///< "16", "4x4", "4x4x2"
};

/// Grid of a launch
struct LaunchShape {
  Extent blocks = 1;
  Extent threads = 32;             ///< per block, at most core.max_threads
  unsigned blocks_per_core = ~0U;  ///< in addition to the machine's own limits
  /// Shared memory of a block in bytes, in addition to the program's own variables in it; it limits the
  /// blocks per core.
  std::uint32_t shared_bytes = 0;
};

/// A kernel with its shape and arguments, ready to run
struct Grid {
  core::BlockShape shape;
  std::vector<std::size_t> after{};  ///< earlier grids of the list that must have ended before it starts
};

/// Throws Error unless a GPU can be built from the machine and can run launches of that shape.
void check_shape(const MachineConfig& config, const LaunchShape& shape);

struct LaunchOptions {
  bool check_history = true;     ///< transactional systems: replay and check every transaction
  bool check_opacity = false;    ///< and the reads of aborted attempts; not under snapshot isolation
  unsigned threads = 1;          ///< host threads, 1 or more; no effect on simulated results
  bool mix_ways = false;         ///< divide the work among threads in all possible ways in turn, for tests
  bool profile = false;          ///< record the reasons of aborts; no effect on cycles
  Recorder* recorder = nullptr;  ///< writes events for viewers; null: none
  /// Sees each instruction before its warp issues it, with all earlier accesses of the warp complete, which
  /// takes cycles; null: none
  core::IssueObserver* debugger = nullptr;
  std::ostream* history = nullptr;  ///< write each attempt as a JSON line, checked or not; none for `lock`
  /// Called occasionally with the core cycles run and the threads ended since the start of the launch.
  std::function<void(Cycle cycles, std::uint64_t threads_ended)> progress{};
  /// Gets the output of the threads' printf, in order of time, when the launch is over or has failed.
  std::function<void(std::string_view text)> print{};
};

/// A GPU with its TM systems: one for global memory, one for local memory, or one for both. Memory lives as
/// long as the GPU; launches run one after another. After a launch that threw while it ran, memory can still
/// be read, but further launches are refused.
class Gpu {
 public:
  /// Throws Error if the configuration is impossible: a key out of range (docs/reference/configuration.md),
  /// contradicting keys, threads' windows that do not fit in the address space, or a TM system given for a
  /// memory that it does not serve.
  Gpu(const MachineConfig& config, tm::Systems systems);
  Gpu(const MachineConfig& config, std::unique_ptr<tm::System> global);
  ~Gpu();
  Gpu(const Gpu&) = delete;
  Gpu& operator=(const Gpu&) = delete;

  const MachineConfig& config() const { return config_; }
  const tm::System& system() const { return *systems_.global; }
  core::Core& core(unsigned index) { return *cores_[index]; }
  /// Reports further allocations, copies and launches to the observer, which must outlive this GPU.
  void observe(core::AccessObserver& observer) { launch_.observer = &observer; }

  /// Allocates zeroed device memory, aligned to 256 bytes, for the life of the GPU. Threads may access
  /// exactly these bytes; `name` is used in the message about an access out of bounds. `guard`: bytes after
  /// them that stay unallocated, a multiple of 256, if there is room. Throws Error if there is no room.
  Address allocate(std::size_t bytes, std::string name = {}, std::size_t guard = 0);
  /// As above, in whole pages that the host has at the same address: both see one memory.
  Address allocate_shared(std::size_t bytes, std::string name = {}, std::size_t guard = 0);
  void write(Address address, std::span<const std::byte> data) {
    memory_.write(address, data);
    if (launch_.observer != nullptr) launch_.observer->host_wrote(address, data.size());
  }
  void read(Address address, std::span<std::byte> data) const { memory_.read(address, data); }

  /// Copies trivially copyable values to newly allocated memory.
  template <typename T>
  Address upload(std::span<const T> values, std::string name = {}, std::size_t guard = 0) {
    static_assert(std::is_trivially_copyable_v<T>);
    const Address address = allocate(values.size_bytes(), std::move(name), guard);
    write(address, std::as_bytes(values));
    return address;
  }
  template <typename T>
  std::vector<T> download(Address address, std::size_t count) const {
    static_assert(std::is_trivially_copyable_v<T>);
    std::vector<T> values(count);
    read(address, std::as_writable_bytes(std::span(values)));
    return values;
  }

  /// Calls `kernel` of `program` in every thread and runs it to its end. If it is not the program of the last
  /// launch, first copies the program's sections to memory and constructs its static objects in a launch of
  /// one thread. Throws Error if the launch is impossible (its shape, the program's addresses, an unknown
  /// kernel, arguments that do not fit its parameters, a GPU after a failed run), and RunError if the run
  /// cannot continue.
  LaunchResult launch(const isa::Program& program, std::string_view kernel, const LaunchShape& shape,
                      std::initializer_list<Argument> arguments, const LaunchOptions& options = {}) {
    return call(program, kernel, shape, {arguments.begin(), arguments.size()}, options);
  }
  LaunchResult call(const isa::Program& program, std::string_view kernel, const LaunchShape& shape,
                    std::span<const Argument> arguments, const LaunchOptions& options = {});
  /// A launch of the kernel with this symbol of an RV64 program, with any arguments of C++. Throws Error as
  /// launch() does before it runs.
  Grid prepare(const isa::Program& program, std::string_view symbol, const LaunchShape& shape,
               std::span<const ObjectArgument> arguments);
  /// Runs grids of the loaded program to their ends. Their blocks share the cores: those of a grid start when
  /// the grids that it waits for have ended and all blocks of earlier grids that wait for nothing have
  /// started. Beside a system of local memory, or with an observer, they run one after another. In a program
  /// with transactions, a grid that waits for others starts when all that started with them have ended, too.
  /// Threads are numbered over all grids.
  LaunchResult run(const isa::Program& program, std::vector<Grid> grids, const LaunchOptions& options = {});
  /// Copies the program's sections to memory, so that its variables can be read and written before the first
  /// launch. Does nothing for the program of the last launch or load. Throws Error as a launch.
  void load(const isa::Program& program);

  /// As above, for a kernel with one parameter, a pointer: passes a copy of `arguments`.
  LaunchResult launch(const isa::Program& program, std::string_view kernel, const LaunchShape& shape,
                      std::span<const Word> arguments, const LaunchOptions& options = {});

 private:
  /// Cycles of the nodes' clocks: at most one of the interconnect and of the TM system
  struct NodeCycles {
    bool interconnect = false;
    bool system = false;
    unsigned dram = 0;
  };
  /// Work of a round of the threads
  enum class Round : std::uint8_t {
    kCores,   ///< first part of the cores' cycle
    kMemory,  ///< all cycles of the nodes, and replies
    kSystem,  ///< the nodes' cycles of the system, after the replies
    kNodes    ///< the nodes' own cycles, while the caller does the rest
  };
  /// Ways to run a core cycle, with the same results
  enum class Way : std::uint8_t {
    kAhead,   ///< rounds of nodes, while the cores have their next cycle
    kBoth,    ///< rounds of memory and of cores
    kMemory,  ///< rounds of memory
    kCores,   ///< rounds of cores
    kAlone    ///< on one thread
  };
  struct Range {
    std::size_t first, end;
  };
  /// Port of the interconnect with its cores
  struct alignas(64) Port {
    std::span<const std::unique_ptr<core::Core>> cores;
    std::size_t first_in_turn = 0;  ///< core of the cluster that comes first in this cycle
    bool ticking = false;           ///< a core has not completed its cycle
    bool delivers = false;          ///< a packet is delivered in this cycle
    bool reply_unfinished = false;  ///< likewise, and its core has not completed it
  };
  struct alignas(64) Share {
    std::exception_ptr error{};
    bool works = true;  ///< a node has work left
  };
  LaunchResult launch(const isa::Program& program, const KernelSignature& kernel, const LaunchShape& shape,
                      std::span<const Argument> arguments, const LaunchOptions& options);
  /// `start`: with the kernel and its arguments.
  Grid prepare(const isa::Program& program, const LaunchShape& shape, core::ThreadStart start);
  LaunchResult run(const isa::Program& program, Grid grid, const LaunchOptions& options);
  void construct(const isa::Program& program, const Grid& first, const LaunchOptions& options);
  std::vector<std::size_t> parts(const isa::Program& program, std::span<const Grid> grids) const;
  LaunchResult execute_part(const isa::Program& program, std::span<const Grid> grids,
                            std::span<const std::size_t> places, const LaunchOptions& options);
  LaunchResult execute_parts(const isa::Program& program, std::span<const Grid> grids,
                             const LaunchOptions& options);
  LaunchResult execute(const isa::Program& program, std::span<const Grid> grids,
                       const LaunchOptions& options);
  std::uint64_t first_order() const;
  void run_blocks(const LaunchOptions& options);
  void begin_cycle(Cycle now);
  void start_blocks(Cycle now);
  bool start_blocks_of(unsigned grid, Cycle now);
  core::GridCounters ended(std::size_t grid) const;
  bool may_start(const Grid& grid) const;
  std::vector<core::LaunchSummary> summaries(const isa::Program& program, Cycle start, Cycle cycles) const;
  void tick_cores(Cycle now);
  void use_threads(const LaunchOptions& options);
  bool observed(const LaunchOptions& options) const;
  bool tick_memory();
  bool cores_may_run_ahead() const;
  bool has_blocks() const;
  void tick_nodes(const NodeCycles& cycles);
  bool tick_nodes_and_cores(const NodeCycles& cycles);
  void perform_loads_in_l1();
  void end_interconnect_cycle(bool started);
  void end_system_cycle();
  void run_round(Round round);
  void run_share(unsigned member);
  void rethrow_error();
  Range share_of(std::size_t elements, unsigned member) const;
  void take_nodes(bool from_last);
  void tick_dram(MemoryNode& node);
  void tick_systems(const Range& range);
  bool tick_all_clocks(const Range& range);
  void start_replies(const Range& range);
  void start_cores(const Range& range, Cycle now);
  template <typename Tick>
  void for_each_core_of(std::size_t port, Tick tick);
  unsigned cycles_of(unsigned mhz, unsigned& phase) const;
  bool quiet() const;
  void check_progress();
  Cycle patience() const;
  void look_for_spinning();
  [[noreturn]] void give_up(std::string why) const;
  /// Counters of the components; caches, DRAM and crossbars keep counting from launch to launch.
  Statistics component_statistics() const;
  /// Result of a launch; `before`: component_statistics() at its start.
  LaunchResult collect(Cycle cycles, const Statistics& before);

  MachineConfig config_;
  tm::Systems systems_;
  memory::BackingStore memory_;
  memory::Crossbar requests_;
  memory::Crossbar replies_;
  core::RequestPath path_;
  core::LaunchState launch_;
  memory::Reservations reservations_;
  core::ContentionControl contention_;
  core::LimitControl limit_;
  std::vector<std::unique_ptr<core::Core>> cores_;
  std::vector<std::unique_ptr<MemoryNode>> nodes_;
  Address heap_;
  std::uint64_t loaded_ = 0;  ///< ID of the program in memory; 0: none
  bool constructed_ = false;  ///< the static objects of that program are constructed
  ProgramLayout layout_;      ///< layout of that program
  MessageBuffer messages_;
  bool failed_ = false;  ///< a run has failed

  Cycle now_ = 0;
  std::span<const Grid> grids_;           ///< of the launch
  std::vector<core::BlockShape> shapes_;  ///< theirs
  struct Started {
    std::uint32_t blocks = 0;
    Cycle cycle = 0;  ///< of the first block
  };
  std::vector<Started> started_;   ///< by grid
  std::vector<unsigned> waiting_;  ///< grids with blocks that have not started
  std::size_t next_core_ = 0;      ///< core to be offered the next block
  // Clock domains, driven by the core clock: each adds its frequency per core cycle and ticks when the sum
  // reaches the core clock's frequency.
  unsigned interconnect_phase_ = 0, system_phase_ = 0, memory_phase_ = 0;
  struct Progress {
    std::uint64_t given_up = 0;  ///< attempts ended by the kernel with tx.abort or tx.retry
    std::uint64_t events = 0, ended = 0;
    std::uint64_t done = 0;   ///< threads ended and transactions committed
    std::uint64_t steps = 0;  ///< warp instructions issued, plus the TM system's progress
    Cycle started = 0;        ///< start of the launch
    Cycle changed = 0;        ///< cycle of the last observed change of `events`
    Cycle stepped = 0;        ///< cycle of the last observed change of `steps`
    Cycle came_on = 0;        ///< cycle of the last observed change of `done`
  };
  Progress progress_;
  SpinSearch spin_search_{cores_, launch_.watched};
  std::vector<Port> ports_;
  std::vector<Share> shares_;  ///< by member of the team
  std::vector<Way> ways_{Way::kAlone};
  Way way_ = Way::kAlone;    ///< of this cycle
  FasterWay faster_way_{1};  ///< among `ways_`: processors may be distant from each other, or busy
  Round round_ = Round::kMemory;
  Cycle round_cycle_ = 0;                                 ///< cycle of the cores in this round
  NodeCycles cycles_;                                     ///< of the nodes in this round
  bool replies_begun_ = false;                            ///< the crossbar of replies has begun its cycle
  tm::HistoryLog history_;                                ///< of loads served by L1 caches
  alignas(64) std::atomic<std::size_t> nodes_begun_ = 0;  ///< nodes that have had the interconnect's cycle
  alignas(64) std::atomic<int> nodes_left_ = 0;           ///< nodes that no thread has taken
  std::atomic<std::size_t> nodes_from_first_ = 0;         ///< nodes that others than the caller have taken
  bool accesses_alone_ = true;   ///< partitions can have the interconnect's cycle at the same time
  bool ticks_alone_ = true;      ///< likewise, the system's cycle
  bool nodes_rest_ = false;      ///< nodes without work need no cycles: no TM system's side counts them
  bool cores_interact_ = false;  ///< cores can make work for each other within a cycle
  ThreadTeam team_{
      [this](unsigned member) { run_share(member); }};  ///< last member: its threads refer to others
};

}  // namespace gputm::gpu
