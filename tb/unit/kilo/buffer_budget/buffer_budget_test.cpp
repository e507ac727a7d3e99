// buffer_budget against the four schemes of the MICRO 2011 paper, section 6.4.2: buffers held by each entry,
// logs refused a buffer, and the time of each release, cycle by cycle.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <deque>
#include <vector>

#include "Vbuffer_budget.h"
#include "common/stalls.h"
#include "unit/kilo/common/checked.h"
#include "unit/kilo/common/fields.h"

namespace gputm::tb::buffer_budget_test {
namespace {

constexpr unsigned kMostBuffers = 6;
constexpr std::uint64_t kReleaseLatency = 2;  // cycles from the passing of the retire pointer
enum Scheme : unsigned { kAll, kAccessed, kUsed, kNeeded, kSchemes };
enum Kind : unsigned { kRead, kWrite, kSkip };

struct Entry {
  std::deque<Kind> left;          ///< operations that have not entered the pipeline
  unsigned under_way = 0;         ///< operations in the pipeline
  bool begun = false;             ///< an operation has completed
  bool pair = false;              ///< it holds two buffers
  std::array<bool, 2> words{};    ///< a log has words
  std::array<bool, 2> buffers{};  ///< and it may have a buffer
  std::array<bool, 2> to_free{};  ///< not yet returned to the pool
};

/// Buffers held by the entries of the ring, from the paper's text.
class Reference {
 public:
  Reference(Scheme scheme, unsigned limit) : scheme_(scheme), limit_(limit) {}

  /// Whether the operation's log may have a buffer now.
  bool grants(const Entry& entry, Kind kind) const {
    if (by_pairs()) return entry.begun ? entry.pair : fits(2);
    return kind != kSkip && fits(1);
  }
  void perform(Entry& entry, Kind kind) {
    const bool granted = grants(entry, kind);
    if (!entry.begun && by_pairs() && (scheme_ == kAll || kind != kSkip)) {
      entry.pair = granted;
      held_ += granted ? 2 : 0;
    }
    entry.begun = true;
    if (kind == kSkip || entry.words[kind]) return;
    entry.words[kind] = true;
    entry.buffers[kind] = granted;
    held_ += granted && !by_pairs() ? 1 : 0;
  }
  /// The entry's field; meaningless in schemes where entries hold nothing until they retire.
  unsigned field(const Entry& entry, unsigned used) const {
    if (scheme_ == kNeeded) return 0;
    return by_pairs() ? 2 * unsigned{entry.pair} : used;
  }
  void free() { held_ -= scheme_ == kNeeded ? 1 : 0; }
  /// Called in each cycle, before its operation.
  void tick(std::uint64_t cycle) {
    for (; !retired_.empty() && retired_.front().at == cycle; retired_.pop_front()) {
      held_ -= retired_.front().buffers;
    }
  }
  void retire(unsigned buffers, std::uint64_t cycle) { retired_.push_back({cycle, buffers}); }
  unsigned held() const { return held_; }

 private:
  struct Retired {
    std::uint64_t at;
    unsigned buffers;
  };
  bool by_pairs() const { return scheme_ == kAll || scheme_ == kAccessed; }
  bool fits(unsigned buffers) const { return held_ + buffers <= limit_; }
  Scheme scheme_;
  unsigned limit_, held_ = 0;
  std::deque<Retired> retired_;
};

/// Models the fill unit's last three stages, with stalls.
template <typename Model>
class BudgetBench {
 public:
  BudgetBench(Scheme scheme, unsigned limit, Rng& rng)
      : rng_(rng), operations_(rng), moves_(rng), retires_(rng), frees_(rng), unused_(scheme, limit) {
    auto& dut = bench_.dut();
    dut.allocation_i = scheme;
    drive(dut.limit_i, limit);
    reset();
  }

  /// Discards everything held or in flight.
  void reset() {
    auto& dut = bench_.dut();
    dut.op_valid_i = dut.free_valid_i = 0;
    dut.retire_i = pointer_at(0, 0);
    dut.read_i = 0;
    reset_and_initialise(bench_, kEntries, 0);
    reference_ = unused_;
    stages_ = {};
    before_ += retire_;
    opened_ = retire_ = 0;
  }

  void cycle() {
    auto& dut = bench_.dut();
    reference_.tick(bench_.cycles());
    while (opened_ - retire_ < kEntries) open();
    dut.retire_i = pointer_at(0, retire_);
    const bool move = !stages_[2] || moves_.go();
    if (move && !stages_[0]) enter();
    dut.read_i = pack_read(stages_[0] ? index_of(stages_[0]->serial) : 0, move && stages_[0].has_value());
    drive_operation(dut, stages_[2] && move);
    offer_free(dut);
    bench_.settle();
    const unsigned field = dut.op_holding_o;
    if (stages_[2]) check(dut, field);
    const bool forward = stages_[1] && stages_[2] && stages_[1]->serial == stages_[2]->serial;
    const unsigned read = forward ? field : unsigned{dut.holding_o};
    if (stages_[2] && move) perform();
    if (dut.free_valid_i) reference_.free();
    bench_.step();
    if (move) {
      stages_ = {std::nullopt, stages_[0], stages_[1]};
      if (stages_[2]) holding_ = read;
    }
    if (complete(entry(retire_)) && retires_.go()) retire();
  }
  std::uint64_t entries() const { return before_ + retire_; }
  std::uint64_t granted() const { return granted_; }
  std::uint64_t refused() const { return refused_; }
  std::optional<std::string> failure() const { return bench_.failure(); }

