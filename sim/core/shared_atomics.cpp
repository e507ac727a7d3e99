#include "core/shared_atomics.h"

#include <algorithm>
#include <cstring>

#include "isa/execute.h"

namespace gputm::core {

SharedAtomics::Outcome SharedAtomics::perform(isa::Op op, unsigned warp, unsigned lane, std::byte* word,
                                              Word operand) {
  const std::byte*& reserved = reserved_[std::size_t{warp} * lanes_ + lane];
  Word old = 0;
  std::memcpy(&old, word, sizeof old);
  if (op == isa::Op::kLrW) {
    count_ += reserved == nullptr ? 1 : 0;
    reserved = word;
    return {old, false};
  }
  const bool conditional = op == isa::Op::kScW;
  if (conditional && reserved != word) return {1, false};
  const Word updated = conditional ? operand : isa::atomic_result(op, old, operand);
  std::memcpy(word, &updated, sizeof updated);
  stored(word);
  return {conditional ? 0 : old, updated != old};
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
  for (const std::byte*& reserved : reserved_) {
    if (reserved != word) continue;
    reserved = nullptr;
    --count_;
  }
}

}  // namespace gputm::core
