// core.divergence = fair: when the running path of a warp yields to the warp's other paths.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/types.h"

namespace gputm::core {

/// Recent reads of a warp's running path from memory that others may change. Lanes that wait for others read
/// the same words repeatedly and jump back in between. So a path yields when it comes to the same jump with
/// the same reads several times, or when it has jumped back very often with reads in between. A loop without
/// reads waits for nothing.
class PathTurns {
 public:
  /// State for the warps of one core.
  explicit PathTurns(std::size_t warps) : paths_(warps) {}

  /// Clears the reads of the warp: another path runs from now on.
  void restart(unsigned warp) { paths_[warp] = {}; }
  /// Records that `lanes` read words of global or shared memory.
  void read(unsigned warp, Address pc, LaneMask lanes, std::span<const Address> addresses);
  /// Records a jump back at `pc`. True: the path must yield.
  bool jumped_back(unsigned warp, Address pc);
  /// Digest of the state that decides when the path yields.
  std::uint64_t state(unsigned warp) const;

 private:
  static constexpr unsigned kSame = 4;       ///< rounds with the same reads
  static constexpr unsigned kMost = 1024;    ///< jumps with reads in between
  static constexpr unsigned kElsewhere = 3;  ///< such jumps without a round before another jump ends rounds
  struct Path {
    std::uint64_t reads = 0;   ///< digest of the reads since the last round
    std::uint64_t before = 0;  ///< digest of the reads in the previous round
    Address jump = 0;          ///< jump that ends a round
    std::uint16_t same = 0, elsewhere = 0, jumps = 0;
    bool has_read = false;  ///< a read since the last jump
  };
  std::vector<Path> paths_;
};

}  // namespace gputm::core
