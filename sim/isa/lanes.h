// Loops over the lanes of a warp that compilers vectorize. Internal to the isa layer.
#pragma once

#include <array>
#include <cstddef>
#include <cstring>

#include "isa/execute.h"

namespace gputm::isa {

/// Registers are processed in blocks of this many lanes; a register's stride is a multiple of it.
inline constexpr unsigned kBlock = 16;

/// Declares the iterations of the following loop independent: a written location is no operand, or the
/// operand of the same lane.
#ifdef __clang__
#define GPUTM_LANE_LOOP  // detects independence itself, with a check at run time
#else
#define GPUTM_LANE_LOOP _Pragma("GCC ivdep")
#endif

/// Compiles the following function for several levels of x86-64; the processor that runs it chooses one, so a
/// build for every x86-64 uses the vector units of each. Only code inlined into it is compiled to its level.
/// A build for one processor (-march=native) has that level everywhere. With ThreadSanitizer there is one
/// level: the choice is made while a program is loaded, before the sanitizer's runtime is ready.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__AVX2__) && \
    !defined(__SANITIZE_THREAD__)
#define GPUTM_LANE_FUNCTION [[gnu::target_clones("default", "arch=x86-64-v3", "arch=x86-64-v4")]]
#else
#define GPUTM_LANE_FUNCTION
#endif

/// All ones in the active lanes, zeros in the others.
using LaneSelect = std::array<Word, kMaxLanes>;

/// Lanes for which an instruction executes
struct Lanes {
  Lanes(const WarpRegisters& registers, LaneMask mask)
      : stride(registers.stride()), active(mask), all(mask == full_mask(registers.stride())) {}

  /// Only the first `stride` elements are defined.
  [[gnu::always_inline]] LaneSelect select() const {
    LaneSelect result;
    for (unsigned block = 0; block < stride; block += kBlock) {
      const auto bits = static_cast<Word>(active >> block);
      for (unsigned i = 0; i < kBlock; ++i) result[block + i] = 0 - (bits >> i & 1);
    }
    return result;
  }

  unsigned stride;
  LaneMask active;
  bool all;  ///< no inactive lane and no padding: no old value needs to be kept
};

/// to[i] = f(from[i]...) for the active lanes. `to` may be one of the sources. f is also evaluated for
/// inactive lanes and for padding, so it may neither trap nor have side effects.
template <typename F, typename... Source>
[[gnu::always_inline]] inline void map_lanes(const Lanes& lanes, Word* to, F f, const Source*... from) {
  if (lanes.all) {
    GPUTM_LANE_LOOP
    for (unsigned i = 0; i < lanes.stride; ++i) to[i] = f(from[i]...);
    return;
  }
  const LaneSelect select = lanes.select();
  GPUTM_LANE_LOOP
  for (unsigned i = 0; i < lanes.stride; ++i) to[i] = (f(from[i]...) & select[i]) | (to[i] & ~select[i]);
}

/// Union of the bits of f(from[i]...) over all active lanes: whether any lane has a property, which is
/// cheaper than finding the lanes. f as for map_lanes().
template <typename F, typename... Source>
[[gnu::always_inline]] inline Word bits_of_lanes(const Lanes& lanes, F f, const Source*... from) {
  Word result = 0;
  if (lanes.all) {
    for (unsigned i = 0; i < lanes.stride; ++i) result |= f(from[i]...);
    return result;
  }
  const LaneSelect select = lanes.select();
  for (unsigned i = 0; i < lanes.stride; ++i) result |= f(from[i]...) & select[i];
  return result;
}

/// Active lanes for which f(from[i]...) is true.
template <typename F, typename... Source>
[[gnu::always_inline]] inline LaneMask select_lanes(const Lanes& lanes, F f, const Source*... from) {
  LaneMask result = 0;
  for (unsigned block = 0; block < lanes.stride; block += kBlock) {
    // One byte per lane, then eight bytes to eight bits with a multiplication that moves the bit of byte i to
    // bit 56 + i.
    std::array<std::uint8_t, kBlock> flags;
    for (unsigned i = 0; i < kBlock; ++i) flags[i] = f(from[block + i]...) ? 1 : 0;
    std::array<std::uint64_t, kBlock / 8> packed;
    std::memcpy(packed.data(), flags.data(), sizeof packed);
    for (unsigned i = 0; i < packed.size(); ++i)
      result |= (packed[i] * 0x0102040810204080) >> 56 << (block + 8 * i);
  }
  return result & lanes.active;
}

/// Destination of an instruction's x result: writes to x0 go to the scratch row.
inline Word* x_destination(const Instruction& instruction, WarpRegisters& registers) {
  return instruction.rd == 0 ? registers.scratch() : registers.x(instruction.rd);
}

// Parts of execute(), by kind of operation.
void execute_integer(const Instruction& instruction, WarpRegisters& registers, LaneMask active, Address pc);
void execute_float(const Instruction& instruction, WarpRegisters& registers, LaneMask active, Address pc);
void execute_csr(const Instruction& instruction, WarpRegisters& registers, LaneMask active, Address pc,
                 const CsrContext& csrs);
void execute_warp(const Instruction& instruction, WarpRegisters& registers, LaneMask active,
                  const CsrContext& csrs);
[[noreturn]] void trap(const Instruction& instruction, Address pc, const char* reason, LaneMask lanes);

}  // namespace gputm::isa
