// Transfers between accounts: each in a transaction, but for those that the account cannot pay.
#include <gputm/tm.h>

__kernel void transfer(__global int* balance, __global const int2* transfers, __global int* paid) {
  const size_t i = get_global_id(0);
  const int2 accounts = transfers[i];
  int done = 0;
  if (tx_try_begin()) {
    balance[accounts.x] -= 10;
    if (balance[accounts.x] < 0) tx_abort();
    balance[accounts.y] += 10;
    done = 1;
    tx_commit();
  }
  paid[i] = done;
}
