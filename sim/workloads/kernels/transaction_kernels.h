// Kernels of a workload with transactions, written once: in hardware, and for both software TMs.
//
// A kernel's body is a template over the TM. A transaction is a loop:
//   do {
//     tm.begin();
//     ...  accesses shared words by tm.read(word) and tm.write(word, value)
//   } while (!tm.commit());
// In hardware it runs once, since aborts return to the begin. Software repeats it after an abort, so that it
// must assign all variables of the thread that it changes before it reads them. A doomed attempt runs on to
// the commit, and reads zeros; a loop that zeros would not end asks tm.doomed().
#pragma once

#include <gputm.h>

#include "software_tm.h"
#include "stm_multiversion.h"
#include "stm_priority.h"

namespace gputm::kernels {

/// Plain loads and stores, of transactions in hardware and of critical sections
struct PlainAccess {
  template <typename T>
  [[gnu::always_inline]] static T read(T word) {
    return word;
  }
  template <typename T>
  [[gnu::always_inline]] static void write(T& word, T value) {
    word = value;
  }
  [[gnu::always_inline]] bool doomed() const { return false; }
};

struct HardwareTm : PlainAccess {
  [[gnu::always_inline]] void begin() const { tx_begin(); }
  [[gnu::always_inline]] bool commit() const {
    tx_commit();
    return true;
  }
};

}  // namespace gputm::kernels

// The kernels of software TMs are in an ELF file of their own, from the same source: the layout of the other
// file, and with it the time of constants' loads, does not depend on them.
#ifdef GPUTM_SOFTWARE_TM

#define SOFTWARE_TM_KERNEL(name, Arguments, kind, Stm)                                                    \
  KERNEL void name##_##kind(const Arguments* arguments, const gputm::kernels::SoftwareTmMemory* memory) { \
    Stm stm(*memory);                                                                                     \
    name(*arguments, stm);                                                                                \
    stm.count(*memory);                                                                                   \
  }
/// Kernels name_stm_priority and name_stm_multiversion with the body name(arguments, tm). `most_reads`,
/// `most_writes`: upper limits of a transaction's words.
#define SOFTWARE_TM_KERNELS(name, Arguments, most_reads, most_writes)                       \
  using name##_priority_stm = gputm::kernels::PriorityStm<most_reads, most_writes>;         \
  using name##_multiversion_stm = gputm::kernels::MultiversionStm<most_reads, most_writes>; \
  SOFTWARE_TM_KERNEL(name, Arguments, stm_priority, name##_priority_stm)                    \
  SOFTWARE_TM_KERNEL(name, Arguments, stm_multiversion, name##_multiversion_stm)
#define TRANSACTION_KERNELS SOFTWARE_TM_KERNELS

#else

#define SOFTWARE_TM_KERNELS(name, Arguments, most_reads, most_writes)
/// Kernel name_tm with that body.
#define TRANSACTION_KERNELS(name, Arguments, most_reads, most_writes) \
  KERNEL void name##_tm(const Arguments* arguments) {                 \
    gputm::kernels::HardwareTm tm;                                    \
    name(*arguments, tm);                                             \
  }

#endif
