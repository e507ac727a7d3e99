#include "engines/common/private_log_core_side.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>

#include "base/settings.h"

namespace gputm::engines {

PrivateLogCoreSide::PrivateLogCoreSide(const tm::CorePorts& core, unsigned write_filter_bits)
    : LoggedCoreSide(core, Stores::kLogged),
      log_lines_(core.log_lines),
      events_(core.events),
      layout_(core.config),
      write_filters_(core.config.core.max_warps,
                     tm::WriteFilter(core.config.core.warp_width, write_filter_bits)) {}

bool PrivateLogCoreSide::begin(WarpId warp, Cycle /*now*/) {
  write_filters_[warp].clear();
  return true;
}

void PrivateLogCoreSide::row_logged(WarpId warp, bool write, unsigned row) {
  const auto write_row = [&](LogBuffer buffer) {
    for (unsigned i = 0; i < layout_.lines_of_row(); ++i)
      log_lines_.write_log_line(layout_.line(core(), warp, buffer, layout_.first_line(row) + i));
  };
  write_row(write ? LogBuffer::kWriteAddresses : LogBuffer::kReadAddresses);
  write_row(write ? LogBuffer::kWriteValues : LogBuffer::kReadValues);
}

bool PrivateLogCoreSide::filter_errs(WarpId warp, unsigned lane, Address word) const {
  return write_filters_[warp].hits(lane, word);
}

void PrivateLogCoreSide::word_written(WarpId warp, unsigned lane, Address word) {
  write_filters_[warp].insert(lane, word);
}

/// Walk of the write log (its address lines), during which the whole warp waits: from the newest row back
/// until each lane has found its word. The load's other lanes read memory afterwards.
tm::Wait PrivateLogCoreSide::search(const tm::TxAccess& access, LaneMask searching) {
  ++counters().write_log_walks;
  const AccessId walk = accesses().new_access(access.warp, access.instruction.op);
  memory::WarpAccess& flight = accesses().access(walk);
  flight.values = memory::WarpAccess::Values::kNone;
  flight.owner = memory::WarpAccess::Owner::kGlobalSystem;
  const tm::WarpLog& writes = logs(access.warp).writes;
  const memory::WarpAccess& load = accesses().access(access.handle);
  LaneMask left = searching;
  for (unsigned row = writes.size(); row-- > 0 && left != 0;) {
    flight.lanes = left;
    for_each_lane(left, [&](unsigned lane) {
      flight.address[lane] = layout_.word(core(), access.warp, LogBuffer::kWriteAddresses, row, lane);
      const bool written = ((writes[row].valid >> lane) & 1) != 0;
      if (written && writes[row].address[lane] == (load.address[lane] & ~Address{3}))
        left &= ~(LaneMask{1} << lane);
    });
    accesses().issue_private(walk, false);
  }
  accesses().hold(access.handle);
  walks_.push_back({walk, access.handle});
  return tm::Wait::kWalk;
}

bool PrivateLogCoreSide::is_walk(AccessId access) const {
  return std::ranges::find(walks_, access, &Walk::walk) != walks_.end();
}

void PrivateLogCoreSide::complete(AccessId access, Cycle now) {
  const auto walk = std::ranges::find(walks_, access, &Walk::walk);
  if (walk == walks_.end()) return LoggedCoreSide::complete(access, now);
  const AccessId load = walk->load;
  walks_.erase(walk);
  const WarpId warp = accesses().access(access).warp;
  read_memory(load);
  events_.report(tm::Released{load}, now);
  events_.report(tm::Walked{warp}, now);
}

/// They have a fixed place in the address space.
void check_logs(const MachineConfig& machine) {
  const std::uint64_t bytes = LogLayout(machine).bytes();
  constexpr std::uint64_t kSpace = (std::uint64_t{1} << 32) - core::kLogPhysical;
  if (bytes > kSpace) {
    throw ConfigError(fmt::format(
        "tx.log_entries: the transaction logs need {} bytes together, more than {}: {} rows of {} lanes "
        "(core.warp_width), 4 words each, x {} warps (core.max_warps) x {} cores (core.count)",
        bytes, kSpace, machine.tx.log_entries, machine.core.warp_width, machine.core.max_warps,
        machine.core.count));
  }
}

}  // namespace gputm::engines
