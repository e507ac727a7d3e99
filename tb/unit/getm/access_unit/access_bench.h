// access_unit beside its model, which begins an access's check when the RTL does; outcomes must be the same,
// in the same order.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/module_bench.h"
#include "getm/access_check.h"
#include "unit/getm/common/table_events.h"

namespace gputm::tb::access_unit_test {

using engines::getm::Access;
using engines::getm::AccessCheck;
using engines::getm::AccessKind;
using engines::getm::GranuleNumber;
using engines::getm::MetadataTable;
using engines::getm::Outcome;
using engines::getm::Time;

template <typename Model>
class AccessBench {
 public:
  AccessBench(const MetadataTable::Config& table, unsigned stall_entries)
      : table_(table), stall_entries_(stall_entries), check_(table, stall_entries) {
    auto& dut = bench_.dut();
    dut.clear_i = 0;
    dut.in_valid_i = 0;
    dut.out_ready_i = 0;
    bench_.reset();
    await_idle();
  }

  bool can_offer() const { return !access_; }
  void offer(Access access) {
    access_ = std::move(access);
    part_ = 0;
  }

  /// One cycle. `drives`: the next beat, if any, may be offered; `takes`: the next outcome may be taken, and
  /// is returned.
  std::optional<Outcome> cycle(bool drives, bool takes) {
    auto& dut = bench_.dut();
    if (access_ && (drives || offered_)) drive_beat();
    dut.in_valid_i = offered_;
    dut.out_ready_i = takes;
    bench_.settle();
    events_.count(dut.events_o);
    stalls_ += dut.events_o >> kStalls & 1;
    stall_refused_ += dut.events_o >> kStallRefused & 1;
    if (dut.events_o >> kBegins & 1) begin();
    std::optional<Outcome> outcome;
    if (takes && dut.out_valid_o) outcome = take();
    if (offered_ && dut.in_ready_o) {
      offered_ = false;
      ++granules_;
      if (++part_ >= access_->parts.size()) access_.reset();
    }
    bench_.tick();
    return outcome;
  }
  void await_idle() {
    unsigned cycles = 0;
    for (bench_.settle(); bench_.dut().busy_o && cycles < 10'000; bench_.settle(), ++cycles)
      cycle(false, false);
    if (bench_.dut().busy_o) bench_.fail("the unit stays busy");
    if (!expected_.empty() || !check_.idle()) bench_.fail("an outcome is missing");
    const AccessCheck::Counters& counters = check_.counters();
    bench_.expect("stalled accesses", stalls_, counters.stalls);
    bench_.expect("accesses without a stall entry", stall_refused_, counters.stall_buffer_full);
    events_.compare(
        check_.table_counters(), counters.too_late, counters.no_room,
        [this](const char* what, auto count, auto expected) { bench_.expect(what, count, expected); });
  }
  void clear() {
    bench_.dut().clear_i = 1;
    bench_.settle();
    bench_.tick();
    bench_.dut().clear_i = 0;
    check_ = AccessCheck(table_, stall_entries_);
    stalls_ = stall_refused_ = 0;
    events_ = {};
    await_idle();
  }
  Model& dut() { return bench_.dut(); }
  const AccessCheck& check() const { return check_; }
  std::uint64_t granules() const { return granules_; }
  std::uint64_t cycles() const { return bench_.cycles(); }
  void fail(const std::string& what) { bench_.fail(what); }
  const std::optional<std::string>& failure() const { return bench_.failure(); }

 private:
  /// Bits of access_events_t
  static constexpr unsigned kStallRefused = 8, kStalls = 9, kAgain = 10, kBegins = 11;

  void drive_beat() {
    auto& dut = bench_.dut();
    offered_ = true;
    const Access::Part part = access_->parts.empty() ? Access::Part{} : access_->parts[part_];
    const bool releases = access_->kind == AccessKind::kCommit || access_->kind == AccessKind::kRelease;
    dut.in_kind_i = releases ? 3 : static_cast<std::uint8_t>(access_->kind);
    drive(dut.in_granule_i, part.granule);
    drive(dut.in_words_i, part.words);
    drive(dut.in_time_i, access_->time.value);
    drive(dut.in_slot_i, access_->tag);
    dut.in_last_i = part_ + 1 >= access_->parts.size();
  }
  void begin() {
    auto& dut = bench_.dut();
    if (dut.events_o >> kAgain & 1) {
      const auto woken = check_.woken();
      if (!woken) return bench_.fail("an access is checked again that waits");
      bench_.expect("slot of a woken access", dut.check_slot_o, *woken);
      check_.begin_woken();
    } else {
      bench_.expect("slot of a new access", dut.check_slot_o, access_->tag);
      check_.begin(*access_);
    }
    while (check_.busy()) {
      if (const auto outcome = check_.check_part()) expected_.push_back(*outcome);
    }
  }
  std::optional<Outcome> take() {
    auto& dut = bench_.dut();
    if (expected_.empty()) {
      bench_.fail("an outcome without an access");
      return std::nullopt;
    }
    const Outcome outcome = expected_.front();
    expected_.pop_front();
    bench_.expect("slot", dut.out_slot_o, outcome.tag);
    bench_.expect("refused parts", dut.out_refused_o, outcome.aborted);
    bench_.expect("valid time", dut.out_too_late_o, outcome.needs.has_value());
    if (outcome.needs) bench_.expect("time", dut.out_needs_o, outcome.needs->value);
    return outcome;
  }

  MetadataTable::Config table_;
  unsigned stall_entries_;
  ModuleBench<Model> bench_;
  AccessCheck check_;
  std::optional<Access> access_;  ///< whose beats enter
  std::size_t part_ = 0;
  bool offered_ = false;
  std::deque<Outcome> expected_;
  std::uint64_t granules_ = 0, stalls_ = 0, stall_refused_ = 0;
  TableEvents events_;
};

}  // namespace gputm::tb::access_unit_test
