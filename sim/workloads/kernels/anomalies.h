// Transactions that are incorrect under snapshot isolation alone, over any view of memory with read(address)
// and write(address, value) (see red_black_tree.h), and their distribution to threads.
#pragma once

#include "random.h"
#include "records.h"

namespace gputm::kernels {

/// Write skew: the sum of each pair of accounts must be 0 or this; a transaction reads both and changes one
inline constexpr uint32_t kSkewAmount = 100;

template <typename View>
void change_account(View& view, uint32_t accounts, uint32_t own) {
  const uint32_t mine = view.read(word_of(accounts, own));
  const uint32_t sum = mine + view.read(word_of(accounts, own ^ 1));
  view.write(word_of(accounts, own), sum >= kSkewAmount ? mine - kSkewAmount : mine + kSkewAmount);
}

/// Rings of words: one transaction per word copies the word, plus one, to the next. If each reads the initial
/// value of the previous word, each would have to precede its predecessor.
template <typename View>
void copy_on(View& view, uint32_t ring, uint32_t place, uint32_t size) {
  const uint32_t value = view.read(word_of(ring, place));
  view.write(word_of(ring, place + 1 == size ? 0 : place + 1), value + 1);
}

/// A receipt belongs to the batch that was open at its begin; it reads prices. Closing a batch opens the
/// next; a report on the last closed batch must find all receipts that the batch will ever have.
struct ReceiptAddresses {
  uint32_t batch;     ///< address of the number of the open batch, from 1
  uint32_t prices;    ///< address of `price_count` words
  uint32_t receipts;  ///< address of a word per transaction: batch of its receipt, 0: none
  uint32_t reports;   ///< address of two words per transaction: a batch (0: no report), and its receipts
  uint32_t price_count;
  uint32_t transactions;
};

enum class ReceiptRole : uint32_t { kReceipt, kReport, kClose };

/// Role of transaction `round` of `thread`; all roles occur at any time.
constexpr ReceiptRole receipt_role(uint32_t thread, uint32_t round) {
  const uint32_t turn = (thread + round) % 8;
  if (turn == 7) return ReceiptRole::kClose;
  return turn % 2 == 0 ? ReceiptRole::kReceipt : ReceiptRole::kReport;
}

template <typename View>
void write_receipt(View& view, const ReceiptAddresses& at, uint32_t number, ReceiptRole role) {
  const uint32_t batch = view.read(at.batch);
  if (role == ReceiptRole::kReceipt) {
    uint32_t sum = 0;
    for (uint32_t price = 0; price < at.price_count; ++price) sum += view.read(word_of(at.prices, price));
    view.write(word_of(at.receipts, number), batch + sum);  // prices are 0
  } else if (role == ReceiptRole::kClose) {
    view.write(at.batch, batch + 1);
  } else {
    uint32_t count = 0;
    for (uint32_t other = 0; other < at.transactions; ++other)
      count += view.read(word_of(at.receipts, other)) == batch - 1 ? 1 : 0;
    view.write(word_of(at.reports, 2 * number), batch - 1);
    view.write(word_of(at.reports, 2 * number + 1), count);
  }
}

/// Arguments of all kernels: thread t of `threads` runs `rounds` transactions in sequence; transaction
/// `round` has the number round * threads + t.
struct AnomalyArguments {
  uint32_t words;  ///< device address of the accounts, or of the rings
  uint32_t locks;  ///< device address of a lock per pair or ring, or of one lock; only for the lock version
  uint32_t size;   ///< number of accounts, or words per ring
  uint32_t threads;
  uint32_t rounds;
  uint32_t seed;
  ReceiptAddresses receipts;
};

/// Account changed by a transaction.
constexpr uint32_t skew_account(uint32_t seed, uint32_t number, uint32_t accounts) {
  return scale(mix(seed * 0x9e3779b9u + number), accounts);
}

/// Iterations of a delay loop before a transaction, so that warps interleave differently for each seed.
constexpr uint32_t anomaly_delay(uint32_t seed, uint32_t number) {
  return mix(seed + number * 0x85ebca77u) % 64;
}

}  // namespace gputm::kernels
