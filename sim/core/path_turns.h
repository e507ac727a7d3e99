// core.divergence = fair: when the running lanes of a warp let its other paths come first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/types.h"

namespace gputm::core {

/// What a warp's running path has read lately, from memory that others may change. Lanes that wait for others
/// read the same words again and again, and jump back in between. So a path that comes to the same jump with
/// the same reads several times lets the warp's other paths come first; and so does any path that has jumped
/// back very often, reading something each time. Loops that read nothing wait for nothing.
class PathTurns {
 public:
  /// Of a core with so many warps.
  explicit PathTurns(std::size_t warps) : paths_(warps) {}

  /// Forgets what the warp's path has read: another path runs from now on.
  void restart(unsigned warp) { paths_[warp] = {}; }
  /// `lanes` read words of global or shared memory.
  void read(unsigned warp, Address pc, LaneMask lanes, std::span<const Address> addresses);
  /// The path has jumped back at `pc`. True: the others' turn has come.
  bool jumped_back(unsigned warp, Address pc);
  /// Differs when the turns of the same path would.
  std::uint64_t state(unsigned warp) const;

 private:
  static constexpr unsigned kSame = 4;       ///< rounds with the same reads
  static constexpr unsigned kMost = 1024;    ///< jumps with reads in between
  static constexpr unsigned kElsewhere = 3;  ///< such jumps without a round before another one ends rounds
  struct Path {
    std::uint64_t reads = 0;   ///< a digest of those since the last round
    std::uint64_t before = 0;  ///< those of the round before
    Address jump = 0;          ///< the one that ends a round
    std::uint16_t same = 0, elsewhere = 0, jumps = 0;
    bool has_read = false;  ///< since the last jump
  };
  std::vector<Path> paths_;
};

}  // namespace gputm::core
