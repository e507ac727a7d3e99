// Transactions in shapes that compilers duplicate.
#include "corpus.h"

namespace {

constexpr u32 kRounds = 6;

__attribute__((noinline)) void add_to(u32* word, u32 value) { *word += value; }
__attribute__((noinline)) void begin_apart() { tx_begin(); }
__attribute__((noinline)) void commit_apart() { tx_commit(); }

__attribute__((noinline)) void insert_until(u32* words, u32 left, u32 at) {
  tx_begin();
  words[at % kWords] += 1;
  if (left != 0) insert_until(words, left - 1, at * 3 + 1);
  words[(at + 1) % kWords] += 1;
  tx_commit();
}

}  // namespace

/// The loop's header is duplicated behind its body.
KERNEL void reads_commits_and_breaks(const Arguments* a) {
  u32* const words = a->words;
  const u32 limit = a->in[thread_id()] % 7;
  u32 found = 0;
  for (u32 i = 0;; ++i) {
    tx_begin();
    const u32 before = words[i % kWords];
    if (i >= limit) {
      words[i % kWords] = before + 1;
      tx_commit();
      found = i;
      break;
    }
    tx_commit();
  }
  a->out[thread_id()] = found;
}

/// Registers are saved on one side of the branch only, so the commit is on both.
KERNEL void call_on_condition(const Arguments* a) {
  const u32 v = a->in[thread_id()];
  u32* const word = &a->words[(v >> 4) % kWords];
  tx_begin();
  if (v & 1) add_to(word, v & 0xff);
  tx_commit();
}

KERNEL void two_trips(const Arguments* a) {
  u32 v = a->in[thread_id()];
  for (u32 i = 0; i < 2; ++i) {
    tx_begin();
    a->words[v % kWords] += 1 + i;
    tx_commit();
    v >>= 4;
  }
  a->out[thread_id()] = v;
}

KERNEL void early_return(const Arguments* a) {
  const u32 v = a->in[thread_id()];
  u32* const words = a->words;
  tx_begin();
  words[0] += 1;
  if (v & 1) {
    tx_commit();
    return;
  }
  words[v % kWords] += 2;
  if (v & 2) {
    tx_commit();
    a->out[thread_id()] = 2;
    return;
  }
  words[(v >> 8) % kWords] += 3;
  tx_commit();
  a->out[thread_id()] = 3;
}

KERNEL void nested(const Arguments* a) {
  u32 v = a->in[thread_id()];
  for (u32 i = 0; i < kRounds; ++i) {
    const u32 at = next(v) >> 8;
    tx_begin();
    a->words[at % kWords] += 1;
    tx_begin();
    a->words[(at + 1) % kWords] += 1;
    tx_commit();
    tx_commit();
  }
  a->out[thread_id()] = v;
}

/// Lanes with different depths of nesting commit at the same instruction.
KERNEL void nested_on_condition(const Arguments* a) {
  u32 v = a->in[thread_id()];
  for (u32 i = 0; i < kRounds; ++i) {
    const u32 at = next(v) >> 8;
    const u32 depth = at % 4;
    for (u32 k = 0; k <= depth; ++k) {
      tx_begin();
      a->words[(at + k) % kWords] += 1;
    }
    for (u32 k = 0; k <= depth; ++k) {
      a->words[(at + 5 * k) % kWords] += 1;
      tx_commit();
    }
  }
  a->out[thread_id()] = v;
}

KERNEL void commit_on_either_side(const Arguments* a) {
  u32 v = a->in[thread_id()];
  u32 sum = 0;
  for (u32 i = 0; i < kRounds; ++i) {
    const u32 at = next(v) >> 8;
    tx_begin();
    a->words[at % kWords] += 1;
    if (at & 1) {
      a->words[(at + 2) % kWords] += 1;
      tx_commit();
      sum += 3;
    } else {
      tx_commit();
      sum = sum * 5 + 1;
    }
    sum ^= at;
  }
  a->out[thread_id()] = sum;
}

/// Two transactions begin separately and then share code beyond the reconvergence point of the branch.
KERNEL void begin_on_either_side(const Arguments* a) {
  u32 v = a->in[thread_id()];
  u32 sum = 0;
  for (u32 i = 0; i < kRounds; ++i) {
    const u32 at = next(v) >> 8;
    if (at & 1) {
      sum += at & 0xff;
      tx_begin();
      a->words[at % kWords] += 1;
    } else {
      sum ^= at;
      tx_begin();
      a->words[at % kWords] += 2;
    }
    a->words[(at + 1) % kWords] += 1;
    if (at & 2) {
      tx_commit();
      sum = sum * 3 + 1;
    } else {
      a->words[(at + 3) % kWords] += 1;
      tx_commit();
      sum = sum * 7 + 1;
    }
  }
  a->out[thread_id()] = sum;
}

