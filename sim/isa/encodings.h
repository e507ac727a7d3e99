// Rows of the decoder's tables. Internal to the isa layer.
#pragma once

#include <array>
#include <cstdint>

#include "isa/instruction.h"
#include "isa/xlen.h"

namespace gputm::isa {

// Location of an instruction's immediate
enum class Format : std::uint8_t { kR, kI, kShift, kS, kB, kU, kJ, kCsr };

// Meaning of the register fields
enum Operand : std::uint16_t {
  kXd = 1,
  kFd = 2,  // rd, an x or an f register
  kX1 = 4,
  kF1 = 8,  // rs1
  kX2 = 16,
  kF2 = 32,             // rs2
  kF3 = 64,             // rs3
  kRm = 128,            // bits 14..12 are a rounding mode
  kCustomAtomic = 256,  // funct7 is an AtomicFunction, and RV32 has 64-bit values in pairs of x
  kAmo64 = 512,         // amo*.d: funct5 is one of A's functions
  kNarrow = 1024,       // RV64: operation on 32 bits
  kDoubleFormat = 2048  // the result, or the operand if the result is in x, is of format D
};

struct Encoding {
  Word mask, match;
  Op op;
  Unit unit;
  Format format;
  std::uint16_t operands;
};

/// Row of the instruction's word; null: none.
const Encoding* find_encoding(Word raw, Xlen xlen);

inline constexpr Word kMajor = 0x7f;             // opcode
inline constexpr Word kMinor = 0x707f;           // opcode, funct3
inline constexpr Word kFunct7 = 0xfe00707f;      // opcode, funct3, funct7
inline constexpr Word kFunct7Only = 0xfe00007f;  // opcode, funct7 (funct3 is a rounding mode)
inline constexpr Word kFunct12 = 0xfff0707f;     // ..., rs2 as a part of the function
inline constexpr Word kConvert = 0xfff0007f;     // opcode, funct7, rs2
inline constexpr Word kFused = 0x0600007f;       // opcode, fmt
inline constexpr Word kAmo =
    0xf800707f;  // opcode, funct3, funct5; aq and rl are ignored: memory is in order per lane
inline constexpr Word kLr = 0xf9f0707f;
inline constexpr Word kAll = 0xffffffff;
inline constexpr Word kAllButRd = 0xfffff07f;

inline constexpr std::uint16_t kAluReg = kXd | kX1 | kX2, kAluImm = kXd | kX1;
inline constexpr std::uint16_t kFloat2 = kFd | kF1 | kF2, kFloat3 = kFloat2 | kF3 | kRm,
                               kCompare = kXd | kF1 | kF2;
}  // namespace gputm::isa
