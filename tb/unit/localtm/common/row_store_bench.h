// The three stores of a bank's owned rows (lds_owned_rows, lds_listed_rows, lds_undo_log) have the same
// ports, except for the number of the log's entry, and one model: a list of rows and owners. They differ in
// the order of a walk's entries and in the cycles needed to find them.
#pragma once

#include <algorithm>
#include <array>
#include <deque>
#include <vector>

#include "common/module_bench.h"
#include "common/stalls.h"
#include "unit/localtm/common/epoch_bounds.h"

namespace gputm::tb {

enum class RowStore : std::uint8_t { kLists, kWavefrontLists, kLog };

constexpr unsigned kStoreLanes = 4, kStoreOwners = 8, kStoreRows = 14;

struct OwnedRow {
  unsigned row, owner;
  unsigned at = 0;     ///< entry of the log
  bool stays = false;  ///< in the walk: another lane's row, visited in a cycle and not offered
};

/// Runs a store against its model: random look-ups, insertions and walks, whose entries are taken after
/// random stalls. With epochs, walks that do not restore release all of a wavefront's rows at once;
/// insertions then come in the cycle after their look-up, the only one with its answer.
template <typename Model, RowStore kStore, unsigned kEntries = kStoreRows, unsigned kEpochBits = 0>
class RowStoreBench {
 public:
  RowStoreBench() { reset(); }

  std::optional<std::string> run(std::uint64_t cycles) {
    Rng rng = seeded_rng(69);
    StallStream lookups(rng), inserts(rng), walks(rng), takes(rng);
    auto& dut = bench_.dut();
    for (std::uint64_t i = 0; i < cycles && !bench_.failed(); ++i) {
      if (one_in(rng, 500)) reset();
      const std::uint64_t now = bench_.cycles();
      dut.lookup_i = dut.insert_i = dut.walk_i = 0;
      if constexpr (requires { dut.walk_offered_i; }) dut.walk_offered_i = one_in(rng, 2);
      dut.entry_ready_i = takes.go();
      bench_.settle();
      if constexpr (kStore == RowStore::kLog) bench_.expect("full", dut.full_o, rows_.size() == kEntries);
      check_walk(now);
      const bool walking = !entries_.empty();
      const bool may_wait = now >= ends_from_ && now < ends_until_;  // a wait for an epoch is allowed
      if (may_wait && !dut.walking_o) ends_until_ = now;
      const bool waits = now < ends_from_ || (may_wait && dut.walking_o);
      bench_.expect("walking", dut.walking_o, walking || waits);
      if (!walking && !waits) {
        dut.insert_i = lookup_ && !lookup_->owned && rows_.size() < kEntries && inserts.go();
        dut.walk_i = one_in(rng, kEpochBits != 0 ? 3 : 6) && walks.go();
        if constexpr (kEpochBits != 0) dut.walk_restore_i = one_in(rng, 4);
        dut.lookup_i = !dut.walk_i && lookups.go();
        if constexpr (requires { dut.walk_offered_i; }) {
          if (dut.walk_i || dut.lookup_i) dut.walk_offered_i = dut.walk_i;
        }
        drive(dut.lookup_row_i, below(rng, kStoreRows));
        drive(dut.lookup_owner_i, below(rng, kStoreOwners));
        drive(dut.walk_wavefront_i, below(rng, kStoreOwners / kStoreLanes));
        drive(dut.walk_lanes_i, ends_epoch() ? (1u << kStoreLanes) - 1 : below(rng, 1u << kStoreLanes));
        bench_.settle();
      }
      if (entries_.empty() && !dut.lookup_i && now > walked_in_) epochs_.idle_cycle();
      check_lookup();
      if (dut.insert_i) insert();
      if (kEpochBits != 0) lookup_.reset();
      if (dut.lookup_i) lookup_ = lookup(dut.lookup_row_i, dut.lookup_owner_i);
      if (dut.walk_i) walk(now);
      bench_.tick();
    }
    return bench_.failure();
  }
  /// Rows released by walks.
  std::uint64_t released() const { return released_; }
  /// Releases that have waited for an epoch.
  std::uint64_t epoch_waits() const { return epochs_.waits(); }

 private:
  /// The current walk is a release that ends its wavefront's epoch.
  bool ends_epoch() {
    if constexpr (kEpochBits != 0) return bench_.dut().walk_i && !bench_.dut().walk_restore_i;
    return false;
  }

  struct Lookup {
    unsigned row, owner;
    bool owned;
    unsigned by;
  };

  /// At any time; afterwards no row is owned.
  void reset() {
    auto& dut = bench_.dut();
    dut.lookup_i = dut.insert_i = dut.walk_i = dut.entry_ready_i = 0;
    bench_.reset();
    if constexpr (requires { dut.ready_o; }) {
      const std::uint64_t end = bench_.cycles() + 100;
      for (bench_.settle(); !dut.ready_o && bench_.cycles() < end; bench_.settle()) bench_.tick();
    }
    rows_.clear();
    entries_.clear();
    lookup_.reset();
    ends_from_ = ends_until_ = 0;
    epochs_.restart();
  }

  Lookup lookup(unsigned row, unsigned owner) const {
    const auto it = std::ranges::find(rows_, row, &OwnedRow::row);
    return {row, owner, it != rows_.end(), it != rows_.end() ? it->owner : 0};
  }

  void check_lookup() {
    auto& dut = bench_.dut();
    if (!lookup_) return;
    bench_.expect("owned", dut.owned_o, lookup_->owned);
    if (lookup_->owned) bench_.expect("owner", dut.owner_o, lookup_->by);
    if constexpr (kStore == RowStore::kLog) {
      bench_.expect("other", dut.other_o, lookup_->owned && lookup_->by != lookup_->owner);
    }
  }

