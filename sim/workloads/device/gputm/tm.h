// Transactions as a block of code: tm::atomic([&] { *counter += 1; });
#pragma once

#include <gputm.h>

namespace tm {

/// Runs `body` as one transaction on global memory, and returns what it returns. `body` runs again from its
/// begin as long as the attempt aborts; variables that it captures are as before then.
template <typename Body>
GPUTM_LIBRARY auto atomic(Body&& body) -> decltype(body()) {
  if constexpr (__is_same(decltype(body()), void)) {
    tx_begin();
    body();
    tx_commit();
  } else {
    tx_begin();
    auto result = body();
    tx_commit();
    return result;
  }
}

/// The same, but `body` may call tx_abort(): then nothing of it has happened, and the result is false.
template <typename Body>
GPUTM_LIBRARY bool try_atomic(Body&& body) {
  if (!tx_try_begin()) return false;
  body();
  tx_commit();
  return true;
}

}  // namespace tm
