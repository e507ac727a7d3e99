// Kernels of the host API's tests.
#include "gputm.h"

struct HostArgs {
  u32* out;
};

/// A word of the program's data, which the test locates in the ELF file.
extern "C" volatile const u32 magic_word = 0x600dda7au;

KERNEL void magic(HostArgs* a) { a->out[thread_id()] = magic_word; }

/// Threads that end one after another, each after many writes to memory.
KERNEL void staggered(HostArgs* a) {
  volatile u32* const word = &a->out[thread_id()];
  for (u32 i = 0; i < 4 + thread_id(); ++i) *word = *word + 1;
}

/// Stores to unmapped memory once it has loaded 42, so that others' loads are in flight.
KERNEL void bad_store(HostArgs* a) {
  const u32 address = *static_cast<volatile u32*>(&a->out[1]) + 22;
  *reinterpret_cast<volatile u32*>(address) = 1;
}
