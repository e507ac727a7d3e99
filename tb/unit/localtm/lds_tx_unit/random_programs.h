// Random programs for the local memory: transactions over few addresses, some of which depend on loaded
// values.
#pragma once

#include "common/seed.h"
#include "wavefronts/wavefront_program.h"

namespace gputm::tb {

/// `words`: contended words of local memory.
inline wavefronts::Program random_program(unsigned work_items, unsigned words, Rng& rng,
                                          unsigned& transactions) {
  using wavefronts::Opcode;
  enum : std::uint8_t { kZero, kAddress, kValue, kSum, kChoice, kMask };
  wavefronts::ProgramBuilder b;
  wavefronts::Program program;
  constexpr unsigned kInputs = 24;
  program.inputs_a_work_item = kInputs;
  for (unsigned i = 0; i < kInputs * work_items; ++i) program.input.push_back(static_cast<Word>(rng()));
  unsigned next_input = 0;
  const auto new_address = [&] {
    b.input(kAddress, kZero, next_input++ % kInputs);
    if (one_in(rng, 3)) b.alu(Opcode::kAdd, kAddress, kAddress, kSum);  // depends on loaded values
    b.alui(Opcode::kRemainder, kAddress, kAddress, words);
    b.alui(Opcode::kShiftLeft, kAddress, kAddress, 2);
  };
  const auto access = [&] {
    if (!one_in(rng, 3)) new_address();
    const auto op =
        one_in(rng, 2) ? static_cast<tm::LdsOp>(below(rng, 13)) : static_cast<tm::LdsOp>(below(rng, 2));
    const auto byte = static_cast<Word>(below(rng, 4)) & ~(tm::access_bytes(op) - 1);
    b.memory(op, kValue, kAddress, byte, kSum);
    b.alu(Opcode::kAdd, kSum, kSum, kValue);
  };
  b.immediate(kZero, 0);
  b.immediate(kAddress, 0);
  b.work_item(kSum);
  transactions = 1 + static_cast<unsigned>(below(rng, 3));
  for (unsigned t = 0; t < transactions; ++t) {
    b.input(kChoice, kZero, next_input++ % kInputs);
    b.begin();
    const unsigned accesses = 1 + static_cast<unsigned>(below(rng, 5));
    for (unsigned a = 0; a < accesses; ++a) {
      if (one_in(rng, 4)) {
        b.alui(Opcode::kShiftRight, kMask, kChoice, static_cast<Word>(below(rng, 20)));
        b.alui(Opcode::kAnd, kMask, kMask, 1);
        b.if_nonzero(kMask);
        access();
        b.otherwise();
        access();
        b.end_if();
      } else if (one_in(rng, 8)) {
        b.begin();  // nested
        access();
        b.commit();
      } else {
        access();
      }
    }
    b.commit();
  }
  program.code = b.finish();
  return program;
}

}  // namespace gputm::tb
