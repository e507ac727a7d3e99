// A GPU and the host's side of it: allocate, copy, launch, read back. This is the API that host programs use.
#pragma once

#include <cstddef>
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

#include "base/machine_config.h"
#include "base/run_error.h"
#include "base/statistics.h"
#include "base/types.h"
#include "core/contention_control.h"
#include "core/launch_state.h"
#include "core/request_path.h"
#include "gpu/kernel_signature.h"
#include "gpu/launch_result.h"
#include "gpu/message_buffer.h"
#include "gpu/node_team.h"
#include "gpu/program_layout.h"
#include "gpu/spin_search.h"
#include "gpu/value_type.h"
#include "isa/program.h"
#include "memory/backing_store.h"
#include "memory/crossbar.h"
#include "memory/reservations.h"
#include "tm/history.h"
#include "tm/system.h"

namespace gputm::core {
class Core;
struct BlockShape;
}  // namespace gputm::core

namespace gputm::gpu {

class MemoryNode;
class Recorder;

/// A size in up to three dimensions. As a number it is their product.
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

/// The grid of a launch.
struct LaunchShape {
  Extent blocks = 1;
  Extent threads = 32;             ///< per block, at most core.max_threads
  unsigned blocks_per_core = ~0U;  ///< besides the machine's own limits
  /// Shared memory of a block, besides the program's own variables in it; as many blocks run on a core as it
  /// has room for.
  std::uint32_t shared_bytes = 0;
};

/// Throws Error unless a GPU can be made of the machine, and launches of that shape run on it.
void check_shape(const MachineConfig& config, const LaunchShape& shape);

struct LaunchOptions {
  bool check_history = true;        ///< transactional systems: replay and check every transaction
  unsigned threads = 1;             ///< of the host, 1 or 2; what is simulated is the same
  bool profile = false;             ///< record why transactions abort; cycles stay the same
  Recorder* recorder = nullptr;     ///< writes what happens for viewers; null: nobody does
  std::ostream* history = nullptr;  ///< write each attempt there as a JSON line, checked or not; none of lock
  /// Called now and then with the core cycles run and the threads ended since the launch began.
  std::function<void(Cycle cycles, std::uint64_t threads_ended)> progress{};
  /// Gets what the threads have printed, in order of time, when the launch is over, also one that failed.
  std::function<void(std::string_view text)> print{};
};

/// One GPU with its TM systems: one for global memory, one for local memory, or one for both. Memory lives as
/// long as the GPU; launches run one after another. After a launch that threw while it ran, memory can still
/// be read, but the GPU launches nothing more.
class Gpu {
 public:
  /// Throws Error when the configuration is impossible: a key outside its range (docs/configuration.md), keys
  /// that contradict each other, threads' windows that do not fit in the address space, or a TM system given
  /// for a memory that it does not serve.
  Gpu(const MachineConfig& config, tm::Systems systems);
  Gpu(const MachineConfig& config, std::unique_ptr<tm::System> global);
  ~Gpu();
  Gpu(const Gpu&) = delete;
  Gpu& operator=(const Gpu&) = delete;

  const MachineConfig& config() const { return config_; }
  const tm::System& system() const { return *systems_.global; }

  /// Zeroed device memory, aligned to 256 bytes, for the life of the GPU. Threads may access these bytes and
  /// none behind them; `name` is what the message of an access that does calls them. `guard`: bytes behind
  /// them that nothing else is allocated in, a multiple of 256, if there is room. Throws Error when there is
  /// no room.
  Address allocate(std::size_t bytes, std::string name = {}, std::size_t guard = 0);
  void write(Address address, std::span<const std::byte> data) { memory_.write(address, data); }
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

  /// Calls `kernel` of `program` in every thread and runs it to its end. The program's sections are copied to
  /// memory, and its static objects constructed by a launch of one thread before, when it is not the program
  /// of the last launch. Throws Error when the launch is impossible (its shape, the program's addresses, an
  /// unknown kernel, arguments that its parameters do not take, a GPU whose last run failed), and
  /// RunError when the run cannot go on.
  LaunchResult launch(const isa::Program& program, std::string_view kernel, const LaunchShape& shape,
                      std::initializer_list<Argument> arguments, const LaunchOptions& options = {}) {
    return call(program, kernel, shape, {arguments.begin(), arguments.size()}, options);
  }
  LaunchResult call(const isa::Program& program, std::string_view kernel, const LaunchShape& shape,
                    std::span<const Argument> arguments, const LaunchOptions& options = {});
  /// The same of a kernel whose one parameter is a pointer: to a copy of `arguments`.
  LaunchResult launch(const isa::Program& program, std::string_view kernel, const LaunchShape& shape,
                      std::span<const Word> arguments, const LaunchOptions& options = {});

 private:
  /// True when the program was not in memory before.
  bool load(const isa::Program& program);
  LaunchResult launch(const isa::Program& program, const KernelSignature& kernel, const LaunchShape& shape,
                      std::span<const Argument> arguments, const LaunchOptions& options);
  LaunchResult execute(const isa::Program& program, const core::BlockShape& shape, unsigned blocks_per_core,
                       const LaunchOptions& options);
  std::uint64_t first_order() const;
  void run(std::uint32_t blocks, const LaunchOptions& options);
  void begin_cycle(Cycle now);
  void start_blocks(Cycle now);
  void tick_cores(Cycle now);
  bool tick_memory(const LaunchOptions& options);
  bool begin_nodes(const NodeTeam::Cycles& cycles);
  void end_nodes(const NodeTeam::Cycles& cycles);
  void deliver_replies();
  bool cores_may_run_ahead(const LaunchOptions& options) const;
  unsigned cycles_of(unsigned mhz, unsigned& phase) const;
  bool quiet() const;
  void check_progress();
  Cycle patience() const;
  void look_for_spinning();
  [[noreturn]] void give_up(std::string why) const;
  /// What the components have counted; caches, DRAM and crossbars go on counting from launch to launch.
  Statistics component_statistics() const;
  /// The result of a launch; `before` is component_statistics() from its start.
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
  std::vector<std::unique_ptr<core::Core>> cores_;
  std::vector<std::unique_ptr<MemoryNode>> nodes_;
  Address heap_;
  std::uint64_t loaded_ = 0;  ///< id of the program in memory; 0: none
  ProgramLayout layout_;      ///< of that program
  MessageBuffer messages_;
  bool failed_ = false;  ///< a run has not come to its end

  Cycle now_ = 0;
  std::uint32_t blocks_ = 0;      ///< of the launch
  std::uint32_t next_block_ = 0;  ///< of these, to be started
  std::size_t next_core_ = 0;     ///< that is offered a block
  // Clock domains, driven by the core clock: each adds its frequency per core cycle and ticks when it has a
  // core cycle's worth.
  unsigned interconnect_phase_ = 0, system_phase_ = 0, memory_phase_ = 0;
  struct Progress {
    std::uint64_t given_up = 0;  ///< attempts that the kernel ended by tx.abort or tx.retry
    std::uint64_t events = 0, ended = 0;
    std::uint64_t done = 0;   ///< threads that ended and transactions that committed
    std::uint64_t steps = 0;  ///< warp instructions issued and the TM system's progress
    Cycle started = 0;        ///< the launch
    Cycle changed = 0;        ///< when `events` was last seen to change
    Cycle stepped = 0;        ///< the same of `steps`
    Cycle came_on = 0;        ///< the same of `done`
  };
  Progress progress_;
  SpinSearch spin_search_{cores_, launch_.watched};
  NodeTeam team_{nodes_};  ///< the last member: its thread refers to others
};

}  // namespace gputm::gpu
