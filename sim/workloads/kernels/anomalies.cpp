// Write skew, receipts and rings: short transactions that fail under snapshot isolation alone.
#include "anomalies.h"

#include "device_memory.h"

using gputm::kernels::AnomalyArguments;
using gputm::kernels::DeviceMemory;
using gputm::kernels::ReceiptRole;

namespace {

struct InTransaction {
  template <typename Body>
  void operator()(const AnomalyArguments&, u32, const Body& body) const {
    tx_begin();
    body();
    tx_commit();
  }
};

struct WithLock {
  template <typename Body>
  void operator()(const AnomalyArguments& arguments, u32 number, const Body& body) const {
    u32* const lock = reinterpret_cast<u32*>(arguments.locks) + number;
    critical_begin();
    u32 done = 0;
    while (!done) {
      if (atomic_exchange(lock, 1) == 0) {
        call(body);
        store_release(lock, 0);
        done = 1;
      }
      keep_in_loop(done);
    }
    critical_end();
  }

 private:
  /// A call, so that the lock loop keeps its shape.
  template <typename Body>
  __attribute__((noinline)) static void call(const Body& body) {
    body();
  }
};

GPUTM_INLINE void wait_a_little(u32 seed, u32 number) {
  for (u32 left = gputm::kernels::anomaly_delay(seed, number); left != 0; --left) asm volatile("");
}

template <typename Isolated>
GPUTM_INLINE void write_skew(const AnomalyArguments* arguments, const Isolated& isolated) {
  const AnomalyArguments all = *arguments;
  const u32 thread = thread_id();
  if (thread < all.threads) {
    for (u32 number = thread; number < all.rounds * all.threads; number += all.threads) {
      const u32 own = gputm::kernels::skew_account(all.seed, number, all.size);
      wait_a_little(all.seed, number);
      isolated(all, own / 2, [&] {
        DeviceMemory memory;
        gputm::kernels::change_account(memory, all.words, own);
      });
    }
  }
}

template <typename Isolated>
GPUTM_INLINE void rings(const AnomalyArguments* arguments, const Isolated& isolated) {
  const AnomalyArguments all = *arguments;
  const u32 thread = thread_id();
  // Threads that are too few for another ring are idle.
  const u32 of_round = all.threads / all.size, own = thread / all.size, place = thread - own * all.size;
  if (own < of_round) {
    for (u32 round = 0; round < all.rounds; ++round) {
      const u32 ring = round * of_round + own;
      wait_a_little(all.seed, round * all.threads + thread);
      isolated(all, ring, [&] {
        DeviceMemory memory;
        gputm::kernels::copy_on(memory, all.words + ring * all.size * 4, place, all.size);
      });
    }
  }
}

template <typename Isolated>
GPUTM_INLINE void receipts(const AnomalyArguments* arguments, const Isolated& isolated) {
  const AnomalyArguments all = *arguments;
  const u32 thread = thread_id();
  if (thread < all.threads) {
    for (u32 round = 0; round < all.rounds; ++round) {
      const ReceiptRole role = gputm::kernels::receipt_role(thread, round);
      const u32 number = round * all.threads + thread;
      wait_a_little(all.seed, number);
      isolated(all, 0, [&] {
        DeviceMemory memory;
        gputm::kernels::write_receipt(memory, all.receipts, number, role);
      });
    }
  }
}

}  // namespace

KERNEL void write_skew_tm(const AnomalyArguments* arguments) { write_skew(arguments, InTransaction{}); }
KERNEL void write_skew_lock(const AnomalyArguments* arguments) { write_skew(arguments, WithLock{}); }
KERNEL void rings_tm(const AnomalyArguments* arguments) { rings(arguments, InTransaction{}); }
KERNEL void rings_lock(const AnomalyArguments* arguments) { rings(arguments, WithLock{}); }
KERNEL void receipts_tm(const AnomalyArguments* arguments) { receipts(arguments, InTransaction{}); }
KERNEL void receipts_lock(const AnomalyArguments* arguments) { receipts(arguments, WithLock{}); }
