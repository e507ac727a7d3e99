// Architectural registers of one warp, structure of arrays: register r of all lanes is contiguous.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "base/types.h"

namespace gputm::isa {

/// x0..x31, f0..f31 and fcsr of every lane of a warp. x0 is stored as zeros and never written.
class WarpRegisters {
 public:
  /// `lanes`: the warp width, 1..64.
  explicit WarpRegisters(unsigned lanes)
      : lanes_(lanes), stride_((lanes + 15) / 16 * 16), values_(std::size_t{67} * stride_) {}

  unsigned lanes() const { return lanes_; }
  /// Distance in words between two registers: `lanes` rounded up to whole vectors. Vector code may compute
  /// (but never keep) garbage in the padding.
  unsigned stride() const { return stride_; }

  Word* x(unsigned r) { return values_.data() + std::size_t{r} * stride_; }
  const Word* x(unsigned r) const { return values_.data() + std::size_t{r} * stride_; }
  Word* f(unsigned r) { return x(32 + r); }
  const Word* f(unsigned r) const { return x(32 + r); }
  Word* fflags() { return x(64); }  ///< per lane, bits 4..0 = NV DZ OF UF NX
  const Word* fflags() const { return x(64); }
  Word* frm() { return x(65); }  ///< per lane, 0..4 (5..7 are kept as written and trap on use)
  const Word* frm() const { return x(65); }
  Word* scratch() { return x(66); }  ///< free for one instruction's intermediate values

  /// Copies all registers of the lanes in `mask` from `other`, which has the same width.
  void copy_lanes(const WarpRegisters& other, LaneMask mask) {
    for (unsigned r = 1; r < 66; ++r) {
      Word* to = x(r);
      const Word* from = other.x(r);
      for_each_lane(mask, [&](unsigned lane) { to[lane] = from[lane]; });
    }
  }
  void clear() { std::fill(values_.begin(), values_.end(), 0); }

 private:
  unsigned lanes_;
  unsigned stride_;
  std::vector<Word> values_;
};

}  // namespace gputm::isa
