// Blocks of code as transactions, by the functions of transactions.h or by others of these names.
#pragma once

namespace gputm_device {

/// Runs `body` as one transaction, and returns its result. After an abort `body` runs again from its begin,
/// with its captured variables restored.
template <typename Body>
GPUTM_LIBRARY auto run_atomic(Body&& body) -> decltype(body()) {
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

/// As above, but `body` may call tx_abort(): its effects are then undone, and the result is false.
template <typename Body>
GPUTM_LIBRARY bool run_try_atomic(Body&& body) {
  if (!tx_try_begin()) return false;
  body();
  tx_commit();
  return true;
}

}  // namespace gputm_device
