// Bank accounts: definitions shared by the kernels and the host.
#pragma once

#include <stdint.h>

#include "random.h"

namespace gputm::kernels {

struct Account {
  uint32_t owner;  ///< never written by a kernel
  int32_t balance;
  int32_t limit;  ///< minimum balance after a withdrawal
  uint32_t lock;  ///< 0: free; only for the lock version
};

struct AtmArguments {
  uint32_t accounts;  ///< device address of Account[account_count]
  uint32_t account_count;
  uint32_t transfers;  ///< transfers of the whole grid
  uint32_t seed;
};

struct Transfer {
  uint32_t from, to;  ///< never the same account
  int32_t amount;     ///< 1..16
};

/// Transfer number `index`. A thread makes those with an index equal to its own, modulo the number of
/// threads.
constexpr Transfer transfer(uint32_t seed, uint32_t index, uint32_t account_count) {
  const uint32_t first = mix(seed + index * 2);
  const uint32_t second = mix(seed + index * 2 + 1);
  const uint32_t from = scale(first, account_count);
  const uint32_t distance = 1 + scale(second, account_count - 1);
  const uint32_t to = from + distance;
  return {from, to < account_count ? to : to - account_count, static_cast<int32_t>(first & 15) + 1};
}

}  // namespace gputm::kernels
