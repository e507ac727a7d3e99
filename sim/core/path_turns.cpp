#include "core/path_turns.h"

#include <bit>
#include <utility>

namespace gputm::core {

namespace {

std::uint64_t mixed(std::uint64_t state, std::uint64_t value) {
  return std::rotl(state ^ value, 29) * 0x9E3779B97F4A7C15U;
}

}  // namespace

void PathTurns::read(unsigned warp, Address pc, LaneMask lanes, std::span<const Address> addresses) {
  Path& path = paths_[warp];
  path.has_read = true;
  path.reads = mixed(path.reads, pc);
  path.reads = mixed(path.reads, lanes);
  for_each_lane(lanes, [&](unsigned lane) { path.reads = mixed(path.reads, addresses[lane]); });
}

bool PathTurns::jumped_back(unsigned warp, Address pc) {
  Path& path = paths_[warp];
  const bool has_read = std::exchange(path.has_read, false);
  if (has_read) ++path.jumps;
  if (pc != path.jump) {
    if (path.jump == 0 || (has_read && ++path.elsewhere > kElsewhere))
      path = {.jump = pc, .jumps = path.jumps};
  } else {
    path.elsewhere = 0;
    if (path.reads != 0) {
      path.same = static_cast<std::uint16_t>(path.reads == path.before ? path.same + 1 : 0);
      path.before = std::exchange(path.reads, 0);
    }
  }
  return path.same >= kSame || path.jumps >= kMost;
}

std::uint64_t PathTurns::state(unsigned warp) const {
  const Path& path = paths_[warp];
  std::uint64_t state = mixed(path.reads, path.before);
  state = mixed(state, path.jump);
  state = mixed(state, std::uint64_t{path.same} << 32 | std::uint64_t{path.elsewhere} << 16 | path.jumps);
  return mixed(state, path.has_read ? 1 : 0);
}

}  // namespace gputm::core
