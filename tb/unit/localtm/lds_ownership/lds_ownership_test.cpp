// lds_ownership with each of its options against a literal ownership state: the owner and the backup of each
// row, for each work-item a filter of owned rows and a filter of reads, and the rows that are expected to be
// written. Random look-ups, some of them decided, and walks whose rows are taken after random stalls; resets
// among them.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

#include "Vownership.h"
#include "Vownership_epochs.h"
#include "Vownership_epochs_1.h"
#include "Vownership_exact.h"
#include "Vownership_log.h"
#include "Vownership_log_all.h"
#include "Vownership_log_shared.h"
#include "Vownership_migratory.h"
#include "Vownership_migratory_log.h"
#include "Vownership_migratory_work_items.h"
#include "Vownership_paper.h"
#include "Vownership_shared.h"
#include "Vownership_shared_exact.h"
#include "Vownership_work_items.h"
#include "common/module_bench.h"
#include "common/stalls.h"
#include "unit/localtm/common/epoch_bounds.h"

namespace gputm::tb {
namespace {

constexpr unsigned kLanes = 8, kWavefronts = 4, kOwners = kLanes * kWavefronts, kRows = 14, kFilterBits = 4;

struct Options {
  unsigned work_groups = 2;
  bool exact = false, owner_known = true, shared_readers = false, migratory = false;
  bool work_item_lists = false;  ///< a walk visits only the rows of its lanes
  unsigned entries = kRows;      ///< rows owned at a time, at most
  unsigned epochs = 0;           ///< bits; if not 0, decisions come in the cycle after the look-up

  /// A walk visits all rows of its wavefront.
  constexpr bool wavefront_lists() const { return entries == kRows && !work_item_lists && epochs == 0; }
};

struct Access {
  unsigned row = 0, owner = 0;
  bool write = false;
};

struct Verdict {
  bool conflict = false, reader = false, overflow = false, owned = false;
  bool claim = false, share = false;  ///< effect of a decision
};

/// A row in the ownership state, or in a walk.
struct OwnedRow {
  unsigned row, owner, at;
};

class OwnershipState {
 public:
  explicit OwnershipState(const Options& options) : options_(options) { to_be_written_.fill(true); }

  unsigned group_of(unsigned owner) const { return owner / (kOwners / options_.work_groups); }
  const OwnedRow* find(unsigned row) const {
    const auto it = std::ranges::find(rows_, row, &OwnedRow::row);
    return it == rows_.end() ? nullptr : &*it;
  }
  bool place_is_free(unsigned at) const {
    return at < options_.entries && std::ranges::find(rows_, at, &OwnedRow::at) == rows_.end();
  }

  Verdict judge(const Access& a) const {
    const OwnedRow* owned = find(a.row);
    const bool must_own =
        a.write || !options_.shared_readers || (options_.migratory && to_be_written_[a.row]);
    const bool other_owner = options_.exact
                                 ? options_.owner_known && owned != nullptr && owned->owner != a.owner
                                 : another_has(owned_bits_, a);
    Verdict verdict{.owned = owned != nullptr};
    if (other_owner) {
      verdict.conflict = true;
    } else if (owned == nullptr && must_own) {
      verdict.reader = another_has(read_bits_, a);
      verdict.overflow = !verdict.reader && rows_.size() == options_.entries;
      verdict.conflict = verdict.reader || verdict.overflow;
      verdict.claim = !verdict.conflict;
    } else {
      verdict.share = owned == nullptr;
    }
    return verdict;
  }

  void claim(const Access& a, unsigned at) {
    rows_.push_back({a.row, a.owner, at});
    owned_bits_[a.owner] |= bit_of(a);
  }
  void share(const Access& a) { read_bits_[a.owner] |= bit_of(a); }
  /// The prediction from a decision: the next accesses will write, or will not if this read alone did not.
  void learn(const Access& a, bool claimed) {
    if (a.write || claimed) to_be_written_[a.row] = a.write;
  }

  /// Clears all state of the lanes. Returns the rows that they owned.
  std::vector<OwnedRow> release(unsigned wavefront, unsigned lanes, bool restore) {
    std::vector<OwnedRow> released;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      if ((lanes >> lane & 1) == 0) continue;
      const unsigned owner = wavefront * kLanes + lane;
      std::ranges::copy_if(rows_, std::back_inserter(released),
                           [&](const OwnedRow& row) { return row.owner == owner; });
      std::erase_if(rows_, [&](const OwnedRow& row) { return row.owner == owner; });
      owned_bits_[owner] = read_bits_[owner] = 0;
    }
    for (const OwnedRow& row : released) to_be_written_[row.row] |= restore;
    return released;
  }
  std::size_t rows_of(unsigned wavefront) const {
    return static_cast<std::size_t>(
        std::ranges::count_if(rows_, [&](const OwnedRow& row) { return row.owner / kLanes == wavefront; }));
  }
  unsigned readers(unsigned wavefront, unsigned lanes) const {
    unsigned count = 0;
    for (unsigned lane = 0; lane < kLanes; ++lane)
      count += (lanes >> lane & 1) != 0 && read_bits_[wavefront * kLanes + lane] != 0;
    return count;
  }

