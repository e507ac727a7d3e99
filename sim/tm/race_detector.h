// Races between transactions and accesses outside of them, found while a history is made. Isolation is weak:
// such an access can fall between the accesses of a transaction, and either one's update can be lost. Only
// accesses are reported that nothing orders: docs/history.md has the rules and why they hold.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tm/history.h"
#include "tm/shadow_memory.h"

namespace gputm::tm {

class RaceDetector {
 public:
  /// A load outside of transactions has read `value`. `position`: the order behind all that have been
  /// reported, here and below.
  void read(Address address, Word value, const PlainAccess& by, std::uint64_t position) {
    if (found_) return;
    const std::size_t index = index_of(address);
    reads_[index] = {address, value, by, static_cast<std::uint32_t>(position)};
    const Store& store = stores_[index];
    if (store.address == address && store.thread == by.thread && store.value != value)
      note_overwritten(store, value);
  }
  /// A store outside of transactions, or an atomic operation, has written `value`.
  void stored(Address address, Word value, const PlainAccess& by, std::uint64_t position, bool atomic);
  /// The next attempt in serial order writes a word that `last` was the last one to store to plainly.
  void replay_write(const Attempt& attempt, const LogEntry& write, const PlainWriter* last);
  /// Of each attempt, when it has been replayed; of a silent one, when it is reported.
  void replayed(const Attempt& attempt);
  /// The run has ended.
  void finish();

  /// The first race.
  const std::optional<std::string>& found() const { return found_; }

 private:
  /// The last plain load of a word, and the last plain store, in tables that have room for few words: an
  /// access to another word may take the place. Positions are modulo 2^32.
  struct Read {
    Address address = kNoWord;
    Word value = 0;
    PlainAccess by{};
    std::uint32_t position = 0;
    std::uint32_t store_position = 0;  ///< of the thread's store that followed
    bool stored = false;               ///< there was one
    bool at_once = false;              ///< the thread has learnt nothing between load and store
    bool missed = false;               ///< a transaction has written since
    bool concurrent = false;           ///< one that ran when the load was issued, and that nothing orders
  };
  struct Store {
    Address address = kNoWord;
    Word value = 0;
    std::uint32_t thread = 0;
    std::uint32_t position = 0;
  };
  /// A load has found that its own thread's store is gone.
  struct Overwritten {
    Address address = 0;
    Word stored = 0, found = 0;
    std::uint32_t thread = 0;
    std::uint32_t position = 0;  ///< of the store, modulo 2^32
    std::optional<Writer> by;    ///< a transaction before the store that wrote what was found
  };
  static constexpr Address kNoWord = 1;
  static constexpr unsigned kIndexBits = 11;
  static constexpr std::size_t kMostOverwritten = 16;

  static std::size_t index_of(Address address) { return (address / 4 * 2654435769U) >> (32 - kIndexBits); }
  void note_overwritten(const Store& store, Word found);
  bool is_ordered_before(const PlainAccess& access, std::uint32_t position) const;
  void check_read(const Attempt& attempt, const LogEntry& write);
  void check_overwritten(const Attempt& attempt, const LogEntry& write);
  void report_if_lost(std::size_t index);

  std::vector<Read> reads_ = std::vector<Read>(1U << kIndexBits);
  std::vector<Store> stores_ = std::vector<Store>(1U << kIndexBits);
  std::vector<Writer> missed_ = std::vector<Writer>(1U << kIndexBits);  ///< of reads_: the transaction
  std::vector<Overwritten> overwritten_;
  std::uint32_t youngest_begun_ = 0;             ///< of the replayed attempts' transactions
  std::vector<std::uint64_t> committed_behind_;  ///< by thread: one more than its last attempt's order
  std::optional<std::string> found_;
};

}  // namespace gputm::tm
