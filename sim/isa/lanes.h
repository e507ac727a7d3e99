// Loops over the lanes of a warp that compilers turn into vector code. Internal to the isa layer.
#pragma once

#include <array>
#include <cstddef>
#include <cstring>

#include "isa/execute.h"

namespace gputm::isa {

/// Registers are processed in blocks of this many lanes; a register's stride is a multiple of it.
inline constexpr unsigned kBlock = 16;

/// Says of the loop that follows that its iterations do not depend on each other: what is written is either
/// no operand or the operand of the same lane.
#ifdef __clang__
#define GPUTM_LANE_LOOP  // finds out by itself, with a check at run time
#else
#define GPUTM_LANE_LOOP _Pragma("GCC ivdep")
#endif

/// Says of the function that follows that it is compiled for several levels of x86-64, of which the processor
/// that runs it chooses one: so a build for every x86-64 has the vector units of each. Only what is inlined
/// into it is compiled to its level. A build for one processor (-march=native) is of its level everywhere.
/// With ThreadSanitizer there is one level: the choice is made while a program is loaded, before its runtime
/// is there.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__AVX2__) && \
    !defined(__SANITIZE_THREAD__)
#define GPUTM_LANE_FUNCTION [[gnu::target_clones("default", "arch=x86-64-v3", "arch=x86-64-v4")]]
#else
#define GPUTM_LANE_FUNCTION
#endif

/// All ones in the active lanes, zeros in the others.
using LaneSelect = std::array<Word, kMaxLanes>;

/// The lanes that an instruction executes for.
struct Lanes {
  Lanes(const WarpRegisters& registers, LaneMask mask)
      : stride(registers.stride()), active(mask), all(mask == full_mask(registers.stride())) {}

  /// Only the first `stride` elements are meaningful.
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
  bool all;  ///< no lane and no padding is inactive: nothing needs to be kept
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

/// The bits of f(from[i]...) of all active lanes together: whether there is any lane of a kind, which takes
/// less than to tell which. f as for map_lanes().
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

/// The active lanes for which f(from[i]...) is true.
template <typename F, typename... Source>
[[gnu::always_inline]] inline LaneMask select_lanes(const Lanes& lanes, F f, const Source*... from) {
  LaneMask result = 0;
  for (unsigned block = 0; block < lanes.stride; block += kBlock) {
    // One byte per lane, then eight bytes to eight bits with a multiplication that moves byte i's bit to bit
    // 56 + i.
    std::array<std::uint8_t, kBlock> flags;
    for (unsigned i = 0; i < kBlock; ++i) flags[i] = f(from[block + i]...) ? 1 : 0;
    std::array<std::uint64_t, kBlock / 8> packed;
    std::memcpy(packed.data(), flags.data(), sizeof packed);
    for (unsigned i = 0; i < packed.size(); ++i)
      result |= (packed[i] * 0x0102040810204080) >> 56 << (block + 8 * i);
  }
  return result & lanes.active;
}

/// Where an instruction's x result goes: writes to x0 vanish in the scratch row.
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
