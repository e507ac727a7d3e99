#include "isa/decode.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <span>

namespace gputm::isa {
namespace {

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
  kCustomAtomic = 256,  // funct7 is an AtomicFunction, and x registers come in pairs
};

struct Encoding {
  Word mask, match;
  Op op;
  Unit unit;
  Format format;
  std::uint16_t operands;
};

constexpr Word kMajor = 0x7f;             // opcode
constexpr Word kMinor = 0x707f;           // opcode, funct3
constexpr Word kFunct7 = 0xfe00707f;      // opcode, funct3, funct7
constexpr Word kFunct7Only = 0xfe00007f;  // opcode, funct7 (funct3 is a rounding mode)
constexpr Word kFunct12 = 0xfff0707f;     // ..., rs2 as a part of the function
constexpr Word kConvert = 0xfff0007f;     // opcode, funct7, rs2
constexpr Word kFused = 0x0600007f;       // opcode, fmt
constexpr Word kAmo =
    0xf800707f;  // opcode, funct3, funct5; aq and rl are ignored: memory is in order per lane
constexpr Word kLr = 0xf9f0707f;
constexpr Word kAll = 0xffffffff;
constexpr Word kAllButRd = 0xfffff07f;

constexpr std::uint16_t kAluReg = kXd | kX1 | kX2, kAluImm = kXd | kX1;
constexpr std::uint16_t kFloat2 = kFd | kF1 | kF2, kFloat3 = kFloat2 | kF3 | kRm, kCompare = kXd | kF1 | kF2;

using enum Op;
using enum Format;

// Sorted by opcode, so that an opcode's rows are contiguous.
constexpr Encoding kEncodings[] = {
    {kMinor, 0x00000003, kLb, Unit::kLoad, kI, kAluImm},
    {kMinor, 0x00001003, kLh, Unit::kLoad, kI, kAluImm},
    {kMinor, 0x00002003, kLw, Unit::kLoad, kI, kAluImm},
    {kMinor, 0x00004003, kLbu, Unit::kLoad, kI, kAluImm},
    {kMinor, 0x00005003, kLhu, Unit::kLoad, kI, kAluImm},
    {kMinor, 0x00002007, kFlw, Unit::kLoad, kI, kFd | kX1},
    // custom-0; bits that select nothing must be zero
    {kAllButRd, 0x8000000b, kTxBegin, Unit::kTxBegin, kR, kXd},
    {kAll, 0x8000100b, kTxCommit, Unit::kTxCommit, kR, 0},
    {kAll, 0x8000200b, kTxAbort, Unit::kTxAbort, kR, 0},
    {kAll, 0x8000300b, kTxRetry, Unit::kTxRetry, kR, 0},
    {kFunct7 | 0x1f00000, 0x0200000b, kBallot, Unit::kAlu, kR, kAluImm},
    {kFunct7 | 0x1f00000, 0x0200100b, kBallotHigh, Unit::kAlu, kR, kAluImm},
    {kFunct7, 0x0200200b, kShuffle, Unit::kAlu, kR, kAluReg},
    {kFunct7 | 0xf80, 0x0000400b, kBarrier, Unit::kBarrier, kR, kX1 | kX2},
    {kMinor, 0x0000000f, kFence, Unit::kFence, kI, 0},
    {kMinor, 0x0000100f, kFenceI, Unit::kFence, kI, 0},
    {kMinor, 0x00000013, kAddi, Unit::kAlu, kI, kAluImm},
    {kFunct7, 0x00001013, kSlli, Unit::kAlu, kShift, kAluImm},
    {kMinor, 0x00002013, kSlti, Unit::kAlu, kI, kAluImm},
    {kMinor, 0x00003013, kSltiu, Unit::kAlu, kI, kAluImm},
    {kMinor, 0x00004013, kXori, Unit::kAlu, kI, kAluImm},
    {kFunct7, 0x00005013, kSrli, Unit::kAlu, kShift, kAluImm},
    {kFunct7, 0x40005013, kSrai, Unit::kAlu, kShift, kAluImm},
    {kMinor, 0x00006013, kOri, Unit::kAlu, kI, kAluImm},
    {kMinor, 0x00007013, kAndi, Unit::kAlu, kI, kAluImm},
    {kMajor, 0x00000017, kAuipc, Unit::kAlu, kU, kXd},
    {kMinor, 0x00000023, kSb, Unit::kStore, kS, kX1 | kX2},
    {kMinor, 0x00001023, kSh, Unit::kStore, kS, kX1 | kX2},
    {kMinor, 0x00002023, kSw, Unit::kStore, kS, kX1 | kX2},
    {kMinor, 0x00002027, kFsw, Unit::kStore, kS, kX1 | kF2},
    // custom-1
    {kMinor, 0x0000002b, kAtomicB, Unit::kAtomic, kR, kAluReg | kCustomAtomic},
    {kMinor, 0x0000102b, kAtomicH, Unit::kAtomic, kR, kAluReg | kCustomAtomic},
    {kMinor, 0x0000202b, kAtomicW, Unit::kAtomic, kR, kAluReg | kCustomAtomic},
    {kMinor, 0x0000302b, kAtomicD, Unit::kAtomic, kR, kAluReg | kCustomAtomic},
    {kLr, 0x1000202f, kLrW, Unit::kAtomic, kR, kXd | kX1},
    {kAmo, 0x1800202f, kScW, Unit::kAtomic, kR, kAluReg},
    {kAmo, 0x0800202f, kAmoswapW, Unit::kAtomic, kR, kAluReg},
    {kAmo, 0x0000202f, kAmoaddW, Unit::kAtomic, kR, kAluReg},
    {kAmo, 0x2000202f, kAmoxorW, Unit::kAtomic, kR, kAluReg},
    {kAmo, 0x6000202f, kAmoandW, Unit::kAtomic, kR, kAluReg},
    {kAmo, 0x4000202f, kAmoorW, Unit::kAtomic, kR, kAluReg},
    {kAmo, 0x8000202f, kAmominW, Unit::kAtomic, kR, kAluReg},
    {kAmo, 0xa000202f, kAmomaxW, Unit::kAtomic, kR, kAluReg},
    {kAmo, 0xc000202f, kAmominuW, Unit::kAtomic, kR, kAluReg},
    {kAmo, 0xe000202f, kAmomaxuW, Unit::kAtomic, kR, kAluReg},
    {kFunct7, 0x00000033, kAdd, Unit::kAlu, kR, kAluReg},
    {kFunct7, 0x40000033, kSub, Unit::kAlu, kR, kAluReg},
    {kFunct7, 0x00001033, kSll, Unit::kAlu, kR, kAluReg},
    {kFunct7, 0x00002033, kSlt, Unit::kAlu, kR, kAluReg},
    {kFunct7, 0x00003033, kSltu, Unit::kAlu, kR, kAluReg},
    {kFunct7, 0x00004033, kXor, Unit::kAlu, kR, kAluReg},
    {kFunct7, 0x00005033, kSrl, Unit::kAlu, kR, kAluReg},
    {kFunct7, 0x40005033, kSra, Unit::kAlu, kR, kAluReg},
    {kFunct7, 0x00006033, kOr, Unit::kAlu, kR, kAluReg},
    {kFunct7, 0x00007033, kAnd, Unit::kAlu, kR, kAluReg},
    {kFunct7, 0x02000033, kMul, Unit::kMul, kR, kAluReg},
    {kFunct7, 0x02001033, kMulh, Unit::kMul, kR, kAluReg},
    {kFunct7, 0x02002033, kMulhsu, Unit::kMul, kR, kAluReg},
    {kFunct7, 0x02003033, kMulhu, Unit::kMul, kR, kAluReg},
    {kFunct7, 0x02004033, kDiv, Unit::kDiv, kR, kAluReg},
    {kFunct7, 0x02005033, kDivu, Unit::kDiv, kR, kAluReg},
    {kFunct7, 0x02006033, kRem, Unit::kDiv, kR, kAluReg},
    {kFunct7, 0x02007033, kRemu, Unit::kDiv, kR, kAluReg},
    {kMajor, 0x00000037, kLui, Unit::kAlu, kU, kXd},
    {kFused, 0x00000043, kFmaddS, Unit::kFpu, kR, kFloat3},
    {kFused, 0x00000047, kFmsubS, Unit::kFpu, kR, kFloat3},
    {kFused, 0x0000004b, kFnmsubS, Unit::kFpu, kR, kFloat3},
    {kFused, 0x0000004f, kFnmaddS, Unit::kFpu, kR, kFloat3},
    {kFunct7Only, 0x00000053, kFaddS, Unit::kFpu, kR, kFloat2 | kRm},
    {kFunct7Only, 0x08000053, kFsubS, Unit::kFpu, kR, kFloat2 | kRm},
    {kFunct7Only, 0x10000053, kFmulS, Unit::kFpu, kR, kFloat2 | kRm},
    {kFunct7Only, 0x18000053, kFdivS, Unit::kFpDiv, kR, kFloat2 | kRm},
    {kConvert, 0x58000053, kFsqrtS, Unit::kFpDiv, kR, kFd | kF1 | kRm},
    {kFunct7, 0x20000053, kFsgnjS, Unit::kFpu, kR, kFloat2},
    {kFunct7, 0x20001053, kFsgnjnS, Unit::kFpu, kR, kFloat2},
    {kFunct7, 0x20002053, kFsgnjxS, Unit::kFpu, kR, kFloat2},
    {kFunct7, 0x28000053, kFminS, Unit::kFpu, kR, kFloat2},
    {kFunct7, 0x28001053, kFmaxS, Unit::kFpu, kR, kFloat2},
    {kConvert, 0xc0000053, kFcvtWS, Unit::kFpu, kR, kXd | kF1 | kRm},
    {kConvert, 0xc0100053, kFcvtWuS, Unit::kFpu, kR, kXd | kF1 | kRm},
    {kFunct12, 0xe0000053, kFmvXW, Unit::kFpu, kR, kXd | kF1},
    {kFunct7, 0xa0002053, kFeqS, Unit::kFpu, kR, kCompare},
    {kFunct7, 0xa0001053, kFltS, Unit::kFpu, kR, kCompare},
    {kFunct7, 0xa0000053, kFleS, Unit::kFpu, kR, kCompare},
    {kFunct12, 0xe0001053, kFclassS, Unit::kFpu, kR, kXd | kF1},
    {kConvert, 0xd0000053, kFcvtSW, Unit::kFpu, kR, kFd | kX1 | kRm},
    {kConvert, 0xd0100053, kFcvtSWu, Unit::kFpu, kR, kFd | kX1 | kRm},
    {kFunct12, 0xf0000053, kFmvWX, Unit::kFpu, kR, kFd | kX1},
    {kMinor, 0x00000063, kBeq, Unit::kBranch, kB, kX1 | kX2},
    {kMinor, 0x00001063, kBne, Unit::kBranch, kB, kX1 | kX2},
    {kMinor, 0x00004063, kBlt, Unit::kBranch, kB, kX1 | kX2},
    {kMinor, 0x00005063, kBge, Unit::kBranch, kB, kX1 | kX2},
    {kMinor, 0x00006063, kBltu, Unit::kBranch, kB, kX1 | kX2},
    {kMinor, 0x00007063, kBgeu, Unit::kBranch, kB, kX1 | kX2},
    {kMinor, 0x00000067, kJalr, Unit::kJump, kI, kAluImm},
    {kMajor, 0x0000006f, kJal, Unit::kJump, kJ, kXd},
    {kAll, 0x00000073, kEcall, Unit::kSystem, kR, 0},
    {kAll, 0x00100073, kEbreak, Unit::kSystem, kR, 0},
    {kMinor, 0x00001073, kCsrrw, Unit::kAlu, kCsr, kAluImm},
    {kMinor, 0x00002073, kCsrrs, Unit::kAlu, kCsr, kAluImm},
    {kMinor, 0x00003073, kCsrrc, Unit::kAlu, kCsr, kAluImm},
    {kMinor, 0x00005073, kCsrrwi, Unit::kAlu, kCsr, kXd},
    {kMinor, 0x00006073, kCsrrsi, Unit::kAlu, kCsr, kXd},
    {kMinor, 0x00007073, kCsrrci, Unit::kAlu, kCsr, kXd},
};
static_assert(std::size(kEncodings) + 1 == static_cast<std::size_t>(kCount),
              "one row per operation but kIllegal");

static_assert(std::ranges::is_sorted(kEncodings, {}, [](const Encoding& row) { return row.match & kMajor; }));

// First row of each opcode; rows of opcode o are [kFirst[o], kFirst[o + 1]).
constexpr auto kFirst = [] {
  std::array<std::uint8_t, 129> first{};
  for (const Encoding& row : kEncodings) ++first[(row.match & 0x7f) + 1];
  for (std::size_t i = 1; i < first.size(); ++i)
    first[i] = static_cast<std::uint8_t>(first[i] + first[i - 1]);
  return first;
}();

std::int32_t immediate(Format format, Word raw) {
  const auto sraw = static_cast<std::int32_t>(raw);
  switch (format) {
    case kR:
      return 0;
    case kI:
      return sraw >> 20;
    case kShift:
      return static_cast<std::int32_t>(raw >> 20 & 31);
    case kS:
      return (sraw >> 25) * 32 + static_cast<std::int32_t>(raw >> 7 & 31);
    case kB:
      return (sraw >> 31) * 4096 +
             static_cast<std::int32_t>((raw >> 7 & 1) << 11 | (raw >> 25 & 63) << 5 | (raw >> 8 & 15) << 1);
    case kU:
      return static_cast<std::int32_t>(raw & 0xfffff000);
    case kJ:
      return (sraw >> 31) * (1 << 20) +
             static_cast<std::int32_t>((raw & 0xff000) | (raw >> 20 & 1) << 11 | (raw >> 21 & 0x3ff) << 1);
    case kCsr:
      return static_cast<std::int32_t>(raw >> 20);
  }
  return 0;
}

RegisterMask x_bit(unsigned r) { return r == 0 ? 0 : RegisterMask{1} << r; }
RegisterMask f_bit(unsigned r) { return RegisterMask{1} << (32 + r); }

/// Sets the function of a custom-1 atomic and its further registers: a 64-bit value has two, the lower half
/// first, and compare-and-swap has the desired value after the expected one. False: no such instruction.
bool add_atomic_operands(Instruction& instruction) {
  const Word function = instruction.raw >> 25;
  const bool is_float = function >= static_cast<Word>(AtomicFunction::kFadd);
  if (function >= static_cast<Word>(AtomicFunction::kCount)) return false;
  if (is_float && instruction.op != kAtomicW && instruction.op != kAtomicD) return false;
  instruction.function = static_cast<AtomicFunction>(function);
  const unsigned words = instruction.op == kAtomicD ? 2 : 1;
  const unsigned operands = instruction.function == AtomicFunction::kCompareAndSwap ? 2 * words : words;
  if (instruction.rs2 + operands > 32 || instruction.rd + words > 32) return false;
  for (unsigned i = 0; i < operands; ++i) instruction.reads |= x_bit(instruction.rs2 + i);
  for (unsigned i = 0; i < words && instruction.rd != 0; ++i) instruction.writes |= x_bit(instruction.rd + i);
  return true;
}

}  // namespace