 private:
  using Filters = std::array<unsigned, kOwners>;  // one filter per work-item

  static unsigned bit_of(const Access& a) { return 1u << a.row % kFilterBits; }
  bool another_has(const Filters& filters, const Access& a) const {
    for (unsigned other = 0; other < kOwners; ++other) {
      const bool in_reach = other != a.owner && group_of(other) == group_of(a.owner);
      if (in_reach && (filters[other] & bit_of(a)) != 0) return true;
    }
    return false;
  }

  Options options_;
  std::vector<OwnedRow> rows_;
  Filters owned_bits_{}, read_bits_{};
  std::array<bool, kRows> to_be_written_{};
};

/// Coverage of a run: decisions, except for the rows.
struct Tally {
  std::uint64_t claims = 0, shares = 0, true_conflicts = 0, false_conflicts = 0, readers = 0, overflows = 0;
  std::uint64_t read_claims = 0, readers_of_reads = 0;  ///< reads alone
  std::uint64_t released = 0;                           ///< rows
};

template <typename Model, Options kOptions>
class OwnershipBench : public ModuleBench<Model> {
 public:
  std::optional<std::string> run(std::uint64_t cycles) {
    restart();
    for (std::uint64_t i = 0; i < cycles && !this->failed(); ++i) {
      if (one_in(rng_, 2000)) restart();
      cycle();
    }
    return this->failure();
  }
  const Tally& tally() const { return tally_; }
  std::uint64_t epoch_waits() const { return epochs_.waits(); }

 private:
  /// Reset, from any contents of records and filters: they must be empty afterwards.
  void restart() {
    auto& dut = this->dut();
    dut.lookup_i = dut.decide_i = dut.walk_i = dut.entry_ready_i = 0;
    this->reset();
    this->settle();
    for (unsigned i = 0; i < kRows && !(dut.ready_o && !dut.walking_o); ++i) {
      this->tick();
      this->settle();
    }
    state_ = OwnershipState(kOptions);
    access_.reset();
    to_come_.clear();
    offered_.reset();
    readers_until_ = quiet_ = 0;
    rows_left_ = 0;
    ends_from_ = ends_until_ = 0;
    epochs_.restart();
  }

  void cycle() {
    auto& dut = this->dut();
    const Access next = random_access();
    drive(dut.lookup_row_i, next.row);
    drive(dut.lookup_owner_i, next.owner);
    drive(dut.walk_wavefront_i, below(rng_, kWavefronts));
    dut.walk_restore_i = one_in(rng_, kOptions.epochs != 0 ? 4 : 2);
    const bool whole = one_in(rng_, 2) || (kOptions.epochs != 0 && !dut.walk_restore_i);
    drive(dut.walk_lanes_i, whole ? ~0u : below(rng_, 1u << kLanes));
    dut.write_i = access_ ? access_->write : one_in(rng_, 2);
    dut.lookup_i = dut.decide_i = dut.walk_i = 0;
    dut.walk_offered_i = one_in(rng_, 2);
    dut.entry_ready_i = takes_.go();
    this->settle();
    this->expect("ready", dut.ready_o, true);
    follow_walk();
    if (!dut.walking_o) {
      dut.decide_i = access_ && !decided_ && decides_.go();
      // Back-to-back releases, so that epochs run out.
      dut.walk_i = one_in(rng_, kOptions.epochs != 0 ? 4 : 10) && walks_.go();
      dut.lookup_i = !dut.walk_i && lookups_.go();
      if (dut.walk_i || dut.lookup_i) dut.walk_offered_i = dut.walk_i;
      this->settle();
    }
    if (to_come_.empty() && !dut.lookup_i && this->cycles() > walked_in_) epochs_.idle_cycle();
    if (access_) check_verdict();
    if (kOptions.epochs != 0) access_.reset();
    if (dut.lookup_i) {
      access_ = next;
      decided_ = false;
    }
    if (dut.walk_i) start_walk();
    this->tick();
  }

