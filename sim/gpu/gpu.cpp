#include "gpu/gpu.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

#include "base/config.h"
#include "core/core.h"
#include "core/device_memory_map.h"
#include "core/line_profiler.h"
#include "core/perform_load.h"
#include "core/private_windows.h"
#include "core/profiler.h"
#include "core/timeline.h"
#include "gpu/calling_convention.h"
#include "gpu/memory_node.h"
#include "gpu/recorder.h"
#include "gpu/stuck_report.h"
#include "isa/symbol_name.h"

namespace gputm::gpu {

using memory::Packet;
using memory::PacketKind;

namespace {

constexpr Cycle kProgressInterval = 4096;  ///< core cycles between checks of progress
constexpr Cycle kMixedCycles = 16;         ///< core cycles of each way of threads in tests
constexpr Address kAllocationAlignment = 256;

unsigned ports(const MachineConfig& config) {
  return (config.core.count + config.interconnect.concentration - 1) / config.interconnect.concentration;
}

memory::Crossbar::Config crossbar(const MachineConfig& config, unsigned sources, unsigned destinations,
                                  unsigned channels) {
  return {.sources = sources,
          .destinations = destinations,
          .channels = channels,
          .latency = config.interconnect.latency,
          .input_packets = config.interconnect.input_packets,
          .output_packets = config.interconnect.output_packets};
}

/// Returns the configuration if a GPU can be built from it. The threads' windows have a fixed part of the
/// address space; a machine with larger windows is rejected.
const MachineConfig& checked(const MachineConfig& config) {
  validate(config);
  const std::uint64_t private_bytes = core::PrivateWindows::bytes(config);
  constexpr std::uint64_t kPrivateSpace = core::PrivateWindows::kRoom;
  if (private_bytes > kPrivateSpace) {
    throw ConfigError(fmt::format(
        "core.private_bytes: the threads' windows need {} bytes together, more than {}: {} bytes x {} lanes "
        "(core.warp_width) x {} warps (core.max_warps) x {} cores (core.count), for {} partitions "
        "(partition.count)",
        private_bytes, kPrivateSpace, config.core.private_bytes, config.core.warp_width,
        config.core.max_warps, config.core.count, config.partition.count));
  }
  return config;
}

/// Returns the systems if each serves the memory that it is given for.
tm::Systems checked(tm::Systems systems) {
  const auto serves = [](const tm::System& system, tm::Memory memory) {
    return system.serves() == memory || system.serves() == tm::Memory::kBoth;
  };
  if (!systems.global)
    throw Error("a GPU needs a TM system for global memory; 'lock' is the one without transactions");
  if (!serves(*systems.global, tm::Memory::kGlobal))
    throw Error(fmt::format("TM system {}: it does not serve global memory", systems.global->name()));
  if (systems.local && !serves(*systems.local, tm::Memory::kLocal))
    throw Error(fmt::format("TM system {}: it does not serve local memory", systems.local->name()));
  if (systems.local && systems.global->serves() == tm::Memory::kBoth)
    throw Error(fmt::format("TM system {}: {} serves local memory already", systems.local->name(),
                            systems.global->name()));
  return systems;
}

/// Makes addresses of the references to the stack, whose length is known now.
void resolve_references(core::ThreadStart& start, unsigned private_bytes) {
  const Address stack =
      core::kPrivateWindow + private_bytes - static_cast<Address>(sizeof(Word) * start.stack.size());
  for (const std::size_t pointer : start.references) {
    if (pointer < start.integers.size()) {
      start.integers[pointer] += stack;
    } else {
      start.stack[pointer - start.integers.size()] += stack;
    }
  }
}

/// Lets threads that wait for nodes continue when an error ends the round.
class AllBegun {
 public:
  AllBegun(std::atomic<std::size_t>& begun, std::size_t nodes) : begun_(begun), nodes_(nodes) {}
  ~AllBegun() { begun_.store(nodes_, std::memory_order_release); }
  AllBegun(const AllBegun&) = delete;
  AllBegun& operator=(const AllBegun&) = delete;

 private:
  std::atomic<std::size_t>& begun_;
  std::size_t nodes_;
};

/// Pointers used by a launch; cleared at its end, with or without an error.
class LaunchScope {
 public:
  LaunchScope(core::LaunchState& launch, tm::System& system, const isa::Program& program,
              tm::HistoryChecker* history, core::Profiler* profiler, Recorder* recorder)
      : launch_(launch), system_(system) {
    launch_.program = &program;
    launch_.history = history;
    launch_.profiler = profiler;
    if (recorder == nullptr) return;
    launch_.timeline = recorder->timeline();
    system_.watch(&recorder->commit_watcher());
  }
  ~LaunchScope() {
    launch_.program = nullptr;
    launch_.history = nullptr;
    launch_.profiler = nullptr;
    launch_.timeline = nullptr;
    launch_.issue_observers.clear();
    launch_.settled = false;
    launch_.contention = nullptr;
    launch_.limit = nullptr;
    system_.watch(nullptr);
  }
  LaunchScope(const LaunchScope&) = delete;
  LaunchScope& operator=(const LaunchScope&) = delete;