Instruction decode(Word raw) {
  Instruction illegal;
  illegal.raw = raw;
  Instruction result = illegal;
  const Word opcode = raw & 0x7f;
  for (const Encoding& row :
       std::span(kEncodings).subspan(kFirst[opcode], kFirst[opcode + 1] - kFirst[opcode])) {
    if ((raw & row.mask) != row.match) continue;
    const unsigned rm = raw >> 12 & 7;
    if ((row.operands & kRm) && (rm == 5 || rm == 6)) return illegal;
    result.op = row.op;
    result.unit = row.unit;
    result.rd = raw >> 7 & 31;
    result.rs1 = raw >> 15 & 31;
    result.rs2 = raw >> 20 & 31;
    result.rs3 = static_cast<std::uint8_t>(raw >> 27);
    result.rounding = (row.operands & kRm) ? static_cast<std::uint8_t>(rm) : 0;
    result.imm = immediate(row.format, raw);
    result.writes_x = (row.operands & kXd) && result.rd != 0;
    result.writes_f = row.operands & kFd;
    if (row.operands & kX1) result.reads |= x_bit(result.rs1);
    if (row.operands & kF1) result.reads |= f_bit(result.rs1);
    if (row.operands & kX2) result.reads |= x_bit(result.rs2);
    if (row.operands & kF2) result.reads |= f_bit(result.rs2);
    if (row.operands & kF3) result.reads |= f_bit(result.rs3);
    if (result.writes_x) result.writes = x_bit(result.rd);
    if (result.writes_f) result.writes = f_bit(result.rd);
    if ((row.operands & kCustomAtomic) && !add_atomic_operands(result)) return illegal;
    return result;
  }
  return illegal;
}

}  // namespace gputm::isa
