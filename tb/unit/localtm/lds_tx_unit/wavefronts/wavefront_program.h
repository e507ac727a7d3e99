// Wavefront programs for the local-memory driver: a small structured instruction list, written by a builder.
// Registers are 32 bits wide and private to a lane; r0..r15.
#pragma once

#include <cstdint>
#include <vector>

#include "base/types.h"
#include "tm/lds_unit.h"

namespace gputm::tb::wavefronts {

inline constexpr unsigned kRegisters = 16;

enum class Opcode : std::uint8_t {
  kImmediate,  ///< rd = imm
  kWorkItem,   ///< rd = index of the work-item in its work-group
  kInput,      ///< rd = input[work-item * inputs per work-item + ra + imm]: external data, e.g. global memory
  kTable,      ///< rd = table[ra + imm], the same for all work-items
  kAdd,
  kSub,
  kMul,
  kAnd,
  kOr,
  kXor,
  kShiftLeft,
  kShiftRight,
  kRemainder,
  kLess,    ///< unsigned
  kEqual,   ///< rd = ra == rb + imm
  kSelect,  ///< rd = rd != 0 ? ra : rb
  kMemory,  ///< rd = op at [ra + imm] with rb
  kIf,      ///< EXEC &= ra != 0, until kElse or kEndIf (`target`); skipped when no lane is left
  kElse,    ///< to kEndIf
  kEndIf,
  kLoop,        ///< saves EXEC
  kContinueIf,  ///< EXEC &= ra != 0; when no lane is left, EXEC is restored and the loop is left (`target`)
  kEndLoop,     ///< back to after kLoop (`target`)
  kBegin,
  kCommit,
  kEnd
};

struct Instruction {
  Opcode opcode = Opcode::kEnd;
  std::uint8_t rd = 0;
  std::uint8_t ra = 0;
  std::uint8_t rb = 0;
  bool use_immediate = false;  ///< arithmetic: imm instead of rb
  tm::LdsOp op = tm::LdsOp::kLoad;
  Word imm = 0;
  unsigned target = 0;
};

/// Code of every work-item, and its external data
struct Program {
  std::vector<Instruction> code;
  std::vector<Word> input;
  unsigned inputs_a_work_item = 0;
  std::vector<Word> table;
};

class ProgramBuilder {
 public:
  using Register = std::uint8_t;

  void immediate(Register rd, Word value) { emit({.opcode = Opcode::kImmediate, .rd = rd, .imm = value}); }
  void work_item(Register rd) { emit({.opcode = Opcode::kWorkItem, .rd = rd}); }
  void input(Register rd, Register ra, Word offset) {
    emit({.opcode = Opcode::kInput, .rd = rd, .ra = ra, .imm = offset});
  }
  void table(Register rd, Register ra, Word offset) {
    emit({.opcode = Opcode::kTable, .rd = rd, .ra = ra, .imm = offset});
  }
  void alu(Opcode opcode, Register rd, Register ra, Register rb) {
    emit({.opcode = opcode, .rd = rd, .ra = ra, .rb = rb});
  }
  void alui(Opcode opcode, Register rd, Register ra, Word imm) {
    emit({.opcode = opcode, .rd = rd, .ra = ra, .use_immediate = true, .imm = imm});
  }
  void load(Register rd, Register address, Word offset) { memory(tm::LdsOp::kLoad, rd, address, offset, 0); }
  void store(Register address, Word offset, Register value) {
    memory(tm::LdsOp::kStore, 0, address, offset, value);
  }
  void memory(tm::LdsOp op, Register rd, Register address, Word offset, Register value) {
    emit({.opcode = Opcode::kMemory, .rd = rd, .ra = address, .rb = value, .op = op, .imm = offset});
  }
  void begin() { emit({.opcode = Opcode::kBegin}); }
  void commit() { emit({.opcode = Opcode::kCommit}); }

  void if_nonzero(Register ra) {
    open_.push_back(static_cast<unsigned>(code_.size()));
    emit({.opcode = Opcode::kIf, .ra = ra});
  }
  void otherwise() {
    code_[open_.back()].target = static_cast<unsigned>(code_.size());
    open_.back() = static_cast<unsigned>(code_.size());
    emit({.opcode = Opcode::kElse});
  }
  void end_if() {
    code_[open_.back()].target = static_cast<unsigned>(code_.size());
    open_.pop_back();
    emit({.opcode = Opcode::kEndIf});
  }
  void loop() {
    open_.push_back(static_cast<unsigned>(code_.size()));
    emit({.opcode = Opcode::kLoop});
  }
  void continue_if(Register ra) { emit({.opcode = Opcode::kContinueIf, .ra = ra, .target = open_.back()}); }
  void end_loop() {
    const unsigned loop = open_.back();
    open_.pop_back();
    const auto end = static_cast<unsigned>(code_.size());
    for (unsigned i = loop; i < end; ++i) {
      if (code_[i].opcode == Opcode::kContinueIf && code_[i].target == loop) code_[i].target = end + 1;
    }
    emit({.opcode = Opcode::kEndLoop, .target = loop + 1});
  }

  std::vector<Instruction> finish() {
    emit({.opcode = Opcode::kEnd});
    return std::move(code_);
  }

 private:
  void emit(const Instruction& instruction) { code_.push_back(instruction); }

  std::vector<Instruction> code_;
  std::vector<unsigned> open_;  ///< open kIf, kElse or kLoop
};

}  // namespace gputm::tb::wavefronts
