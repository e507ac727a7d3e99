// Detector of races between transactions and accesses outside of them, while a history is made. Isolation is
// weak: such an access can fall between the accesses of a transaction, and the update of either can be lost.
// Only accesses without any ordering are reported; docs/reference/history.md has the rules and the reasons.
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
  /// A load outside of transactions has read `value`. `position` (here and below): the order behind all
  /// orders reported so far.
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
  /// The next attempt in serial order writes a word; `last` made the last plain store to it.
  void replay_write(const Attempt& attempt, const LogEntry& write, const PlainWriter* last);
  /// Called for each attempt after its replay; for a silent attempt, when it is reported.
  void replayed(const Attempt& attempt);
  /// The run has ended.
  void finish();

  /// First race, if any.
  const std::optional<std::string>& found() const { return found_; }

 private:
  /// The last plain load and the last plain store of a word. The tables are small: an access to another word
  /// may replace an entry. Positions are modulo 2^32.
  struct Read {
    Address address = kNoWord;
    Word value = 0;
    PlainAccess by{};
    std::uint32_t position = 0;
    std::uint32_t store_position = 0;  ///< position of the following store of the thread
    bool stored = false;               ///< there was such a store
    bool at_once = false;              ///< the thread has observed no other thread between load and store
    bool missed = false;               ///< a transaction has written the word since
    bool concurrent = false;  ///< the writer ran when the load was issued, without any ordering between them
  };
  struct Store {
    Address address = kNoWord;
    Word value = 0;
    std::uint32_t thread = 0;
    std::uint32_t position = 0;
  };
  /// A load has found that its own thread's store was overwritten.
  struct Overwritten {
    Address address = 0;
    Word stored = 0, found = 0;
    std::uint32_t thread = 0;
    std::uint32_t position = 0;  ///< position of the store, modulo 2^32
    std::optional<Writer> by;    ///< transaction before the store that wrote the value found
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
  std::vector<Writer> missed_ = std::vector<Writer>(1U << kIndexBits);  ///< transactions for reads_
  std::vector<Overwritten> overwritten_;
  std::uint32_t youngest_begun_ = 0;             ///< youngest transaction of the replayed attempts
  std::vector<std::uint64_t> committed_behind_;  ///< by thread: order of its last attempt, plus one
  std::optional<std::string> found_;
};

}  // namespace gputm::tm
