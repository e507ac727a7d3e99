// Bank accounts: what the kernels and the host share.
#pragma once

#include <stdint.h>

#include "random.h"

namespace gputm::kernels {

struct Account {
  uint32_t owner;  ///< never written by a kernel
  int32_t balance;
  int32_t limit;  ///< a withdrawal must leave at least this
  uint32_t lock;  ///< 0: free; only the lock version uses it
};

struct AtmArguments {
  uint32_t accounts;  ///< device address of Account[account_count]
  uint32_t account_count;
  uint32_t transfers;  ///< of the whole grid
  uint32_t seed;
};

struct Transfer {
  uint32_t from, to;  ///< never the same account
  int32_t amount;     ///< 1..16
};

/// The transfer number `index`. A thread does those whose index is its own modulo the number of threads.
constexpr Transfer transfer(uint32_t seed, uint32_t index, uint32_t account_count) {
  const uint32_t first = mix(seed + index * 2);
  const uint32_t second = mix(seed + index * 2 + 1);
  const uint32_t from = scale(first, account_count);
  const uint32_t distance = 1 + scale(second, account_count - 1);
  const uint32_t to = from + distance;
  return {from, to < account_count ? to : to - account_count, static_cast<int32_t>(first & 15) + 1};
}

}  // namespace gputm::kernels
