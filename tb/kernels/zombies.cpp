// Transactions with every kind of error, which occurs if their reads are inconsistent.
#include "zombies.h"

namespace {

/// A value unknown to the compiler.
GPUTM_INLINE u32 hidden(u32 value) {
  asm volatile("" : "+r"(value));
  return value;
}
u32 some_data[4] = {~0u, ~0u, ~0u, ~0u};

__attribute__((noinline)) u32 recurse(u32 value) {
  volatile u32 frame[16];
  frame[0] = value;
  return hidden(value) == 0 ? 0 : recurse(value) + frame[0];
}

__attribute__((noinline)) void go_wrong(Wrong how, u32* words) {
  switch (how) {
    case Wrong::kCallOutside:
      reinterpret_cast<void (*)()>(hidden(0x40))();
      break;
    case Wrong::kCallData:
      reinterpret_cast<void (*)()>(hidden(reinterpret_cast<u32>(some_data)))();
      break;
    case Wrong::kCallMisaligned:
      reinterpret_cast<void (*)()>(hidden(0x80000002))();
      break;
    case Wrong::kReturnToNowhere:
      asm volatile("li ra, 0x44\nret" ::: "ra");
      break;
    case Wrong::kTrap:
      asm volatile("ebreak");
      break;
    case Wrong::kIllegal:
      asm volatile(".word 0");
      break;
    case Wrong::kUnknownCsr:
      asm volatile("csrr t0, 0x123" ::: "t0");
      break;
    case Wrong::kReadOnlyCsr:
      asm volatile("csrw 0xC00, t0");
      break;
    case Wrong::kRoundingMode:
      asm volatile("csrwi frm, 5\nfadd.s ft0, ft0, ft0, dyn" ::: "ft0");
      break;
    case Wrong::kAtomic:
      asm volatile("amoadd.w x0, %0, (%0)" ::"r"(words) : "memory");
      break;
    case Wrong::kLoadReserved:
      asm volatile("lr.w t0, (%0)" ::"r"(words) : "t0", "memory");
      break;
    case Wrong::kExit:
      asm volatile("li a7, 93\necall" ::: "a7");
      break;
    case Wrong::kSystemCall:
      asm volatile("li a7, 64\necall" ::: "a7");
      break;
    case Wrong::kBarrier:
      barrier();
      break;
    case Wrong::kLoadNull:
      asm volatile("lw x0, 0(x0)" ::: "memory");
      break;
    case Wrong::kStoreMisaligned:
      asm volatile("sw x0, 2(%0)" ::"r"(words) : "memory");
      break;
    case Wrong::kStoreText:
      asm volatile("sw x0, 0(%0)" ::"r"(&go_wrong) : "memory");
      break;
    case Wrong::kStoreShared:
      asm volatile("sw x0, 0(%0)" ::"r"(0xE0000000u) : "memory");
      break;
    case Wrong::kRecursion:
      words[1] = recurse(1);
      break;
    case Wrong::kFullLog:
      for (;;) asm volatile("sw x0, 4(%0)" ::"r"(words) : "memory");
    case Wrong::kForEver:
      for (;;) asm volatile("");
  }
}

}  // namespace

/// words[0] and words[64] are equal in every consistent state. Between its two reads, the second block waits
/// for the first one's commits.
KERNEL void zombie(const ZombieArguments* a) {
  u32* const words = a->words;
  const Wrong how = a->how;
  const u32 always = a->always;
  const u32 wait = block_id() * 400;
  tx_begin();
  const u32 x = *static_cast<volatile u32*>(words);
  for (u32 k = 0; k < wait; ++k) asm volatile("");
  const u32 y = static_cast<volatile u32*>(words)[64];
  if (always != 0 || x != y) go_wrong(how, words);
  words[0] = x + 1;
  words[64] = x + 1;
  tx_commit();
}
