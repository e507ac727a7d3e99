// Kernel arguments in a structure of pointers.
#pragma once

#include <initializer_list>
#include <vector>

#include "base/types.h"
#include "isa/xlen.h"

namespace gputm::testing {

/// Words of consecutive pointers.
inline std::vector<Word> pointer_words(isa::Xlen xlen, std::initializer_list<Address> pointers) {
  std::vector<Word> words;
  for (const Address pointer : pointers) {
    words.push_back(pointer);
    if (xlen == isa::Xlen::k64) words.push_back(0);
  }
  return words;
}

}  // namespace gputm::testing
