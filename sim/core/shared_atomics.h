// Atomics on a block's shared memory, and the reservations of LR and SC.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/types.h"
#include "isa/execute.h"
#include "isa/instruction.h"

namespace gputm::core {

class SharedAtomics {
 public:
  /// For a core with `warps` warps of `lanes` lanes.
  SharedAtomics(unsigned warps, unsigned lanes) : lanes_(lanes), reserved_(std::size_t{warps} * lanes) {}

  struct Outcome {
    isa::Wide result = 0;  ///< for rd
    bool changed = false;
  };
  /// Performs one lane's LR, SC or AMO on the value of 4 or 8 bytes at `word`. Lanes of an instruction come
  /// one after another, so of several SCs to a word the first succeeds.
  Outcome perform(isa::Op op, unsigned warp, unsigned lane, std::byte* word, isa::Wide operand);
  /// Result of one lane's atomic of custom-1 on the value at byte `within` of the word at `word`.
  struct CustomOutcome {
    std::uint64_t old = 0;
    bool changed = false;
  };
  CustomOutcome perform(const isa::CustomAtomic& atomic, std::byte* word, unsigned within);
  /// A plain store to that word: clears its reservations.
  void stored(const std::byte* word) {
    if (count_ != 0) lose(word);
  }

 private:
  struct Reservation {
    const std::byte* word = nullptr;  ///< null: nothing
    unsigned bytes = 0;
  };
  void lose(const std::byte* word);

  unsigned lanes_;
  std::vector<Reservation> reserved_;  ///< by warp and lane
  std::size_t count_ = 0;              ///< number of reservations
};

}  // namespace gputm::core
