#include "isa/decode.h"

#include <algorithm>
#include <array>
#include <optional>

#include "isa/rv32_encodings.h"
#include "isa/rv64_encodings.h"

namespace gputm::isa {
namespace {

using enum Op;
using enum Format;

/// Encodings sorted by opcode; rows of opcode o are [first[o], first[o + 1]).
template <std::size_t kRows>
struct Table {
  explicit constexpr Table(const std::array<Encoding, kRows>& encodings) : rows(encodings) {
    for (const Encoding& row : rows) ++first[(row.match & kMajor) + 1];
    for (std::size_t i = 1; i < first.size(); ++i)
      first[i] = static_cast<std::uint8_t>(first[i] + first[i - 1]);
  }
  constexpr bool sorted() const {
    return std::ranges::is_sorted(rows, {}, [](const Encoding& row) { return row.match & kMajor; });
  }
  const Encoding* find(Word raw) const {
    const Word opcode = raw & kMajor;
    for (unsigned i = first[opcode]; i < first[opcode + 1]; ++i)
      if ((raw & rows[i].mask) == rows[i].match) return &rows[i];
    return nullptr;
  }

  std::array<Encoding, kRows> rows;
  std::array<std::uint8_t, 129> first{};
};
constexpr Table kRv32(kRv32Encodings);
constexpr Table kRv64(kRv64Encodings);
static_assert(kRv32.sorted() && kRv64.sorted());

constexpr std::size_t operations() {
  std::array<bool, static_cast<std::size_t>(kCount)> known{};
  for (const Encoding& row : kRv32Encodings) known[static_cast<std::size_t>(row.op)] = true;
  for (const Encoding& row : kRv64Encodings) known[static_cast<std::size_t>(row.op)] = true;
  return static_cast<std::size_t>(std::ranges::count(known, true));
}
static_assert(operations() + 1 == static_cast<std::size_t>(kCount), "each operation but kIllegal has a row");

std::int32_t immediate(Format format, Word raw) {
  const auto sraw = static_cast<std::int32_t>(raw);
  switch (format) {
    case kR:
      return 0;
    case kI:
      return sraw >> 20;
    case kShift:
      return static_cast<std::int32_t>(raw >> 20 & 63);
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

/// Function of A's AMOs in funct5.
std::optional<AtomicFunction> amo_function(Word funct5) {
  using enum AtomicFunction;
  switch (funct5) {
    case 0:
      return kAdd;
    case 1:
      return kSwap;
    case 4:
      return kXor;
    case 8:
      return kOr;
    case 12:
      return kAnd;
    case 16:
      return kMin;
    case 20:
      return kMax;
    case 24:
      return kMinu;
    case 28:
      return kMaxu;
    default:
      return std::nullopt;
  }
}

/// Sets the function of a custom-1 atomic and its further registers: RV32's 64-bit value has two, the lower
/// half first, and compare-and-swap has the desired value after the expected one. False: no such instruction.
bool add_atomic_operands(Instruction& instruction, Xlen xlen) {
  const Word function = instruction.raw >> 25;
  const bool is_float = function >= static_cast<Word>(AtomicFunction::kFadd);
  if (function >= static_cast<Word>(AtomicFunction::kCount)) return false;
  if (is_float && instruction.op != kAtomicW && instruction.op != kAtomicD) return false;
  instruction.function = static_cast<AtomicFunction>(function);
  const unsigned registers = instruction.op == kAtomicD && xlen == Xlen::k32 ? 2 : 1;
  const unsigned operands =
      instruction.function == AtomicFunction::kCompareAndSwap ? 2 * registers : registers;
  if (instruction.rs2 + operands > 32 || instruction.rd + registers > 32) return false;
  for (unsigned i = 0; i < operands; ++i) instruction.reads |= x_bit(instruction.rs2 + i);
  for (unsigned i = 0; i < registers && instruction.rd != 0; ++i)
    instruction.writes |= x_bit(instruction.rd + i);
  return true;
}

}  // namespace

const Encoding* find_encoding(Word raw, Xlen xlen) {
  const Encoding* const wide = xlen == Xlen::k64 ? kRv64.find(raw) : nullptr;
  return wide != nullptr ? wide : kRv32.find(raw);
}

Instruction decode(Word raw, Xlen xlen) {
  Instruction illegal;
  illegal.raw = raw;
  const Encoding* const row = find_encoding(raw, xlen);
  if (row == nullptr) return illegal;
  Instruction result = illegal;
  const std::uint16_t operands = row->operands;
  const unsigned rm = raw >> 12 & 7;
  if ((operands & kRm) && (rm == 5 || rm == 6)) return illegal;
  result.op = row->op;
  result.unit = row->unit;
  result.rd = raw >> 7 & 31;
  result.rs1 = raw >> 15 & 31;
  result.rs2 = raw >> 20 & 31;
  result.rs3 = static_cast<std::uint8_t>(raw >> 27);
  result.rounding = (operands & kRm) ? static_cast<std::uint8_t>(rm) : 0;
  result.imm = immediate(row->format, raw);
  result.writes_x = (operands & kXd) && result.rd != 0;
  result.writes_f = operands & kFd;
  result.narrow = operands & kNarrow;
  result.format = (operands & kDoubleFormat) ? FloatFormat::kDouble : FloatFormat::kSingle;
  if (operands & kX1) result.reads |= x_bit(result.rs1);
  if (operands & kF1) result.reads |= f_bit(result.rs1);
  if (operands & kX2) result.reads |= x_bit(result.rs2);
  if (operands & kF2) result.reads |= f_bit(result.rs2);
  if (operands & kF3) result.reads |= f_bit(result.rs3);
  if (result.writes_x) result.writes = x_bit(result.rd);
  if (result.writes_f) result.writes = f_bit(result.rd);
  if ((operands & kCustomAtomic) && !add_atomic_operands(result, xlen)) return illegal;
  if (operands & kAmo64) {
    const std::optional<AtomicFunction> function = amo_function(raw >> 27);
    if (!function) return illegal;
    result.function = *function;
  }
  return result;
}

}  // namespace gputm::isa
