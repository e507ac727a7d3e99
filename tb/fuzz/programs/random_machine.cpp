#include "fuzz/programs/random_machine.h"

#include <algorithm>
#include <array>

#include "base/types.h"
#include "engines/systems.h"

namespace gputm::fuzz {
namespace {

constexpr std::uint32_t kMostWarps = 8;  // warps of a core

std::uint32_t between(tb::Rng& random, std::uint32_t least, std::uint32_t most) {
  return least + static_cast<std::uint32_t>(tb::below(random, most - least + 1));
}

std::string one_of(tb::Rng& random, std::initializer_list<const char*> texts) {
  return texts.begin()[tb::below(random, texts.size())];
}

}  // namespace

Platform Platform::parse(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) throw Error("not SYSTEM:WIDTH: " + std::string(text));
  return {std::string(engines::find_system(text.substr(0, colon)).name),
          static_cast<unsigned>(std::stoul(std::string(text.substr(colon + 1))))};
}

MachineConfig random_machine(const Platform& platform, tb::Rng& random) {
  MachineConfig machine;
  machine.core.count = between(random, 1, 2);
  machine.core.warp_width = platform.warp_width;
  machine.core.simd_width = std::max(platform.warp_width >> between(random, 0, 2), 1U);
  machine.core.max_warps = kMostWarps;
  machine.core.max_threads = kMostWarps * platform.warp_width;
  machine.core.max_blocks = between(random, 1, 4);
  machine.core.schedulers = between(random, 1, 2);
  machine.core.scheduler =
      tb::one_in(random, 2) ? SchedulerPolicy::kLooseRoundRobin : SchedulerPolicy::kGreedyThenOldest;
  machine.core.private_bytes = 8192;
  machine.core.alu_latency = machine.core.branch_latency = between(random, 1, 4);
  machine.core.mul_latency = machine.core.fpu_latency = between(random, 1, 8);
  machine.core.div_latency = machine.core.fpdiv_latency = machine.core.double_div_latency =
      between(random, 1, 16);
  machine.core.double_latency = between(random, 1, 8);
  machine.core.double_lanes = 1U << between(random, 0, 3);
  machine.core.shared_latency = machine.l1.latency = between(random, 1, 10);
  machine.interconnect.concentration = 1;
  machine.interconnect.latency = between(random, 1, 4);
  machine.partition.count = between(random, 1, 2);
  machine.l1.line_bytes = machine.l2.line_bytes = 32U << between(random, 0, 2);
  machine.partition.interleave_bytes = machine.l2.line_bytes << between(random, 0, 2);
  machine.l2.commit_unit_latency = between(random, 4, 20);
  machine.memory.min_latency = between(random, 20, 60);
  machine.tx.log_entries = 4096;
  machine.tx.watchdog_cycles = tb::one_in(random, 3) ? 2000 : 100'000;
  machine.run.max_cycles = 50'000'000;
  if (platform.system == "kilo" || platform.system == "warptm") {
    machine.systems["kilo.warp_limit"] = one_of(random, {"0", "1", "2", "4"});
    machine.systems["kilo.write_filter_bits"] = one_of(random, {"0", "0", "32"});
    machine.systems["kilo.skip_messages"] = one_of(random, {"ranged", "per_thread", "none"});
    machine.systems["kilo.vendor_latency"] = one_of(random, {"1", "5"});
    if (platform.system == "warptm") {
      machine.systems["warptm.intra_warp"] = one_of(random, {"two_phase", "off"});
      machine.systems["warptm.temporal"] = one_of(random, {"commit_id", "off"});
      machine.systems["warptm.merge"] = one_of(random, {"warp", "off"});
    }
  } else if (platform.system == "serial") {
    machine.systems["serial.handoff_latency"] = one_of(random, {"0", "20"});
  }
  return machine;
}

gpu::LaunchShape random_shape(const Platform& platform, tb::Rng& random) {
  // Wide warps take longest, and their lanes conflict with each other already.
  const std::uint32_t warps = platform.warp_width == 1 ? between(random, 2, 6) : between(random, 1, 2);
  const std::uint32_t blocks = between(random, 1, warps == 2 && platform.warp_width > 1 ? 1 : 2);
  const std::uint32_t unused = between(random, 0, platform.warp_width - 1);
  return {.blocks = blocks, .threads = warps * platform.warp_width - unused};
}

}  // namespace gputm::fuzz
