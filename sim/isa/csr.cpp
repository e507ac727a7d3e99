// Control and status registers: fcsr, the counters, and the read-only IDs and sizes of the machine.
#include <optional>

#include "isa/lanes.h"

namespace gputm::isa {
namespace {

constexpr Word kFflags = 0x001, kFrm = 0x002, kFcsr = 0x003;
constexpr Word kFlagBits = 0x1f;

// Value of a read-only CSR in lane 0, and its increment from lane to lane
struct ReadOnly {
  Word first;
  Word step = 0;
};

/// Sizes along x, y and z: 0xFC7..0xFC9 of the block, 0xFCA..0xFCC of the grid.
std::optional<Word> extent(Word number, const CsrContext& csrs) {
  switch (number) {
    case 0xfc7:
      return csrs.block_x;
    case 0xfc8:
      return csrs.block_y;
    case 0xfc9:
      return csrs.block_size / csrs.block_x / csrs.block_y;
    case 0xfca:
      return csrs.grid_x;
    case 0xfcb:
      return csrs.grid_y;
    case 0xfcc:
      return csrs.grid_blocks / csrs.grid_x / csrs.grid_y;
    default:
      return std::nullopt;
  }
}

std::optional<ReadOnly> read_only(Word number, const CsrContext& csrs) {
  switch (number) {
    case 0xc00:
    case 0xc01:
    case 0xc02:
      return ReadOnly{static_cast<Word>(csrs.cycle)};
    case 0xc80:
    case 0xc81:
    case 0xc82:
      return ReadOnly{static_cast<Word>(csrs.cycle >> 32)};
    case 0xf14:
      return ReadOnly{csrs.first_thread, 1};
    case 0xcc0:
      return ReadOnly{0, 1};
    case 0xcc1:
      return ReadOnly{csrs.warp_id};
    case 0xcc2:
      return ReadOnly{csrs.core_id};
    case 0xcc5:
      return ReadOnly{csrs.block_id};
    case 0xcc6:
      return ReadOnly{csrs.thread_in_block, 1};
    case 0xfc0:
      return ReadOnly{csrs.warp_width};
    case 0xfc1:
      return ReadOnly{csrs.warps};
    case 0xfc2:
      return ReadOnly{csrs.cores};
    case 0xfc4:
      return ReadOnly{csrs.block_size};
    case 0xfc5:
      return ReadOnly{csrs.grid_threads};
    case 0xfc6:
      return ReadOnly{csrs.grid_blocks};
    default:
      if (const std::optional<Word> size = extent(number, csrs)) return ReadOnly{*size};
      return std::nullopt;
  }
}

/// Component x, y or z of an index selected by CSR `number`: 0xCC7..0xCC9 of the thread in its block,
/// 0xCCA..0xCCC of the block in the grid; none for other CSRs.
std::optional<Word> split_index(Word number, const CsrContext& csrs, unsigned lane) {
  if (number < 0xcc7 || number > 0xccc) return std::nullopt;
  const bool thread = number <= 0xcc9;
  const Word index = thread ? csrs.thread_in_block + lane : csrs.block_id;
  const Word x = thread ? csrs.block_x : csrs.grid_x, y = thread ? csrs.block_y : csrs.grid_y;
  switch ((number - 0xcc7) % 3) {
    case 0:
      return index % x;
    case 1:
      return index / x % y;
    default:
      return index / x / y;
  }
}

/// cycle, time and instret, and the distance to the CSRs with their upper words in RV32.
constexpr bool is_counter(Word number) { return number >= 0xc00 && number <= 0xc02; }
constexpr Word kUpperCounters = 0x80;

// Part of one lane's fcsr visible in CSR `number`.
Word read_float_csr(const WarpRegisters& registers, Word number, unsigned lane) {
  const Word flags = registers.fflags()[lane];
  const Word rounding = registers.frm()[lane];
  return number == kFflags ? flags : number == kFrm ? rounding : rounding << 5 | flags;
}

void write_float_csr(WarpRegisters& registers, Word number, unsigned lane, Word value) {
  if (number == kFrm) {
    registers.frm()[lane] = value & 7;
    return;
  }
  registers.fflags()[lane] = value & kFlagBits;
  if (number == kFcsr) registers.frm()[lane] = value >> 5 & 7;
}

}  // namespace

void execute_csr(const Instruction& instruction, WarpRegisters& registers, LaneMask active, Address pc,
                 const CsrContext& csrs) {
  const auto number = static_cast<Word>(instruction.imm);
  const bool immediate = instruction.op >= Op::kCsrrwi;
  const bool swap = instruction.op == Op::kCsrrw || instruction.op == Op::kCsrrwi;
  const bool set = instruction.op == Op::kCsrrs || instruction.op == Op::kCsrrsi;
  const bool writes = swap || instruction.rs1 != 0;  // setting or clearing with x0 or 0 only reads
  Word* rd = x_destination(instruction, registers);
  Word* const upper = registers.wide() ? registers.upper(x_destination_row(instruction)) : nullptr;
  if (upper != nullptr) {
    if (is_counter(number - kUpperCounters)) trap(instruction, pc, "unknown CSR", active);
    for_each_lane(active, [&](unsigned lane) { upper[lane] = 0; });
  }

  if (number >= kFflags && number <= kFcsr) {
    const Word* rs1 = registers.x(instruction.rs1);
    for_each_lane(active, [&](unsigned lane) {
      const Word operand = immediate ? instruction.rs1 : rs1[lane];
      const Word old = read_float_csr(registers, number, lane);
      if (writes)
        write_float_csr(registers, number, lane, swap ? operand : set ? old | operand : old & ~operand);
      rd[lane] = old;
    });
    return;
  }
  if (!writes && split_index(number, csrs, 0)) {
    for_each_lane(active, [&](unsigned lane) { rd[lane] = *split_index(number, csrs, lane); });
    return;
  }
  const std::optional<ReadOnly> value = read_only(number, csrs);
  if (!value) trap(instruction, pc, "unknown CSR", active);
  if (writes) trap(instruction, pc, "write to a read-only CSR", active);
  for_each_lane(active, [&](unsigned lane) { rd[lane] = value->first + value->step * lane; });
  if (upper != nullptr && is_counter(number)) {
    const auto cycle = high_word(csrs.cycle);
    for_each_lane(active, [&](unsigned lane) { upper[lane] = cycle; });
  }
}

}  // namespace gputm::isa
