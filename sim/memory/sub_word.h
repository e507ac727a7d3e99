// Bytes and halfwords within aligned words.
#pragma once

#include "base/types.h"

namespace gputm::memory {

/// The `bytes` (1, 2 or 4) bytes at `address` within its aligned word, in the low bits.
constexpr Word extract(Word word, Address address, unsigned bytes) {
  const Word shifted = word >> (8 * (address & 3));
  return bytes == 4 ? shifted : shifted & ((Word{1} << (8 * bytes)) - 1);
}

/// `word` with the `bytes` bytes at `address` replaced by the low bits of `value`.
constexpr Word merge(Word word, Address address, unsigned bytes, Word value) {
  if (bytes == 4) return value;
  const Word mask = ((Word{1} << (8 * bytes)) - 1) << (8 * (address & 3));
  return (word & ~mask) | ((value << (8 * (address & 3))) & mask);
}

}  // namespace gputm::memory
