// Helpers shared by two sources, each with a transaction inside.
#pragma once

#include <gputm/tm.h>

#include "corpus.h"

inline u32 add_one(u32* word) {
  tx_begin();
  const u32 before = *word;
  *word = before + 1;
  tx_commit();
  return before != ~0u ? 1 : 0;
}

template <u32 kValue>
void add_value(u32* word) {
  tx_begin();
  *word += kValue;
  tx_commit();
}