  /// Work-groups have rows of their own. Every other access is by a work-item that already owns something.
  Access random_access() {
    constexpr unsigned kGroupRows = kRows / kOptions.work_groups,
                       kGroupOwners = kOwners / kOptions.work_groups;
    const auto group = static_cast<unsigned>(below(rng_, kOptions.work_groups));
    const auto row = [&] { return group * kGroupRows + static_cast<unsigned>(below(rng_, kGroupRows)); };
    const OwnedRow* owned = state_.find(row());
    const auto anybody = group * kGroupOwners + static_cast<unsigned>(below(rng_, kGroupOwners));
    return {row(), owned != nullptr && one_in(rng_, 2) ? owned->owner : anybody, one_in(rng_, 2)};
  }

  /// The verdict stays until a decision changes the ownership state; afterwards it is undefined.
  void check_verdict() {
    auto& dut = this->dut();
    const Verdict expected = state_.judge(*access_);
    const auto flag = [&](unsigned bit) { return element(dut.verdict_o, bit, 1); };  // localtm_pkg::verdict_t
    this->expect("conflict", flag(4), expected.conflict);
    this->expect("reader", flag(3), expected.reader);
    this->expect("overflow", flag(2), expected.overflow);
    this->expect("owned", flag(1), expected.owned);
    this->expect("claim", flag(0), expected.claim);
    if (!dut.decide_i) return;
    decided_ = true;
    if (expected.claim) {
      if (!state_.place_is_free(dut.claim_at_o)) this->fail("the place of a row's backup is another's");
      state_.claim(*access_, dut.claim_at_o);
    }
    if (expected.share) state_.share(*access_);
    state_.learn(*access_, expected.claim);
    tally_.read_claims += expected.claim && !access_->write;
    tally_.readers_of_reads += expected.reader && !access_->write;
    if (expected.claim || expected.share) access_.reset();
    tally_.claims += expected.claim;
    tally_.shares += expected.share;
    tally_.readers += expected.reader;
    tally_.overflows += expected.overflow;
    const bool owner_conflict = expected.conflict && !expected.reader && !expected.overflow;
    tally_.true_conflicts += owner_conflict && expected.owned;
    tally_.false_conflicts += owner_conflict && !expected.owned;
  }

  void start_walk() {
    auto& dut = this->dut();
    readers_until_ = this->cycles() + state_.readers(dut.walk_wavefront_i, dut.walk_lanes_i);
    if (kOptions.wavefront_lists()) rows_left_ = state_.rows_of(dut.walk_wavefront_i);
    looks_from_ = this->cycles() + 2;
    to_come_ = state_.release(dut.walk_wavefront_i, dut.walk_lanes_i, dut.walk_restore_i);
    access_.reset();
    if (kOptions.epochs == 0 || dut.walk_restore_i || to_come_.empty()) return;
    tally_.released += to_come_.size();
    to_come_.clear();
    const EpochBounds::Wait wait = epochs_.end(dut.walk_wavefront_i);
    ends_from_ = this->cycles() + 1 + wait.least;
    ends_until_ = this->cycles() + 1 + wait.most;
  }

  /// In any order, each row of the walk is announced once, offered from the next cycle on, and taken. Rows
  /// that stay in a wavefront's list are announced, too.
  void follow_walk() {
    auto& dut = this->dut();
    this->expect("entry valid", dut.entry_valid_o, offered_.has_value());
    if (offered_) {
      this->expect("entry row", dut.entry_row_o, offered_->row);
      this->expect("entry at", dut.entry_at_o, offered_->at);
    }
    const std::uint64_t now = this->cycles();
    if (rows_left_ != 0 && now >= looks_from_ && !(offered_ && !dut.entry_ready_i)) --rows_left_;
    if (offered_ && dut.entry_ready_i) {
      std::erase_if(to_come_, [&](const OwnedRow& row) { return row.row == offered_->row; });
      offered_.reset();
      walked_in_ = now;
      ++tally_.released;
    }
    if (dut.fetch_o) {
      if (offered_) this->fail("a row is announced while another one waits");
      const auto it = std::ranges::find(to_come_, unsigned{dut.fetch_at_o}, &OwnedRow::at);
      if (it != to_come_.end()) {
        offered_ = *it;
      } else if (rows_left_ == 0) {  // and not a row that stays
        return this->fail("a row is announced that is not to come");
      }
    }
    // Each cycle clears a filter of reads, or visits a row that stays.
    if (now >= ends_from_ && !dut.walking_o) ends_until_ = std::min(ends_until_, now);
    if (now >= ends_from_ && now < ends_until_) return;  // waits for an epoch
    const bool more = !to_come_.empty() || rows_left_ != 0 || now <= readers_until_ || now < ends_from_;
    this->expect("walking", dut.walking_o, more);
    const bool searches = dut.walking_o && !offered_ && now > readers_until_ && now >= ends_from_;
    quiet_ = searches ? quiet_ + 1 : 0;
    if (quiet_ > kSearch) this->fail("the walk finds nothing and goes on");
  }

