// Transfers between accounts, which abort when an account is empty.
#include <gputm/tm.h>

#include <numeric>
#include <vector>

#include "check.h"

__global__ void transfer(long* balance, int accounts, int* refused) {
  const int from = threadIdx.x % accounts, to = (threadIdx.x * 7 + 1) % accounts;
  const bool done = tm::try_atomic([&] {
    balance[from] -= 40;
    if (balance[from] < 0) tx_abort();
    balance[to] += 40;
  });
  if (!done) atomicAdd(refused, 1);
}

int main() {
  const int accounts = 8;
  std::vector<long> balance(accounts, 100);
  long* device_balance;
  int *refused, host_refused = 0;
  CHECK_CUDA(cudaMalloc(&device_balance, accounts * sizeof(long)));
  CHECK_CUDA(cudaMalloc(&refused, sizeof(int)));
  CHECK_CUDA(cudaMemset(refused, 0, sizeof(int)));
  CHECK_CUDA(cudaMemcpy(device_balance, balance.data(), accounts * sizeof(long), cudaMemcpyHostToDevice));
  transfer<<<1, 64>>>(device_balance, accounts, refused);
  CHECK_CUDA(cudaMemcpy(balance.data(), device_balance, accounts * sizeof(long), cudaMemcpyDeviceToHost));
  CHECK_CUDA(cudaMemcpy(&host_refused, refused, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(std::accumulate(balance.begin(), balance.end(), 0L) == 100L * accounts);
  for (const long amount : balance) CHECK(amount >= 0);
  CHECK(host_refused < 64);
  std::printf("the accounts are right\n");
}
