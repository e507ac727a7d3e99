#include "core/shared_atomics.h"

#include <algorithm>
#include <cstring>

#include "isa/execute.h"

namespace gputm::core {

SharedAtomics::Outcome SharedAtomics::perform(isa::Op op, unsigned warp, unsigned lane, std::byte* word,
                                              isa::Wide operand) {
  Reservation& reserved = reserved_[std::size_t{warp} * lanes_ + lane];
  const unsigned bytes = isa::access_bytes(op);
  isa::Wide old = 0;  // host and device are both little-endian
  std::memcpy(&old, word, bytes);
  if (op == isa::Op::kLrW || op == isa::Op::kLrD) {
    count_ += reserved.word == nullptr ? 1 : 0;
    reserved = {word, bytes};
    return {old, false};
  }
  const bool conditional = op == isa::Op::kScW || op == isa::Op::kScD;
  if (conditional && reserved.word != word) return {1, false};
  const isa::Wide updated =
      conditional ? operand : isa::atomic_result(op, isa::low_word(old), isa::low_word(operand));
  std::memcpy(word, &updated, bytes);
  for (unsigned i = 0; i < bytes; i += sizeof(Word)) stored(word + i);
  return {conditional ? 0 : old, std::memcmp(&updated, &old, bytes) != 0};
}

SharedAtomics::CustomOutcome SharedAtomics::perform(const isa::CustomAtomic& atomic, std::byte* word,
                                                    unsigned within) {
  std::byte* const place = word + within;
  std::uint64_t old = 0;  // host and device are both little-endian
  std::memcpy(&old, place, atomic.bytes);
  if (!atomic.stores(old)) return {old, false};
  const std::uint64_t updated = atomic.result(old);
  std::memcpy(place, &updated, atomic.bytes);
  stored(word);
  if (atomic.bytes > sizeof(Word)) stored(word + sizeof(Word));
  return {old, std::memcmp(&old, &updated, atomic.bytes) != 0};
}

void SharedAtomics::lose(const std::byte* word) {
  for (Reservation& reserved : reserved_) {
    if (reserved.word == nullptr || word < reserved.word || word >= reserved.word + reserved.bytes) continue;
    reserved = {};
    --count_;
  }
}

}  // namespace gputm::core
