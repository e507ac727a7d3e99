// Bank accounts (MICRO 2011 paper, section 5): each transaction moves money from one account to another.
#include "atm.h"

#include "transaction_kernels.h"

using gputm::kernels::Account;
using gputm::kernels::AtmArguments;
using gputm::kernels::PlainAccess;
using gputm::kernels::Transfer;

namespace {

/// Reads three words and writes two if the limit allows the transfer.
template <typename Transaction>
GPUTM_INLINE void move_money(Transaction&& tx, Account& from, Account& to, i32 amount) {
  const i32 left = tx.read(from.balance) - amount;
  if (left >= tx.read(from.limit)) {
    tx.write(from.balance, left);
    tx.write(to.balance, tx.read(to.balance) + amount);
  }
}

template <typename Tm>
GPUTM_INLINE void atm(const AtmArguments& arguments, Tm& tm) {
  Account* accounts = reinterpret_cast<Account*>(arguments.accounts);
  const u32 account_count = arguments.account_count, transfers = arguments.transfers, seed = arguments.seed;
  for (u32 i = thread_id(); i < transfers; i += grid_threads()) {
    const Transfer t = gputm::kernels::transfer(seed, i, account_count);
    Account& from = accounts[t.from];
    Account& to = accounts[t.to];
    const i32 amount = t.amount;
    do {
      tm.begin();
      move_money(tm, from, to, amount);
    } while (!tm.commit());
  }
}

}  // namespace

TRANSACTION_KERNELS(atm, AtmArguments, 3, 2)

/// Takes both locks in address order. A lane that cannot get the second one releases the first one, so that
/// the lanes of its warp, with which it runs in lockstep, can continue.
KERNEL void atm_lock(const AtmArguments* arguments) {
  Account* accounts = reinterpret_cast<Account*>(arguments->accounts);
  const u32 account_count = arguments->account_count, transfers = arguments->transfers,
            seed = arguments->seed;
  for (u32 i = thread_id(); i < transfers; i += grid_threads()) {
    const Transfer t = gputm::kernels::transfer(seed, i, account_count);
    Account& from = accounts[t.from];
    Account& to = accounts[t.to];
    const i32 amount = t.amount;
    u32* first = t.from < t.to ? &from.lock : &to.lock;
    u32* second = t.from < t.to ? &to.lock : &from.lock;
    critical_begin();
    u32 done = 0;
    while (!done) {
      if (atomic_exchange(first, 1) == 0) {
        if (atomic_exchange(second, 1) == 0) {
          move_money(PlainAccess{}, from, to, amount);
          store_release(second, 0);
          done = 1;
        }
        store_relaxed(first, 0);  // the fence of the other lock's release covers this one
      }
      keep_in_loop(done);
    }
    critical_end();
  }
}
