// Architectural registers of one warp, structure of arrays: register r of all lanes is contiguous. RV64 adds
// the upper words of all registers behind the lower ones, so that 32-bit code and the TM systems, which move
// words, work on registers of either width.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "base/types.h"
#include "isa/xlen.h"

namespace gputm::isa {

/// x0..x31, f0..f31 and fcsr of every lane of a warp. x0 is stored as zeros and never written.
class WarpRegisters {
 public:
  /// Row of register r's upper words, as an argument of x(): kUpper + r.
  static constexpr unsigned kUpper = 67;

  /// `lanes`: the warp width, 1..64.
  explicit WarpRegisters(unsigned lanes, Xlen xlen = Xlen::k32)
      : lanes_(lanes), stride_((lanes + 15) / 16 * 16) {
    set_xlen(xlen);
  }

  unsigned lanes() const { return lanes_; }
  /// Distance in words between two registers: `lanes` rounded up to whole vectors. Vector code may compute
  /// (but never keep) garbage in the padding.
  unsigned stride() const { return stride_; }
  /// Whether registers have 64 bits.
  bool wide() const { return wide_; }
  void set_xlen(Xlen xlen) {
    wide_ = xlen == Xlen::k64;
    values_.resize(std::size_t{kUpper} * (wide_ ? 2 : 1) * stride_);
  }

  Word* x(unsigned r) { return values_.data() + std::size_t{r} * stride_; }
  const Word* x(unsigned r) const { return values_.data() + std::size_t{r} * stride_; }
  Word* f(unsigned r) { return x(32 + r); }
  const Word* f(unsigned r) const { return x(32 + r); }
  Word* fflags() { return x(64); }  ///< per lane, bits 4..0 = NV DZ OF UF NX
  const Word* fflags() const { return x(64); }
  Word* frm() { return x(65); }  ///< per lane, 0..4 (5..7 are kept as written and trap on use)
  const Word* frm() const { return x(65); }
  Word* scratch() { return x(66); }  ///< free for one instruction's intermediate values

  /// Upper words of a register r of x(), if wide().
  Word* upper(unsigned r) { return x(kUpper + r); }
  const Word* upper(unsigned r) const { return x(kUpper + r); }

  /// Copies all registers of the lanes in `mask` from `other`, which has the same widths.
  void copy_lanes(const WarpRegisters& other, LaneMask mask) {
    const unsigned rows = kUpper * (wide_ ? 2 : 1);
    for (unsigned r = 1; r < rows; ++r) {
      Word* to = x(r);
      const Word* from = other.x(r);
      for_each_lane(mask, [&](unsigned lane) { to[lane] = from[lane]; });
    }
  }
  void clear() { std::fill(values_.begin(), values_.end(), 0); }

 private:
  unsigned lanes_;
  unsigned stride_;
  bool wide_ = false;
  std::vector<Word> values_;
};

}  // namespace gputm::isa