 private:
  struct Operation {
    std::uint64_t serial;
    Kind kind;
  };

  Entry& entry(std::uint64_t serial) { return entries_[index_of(serial)]; }
  void open() {
    Entry& entry = this->entry(opened_++) = {};
    if (one_in(rng_, 3)) entry.left = {kSkip};
    for (std::uint64_t words = 1 + below(rng_, 4); words > 0 && entry.left != std::deque{kSkip}; --words)
      entry.left.push_back(one_in(rng_, 2) ? kRead : kWrite);
  }
  void enter() {
    if (!operations_.go()) return;
    const std::uint64_t serial = retire_ + below(rng_, kEntries);
    Entry& entry = this->entry(serial);
    if (entry.left.empty()) return;
    stages_[0] = {serial, entry.left.front()};
    entry.left.pop_front();
    ++entry.under_way;
  }
  static bool wants(const Entry& entry, Kind kind) { return kind != kSkip && !entry.words[kind]; }

  void drive_operation(Model& dut, bool valid) {
    dut.op_valid_i = valid;
    if (!stages_[2]) return;
    const auto [serial, kind] = *stages_[2];
    dut.op_index_i = static_cast<std::uint16_t>(index_of(serial));
    dut.op_first_i = !entry(serial).begun;
    dut.op_skip_i = kind == kSkip;
    dut.op_wants_i = wants(entry(serial), kind);
    dut.op_holding_i = static_cast<std::uint8_t>(holding_);
  }
  void check(Model& dut, unsigned field) {
    const auto [serial, kind] = *stages_[2];
    Entry after = entry(serial);
    Reference reference = reference_;
    reference.perform(after, kind);
    if (wants(entry(serial), kind)) {
      bench_.require(dut.op_grant_o == reference_.grants(entry(serial), kind), "wrong answer");
    }
    bench_.require(field == reference_.field(after, unsigned{after.buffers[0]} + unsigned{after.buffers[1]}),
                   "wrong field");
  }
  void perform() {
    const auto [serial, kind] = *stages_[2];
    Entry& entry = this->entry(serial);
    const bool wanted = wants(entry, kind);
    reference_.perform(entry, kind);
    if (wanted) {
      entry.to_free[kind] = entry.buffers[kind];
      ++(entry.buffers[kind] ? granted_ : refused_);
    }
    --entry.under_way;
  }

  /// Buffers are returned to the pool at any time, one per cycle.
  void offer_free(Model& dut) {
    dut.free_valid_i = 0;
    bool& to_free = entry(retire_ + below(rng_, kEntries)).to_free[below(rng_, 2)];
    if (!to_free || !frees_.go()) return;
    to_free = false;
    dut.free_valid_i = 1;
  }
  static bool complete(const Entry& entry) {
    return entry.left.empty() && entry.under_way == 0 && !entry.to_free[kRead] && !entry.to_free[kWrite];
  }
  void retire() {
    const Entry& entry = this->entry(retire_++);
    const unsigned buffers = unsigned{entry.buffers[kRead]} + unsigned{entry.buffers[kWrite]};
    reference_.retire(reference_.field(entry, buffers), bench_.cycles() + kReleaseLatency);
  }

  Checked<Model> bench_;
  Rng& rng_;
  StallStream operations_, moves_, retires_, frees_;
  Reference unused_, reference_ = unused_;
  std::array<Entry, kEntries> entries_;
  std::array<std::optional<Operation>, 3> stages_;  // read, data, operation
  unsigned holding_ = 0;                            // buffers held by the operation's entry
  std::uint64_t opened_ = 0, retire_ = 0, granted_ = 0, refused_ = 0;
  std::uint64_t before_ = 0;  // entries that had retired before the last reset
};

template <typename Model>
std::optional<std::string> run_budget(Scheme scheme, std::uint64_t cycles, Rng& rng) {
  std::uint64_t granted = 0, refused = 0;
  for (unsigned limit = 2; limit <= kMostBuffers; ++limit) {
    BudgetBench<Model> bench(scheme, limit, rng);
    for (std::uint64_t i = 0; i < cycles && !bench.failure(); ++i) {
      if (one_in(rng, 1000)) bench.reset();
      bench.cycle();
    }
    if (bench.failure()) return *bench.failure() + ", with a limit of " + std::to_string(limit);
    if (bench.entries() < cycles / 30) return "hardly an entry";
    granted += bench.granted();
    refused += bench.refused();
  }
  if (granted > cycles / 40 && refused > cycles / 40) return std::nullopt;
  return "hardly a log is granted, or refused: " + std::to_string(granted) + ", " + std::to_string(refused);
}

class BufferBudget : public ::testing::TestWithParam<Scheme> {};
TEST_P(BufferBudget, KeepsTheLimitUnderTheScheme) {
  Rng rng = seeded_rng(90 + GetParam());
  EXPECT_EQ(run_budget<Vbuffer_budget>(GetParam(), run_length(20000), rng), std::nullopt);
}
constexpr std::array kNames{"all", "accessed", "used", "needed"};
INSTANTIATE_TEST_SUITE_P(Schemes, BufferBudget, ::testing::Values(kAll, kAccessed, kUsed, kNeeded),
                         [](const auto& test) { return kNames[test.index]; });

}  // namespace
}  // namespace gputm::tb::buffer_budget_test
