// Travel agency (ISCA 2017 paper, section 6): each thread changes tables, or makes reservations for a
// customer.
#include "vacation.h"

#include "device_memory.h"

using gputm::kernels::DeviceMemory;
using gputm::kernels::kKinds;
using gputm::kernels::kTables;
using gputm::kernels::Query;
using gputm::kernels::VacationArguments;
using gputm::kernels::VacationDraws;
using Agency = gputm::kernels::Agency<DeviceMemory>;

namespace {

GPUTM_INLINE void change_tables(const VacationArguments& all, u32 thread) {
  DeviceMemory memory;
  const Agency agency(all.agency);
  const VacationDraws draws(all, thread);
  if (draws.removes_customer()) {
    agency.remove_customer(memory, draws.customer());
  } else {
    for (u32 number = 0; number < draws.queries(); ++number)
      agency.update(memory, draws.query(number), all.spare + thread * all.queries + number);
  }
}

/// `take(row)`: see Agency::book.
template <typename Take>
GPUTM_INLINE void reserve(const VacationArguments& all, u32 thread, u32 customer, const Take& take) {
  DeviceMemory memory;
  const Agency agency(all.agency);
  const VacationDraws draws(all, thread);
  for (u32 kind = 0; kind < kKinds; ++kind) {
    const Agency::Choice choice = agency.choose(memory, draws, kind);
    if (choice.row != 0)
      agency.book(memory, customer, kind, choice, gputm::kernels::booking_of(thread, kind), take);
  }
}

GPUTM_INLINE u32 customer_row(const VacationArguments& all, u32 thread) {
  DeviceMemory memory;
  return Agency(all.agency).find(memory, gputm::kernels::kCustomers, VacationDraws(all, thread).customer());
}

GPUTM_INLINE u32* row_word(const VacationArguments& all, u32 row, Agency::RowField field) {
  return reinterpret_cast<u32*>(Agency(all.agency).row_field(row, field));
}

/// One bit per table that a thread changes.
GPUTM_INLINE u32 tables_of(const VacationArguments& all, u32 thread) {
  const VacationDraws draws(all, thread);
  u32 tables = 0;
  for (u32 number = 0; number < draws.queries(); ++number) tables |= 1u << draws.query(number).kind;
  return draws.removes_customer() ? 1u << gputm::kernels::kCustomers : tables;
}

/// Releases the locks of the tables below table `end`.
GPUTM_INLINE void release(u32* locks, u32 tables, u32 end) {
  for (u32 table = 0; table < end; ++table)
    if ((tables >> table & 1) != 0) store_release(locks + table, 0);
}

/// Takes the tables' locks in order, all or none.
GPUTM_INLINE bool acquire(u32* locks, u32 tables) {
  u32 table = 0;
  bool free = true;
  while (free && table < kTables) {
    free = (tables >> table & 1) == 0 || atomic_exchange(locks + table, 1) == 0;
    if (free) ++table;
  }
  if (!free) release(locks, tables, table);
  return free;
}

/// Calls, so that the lock loops keep their shape (tree_kernels.h).
__attribute__((noinline)) void call_change(const VacationArguments& all, u32 thread) {
  change_tables(all, thread);
}
__attribute__((noinline)) void call_reserve(const VacationArguments& all, u32 thread, u32 customer) {
  reserve(all, thread, customer, [&](u32 row) {
    u32* const free = row_word(all, row, Agency::kFree);
    // Others may take from the same row for other customers.
    const bool taken = static_cast<i32>(atomic_sub(free, 1)) > 0;
    atomic_add(taken ? row_word(all, row, Agency::kUsed) : free, 1);
    return taken;
  });
}

}  // namespace

KERNEL void vacation_change_tm(const VacationArguments* arguments) {
  const VacationArguments all = *arguments;
  const u32 thread = thread_id();
  if (thread < all.transactions) {
    tx_begin();
    change_tables(all, thread);
    tx_commit();
  }
}

KERNEL void vacation_change_lock(const VacationArguments* arguments) {
  const u32 thread = thread_id();
  if (thread < arguments->transactions) {
    u32* const locks = reinterpret_cast<u32*>(arguments->agency.roots) + kTables;
    const u32 tables = tables_of(*arguments, thread);
    critical_begin();
    u32 done = 0;
    while (!done) {
      if (acquire(locks, tables)) {
        call_change(*arguments, thread);
        release(locks, tables, kTables);
        done = 1;
      }
      keep_in_loop(done);
    }
    critical_end();
  }
}

KERNEL void vacation_reserve_tm(const VacationArguments* arguments) {
  const VacationArguments all = *arguments;
  const u32 thread = thread_id();
  if (thread < all.transactions) {
    tx_begin();
    reserve(all, thread, customer_row(all, thread), [&](u32 row) {
      DeviceMemory memory;
      return Agency(all.agency).take(memory, row);
    });
    tx_commit();
  }
}

/// The tables do not change, so only the customer's list has a lock, and rows are counted with atomics.
KERNEL void vacation_reserve_lock(const VacationArguments* arguments) {
  const u32 thread = thread_id();
  if (thread < arguments->transactions) {
    const u32 customer = customer_row(*arguments, thread);
    u32* const lock = row_word(*arguments, customer, Agency::kLock);
    critical_begin();
    u32 done = 0;
    while (!done) {
      if (atomic_exchange(lock, 1) == 0) {
        call_reserve(*arguments, thread, customer);
        store_release(lock, 0);
        done = 1;
      }
      keep_in_loop(done);
    }
    critical_end();
  }
}
