// Loops over the lanes of a warp that compilers vectorize. Internal to the isa layer.
#pragma once

#include <array>
#include <cstddef>
#include <cstring>
#include <type_traits>

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

/// 64-bit register of all lanes: lower and upper words
template <typename AnyWord>
struct WideRow {
  AnyWord* low;
  AnyWord* high;
};

/// Value of lane i in the row of a register of 32 or 64 bits.
[[gnu::always_inline]] inline Word at(const Word* row, unsigned i) { return row[i]; }
template <typename AnyWord>
[[gnu::always_inline]] inline Wide at(WideRow<AnyWord> row, unsigned i) {
  return wide(row.low[i], row.high[i]);
}
[[gnu::always_inline]] inline void put(Word* row, unsigned i, Word value) { row[i] = value; }
[[gnu::always_inline]] inline void put(WideRow<Word> row, unsigned i, Wide value) {
  row.low[i] = low_word(value);
  row.high[i] = high_word(value);
}
/// Stores the bits of the value that are set in the select.
[[gnu::always_inline]] inline void put(Word* row, unsigned i, Word value, Word select) {
  row[i] = (value & select) | (row[i] & ~select);
}
[[gnu::always_inline]] inline void put(WideRow<Word> row, unsigned i, Wide value, Word select) {
  put(row.low, i, low_word(value), select);
  put(row.high, i, high_word(value), select);
}

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

/// to[i] = f(from[i]...) for the active lanes, on rows of either width. `to` may be one of the sources. f is
/// also evaluated for inactive lanes and for padding, so it may neither trap nor have side effects.
template <typename To, typename F, typename... Source>
[[gnu::always_inline]] inline void map_lanes(const Lanes& lanes, To to, F f, Source... from) {
  if (lanes.all) {
    GPUTM_LANE_LOOP
    for (unsigned i = 0; i < lanes.stride; ++i) put(to, i, f(at(from, i)...));
    return;
  }
  const LaneSelect select = lanes.select();
  GPUTM_LANE_LOOP
  for (unsigned i = 0; i < lanes.stride; ++i) put(to, i, f(at(from, i)...), select[i]);
}

/// Union of the bits of f(from[i]...) over all active lanes: whether any lane has a property, which is
/// cheaper than finding the lanes. f as for map_lanes(), with a word as its result.
template <typename F, typename... Source>
[[gnu::always_inline]] inline Word bits_of_lanes(const Lanes& lanes, F f, Source... from) {
  Word result = 0;
  if (lanes.all) {
    for (unsigned i = 0; i < lanes.stride; ++i) result |= f(at(from, i)...);
    return result;
  }
  const LaneSelect select = lanes.select();
  for (unsigned i = 0; i < lanes.stride; ++i) result |= f(at(from, i)...) & select[i];
  return result;
}

/// Active lanes for which f(from[i]...) is true.
template <typename F, typename... Source>
[[gnu::always_inline]] inline LaneMask select_lanes(const Lanes& lanes, F f, Source... from) {
  LaneMask result = 0;
  for (unsigned block = 0; block < lanes.stride; block += kBlock) {
    // One byte per lane, then eight bytes to eight bits with a multiplication that moves the bit of byte i to
    // bit 56 + i.
    std::array<std::uint8_t, kBlock> flags;
    for (unsigned i = 0; i < kBlock; ++i) flags[i] = f(at(from, block + i)...) ? 1 : 0;
    std::array<std::uint64_t, kBlock / 8> packed;
    std::memcpy(packed.data(), flags.data(), sizeof packed);
    for (unsigned i = 0; i < packed.size(); ++i)
      result |= (packed[i] * 0x0102040810204080) >> 56 << (block + 8 * i);
  }
  return result & lanes.active;
}

/// Row of register r of x() with values of X's width.
template <typename X, typename Registers>
[[gnu::always_inline]] inline auto row(Registers& registers, unsigned r) {
  if constexpr (sizeof(X) == sizeof(Word)) {
    return registers.x(r);
  } else {
    return WideRow<std::remove_pointer_t<decltype(registers.x(r))>>{registers.x(r), registers.upper(r)};
  }
}

/// Number in x() of the row for an instruction's x result: writes to x0 go to the scratch row.
constexpr unsigned kScratchRow = 66;
constexpr unsigned x_destination_row(const Instruction& instruction) {
  return instruction.rd == 0 ? kScratchRow : instruction.rd;
}
inline Word* x_destination(const Instruction& instruction, WarpRegisters& registers) {
  return registers.x(x_destination_row(instruction));
}

// Parts of execute(), by kind of operation. Without _rv64: on the lower words of registers.
void execute_integer(const Instruction& instruction, WarpRegisters& registers, LaneMask active, Address pc);
void execute_float(const Instruction& instruction, WarpRegisters& registers, LaneMask active, Address pc);
void execute_csr(const Instruction& instruction, WarpRegisters& registers, LaneMask active, Address pc,
                 const CsrContext& csrs);
void execute_warp(const Instruction& instruction, WarpRegisters& registers, LaneMask active,
                  const CsrContext& csrs);
[[noreturn]] void trap(const Instruction& instruction, Address pc, const char* reason, LaneMask lanes);

// RV64 (execute_rv64.cpp, execute_integer.cpp, execute_float_rv64.cpp)
void execute_rv64(const Instruction& instruction, WarpRegisters& registers, LaneMask active, Address pc,
                  const CsrContext& csrs);
void execute_integer_rv64(const Instruction& instruction, WarpRegisters& registers, LaneMask active,
                          Address pc);
void execute_float_rv64(const Instruction& instruction, WarpRegisters& registers, LaneMask active,
                        Address pc);
/// Operands of format S of execute_single(): registers, or their values where no float is boxed in them
struct SingleOperands {
  const Word *a, *b, *c;
};
void execute_single(const Instruction& instruction, WarpRegisters& registers, LaneMask active, Address pc,
                    const SingleOperands& operands);

constexpr bool is_float(Op op) { return op >= Op::kFmadd && op <= Op::kFmvFX; }
constexpr bool is_csr(Op op) { return op >= Op::kCsrrw && op <= Op::kCsrrci; }

}  // namespace gputm::isa