  static constexpr unsigned kSearch =
      kOptions.wavefront_lists() ? kRows : 2;  // maximum of cycles for a row of the walk
  Rng rng_ = seeded_rng(73);
  StallStream lookups_{rng_}, decides_{rng_}, walks_{rng_}, takes_{rng_};
  OwnershipState state_{kOptions};
  std::optional<Access> access_;  ///< access whose verdict is on the output
  bool decided_ = false;
  std::vector<OwnedRow> to_come_;    ///< remaining rows of the walk
  std::optional<OwnedRow> offered_;  ///< row on offer
  std::size_t rows_left_ = 0;        ///< rows of the walk's list, if it is a wavefront's
  std::uint64_t looks_from_ = 0;     ///< cycle, at these
  std::uint64_t readers_until_ = 0;  ///< cycle
  unsigned quiet_ = 0;
  EpochBounds epochs_{kOptions.epochs, kRows, kWavefronts};
  std::uint64_t ends_from_ = 0, ends_until_ = 0;  ///< cycles between which an epoch ends
  std::uint64_t walked_in_ = 0;                   ///< cycle of the last row
  Tally tally_;
};

template <typename Model, Options kChosen = Options{}>
struct Variant {
  using Bench = OwnershipBench<Model, kChosen>;
  static constexpr Options kOptions = kChosen;
};

template <typename T>
class LdsOwnership : public testing::Test {};

using Variants = testing::Types<
    Variant<Vownership>, Variant<Vownership_exact, Options{.exact = true}>,
    Variant<Vownership_epochs, Options{.exact = true, .epochs = 2}>,
    Variant<Vownership_epochs_1, Options{.exact = true, .epochs = 1}>,
    Variant<Vownership_shared, Options{.shared_readers = true}>,
    Variant<Vownership_shared_exact, Options{.exact = true, .shared_readers = true}>,
    Variant<Vownership_work_items, Options{.work_groups = 1, .work_item_lists = true}>,
    Variant<Vownership_log, Options{.work_groups = 1, .entries = 4}>,
    Variant<Vownership_log_shared, Options{.shared_readers = true, .entries = 4}>,
    Variant<Vownership_log_all, Options{.exact = true, .shared_readers = true, .entries = 4}>,
    Variant<Vownership_paper, Options{.exact = true, .owner_known = false, .shared_readers = true}>,
    Variant<Vownership_migratory, Options{.exact = true, .shared_readers = true, .migratory = true}>,
    Variant<Vownership_migratory_log, Options{.shared_readers = true, .migratory = true, .entries = 4}>,
    Variant<Vownership_migratory_work_items, Options{.exact = true,
                                                     .owner_known = false,
                                                     .shared_readers = true,
                                                     .migratory = true,
                                                     .work_item_lists = true}>>;
TYPED_TEST_SUITE(LdsOwnership, Variants);

TYPED_TEST(LdsOwnership, IsTheOwnershipState) {
  constexpr Options kOptions = TypeParam::kOptions;
  typename TypeParam::Bench bench;
  EXPECT_EQ(bench.run(run_length(200000)), std::nullopt);
  const Tally& tally = bench.tally();
  EXPECT_GT(tally.claims, 1000u);
  EXPECT_GT(tally.released, 1000u);
  std::cout << tally.claims << " claims, " << tally.shares << " shares, " << tally.true_conflicts << " true, "
            << tally.false_conflicts << " false, " << tally.readers << " readers, " << tally.overflows
            << " overflows, " << tally.released << " released\n";
  EXPECT_EQ(tally.true_conflicts > 500, kOptions.owner_known);
  EXPECT_EQ(tally.false_conflicts > 500, !kOptions.exact);
  EXPECT_EQ(tally.shares > 500, kOptions.shared_readers);
  EXPECT_EQ(tally.readers > 500, kOptions.shared_readers);
  EXPECT_EQ(tally.read_claims > 500, !kOptions.shared_readers || kOptions.migratory);
  EXPECT_EQ(tally.readers_of_reads > 500, kOptions.migratory);
  EXPECT_EQ(tally.overflows > 500, kOptions.entries < kRows);
  EXPECT_EQ(bench.epoch_waits() > 100, kOptions.epochs != 0) << bench.epoch_waits();
}

constexpr Options kShared{.shared_readers = true};

}  // namespace
}  // namespace gputm::tb
