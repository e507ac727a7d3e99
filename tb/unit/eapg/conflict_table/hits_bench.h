// conflict_table against the model's table: the hits of each look-up, those of announcements before its first
// pass at least and of none after its last, and the cycles that it takes.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "common/memory_report.h"
#include "common/module_bench.h"
#include "common/seed.h"
#include "common/stalls.h"
#include "engines/eapg/conflict_table.h"

namespace gputm::tb::conflict_table_test {

using engines::eapg::Announcement;
using engines::eapg::ConflictTable;

inline constexpr unsigned kLanes = 8, kPartitions = 3, kRows = 8, kBanks = 4, kPartitionBits = 2,
                          kAddressBits = 30;
inline constexpr unsigned kLatency = 7;

struct LookUp {
  unsigned lanes = 0;
  std::array<unsigned, kLanes> partition{};
  std::array<Address, kLanes> word{};
};

/// Hits by the table's present state.
inline unsigned hits_of(const ConflictTable& table, const LookUp& look_up) {
  unsigned hits = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const bool looks = (look_up.lanes >> lane & 1) != 0;
    hits |= unsigned{looks && table.holds(look_up.partition[lane], look_up.word[lane])} << lane;
  }
  return hits;
}

inline unsigned passes_of(const ConflictTable& table, const LookUp& look_up) {
  std::vector<unsigned> rows;
  std::array<unsigned, kBanks> of_bank{};
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if ((look_up.lanes >> lane & 1) == 0) continue;
    const unsigned row = table.index(look_up.partition[lane], look_up.word[lane]);
    if (std::ranges::find(rows, row) != rows.end()) continue;
    rows.push_back(row);
    ++of_bank[row % kBanks];
  }
  return std::max(1U, *std::ranges::max_element(of_bank));
}

/// A look-up may lack hits if rows that it may have read were lost, which the table reports.
template <typename Model>
class TableBench {
 public:
  explicit TableBench(Rng& rng) : look_ups_(rng), rows_(rng), rng_(rng) {
    for (Address& word : words_) word = static_cast<Address>(below(rng, 1u << kAddressBits)) * 4;
    auto& dut = bench_.dut();
    dut.access_valid_i = dut.row_valid_i = 0;
    bench_.reset();
    unsigned cycles = 0;
    for (bench_.settle(); !dut.row_ready_o && cycles < 100; bench_.settle(), ++cycles) {
      bench_.expect("access_ready_o", dut.access_ready_o, 0);
      bench_.expect("busy_o", dut.busy_o, 1);
      bench_.tick();
    }
    bench_.expect("cycles of clearing", cycles, kPartitions * kRows / kBanks);
  }

  /// One cycle. `rows`, `look_ups`: whether announcements and look-ups come.
  void cycle(bool rows, bool look_ups) {
    auto& dut = bench_.dut();
    dut.row_valid_i = rows && rows_.go();
    if (dut.row_valid_i) offer_row();
    if (!dut.access_valid_i && look_ups && look_ups_.go()) offer_look_up();
    bench_.settle();
    bench_.expect("row_ready_o", dut.row_ready_o, 1);
    bench_.expect("busy_o", dut.busy_o, !in_flight_.empty());
    const std::uint64_t reports = memory_report().corrected;
    if (lacks_hits_ && reports == *lacks_hits_) bench_.fail("a look-up lacks hits");
    lacks_hits_.reset();
    if (dut.hit_valid_o) take_hits();
    for (InFlight& look_up : in_flight_) note(look_up);
    if (dut.access_valid_i && dut.access_ready_o) {
      in_flight_.push_back({.look_up = offered_, .accepted = now_, .reports = reports});
      note(in_flight_.back());
    }
    const bool taken = dut.access_valid_i && dut.access_ready_o;
    if (dut.row_valid_i) table_.write(dut.row_partition_i, row_);
    bench_.tick();
    ++now_;
    if (taken) dut.access_valid_i = 0;
  }
  bool done() const { return in_flight_.empty() && !bench_.dut_busy(); }
  std::uint64_t hits() const { return hits_; }
  std::uint64_t look_ups() const { return ended_; }
  std::optional<std::string> failure() const { return bench_.failure(); }
  Model& dut() { return bench_.dut(); }
  MemoryReport memory_report() { return MemoryReport(bench_.dut().memory_report_o); }

