// One decoded instruction of RV32IMAF or RV64IMAFD + Zicsr + Zifencei, or one of gputm's custom instructions.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/types.h"

namespace gputm::isa {

/// Operations that the decoder can produce. `kIllegal` traps when it is executed, not when it is decoded,
/// since allocated sections may hold data. RV64's instructions with suffix w (addw ...) are the operations of
/// RV32 with Instruction::narrow, and its amo*.d are kAtomicD. The floating-point operations have either
/// format (Instruction::format).
enum class Op : std::uint8_t {
  kIllegal,
  // RV32I
  kLui,
  kAuipc,
  kJal,
  kJalr,
  kBeq,
  kBne,
  kBlt,
  kBge,
  kBltu,
  kBgeu,
  kLb,
  kLh,
  kLw,
  kLbu,
  kLhu,
  kLwu,
  kLd,
  kSb,
  kSh,
  kSw,
  kSd,
  kAddi,
  kSlti,
  kSltiu,
  kXori,
  kOri,
  kAndi,
  kSlli,
  kSrli,
  kSrai,
  kAdd,
  kSub,
  kSll,
  kSlt,
  kSltu,
  kXor,
  kSrl,
  kSra,
  kOr,
  kAnd,
  kFence,
  kFenceI,
  kEcall,
  kEbreak,
  kCsrrw,
  kCsrrs,
  kCsrrc,
  kCsrrwi,
  kCsrrsi,
  kCsrrci,
  // M
  kMul,
  kMulh,
  kMulhsu,
  kMulhu,
  kDiv,
  kDivu,
  kRem,
  kRemu,
  // A
  kLrW,
  kScW,
  kLrD,
  kScD,
  kAmoswapW,
  kAmoaddW,
  kAmoxorW,
  kAmoandW,
  kAmoorW,
  kAmominW,
  kAmomaxW,
  kAmominuW,
  kAmomaxuW,
  // custom-1: atomics missing in A, and amo*.d; the function is Instruction::function
  kAtomicB,
  kAtomicH,
  kAtomicW,
  kAtomicD,
  // F, D: W, L are 32-bit and 64-bit integers, u unsigned ones, F the format's numbers
  kFlw,
  kFsw,
  kFld,
  kFsd,
  kFmadd,
  kFmsub,
  kFnmsub,
  kFnmadd,
  kFadd,
  kFsub,
  kFmul,
  kFdiv,
  kFsqrt,
  kFsgnj,
  kFsgnjn,
  kFsgnjx,
  kFmin,
  kFmax,
  kFcvtWF,
  kFcvtWuF,
  kFcvtLF,
  kFcvtLuF,
  kFmvXF,
  kFeq,
  kFlt,
  kFle,
  kFclass,
  kFcvtFW,
  kFcvtFWu,
  kFcvtFL,
  kFcvtFLu,
  kFcvtFF,  ///< from the other format
  kFmvFX,
  // custom-0
  kTxBegin,
  kTxCommit,
  kTxAbort,
  kTxRetry,
  kBarrier,
  kBallot,
  kBallotHigh,
  kShuffle,
  kBallotMask,
  kShuffleMask,
  kCount
};

/// Function of a custom-1 atomic on the old value, encoded as in funct7 of the instruction. The first nine
/// are A's.
enum class AtomicFunction : std::uint8_t {
  kAdd,
  kSwap,
  kXor,
  kAnd,
  kOr,
  kMin,
  kMax,
  kMinu,
  kMaxu,
  kCompareAndSwap,
  kFadd,  ///< this and the following: for 32 and 64 bits only
  kFmin,
  kFmax,
  kCount
};

/// Formats of floating-point numbers
enum class FloatFormat : std::uint8_t { kSingle, kDouble };

constexpr bool is_atomic(Op op) { return op >= Op::kLrW && op <= Op::kAtomicD; }
/// Whether the operation is an atomic of custom-1 or an amo*.d.
constexpr bool is_custom_atomic(Op op) { return op >= Op::kAtomicB && op <= Op::kAtomicD; }

/// Whether the operation is an LR or SC.
constexpr bool uses_reservation(Op op) { return op >= Op::kLrW && op <= Op::kScD; }
/// Whether the operation is one of A's on 32 bits that always stores.
constexpr bool is_amo(Op op) { return op >= Op::kAmoswapW && op <= Op::kAmomaxuW; }

namespace detail {

inline constexpr auto kAccessBytes = [] {
  using enum Op;
  std::array<std::uint8_t, static_cast<std::size_t>(kCount)> bytes{};
  bytes.fill(4);
  for (const Op op : {kLb, kLbu, kSb, kAtomicB}) bytes[static_cast<std::size_t>(op)] = 1;
  for (const Op op : {kLh, kLhu, kSh, kAtomicH}) bytes[static_cast<std::size_t>(op)] = 2;
  for (const Op op : {kLd, kSd, kFld, kFsd, kLrD, kScD, kAtomicD}) bytes[static_cast<std::size_t>(op)] = 8;
  return bytes;
}();

}  // namespace detail

/// Access size of a memory instruction in bytes: 1, 2, 4 or 8.
constexpr unsigned access_bytes(Op op) { return detail::kAccessBytes[static_cast<std::size_t>(op)]; }

/// Functional unit occupied by an instruction; the timing model's latencies are per unit
enum class Unit : std::uint8_t {
  kAlu,
  kMul,
  kDiv,
  kFpu,
  kFpDiv,
  kDouble,
  kDoubleDiv,  ///< arithmetic; executed at issue by `execute()`
  kBranch,
  kJump,  ///< conditional branches; jal and jalr
  kLoad,
  kStore,
  kAtomic,  ///< memory: kLoad includes flw and fld, kAtomic LR/SC, AMOs and custom-1
  kFence,
  kSystem,  ///< fence and fence.i; ecall and ebreak (CSR accesses are kAlu)
  kTxBegin,
  kTxCommit,
  kTxAbort,
  kTxRetry,
  kBarrier,
  kExchange,  ///< among lanes of a mask, which wait for each other
  kIllegal
};

/// Register set of the scoreboard: 0..31 are x0..x31, 32..63 are f0..f31. x0 is never a hazard.
using RegisterMask = std::uint64_t;

struct Instruction {
  Op op = Op::kIllegal;
  Unit unit = Unit::kIllegal;
  std::uint8_t rd = 0, rs1 = 0, rs2 = 0, rs3 = 0;  ///< indices within their own register file
  std::uint8_t rounding = 0;                       ///< the rm field: 0..4, or 7 for frm
  AtomicFunction function = AtomicFunction::kAdd;  ///< function of custom-1 atomics
  bool writes_x = false, writes_f = false;         ///< register file of rd (neither: no result)
  bool narrow = false;                             ///< RV64: on 32 bits, with a sign-extended result
  FloatFormat format = FloatFormat::kSingle;       ///< format of the floating-point operation or its result
  std::int32_t imm = 0;     ///< sign-extended immediate; the CSR number for CSR instructions
  std::uint32_t raw = 0;    ///< the instruction word
  RegisterMask reads = 0;   ///< registers read, without x0
  RegisterMask writes = 0;  ///< register written, without x0; the pair for RV32's 64-bit atomics
};

/// Instructions without architectural effect that signal an event to the core: `slti x0, x0, n`, which the
/// RISC-V manual leaves to custom use
enum class Hint : std::uint8_t { kNone, kSectionBegin, kSectionEnd };

constexpr Hint hint_of(const Instruction& instruction) {
  if (instruction.raw == 0x0010'2013) return Hint::kSectionBegin;
  return instruction.raw == 0x0020'2013 ? Hint::kSectionEnd : Hint::kNone;
}

}  // namespace gputm::isa