/// Some lanes commit before the reconvergence point of their branch, the others after it.
KERNEL void commit_before_the_join(const Arguments* a) {
  u32 v = a->in[thread_id()];
  for (u32 i = 0; i < kRounds; ++i) {
    const u32 at = next(v) >> 8;
    u32 open = 1;
    tx_begin();
    a->words[at % kWords] += 1;
    if (at & 1) {
      tx_commit();
      open = 0;
    }
    a->out[thread_id()] += at & 0xff;
    if (open != 0) {
      a->words[(at + 1) % kWords] += 1;
      tx_commit();
    }
  }
}

/// A lane's transaction ends in one of several iterations of a loop.
KERNEL void commit_in_a_loop(const Arguments* a) {
  u32 v = a->in[thread_id()];
  const u32 turns = v % 5;
  tx_begin();
  for (u32 i = 0; i < 5; ++i) {
    a->words[(next(v) >> 8) % kWords] += 1;
    if (i == turns) {
      tx_commit();
      tx_begin();
    }
  }
  tx_commit();
  a->out[thread_id()] = v;
}

KERNEL void commit_in_switch(const Arguments* a) {
  u32 v = a->in[thread_id()];
  u32 sum = 0;
  for (u32 i = 0; i < kRounds; ++i) {
    const u32 at = next(v) >> 8;
    tx_begin();
    u32* const word = &a->words[at % kWords];
    switch (at % 5) {
      case 0:
        *word += 1;
        tx_commit();
        break;
      case 1:
        *word += 20;
        tx_commit();
        sum += 1;
        break;
      case 2:
        *word += 300;
        tx_commit();
        sum ^= at;
        break;
      case 3:
        tx_commit();
        sum *= 3;
        break;
      default:
        *word += 4000;
        tx_commit();
        a->out[thread_id()] = sum;
        continue;
    }
    sum += 7;
  }
  a->out[thread_id()] += sum;
}

KERNEL void begin_and_commit_in_functions(const Arguments* a) {
  u32 v = a->in[thread_id()];
  for (u32 i = 0; i < kRounds; ++i) {
    const u32 at = next(v) >> 8;
    begin_apart();
    a->words[at % kWords] += 1;
    if (at & 1) {
      commit_apart();
    } else {
      a->words[(at + 1) % kWords] += 1;
      tx_commit();
    }
  }
  a->out[thread_id()] = v;
}

KERNEL void recursive_transaction(const Arguments* a) {
  const u32 v = a->in[thread_id()];
  insert_until(a->words, v % 4, v >> 8);
}

KERNEL void transaction_in_loop(const Arguments* a) {
  u32* const word = &a->words[thread_id() % kWords];
  u32 left = 3 + a->in[thread_id()] % 4;
  u32 done = 0;
  while (true) {
    tx_begin();
    if (left > 2) {
      *word += left;
      left -= 2;
    } else {
      *word += 1;
      done = 1;
    }
    tx_commit();
    if (done) break;
  }
  a->out[thread_id()] = left;
}

KERNEL void transaction_before_break(const Arguments* a) {
  u32 v = a->in[thread_id()];
  for (u32 i = 0;; ++i) {
    const u32 k = next(v) >> 28;
    const bool last = k < 3;
    tx_begin();
    if (!last)
      a->words[k]++;
    else
      a->words[0]--;
    tx_commit();
    if (last) break;
    if (i > 20) return;
  }
  a->out[thread_id()] = 1;
}

/// Registers and private memory of aborted lanes are restored.
KERNEL void private_array(const Arguments* a) {
  u32 v = a->in[thread_id()];
  u32 local[4] = {v, v >> 1, v >> 2, v >> 3};
  for (u32 i = 0; i < kRounds; ++i) {
    tx_begin();
    const u32 steps = 1 + (next(v) >> 29);
    for (u32 k = 0; k < steps; ++k) {
      const u32 at = next(v) >> 8;
      local[at % 4] += k;
      a->words[at % kWords] += local[at % 4] & 1;
      local[(at + 1) % 4] ^= at;
      if (local[0] & 0x10) break;
    }
    tx_commit();
  }
  a->out[thread_id()] = local[0] + local[1] * 3 + local[2] * 5 + local[3] * 7;
}

KERNEL void sub_words(const Arguments* a) {
  unsigned char* const bytes = reinterpret_cast<unsigned char*>(a->words);
  u32 v = a->in[thread_id()];
  for (u32 i = 0; i < kRounds; ++i) {
    const u32 at = next(v) >> 8;
    tx_begin();
    bytes[at % (4 * kWords)] = static_cast<unsigned char>(bytes[at % (4 * kWords)] + 1);
    if (at & 1)
      bytes[(at + 1) % (4 * kWords)] = static_cast<unsigned char>(bytes[(at + 1) % (4 * kWords)] + 2);
    tx_commit();
  }
  a->out[thread_id()] = v;
}