 private:
  struct Bench : ModuleBench<Model> {
    bool dut_busy() const { return const_cast<Bench*>(this)->dut().access_valid_i; }
  };
  struct InFlight {
    LookUp look_up;
    std::uint64_t accepted = 0;
    std::uint64_t reports = 0;  ///< of losses, by then
    unsigned sometimes = 0;     ///< lanes with a hit in some cycle since
    unsigned always = ~0U;      ///< lanes with a hit in every one
  };

  void note(InFlight& look_up) const {
    const unsigned hits = hits_of(table_, look_up.look_up);
    look_up.sometimes |= hits;
    look_up.always &= hits;
  }
  void offer_row() {
    auto& dut = bench_.dut();
    const Address word = words_[below(rng_, words_.size())];
    row_ = {.row = static_cast<std::uint16_t>(engines::eapg::place_of(word, kRows).row),
            .words = one_in(rng_, 3) ? 0 : 1u << word / 4 % 32 | static_cast<std::uint32_t>(rng_() & rng_())};
    drive(dut.row_partition_i, below(rng_, kPartitions));
    drive(dut.row_i, row_.row);
    drive(dut.row_words_i, row_.words);
  }
  void offer_look_up() {
    auto& dut = bench_.dut();
    const bool coalesced = one_in(rng_, 3);
    offered_.lanes = static_cast<unsigned>(below(rng_, 1u << kLanes));
    drive(dut.access_lanes_i, offered_.lanes);
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      offered_.partition[lane] =
          coalesced && lane != 0 ? offered_.partition[0] : static_cast<unsigned>(below(rng_, kPartitions));
      offered_.word[lane] = coalesced && lane != 0 ? (offered_.word[0] & ~Address{127}) + 4 * lane
                                                   : words_[below(rng_, words_.size())];
      set_element(dut.access_partition_i, lane, kPartitionBits, offered_.partition[lane]);
      set_element(dut.access_addr_i, lane, kAddressBits, offered_.word[lane] / 4);
    }
    dut.access_valid_i = 1;
  }
  void take_hits() {
    auto& dut = bench_.dut();
    if (in_flight_.empty()) return bench_.fail("hits of no look-up");
    const InFlight& look_up = in_flight_.front();
    const unsigned lanes = dut.hit_lanes_o;
    bench_.expect("lanes without a hit", lanes & ~look_up.sometimes, 0u);
    if ((look_up.always & ~lanes) != 0) lacks_hits_ = look_up.reports;  // a loss is reported a cycle later
    free_ = std::max(free_, look_up.accepted) + passes_of(table_, look_up.look_up);
    bench_.expect("cycle of the hits", now_, free_ + kLatency);
    hits_ += lanes != 0;
    ++ended_;
    in_flight_.pop_front();
  }

  Bench bench_;
  StallStream look_ups_, rows_;
  Rng& rng_;
  std::array<Address, 12> words_{};
  ConflictTable table_{kPartitions, kRows};
  Announcement row_;
  LookUp offered_;
  std::deque<InFlight> in_flight_;
  std::optional<std::uint64_t> lacks_hits_;  ///< a look-up of the last cycle: reports at its acceptance
  std::uint64_t now_ = 0, free_ = 0, hits_ = 0, ended_ = 0;
};

/// Announcements beside look-ups, and between them, where hits are exact; `before()` is called before each
/// phase.
template <typename Model, typename Before>
void run_phases(TableBench<Model>& bench, unsigned phases, Before before) {
  for (unsigned phase = 0; phase < phases && !bench.failure(); ++phase) {
    before();
    const bool together = phase % 2 == 0;
    for (unsigned i = 0; i < 40; ++i) bench.cycle(true, together);
    for (unsigned i = 0; i < 60; ++i) bench.cycle(false, true);
  }
  for (unsigned i = 0; i < 100; ++i) bench.cycle(false, false);
}

}  // namespace gputm::tb::conflict_table_test
