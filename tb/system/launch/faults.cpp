// Kernels that end with an error caused by some of their threads.
#include <gputm.h>

namespace {
GPUTM_INLINE u32 beyond(u32 from, u32 index) { return thread_id() >= from ? 1u << 20 : index; }
}  // namespace

KERNEL void store(u32* p, u32 from) { p[beyond(from, thread_id())] = 1; }
KERNEL void load(u32* p, u32 from) { p[thread_id()] = p[beyond(from, thread_id())]; }
KERNEL void amo(u32* p, u32 from) { atomic_add(&p[beyond(from, thread_id())], 1); }
KERNEL void misaligned(u32* p, u32 from) {
  *reinterpret_cast<volatile u32*>(reinterpret_cast<char*>(p) + thread_id() * 4 +
                                   (thread_id() >= from ? 2 : 0)) = 1;
}
KERNEL void in_transaction(u32* p, u32 from) {
  tx_begin();
  p[beyond(from, thread_id())] += 1;
  tx_commit();
}
KERNEL void jump(u32*, u32 from) {
  void (*const function)() = thread_id() >= from ? reinterpret_cast<void (*)()>(0x40) : [] {};
  function();
}
KERNEL void misaligned_jump(u32*, u32 from) {
  void (*const good)() = [] {};
  reinterpret_cast<void (*)()>(reinterpret_cast<uintptr_t>(good) + (thread_id() >= from ? 2 : 0))();
}
KERNEL void system_call(u32*, u32 from) {
  asm volatile("mv a7, %0\n ecall" ::"r"(thread_id() >= from ? 64 : 93) : "a7");
}
KERNEL void breakpoint(u32*, u32 from) {
  if (thread_id() >= from) asm volatile("ebreak");
}
KERNEL void illegal(u32*, u32 from) {
  if (thread_id() >= from) asm volatile(".word 0");
}
KERNEL void rounding_mode(u32* p, u32 from) {
  const u32 mode = thread_id() >= from ? 5 : 0;
  asm volatile("csrw frm, %0\n fadd.s ft0, ft0, ft0, dyn" ::"r"(mode) : "ft0");
  p[0] = 0;
}
KERNEL void private_atomic(u32* p, u32 from) {
  u32 mine = 0;
  u32* const word = thread_id() >= from ? &mine : p;
  atomic_add(word, 1);
  asm volatile("" ::"m"(mine));
}
KERNEL void commit_alone(u32*, u32 from) {
  if (thread_id() >= from) tx_commit();
}

// The following leave their transaction open.
KERNEL void no_commit(u32* p, u32 from) {
  if (thread_id() < from) return;
  tx_begin();
  p[0]++;
}
KERNEL void barrier_inside(u32*, u32 from) {
  if (thread_id() < from) return;
  tx_begin();
  barrier();
  tx_commit();
}
KERNEL void one_commit_of_two(u32* p, u32 from) {
  if (thread_id() < from) return;
  tx_begin();
  tx_begin();
  p[0]++;
  tx_commit();
}
KERNEL void atomic_inside(u32* p, u32 from) {
  if (thread_id() < from) return;
  tx_begin();
  atomic_add(p, 1);
  tx_commit();
}