  void insert() {
    OwnedRow entry{lookup_->row, lookup_->owner};
    if constexpr (kStore == RowStore::kLog) {
      while (std::ranges::find(rows_, entry.at, &OwnedRow::at) != rows_.end()) ++entry.at;
      bench_.expect("insert at", bench_.dut().insert_at_o, entry.at);
    }
    const auto same = [&](const OwnedRow& other) { return other.owner == entry.owner; };
    if (std::ranges::none_of(rows_, same)) first_row_in_[entry.owner] = bench_.cycles();
    rows_.push_back(entry);
    // The log's answer follows the log; that of a memory stays as it was read.
    lookup_->owned = true;
    lookup_->by = entry.owner;
    if (kStore != RowStore::kLog) lookup_.reset();
  }

  void walk(std::uint64_t now) {
    auto& dut = bench_.dut();
    const unsigned wavefront = dut.walk_wavefront_i, lanes = dut.walk_lanes_i;
    lookup_.reset();
    if (ends_epoch()) {
      const auto old_rows =
          std::erase_if(rows_, [&](const OwnedRow& entry) { return entry.owner / kStoreLanes == wavefront; });
      if (old_rows == 0) return;
      const EpochBounds::Wait wait = epochs_.end(wavefront);
      ends_from_ = now + 1 + wait.least;
      ends_until_ = now + 1 + wait.most;
      released_ += old_rows;
      return;
    }
    for (OwnedRow entry : rows_) {
      if (entry.owner / kStoreLanes != wavefront) continue;
      entry.stays = (lanes >> entry.owner % kStoreLanes & 1) == 0;
      if (!entry.stays || kStore == RowStore::kWavefrontLists) entries_.push_back(entry);
    }
    if (entries_.empty()) return;
    std::uint64_t first = now + 2;
    if (kStore == RowStore::kLists) {
      first = now + 1;
      std::ranges::reverse(entries_);  // a list begins with its youngest row
      std::ranges::stable_sort(entries_, {}, &OwnedRow::owner);
      // A work-item that got its first row in the walk's cycle cannot go first; one that got it in the
      // previous cycle, only if no other can.
      const auto has_since = [&](std::uint64_t cycle) {
        return [this, cycle](const OwnedRow& entry) { return first_row_in_[entry.owner] < cycle; };
      };
      auto leader = std::ranges::find_if(entries_, has_since(now - 1));
      if (leader == entries_.end()) leader = std::ranges::find_if(entries_, has_since(now));
      if (leader == entries_.end()) {
        first = now + 2;
      } else {
        const unsigned owner = leader->owner;
        const auto end =
            std::find_if(leader, entries_.end(), [&](const OwnedRow& entry) { return entry.owner != owner; });
        std::rotate(entries_.begin(), leader, end);
      }
    } else if (kStore == RowStore::kWavefrontLists) {
      first = now + 1;
      std::ranges::reverse(entries_);
    } else {
      std::ranges::sort(entries_, {}, &OwnedRow::at);
    }
    fetch_ = first;
  }

  /// Entries and their announcements; takes an entry if entry_ready_i is set.
  void check_walk(std::uint64_t now) {
    auto& dut = bench_.dut();
    const bool looked_at = !entries_.empty() && now > fetch_;
    const bool offered = looked_at && !entries_[0].stays;
    bench_.expect("entry valid", dut.entry_valid_o, offered);
    if (offered) {
      bench_.expect("entry row", dut.entry_row_o, entries_[0].row);
      bench_.expect("entry owner", dut.entry_owner_o, entries_[0].owner);
      if constexpr (kStore == RowStore::kLog) bench_.expect("entry at", dut.entry_at_o, entries_[0].at);
    }
    if (looked_at && (!offered || dut.entry_ready_i)) {
      const OwnedRow seen = entries_[0];
      entries_.pop_front();
      std::erase_if(rows_, [&](const OwnedRow& entry) { return entry.row == seen.row; });
      if (seen.stays) {
        rows_.push_back(seen);  // to the front of its list, as the youngest
      } else {
        walked_in_ = now;
        ++released_;
      }
      fetch_ = now;  // the next one
    }
    const bool fetches = !entries_.empty() && now == fetch_;
    bench_.expect("fetch", dut.fetch_o, fetches);
    if (!fetches) return;
    if constexpr (kStore == RowStore::kLog)
      bench_.expect("fetch at", dut.fetch_at_o, entries_[0].at);
    else
      bench_.expect("fetch row", dut.fetch_row_o, entries_[0].row);
  }

  ModuleBench<Model> bench_;
  std::vector<OwnedRow> rows_;                              ///< oldest first
  std::deque<OwnedRow> entries_;                            ///< rows that the walk visits, in order
  std::optional<Lookup> lookup_;                            ///< the answer on the outputs
  std::array<std::uint64_t, kStoreOwners> first_row_in_{};  ///< cycle of each owner's first row
  std::uint64_t fetch_ = 0;                                 ///< cycle of the last fetch
  std::uint64_t released_ = 0;
  EpochBounds epochs_{kEpochBits, kStoreRows, kStoreOwners / kStoreLanes};
  std::uint64_t ends_from_ = 0, ends_until_ = 0;  ///< cycles between which an epoch ends
  std::uint64_t walked_in_ = 0;                   ///< cycle of the last entry
};

}  // namespace gputm::tb
