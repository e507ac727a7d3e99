#include "isa/disassembler.h"

#include <spdlog/fmt/fmt.h>

#include <array>
#include <string_view>

#include "isa/encodings.h"
#include "isa/text.h"

namespace gputm::isa {
namespace {

using enum Op;

/// By Op. '%' stands for the format of floating-point numbers, '$' for the other one, '&' for its width.
constexpr auto kNames = std::to_array<std::string_view>(
    {"illegal",   "lui",       "auipc",    "jal",         "jalr",      "beq",         "bne",
     "blt",       "bge",       "bltu",     "bgeu",        "lb",        "lh",          "lw",
     "lbu",       "lhu",       "lwu",      "ld",          "sb",        "sh",          "sw",
     "sd",        "addi",      "slti",     "sltiu",       "xori",      "ori",         "andi",
     "slli",      "srli",      "srai",     "add",         "sub",       "sll",         "slt",
     "sltu",      "xor",       "srl",      "sra",         "or",        "and",         "fence",
     "fence.i",   "ecall",     "ebreak",   "csrrw",       "csrrs",     "csrrc",       "csrrwi",
     "csrrsi",    "csrrci",    "mul",      "mulh",        "mulhsu",    "mulhu",       "div",
     "divu",      "rem",       "remu",     "lr.w",        "sc.w",      "lr.d",        "sc.d",
     "amoswap.w", "amoadd.w",  "amoxor.w", "amoand.w",    "amoor.w",   "amomin.w",    "amomax.w",
     "amominu.w", "amomaxu.w", "b",        "h",           "w",         "d",           "flw",
     "fsw",       "fld",       "fsd",      "fmadd.%",     "fmsub.%",   "fnmsub.%",    "fnmadd.%",
     "fadd.%",    "fsub.%",    "fmul.%",   "fdiv.%",      "fsqrt.%",   "fsgnj.%",     "fsgnjn.%",
     "fsgnjx.%",  "fmin.%",    "fmax.%",   "fcvt.w.%",    "fcvt.wu.%", "fcvt.l.%",    "fcvt.lu.%",
     "fmv.x.&",   "feq.%",     "flt.%",    "fle.%",       "fclass.%",  "fcvt.%.w",    "fcvt.%.wu",
     "fcvt.%.l",  "fcvt.%.lu", "fcvt.%.$", "fmv.&.x",     "tx.begin",  "tx.commit",   "tx.abort",
     "tx.retry",  "barrier",   "ballot",   "ballot.high", "shuffle",   "ballot.mask", "shuffle.mask"});
static_assert(kNames.size() == static_cast<std::size_t>(kCount));

constexpr std::array<std::string_view, 32> kX{
    "zero", "ra", "sp", "gp", "tp", "t0", "t1", "t2", "s0", "s1", "a0",  "a1",  "a2", "a3", "a4", "a5",
    "a6",   "a7", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11", "t3", "t4", "t5", "t6"};
constexpr std::array<std::string_view, 32> kF{"ft0", "ft1", "ft2",  "ft3",  "ft4", "ft5", "ft6",  "ft7",
                                              "fs0", "fs1", "fa0",  "fa1",  "fa2", "fa3", "fa4",  "fa5",
                                              "fa6", "fa7", "fs2",  "fs3",  "fs4", "fs5", "fs6",  "fs7",
                                              "fs8", "fs9", "fs10", "fs11", "ft8", "ft9", "ft10", "ft11"};
constexpr std::array<std::string_view, 5> kRoundings{"rne", "rtz", "rdn", "rup", "rmm"};
constexpr std::array<std::string_view, 13> kAtomics{"add",  "swap", "xor", "and",  "or",   "min", "max",
                                                    "minu", "maxu", "cas", "fadd", "fmin", "fmax"};
static_assert(kAtomics.size() == static_cast<std::size_t>(AtomicFunction::kCount));

std::string name_of(const Instruction& instruction, const Encoding& row) {
  const std::string_view pattern = kNames[static_cast<std::size_t>(instruction.op)];
  const std::string_view function = kAtomics[static_cast<std::size_t>(instruction.function)];
  if ((row.operands & kCustomAtomic) != 0) return fmt::format("atomic.{}.{}", function, pattern);
  const bool is_double = instruction.format == FloatFormat::kDouble;
  std::string name = (row.operands & kAmo64) != 0 ? fmt::format("amo{}.d", function) : "";
  for (const char c : name.empty() ? pattern : std::string_view()) {
    if (c == '%' || c == '$') {
      name += is_double == (c == '%') ? 'd' : 's';
    } else {
      name += c != '&' ? c : is_double ? 'd' : 'w';
    }
  }
  if (instruction.narrow) name += 'w';
  if (instruction.unit == Unit::kAtomic) {
    if ((instruction.raw & 0x0600'0000) != 0) name += '.';
    if ((instruction.raw & 0x0400'0000) != 0) name += "aq";
    if ((instruction.raw & 0x0200'0000) != 0) name += "rl";
  }
  return name;
}

/// Kinds of accesses that a fence orders, of its four bits.
std::string ordered(Word bits) {
  std::string kinds;
  for (unsigned i = 0; i < 4; ++i)
    if (((bits >> (3 - i)) & 1) != 0) kinds += "iorw"[i];
  return kinds.empty() ? "0" : kinds;
}

/// Operands, separated by ", ".
class Operands {
 public:
  void add(std::string_view operand) {
    text_ += text_.empty() ? " " : ", ";
    text_ += operand;
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

}  // namespace

std::string assembly(const Instruction& instruction, Address pc, Xlen xlen) {
  const Encoding* const row = find_encoding(instruction.raw, xlen);
  if (row == nullptr || instruction.op == kIllegal) return fmt::format("illegal {:#010x}", instruction.raw);
  const auto has = [&](std::uint16_t operand) { return (row->operands & operand) != 0; };
  const std::string_view destination = has(kFd) ? kF[instruction.rd] : kX[instruction.rd];
  const std::string_view first = has(kF1) ? kF[instruction.rs1] : kX[instruction.rs1];
  const std::string_view second = has(kF2) ? kF[instruction.rs2] : kX[instruction.rs2];
  const std::string address = fmt::format("{}({})", instruction.imm, first);
  const std::string target = hex(pc + static_cast<Address>(instruction.imm));
  Operands operands;
  if (instruction.op == kFence) {
    operands.add(ordered(instruction.raw >> 24 & 15));
    operands.add(ordered(instruction.raw >> 20 & 15));
  } else if (instruction.unit == Unit::kLoad || instruction.op == kJalr) {
    operands.add(destination);
    operands.add(address);
  } else if (instruction.unit == Unit::kStore) {
    operands.add(second);
    operands.add(address);
  } else if (instruction.unit == Unit::kAtomic) {
    operands.add(destination);
    if (has(kX2)) operands.add(second);
    operands.add(fmt::format("({})", first));
  } else if (row->format == Format::kCsr) {
    operands.add(destination);
    operands.add(hex(static_cast<Word>(instruction.imm)));
    operands.add(has(kX1) ? first : std::to_string(instruction.rs1));
  } else {
    if (has(kXd | kFd)) operands.add(destination);
    if (has(kX1 | kF1)) operands.add(first);
    if (has(kX2 | kF2)) operands.add(second);
    if (has(kF3)) operands.add(kF[instruction.rs3]);
    if (row->format == Format::kB || row->format == Format::kJ) operands.add(target);
    if (row->format == Format::kU) operands.add(std::to_string(static_cast<Word>(instruction.imm) >> 12));
    if ((row->format == Format::kI && instruction.unit == Unit::kAlu) || row->format == Format::kShift)
      operands.add(std::to_string(instruction.imm));
  }
  if (has(kRm) && instruction.rounding < kRoundings.size()) operands.add(kRoundings[instruction.rounding]);
  return name_of(instruction, *row) + operands.text();
}

}  // namespace gputm::isa