 private:
  core::LaunchState& launch_;
  tm::System& system_;
};

}  // namespace

Gpu::Gpu(const MachineConfig& config, std::unique_ptr<tm::System> global)
    : Gpu(config, tm::Systems{.global = std::move(global), .local = nullptr}) {}

Gpu::Gpu(const MachineConfig& config, tm::Systems systems)
    : config_(checked(config)),
      systems_(checked(std::move(systems))),
      requests_(crossbar(config, ports(config), config.partition.count, memory::kRequestChannels)),
      replies_(crossbar(config, config.partition.count, ports(config), 1)),
      path_{.config = config_, .requests = requests_},
      launch_(config_),
      reservations_(std::size_t{config.core.count} * config.core.max_warps * kMaxLanes,
                    config.partition.count),
      contention_(config),
      limit_(config),
      heap_(core::kHeapBase),
      ports_(ports(config)),
      shares_(1) {
  for (unsigned i = 0; i < config_.core.count; ++i) {
    cores_.push_back(std::make_unique<core::Core>(path_, memory_, launch_, systems_, i));
  }
  const std::size_t cluster = config_.interconnect.concentration;
  for (std::size_t p = 0; p < ports_.size(); ++p) {
    const std::size_t first = p * cluster;
    ports_[p].cores = std::span(cores_).subspan(first, std::min(cluster, cores_.size() - first));
  }
  for (unsigned i = 0; i < config_.partition.count; ++i) {
    nodes_.push_back(std::make_unique<MemoryNode>(path_, memory_, launch_, i, replies_, reservations_));
    nodes_.back()->attach(systems_.global->make_partition_side(i, *nodes_.back()));
  }
  accesses_alone_ = std::ranges::all_of(nodes_, [](const auto& node) { return node->accesses_alone(); });
  ticks_alone_ = std::ranges::all_of(nodes_, [](const auto& node) { return node->ticks_alone(); });
  nodes_rest_ = std::ranges::none_of(nodes_, [](const auto& node) { return node->system_side() != nullptr; });
  cores_interact_ = std::ranges::any_of(cores_, [](const auto& core) { return core->others_act(); });
}

Gpu::~Gpu() = default;

Address Gpu::allocate(std::size_t bytes, std::string name, std::size_t guard) {
  const std::size_t rounded = (std::max<std::size_t>(bytes, 1) + kAllocationAlignment - 1) /
                              kAllocationAlignment * kAllocationAlignment;
  if (rounded > core::kHeapEnd - heap_) {
    throw Error(fmt::format("device memory: {} bytes asked, {} left", bytes, core::kHeapEnd - heap_));
  }
  const Address address = heap_;
  heap_ += static_cast<Address>(rounded);
  if (launch_.observer != nullptr) guard = std::max(guard, launch_.observer->guard_bytes());
  if (guard <= core::kHeapEnd - heap_) heap_ += static_cast<Address>(guard);
  memory_.allocate(address, static_cast<std::uint32_t>(bytes), std::move(name));
  memory_.expect_use(address, rounded);
  if (launch_.observer != nullptr) launch_.observer->allocated(memory_.allocations().back());
  return address;
}

Address Gpu::allocate_shared(std::size_t bytes, std::string name, std::size_t guard) {
  constexpr std::uint64_t kPage = memory::BackingStore::kPageBytes;
  constexpr std::uint64_t kStep = std::uint64_t{16} << 20;  // over what the host has there
  const auto pages = [](std::uint64_t end) { return (end + kPage - 1) / kPage * kPage; };
  const std::uint64_t size = pages(std::max<std::size_t>(bytes, 1));
  std::uint64_t begin = pages(heap_);
  while (begin + size <= core::kHeapEnd && !memory_.share_with_host(static_cast<Address>(begin), size))
    begin += kStep;
  if (begin + size > core::kHeapEnd) {
    throw Error(fmt::format("device memory shared with the host: {} bytes asked, {} left", bytes,
                            core::kHeapEnd - heap_));
  }
  heap_ = static_cast<Address>(begin);
  const Address address = allocate(bytes, std::move(name), guard);
  heap_ = std::max(heap_, static_cast<Address>(begin + size));
  return address;
}

std::string Extent::text() const {
  if (z != 1) return fmt::format("{}x{}x{}", x, y, z);
  return y != 1 ? fmt::format("{}x{}", x, y) : std::to_string(x);
}

void check_shape(const MachineConfig& config, const LaunchShape& shape) {
  checked(config);
  const std::uint32_t most_threads =
      std::min(config.core.max_threads, config.core.max_warps * config.core.warp_width);
  if (!shape.threads.within(most_threads))
    throw Error(fmt::format("threads per block: {} is outside 1..{}", shape.threads.text(), most_threads));
  const std::uint32_t most_blocks = std::numeric_limits<std::uint32_t>::max() / shape.threads;
  if (!shape.blocks.within(most_blocks)) {
    throw Error(fmt::format("blocks of {} threads: {} is outside 1..{}; thread ids have 32 bits",
                            shape.threads.text(), shape.blocks.text(), most_blocks));
  }
  if (shape.blocks_per_core == 0) throw Error("blocks per core: 0 is outside 1..");
}

void Gpu::load(const isa::Program& program) {
  if (loaded_ == program.id()) return;
  if (program.segments().front().address < core::kHeapEnd || program.end() > core::kProgramEnd) {
    throw Error(fmt::format(
        "{}: occupies {:#010x}..{:#010x}, outside {:#010x}..{:#010x}; link it with gputm's link.ld",
        program.name(), program.segments().front().address, program.end() - 1, core::kHeapEnd,
        core::kProgramEnd - 1));
  }
  layout_ = program_layout(program);
  for (const isa::Segment& segment : program.segments()) {
    memory_.map(segment.address, segment.size);
    memory_.write(segment.address, std::as_bytes(std::span(segment.data)));
    std::fill_n(memory_.bytes(segment.address) + segment.data.size(), segment.size - segment.data.size(),
                std::byte{0});
  }
  loaded_ = program.id();
  constructed_ = layout_.constructors == 0;
}

LaunchResult Gpu::launch(const isa::Program& program, std::string_view kernel, const LaunchShape& shape,
                         std::span<const Word> arguments, const LaunchOptions& options) {
  const KernelSignature signature = find_kernel(program, kernel);
  const bool takes_none = signature.parameters && signature.parameters->empty();
  if (takes_none && arguments.empty()) return launch(program, signature, shape, {}, options);
  const Argument block = pointer(0);
  check_arguments(signature, {&block, 1});
  check_shape(config_, shape);
  const Argument copied = pointer(upload(arguments));
  return launch(program, signature, shape, {&copied, 1}, options);
}

LaunchResult Gpu::call(const isa::Program& program, std::string_view kernel, const LaunchShape& shape,
                       std::span<const Argument> arguments, const LaunchOptions& options) {
  return launch(program, find_kernel(program, kernel), shape, arguments, options);
}

LaunchResult Gpu::launch(const isa::Program& program, const KernelSignature& kernel, const LaunchShape& shape,
                         std::span<const Argument> arguments, const LaunchOptions& options) {
  check_shape(config_, shape);
  check_arguments(kernel, arguments);
  core::ThreadStart call = place_arguments(arguments, program.xlen());
  call.kernel = kernel.address;
  return run(program, prepare(program, shape, std::move(call)), options);
}

Grid Gpu::prepare(const isa::Program& program, std::string_view symbol, const LaunchShape& shape,
                  std::span<const ObjectArgument> arguments) {
  check_shape(config_, shape);
  core::ThreadStart call = place_objects(arguments);
  call.kernel = program.symbol(symbol);
  return prepare(program, shape, std::move(call));
}

Grid Gpu::prepare(const isa::Program& program, const LaunchShape& shape, core::ThreadStart start) {
  if (failed_)
    throw Error("this GPU's last run failed, and left it in the middle of its work; make a new one");
  load(program);
  const std::uint64_t shared = std::uint64_t{layout_.shared_bytes} + shape.shared_bytes;
  const unsigned available = config_.core.shared_memory_bytes;
  if (shared > available) {
    throw Error(
        fmt::format("shared memory of a block: {} bytes of variables and {} of the launch are outside 0..{} "
                    "(core.shared_memory_bytes)",
                    layout_.shared_bytes, shape.shared_bytes, available));
  }
  const unsigned width = config_.core.warp_width;
  const tm::BlockNeeds needs{.warps = (shape.threads + width - 1) / width,
                             .shared_bytes = static_cast<std::uint32_t>(shared)};
  const unsigned blocks_a_core =
      std::min(shape.blocks_per_core, systems_.local ? systems_.local->blocks_a_core(needs) : ~0U);
  // sp and tp stay multiples of 16.
  const auto round_up = [&] { start.stack.resize((start.stack.size() + 3) / 4 * 4); };
  round_up();
  start.thread_locals = static_cast<Address>(sizeof(Word) * start.stack.size());
  start.stack.insert(start.stack.end(), layout_.thread_locals.begin(), layout_.thread_locals.end());
  round_up();
  if (sizeof(Word) * start.stack.size() > config_.core.private_bytes) {
    throw Error(
        fmt::format("{} bytes of arguments and thread-local variables are more than core.private_bytes, {}",
                    sizeof(Word) * start.stack.size(), config_.core.private_bytes));
  }
  resolve_references(start, config_.core.private_bytes);
  return {.shape = {.threads = shape.threads,
                    .blocks = shape.blocks,
                    .block_x = shape.threads.x,
                    .block_y = shape.threads.y,
                    .grid_x = shape.blocks.x,
                    .grid_y = shape.blocks.y,
                    .program = &program,
                    .shared_bytes = static_cast<std::uint32_t>(shared),
                    .blocks_per_core = blocks_a_core,
                    .entry = program.entry(),
                    .start = std::move(start)}};
}

LaunchResult Gpu::run(const isa::Program& program, Grid grid, const LaunchOptions& options) {
  std::vector<Grid> grids;
  grids.push_back(std::move(grid));
  return run(program, std::move(grids), options);
}

LaunchResult Gpu::run(const isa::Program& program, std::vector<Grid> grids, const LaunchOptions& options) {
  std::uint64_t threads = 0;
  for (Grid& grid : grids) {
    grid.shape.first_thread = static_cast<std::uint32_t>(threads);
    threads += std::uint64_t{grid.shape.threads} * grid.shape.blocks;
  }
  if (threads > std::numeric_limits<std::uint32_t>::max())
    throw Error(fmt::format("{} threads of {} launches at a time: ids have 32 bits", threads, grids.size()));
  messages_.prepare(memory_, layout_.messages, program.xlen(), static_cast<std::uint32_t>(threads),
                    [this](std::size_t bytes) { return allocate(bytes); });
  if (!constructed_) construct(program, grids.front(), options);
  LaunchResult result = execute_parts(program, grids, options);
  if (options.print) messages_.deliver(memory_, options.print);
  return result;
}

/// By grid: the part of the run in which it starts. A system of local memory limits blocks of one shape, and
/// an observer follows one grid. Commits may be performed after their threads' ends, and the check for races
/// does not know that a grid has waited for another.
std::vector<std::size_t> Gpu::parts(const isa::Program& program, std::span<const Grid> grids) const {
  const bool apart = systems_.local != nullptr || launch_.observer != nullptr;
  const bool transactions = cores_.front()->has_transactions() &&
                            std::ranges::any_of(program.code(), [](const isa::Instruction& i) {
                              return i.op == isa::Op::kTxBegin;
                            });
  std::vector<std::size_t> parts(grids.size());
  for (std::size_t i = 0; i < grids.size(); ++i) {
    if (apart) parts[i] = i;
    if (!transactions || apart) continue;
    for (const std::size_t other : grids[i].after) parts[i] = std::max(parts[i], parts[other] + 1);
  }
  return parts;
}

/// `places`: of the part's grids in the whole list, for errors
LaunchResult Gpu::execute_part(const isa::Program& program, std::span<const Grid> grids,
                               std::span<const std::size_t> places, const LaunchOptions& options) {
  try {
    return execute(program, grids, options);
  } catch (const StuckError&) {
    throw;
  } catch (const RunError& error) {
    if (!error.grid()) throw;
    throw RunError(error.what(), static_cast<unsigned>(places[*error.grid()]));
  }
}

LaunchResult Gpu::execute_parts(const isa::Program& program, std::span<const Grid> grids,
                                const LaunchOptions& options) {
  if (grids.size() == 1) return execute(program, grids, options);
  const std::vector<std::size_t> part_of = parts(program, grids);
  std::optional<LaunchResult> sum;
  std::vector<core::LaunchSummary> launches(grids.size());
  for (std::size_t part = 0; part <= std::ranges::max(part_of); ++part) {
    std::vector<Grid> together;
    std::vector<std::size_t> places, places_in_part(grids.size());
    for (std::size_t i = 0; i < grids.size(); ++i) {
      if (part_of[i] != part) continue;
      places_in_part[i] = places.size();
      places.push_back(i);
      Grid& grid = together.emplace_back(grids[i]);
      std::erase_if(grid.after, [&](std::size_t other) { return part_of[other] != part; });
      for (std::size_t& other : grid.after) other = places_in_part[other];
    }
    LaunchResult result = execute_part(program, together, places, options);
    const Cycle before = sum ? sum->cycles : 0;
    for (std::size_t i = 0; i < places.size(); ++i) {
      launches[places[i]] = result.launches[i];
      launches[places[i]].start += before;
    }
    if (sum) {
      sum->add(result);
    } else {
      sum = std::move(result);
    }
  }
  sum->launches = std::move(launches);
  return *std::move(sum);
}

/// Constructs the program's static objects.
void Gpu::construct(const isa::Program& program, const Grid& first, const LaunchOptions& options) {
  LaunchOptions quiet = options;
  quiet.check_history = quiet.check_opacity = false;
  quiet.history = nullptr;
  quiet.profile = false;
  quiet.progress = nullptr;
  quiet.debugger = nullptr;
  // Without shared memory: stores to it would be lost with the block.
  Grid grid{.shape = {.threads = 1,
                      .blocks = 1,
                      .program = &program,
                      .blocks_per_core = 1,
                      .entry = program.entry(),
                      .start = first.shape.start}};
  grid.shape.start.kernel = layout_.constructors;
  try {
    execute(program, {&grid, 1}, quiet);
  } catch (const RunError& error) {
    if (layout_.shared_bytes == 0) throw;
    throw RunError(fmt::format("{} (in the constructors of static objects; SHARED variables can have none)",
                               error.what()));
  }
  constructed_ = true;
}

LaunchResult Gpu::execute(const isa::Program& program, std::span<const Grid> grids,
                          const LaunchOptions& options) {
  launch_.clear_counters();
  launch_.grids.assign(cores_.size(), std::vector<core::GridCounters>(grids.size()));
  started_.assign(grids.size(), {});
  grids_ = grids;
  shapes_.clear();
  waiting_.clear();
  for (const Grid& grid : grids) {
    waiting_.push_back(static_cast<unsigned>(shapes_.size()));
    shapes_.push_back(grid.shape);
  }
  if (options.check_opacity && systems_.global->isolates_snapshots())
    throw Error(
        "check of opacity: under snapshot isolation attempts read their snapshots, also those that abort");
  std::unique_ptr<tm::HistoryChecker> checker;
  if (cores_.front()->has_transactions() && (options.check_history || options.history != nullptr)) {
    checker = std::make_unique<tm::HistoryChecker>(memory_, first_order(), core::kProgramEnd);
    if (systems_.global->commits_silently()) checker->expect_silent_attempts();
    if (systems_.global->isolates_snapshots()) checker->expect_snapshots();
    if (systems_.global->performs_at_once()) checker->expect_performed_accesses();
    if (options.check_opacity) checker->expect_opacity([this] { return first_order(); });
    if (options.history != nullptr) checker->write_to(*options.history);
  }
  std::optional<core::Profiler> profiler;
  core::Timeline* const timeline = options.recorder == nullptr ? nullptr : options.recorder->timeline();
  if (options.profile || timeline != nullptr) profiler.emplace(config_.core, memory_, timeline);
  const LaunchScope scope(launch_, *systems_.global, program, checker.get(), profiler ? &*profiler : nullptr,
                          options.recorder);
  std::optional<core::LineProfiler> line_profiler;
  if (options.profile) launch_.issue_observers.push_back(&line_profiler.emplace(config_.core, program));
  if (InstructionTrace* const trace =
          options.recorder == nullptr ? nullptr : options.recorder->instructions()) {
    for (const core::BlockShape& shape : shapes_) trace->begin_launch(program, shape.start.kernel, now_);
    launch_.issue_observers.push_back(trace);
  }
  if (options.debugger != nullptr) launch_.issue_observers.push_back(options.debugger);
  launch_.settled = options.debugger != nullptr;
  contention_.begin_launch(now_);
  if (config_.tx.contention == Contention::kAdaptive) launch_.contention = &contention_;
  limit_.begin_launch(cores_.front()->warp_limit(), now_);
  if (config_.tx.limit == ConcurrencyLimit::kAdaptive) launch_.limit = &limit_;
  use_threads(options);
  if (launch_.observer != nullptr) launch_.observer->launch_begins(config_, memory_, shapes_.front());
  for (auto& core : cores_) core->begin_launch(shapes_, now_);
  for (auto& node : nodes_) node->host_stored();
  const Statistics before = component_statistics();
  const Cycle start = now_;
  failed_ = true;
  try {
    run_blocks(options);
  } catch (...) {
    if (launch_.observer != nullptr) launch_.observer->launch_ends();
    if (options.print) messages_.deliver(memory_, options.print);
    throw;
  }
  failed_ = false;
  if (launch_.observer != nullptr) launch_.observer->launch_ends();
  LaunchResult result = collect(now_ - start, before);
  result.launches = summaries(program, start, result.cycles);
  if (options.profile) {
    core::Profile& profile = result.profile.emplace(profiler->finish(program));
    profile.warp_width = config_.core.warp_width;
    profile.lines = line_profiler->finish();
    profile.sort();
  }
  result.history = "off";
  if (checker) {
    checker->finish(memory_);
    if (options.check_history) result.history = checker->verdict();
  }
  return result;
}

std::vector<core::LaunchSummary> Gpu::summaries(const isa::Program& program, Cycle start,
                                                Cycle cycles) const {
  std::vector<core::LaunchSummary> launches;
  for (std::size_t i = 0; i < shapes_.size(); ++i) {
    const core::BlockShape& shape = shapes_[i];
    const core::GridCounters grid = ended(i);
    core::LaunchSummary& launch = launches.emplace_back();
    launch.kernel = isa::readable_name(std::string(program.function(shape.start.kernel)));
    launch.grid = {shape.grid_x, shape.grid_y, shape.blocks / shape.grid_x / shape.grid_y};
    launch.block = {shape.block_x, shape.block_y, shape.threads / shape.block_x / shape.block_y};
    launch.start = started_[i].cycle - start;
    launch.cycles = shapes_.size() == 1 ? cycles : grid.ended - started_[i].cycle;
    for (const auto& core : cores_) {
      launch.warp_instructions += core->issued()[i].warp_instructions;
      launch.thread_instructions += core->issued()[i].thread_instructions;
    }
    launch.commits = grid.commits;
    launch.aborts = grid.aborts;
  }
  return launches;
}

/// Serial position of the launch's first commit, of the deciding system.
std::uint64_t Gpu::first_order() const {
  const bool local = systems_.local && !cores_.front()->global_decides();
  return (local ? systems_.local : systems_.global)->next_order();
}

/// More members than ports and partitions would have nothing to do.
void Gpu::use_threads(const LaunchOptions& options) {
  const auto most = static_cast<unsigned>(std::max(ports_.size(), nodes_.size()));
  const unsigned members = std::clamp(options.threads, 1U, most);
  std::vector<Way> ways{Way::kAlone};
  if (members > 1) {
    ways.insert(ways.end(), {Way::kBoth, Way::kMemory, Way::kCores});
    if (systems_.global->announces_ticks() && ticks_alone_ && !observed(options))
      ways.insert(ways.begin(), Way::kAhead);
  }
  if (members == team_.members() && ways == ways_) return;
  team_.use(members);
  way_ = Way::kAlone;
  shares_.assign(team_.members(), Share{});
  ways_ = std::move(ways);
  faster_way_ = FasterWay(static_cast<unsigned>(ways_.size()));
}

/// Whether an observer needs the state between the cycles.
bool Gpu::observed(const LaunchOptions& options) const {
  return options.recorder != nullptr || options.check_opacity || launch_.profiler != nullptr ||
         launch_.observer != nullptr || !launch_.issue_observers.empty();
}

/// Cycles of a clock in this core cycle.
unsigned Gpu::cycles_of(unsigned mhz, unsigned& phase) const {
  unsigned cycles = 0;
  // The loop mostly runs once or twice, which is faster than a division.
  for (phase += mhz; phase >= config_.clock.core_mhz; phase -= config_.clock.core_mhz) ++cycles;
  return cycles;
}

void Gpu::run_blocks(const LaunchOptions& options) {
  next_core_ = 0;
  progress_ = {};
  progress_.started = progress_.changed = progress_.stepped = progress_.came_on = now_;
  spin_search_.restart();
  launch_.writers.clear();
  bool ahead = false;  // the cores have already had this cycle
  do {
    if (!ahead) {
      if (options.recorder != nullptr) options.recorder->at(now_);
      begin_cycle(now_);
    }
    ahead = tick_memory();
    if (ways_.size() > 1) faster_way_.round_done();
    way_ = ways_[options.mix_ways ? now_ / kMixedCycles % ways_.size() : faster_way_.way()];
    ++now_;
    if (now_ % kProgressInterval == 0) {
      check_progress();
      if (options.progress) options.progress(now_ - progress_.started, progress_.ended);
    }
  } while (ahead || !waiting_.empty() || !quiet());
}

/// Part of a core cycle before the interconnect.
void Gpu::begin_cycle(Cycle now) {
  if (!waiting_.empty()) start_blocks(now);
  systems_.global->begin_core_cycle(now);
  if (systems_.local) systems_.local->begin_core_cycle(now);
  while (const auto place = contention_.grant(now)) cores_[place->core]->granted(place->warp, now);
  tick_cores(now);
}

/// Starts blocks until no core has room for the next one.
void Gpu::start_blocks(Cycle now) {
  for (auto grid = waiting_.begin(); grid != waiting_.end();) {
    if (!may_start(grids_[*grid])) {
      ++grid;
    } else if (start_blocks_of(*grid, now)) {
      grid = waiting_.erase(grid);
    } else {
      return;
    }
  }
}

/// Gives one block of the grid to each core with room, in turn, until no core has room. True: all have
/// started.
bool Gpu::start_blocks_of(unsigned grid, Cycle now) {
  const core::BlockShape& shape = shapes_[grid];
  Started& started = started_[grid];
  if (started.blocks == 0) started.cycle = now;
  for (std::size_t full = 0; full < cores_.size() && started.blocks < shape.blocks;) {
    core::Core& core = *cores_[next_core_];
    next_core_ = (next_core_ + 1) % cores_.size();
    if (core.can_start_block(shape)) {
      core.start_block(grid, started.blocks++, now);
      full = 0;
    } else {
      ++full;
    }
  }
  return started.blocks == shape.blocks;
}

/// Sums over the cores, and the last cycle.
core::GridCounters Gpu::ended(std::size_t grid) const {
  core::GridCounters sum;
  for (const std::vector<core::GridCounters>& core : launch_.grids) {
    const core::GridCounters& part = core[grid];
    sum.blocks_ended += part.blocks_ended;
    sum.ended = std::max(sum.ended, part.ended);
    sum.commits += part.commits;
    sum.aborts += part.aborts;
  }
  return sum;
}

/// Whether the grids that it waits for have ended. Their threads' accesses are complete then.
bool Gpu::may_start(const Grid& grid) const {
  return std::ranges::all_of(
      grid.after, [&](std::size_t other) { return ended(other).blocks_ended == shapes_[other].blocks; });
}

/// The cores of a cluster share a port, and their order decides which one finds room in its queue first:
/// round robin, starting after the one that sent last.
template <typename Tick>
void Gpu::for_each_core_of(std::size_t port, Tick tick) {
  const std::span<const std::unique_ptr<core::Core>> cores = ports_[port].cores;
  std::size_t core = ports_[port].first_in_turn;
  for (std::size_t i = 0; i < cores.size(); ++i) {
    core = core + 1 < cores.size() ? core + 1 : 0;
    tick(*cores[core]);
  }
}

/// With several threads, first all cores do what touches only themselves, then one after the other does the
/// rest.
void Gpu::tick_cores(Cycle now) {
  launch_.moment = launch_.begins;
  if (way_ != Way::kBoth && way_ != Way::kCores) {
    for (std::size_t port = 0; port < ports_.size(); ++port) {
      ports_[port].first_in_turn = path_.sent_last[port];
      for_each_core_of(port, [&](core::Core& core) {
        if (core.awake()) core.tick(now);
      });
    }
    return;
  }
  round_cycle_ = now;
  run_round(Round::kCores);
  for (std::size_t port = 0; port < ports_.size(); ++port) {
    if (!ports_[port].ticking && !cores_interact_) continue;
    for_each_core_of(port, [&](core::Core& core) {
      if (!core.ticking() && cores_interact_ && core.awake() && core.ticked() != now)
        core.start_tick(now, true);
      if (core.ticking()) core.finish_tick(now);
    });
  }
}

void Gpu::start_cores(const Range& range, Cycle now) {
  for (std::size_t p = range.first; p < range.end; ++p) {
    Port& port = ports_[p];
    port.first_in_turn = path_.sent_last[p];
    port.ticking = false;
    for_each_core_of(p, [&](core::Core& core) {
      if (!core.awake()) return;
      core.start_tick(now, !port.ticking);
      port.ticking = port.ticking || core.ticking();
    });
  }
}

/// Part of a core cycle after the cores: the interconnect, then the nodes' own clocks. Returns true if the
/// cores have had their next cycle meanwhile.
bool Gpu::tick_memory() {
  if (config_.l1.global_loads == GlobalLoads::kCached) perform_loads_in_l1();
  unsigned interconnect = cycles_of(config_.clock.interconnect_mhz, interconnect_phase_);
  unsigned system = cycles_of(systems_.global->clock_mhz(), system_phase_);
  for (; interconnect > 1; --interconnect) tick_nodes({.interconnect = true});
  for (; system > 1; --system)
    tick_nodes({.interconnect = std::exchange(interconnect, 0) != 0, .system = true});
  const NodeCycles last{.interconnect = interconnect != 0,
                        .system = system != 0,
                        .dram = cycles_of(config_.clock.memory_mhz, memory_phase_)};
  if (way_ == Way::kAhead && last.system && cores_may_run_ahead()) return tick_nodes_and_cores(last);
  tick_nodes(last);
  return false;
}

/// Whether the cores can run their next cycle in parallel to the nodes, on the way kAhead: the run has not
/// ended.
bool Gpu::cores_may_run_ahead() const { return (now_ + 1) % kProgressInterval != 0 && has_blocks(); }

/// Whether threads have not ended. Otherwise the run may end with this cycle.
bool Gpu::has_blocks() const {
  return std::ranges::any_of(cores_, [](const auto& core) { return !core->empty(); });
}

void Gpu::perform_loads_in_l1() {
  for (std::vector<std::uint32_t>& loads : path_.loads_in_l1) {
    for (const std::uint32_t handle : loads) {
      const memory::Segment& segment = path_.segments[handle];
      core::perform_load(path_.accesses[segment.access], segment.lanes, memory_,
                         launch_.history == nullptr ? nullptr : &history_);
    }
    loads.clear();
  }
  if (launch_.history != nullptr) history_.report_to(*launch_.history);
}

/// Each node has its cycle of the interconnect, of the system and of the DRAM, one after the other, at the
/// same time as other nodes, and as replies arrive at the cores.
void Gpu::tick_nodes(const NodeCycles& cycles) {
  if (cycles.interconnect && !requests_.idle()) requests_.tick();
  const bool works = !nodes_rest_ || !requests_.idle() || std::ranges::any_of(shares_, [](Share& share) {
    return std::exchange(share.works, false);
  });
  if (!works && replies_.idle()) return;
  // The profiler compares the values read by a transaction with memory at its end, so replies must not come
  // while nodes store.
  const bool system_apart = !ticks_alone_ || launch_.profiler != nullptr;
  cycles_ = cycles;
  if (cycles.interconnect && (!accesses_alone_ || launch_.reservations_overlap)) {
    cycles_.interconnect = false;
    for (const auto& node : nodes_) node->tick_interconnect();
  }
  if (system_apart) cycles_.system = false;
  bool replies_started = false;
  if (way_ == Way::kBoth || way_ == Way::kMemory) {
    replies_started = replies_begun_ = cycles.interconnect && !replies_.idle();
    if (replies_begun_) replies_.begin_tick();
    run_round(Round::kMemory);
  } else {
    shares_.front().works = tick_all_clocks({0, nodes_.size()});
  }
  if (cycles.interconnect) end_interconnect_cycle(replies_started);
  if (!cycles.system) return;
  if (system_apart) {
    if (ticks_alone_ && (way_ == Way::kBoth || way_ == Way::kMemory)) {
      run_round(Round::kSystem);
    } else {
      tick_systems({0, nodes_.size()});
    }
  }
  end_system_cycle();
}

/// The nodes' cycles of the system and the DRAM, while replies arrive and the cores have their next cycle.
/// Returns false if the cores have not had it: the last block has ended with a reply.
bool Gpu::tick_nodes_and_cores(const NodeCycles& cycles) {
  bool ahead = false;
  if (cycles.interconnect && !requests_.idle()) requests_.tick();
  cycles_ = cycles;
  round_ = Round::kNodes;
  nodes_begun_.store(cycles.interconnect ? 0 : nodes_.size(), std::memory_order_relaxed);
  nodes_from_first_.store(0, std::memory_order_relaxed);
  nodes_left_.store(static_cast<int>(nodes_.size()), std::memory_order_relaxed);
  {
    const ThreadTeam::Round round(team_);
    const AllBegun at_an_error(nodes_begun_, nodes_.size());
    if (cycles.interconnect) {
      for (std::size_t i = 0; i < nodes_.size(); ++i) {
        nodes_[i]->tick_interconnect();
        nodes_begun_.store(i + 1, std::memory_order_release);
      }
      end_interconnect_cycle(false);
    }
    systems_.global->announce_tick();
    ahead = has_blocks();
    if (ahead) begin_cycle(now_ + 1);
    take_nodes(true);
  }
  shares_.front().works = true;
  rethrow_error();
  end_system_cycle();
  return ahead;
}

void Gpu::end_system_cycle() {
  for (const auto& node : nodes_) node->end_system_cycle();
  systems_.global->tick();
}

/// Takes nodes that have had the interconnect's cycle until none is left, the caller of the round from the
/// last one on, so that each thread mostly gets the same ones.
void Gpu::take_nodes(bool from_last) {
  for (std::size_t taken = 0; nodes_left_.fetch_sub(1, std::memory_order_relaxed) > 0; ++taken) {
    const std::size_t i =
        from_last ? nodes_.size() - 1 - taken : nodes_from_first_.fetch_add(1, std::memory_order_relaxed);
    for (Lookout lookout; nodes_begun_.load(std::memory_order_acquire) <= i;) lookout.wait();
    nodes_[i]->tick_system();
    tick_dram(*nodes_[i]);
  }
}

void Gpu::tick_dram(MemoryNode& node) {
  for (unsigned n = 0; n < cycles_.dram && node.dram_works(); ++n) node.tick_dram();
}

/// All nodes one after the other in each clock, since a clock's code about fills the processor's first cache.
/// Returns whether a node has work left.
bool Gpu::tick_all_clocks(const Range& range) {
  const std::span nodes = std::span(nodes_).subspan(range.first, range.end - range.first);
  bool works = false;
  for (const auto& node : nodes) {
    if (cycles_.interconnect) node->tick_interconnect();
    // An L2 with a write-back as its last operation has no work left, but the DRAM has it, possibly without a
    // cycle now.
    works = works || node->l2_works() || node->dram_works();
  }
  if (cycles_.system) tick_systems(range);
  for (const auto& node : nodes) tick_dram(*node);
  return works;
}

void Gpu::tick_systems(const Range& range) {
  for (std::size_t i = range.first; i < range.end; ++i) nodes_[i]->tick_system();
}

void Gpu::start_replies(const Range& range) {
  for (std::size_t p = range.first; p < range.end; ++p) {
    const Packet* const packet = replies_.front(static_cast<unsigned>(p));
    ports_[p].delivers = packet != nullptr;
    ports_[p].reply_unfinished = packet != nullptr && !cores_[packet->core]->start_reply(*packet, now_);
  }
}

/// `started`: a round has begun the cycle of the replies, and their first part.
void Gpu::end_interconnect_cycle(bool started) {
  if (launch_.history != nullptr) {
    for (const auto& node : nodes_) node->report_accesses();
  }
  if (replies_.idle()) return;
  if (!started) replies_.begin_tick();
  replies_.end_tick();
  replies_.for_each_delivering([&](unsigned p) {
    const Packet* const packet = started && !ports_[p].delivers ? nullptr : replies_.front(p);
    if (packet == nullptr) return;
    if (!started || ports_[p].reply_unfinished) cores_[packet->core]->finish_reply(*packet, now_);
    replies_.pop(p);
  });
}

void Gpu::run_round(Round round) {
  round_ = round;
  team_.run();
  rethrow_error();
}

/// The first error in the order of nodes and cores.
void Gpu::rethrow_error() {
  for (Share& share : shares_) {
    if (share.error) std::rethrow_exception(std::exchange(share.error, nullptr));
  }
}

void Gpu::run_share(unsigned member) {
  try {
    switch (round_) {
      case Round::kCores:
        return start_cores(share_of(ports_.size(), member), round_cycle_);
      case Round::kMemory:
        shares_[member].works = tick_all_clocks(share_of(nodes_.size(), member));
        if (replies_begun_) start_replies(share_of(ports_.size(), member));
        return;
      case Round::kSystem:
        return tick_systems(share_of(nodes_.size(), member));
      case Round::kNodes:
        return take_nodes(false);
    }
  } catch (...) {
    shares_[member].error = std::current_exception();
  }
}

Gpu::Range Gpu::share_of(std::size_t elements, unsigned member) const {
  const std::size_t members = team_.members();
  return {elements * member / members, elements * (member + 1) / members};
}

/// All threads have ended and nothing is in flight.
bool Gpu::quiet() const {
  return std::all_of(cores_.begin(), cores_.end(),
                     [](const auto& core) { return core->empty() && !core->awake(); }) &&
         requests_.idle() && replies_.idle() &&
         std::all_of(nodes_.begin(), nodes_.end(), [](const auto& node) { return node->idle(); }) &&
         path_.accesses.in_use() == 0 && !systems_.global->busy() &&
         (!systems_.local || !systems_.local->busy());
}

/// A run is stuck when it can never end. Events are the end of a thread, the commit of a transaction and the
/// change of a word. Without any of these, a warp that waits for another one, or that spins, does so forever;
/// likewise if only words change on which no loop depends. Warps that compute, or read memory at ever new
/// addresses, do not spin; only run.max_cycles limits them.
void Gpu::check_progress() {
  Progress seen = progress_;
  seen.ended = 0;
  seen.steps = systems_.global->progress();
  for (const auto& core : cores_) {
    seen.ended += core->counters().ended_threads;
    for (const core::IssueCounters& issued : core->issued()) seen.steps += issued.warp_instructions;
  }
  const tm::TransactionCounters transactions = launch_.transactions();
  seen.done = seen.ended + transactions.commits;
  seen.events = seen.done + launch_.memory_changes();
  if (seen.events != progress_.events) seen.changed = now_;
  if (seen.steps != progress_.steps) seen.stepped = now_;
  seen.given_up = transactions.asked_aborts;
  // Threads that give up their transactions make progress if they change memory.
  const bool gave_up = seen.given_up != progress_.given_up && seen.events != progress_.events;
  if (seen.done != progress_.done || gave_up) {
    seen.came_on = now_;
    spin_search_.restart();
  }
  progress_ = seen;

  const RunConfig& limits = config_.run;
  const Cycle unchanged = now_ - progress_.changed;
  if (unchanged != 0 && now_ - progress_.stepped > patience()) {
    give_up(
        fmt::format("stuck: no thread ended, no transaction committed and no word changed for {} core "
                    "cycles; no instruction was issued for {}",
                    unchanged, now_ - progress_.stepped));
  }
  look_for_spinning();
  if (limits.max_cycles != 0 && now_ - progress_.started > limits.max_cycles) {
    give_up(fmt::format("given up after {} core cycles: run.max_cycles is {}", now_ - progress_.started,
                        limits.max_cycles));
  }
}

/// Core cycles without a change after which a run is considered stuck. A part with a slow clock has at least
/// a quarter as many cycles of its own in that time.
Cycle Gpu::patience() const {
  const ClockConfig& clocks = config_.clock;
  unsigned slowest = std::min(clocks.interconnect_mhz, clocks.memory_mhz);
  if (const unsigned system = systems_.global->clock_mhz(); system != 0) slowest = std::min(slowest, system);
  const Cycle cycles = config_.run.max_stuck_cycles;
  return std::max(cycles, cycles / 4 * clocks.core_mhz / slowest);
}

void Gpu::look_for_spinning() {
  const Cycle unchanged = now_ - progress_.changed;
  const Cycle quiet = now_ - progress_.came_on;
  const Cycle most = patience();
  // A transaction may spin because it is doomed: the watchdog must have had its chance.
  const Cycle spinning = most + (cores_.front()->has_transactions() ? config_.tx.watchdog_cycles : 0);
  // Infrequent, since checks cost time.
  const bool found = quiet != 0 && spin_search_.finds(now_, quiet, most / 2);
  if (found && quiet > spinning) {
    give_up(fmt::format(
        "stuck: no thread ended and no transaction committed for {} core cycles, every warp waits "
        "or spins, and no word changed that one waits for",
        quiet));
  }
  // The search may still find the words that they wait for.
  if (unchanged > spinning && (!spin_search_.searches() || unchanged > 2 * spinning) &&
      std::all_of(cores_.begin(), cores_.end(), [](const auto& core) { return core->waits_or_spins(); })) {
    give_up(
        fmt::format("stuck: no thread ended, no transaction committed and no word changed for {} core "
                    "cycles, and every warp waits or spins",
                    unchanged));
  }
  for (auto& core : cores_) {
    if (unchanged == 0) core->forget_spinning();
    if (unchanged > most / 2) core->look_for_spinning();
  }
}

void Gpu::give_up(std::string why) const {
  std::vector<core::WarpReport> warps;
  for (const auto& core : cores_) std::ranges::move(core->report(), std::back_inserter(warps));
  StuckReport report = stuck_report(
      std::move(why), std::move(warps), *launch_.program, launch_.writers, [&](core::WordName word) {
        return core::is_shared(word)
                   ? cores_[core::core_of(word)]->shared_value(core::slot_of(word), core::offset_of(word))
                   : memory_.word(static_cast<Address>(word));
      });
  report.parked = config_.core.divergence == Divergence::kStack;
  for (std::size_t p = 0; p < nodes_.size(); ++p) {
    if (const tm::PartitionSide* const side = nodes_[p]->system_side())
      report.partitions.push_back(
          {.index = static_cast<unsigned>(p), .idle = side->idle(), .state = side->describe()});
  }
  throw StuckError(std::move(report));
}

}  // namespace gputm::gpu
