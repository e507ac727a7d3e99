// A bench for intra_warp_unit against the two phases as described in the paper, on a table of slots without
// banks: the aborting lanes are the same, and every conflict between lanes has been found. In a warp in which
// a word was lost, which the unit reports, all but the lowest lane may abort.
#pragma once

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "common/memory_report.h"
#include "common/stalls.h"
#include "unit/kilo/common/bits.h"
#include "unit/kilo/common/checked.h"

namespace gputm::tb {

enum class Op : unsigned { kMark, kCheckRead, kCheckWrite };

/// Parameters of a model.
struct Size {
  unsigned lanes, pass_lanes, entries, banks, word_entries, address_bits;
};
inline constexpr Size kSmall{6, 6, 64, 4, 2, 12};
inline constexpr Size kGroups{6, 2, 64, 4, 2, 12};
inline constexpr Size kFull{32, 32, 4096, 32, 4, 30};
inline constexpr Size kWide{64, 32, 4096, 32, 4, 30};

/// A row of a log: the word of each lane, if any.
struct Row {
  Op op;
  std::vector<std::optional<std::uint32_t>> word;
};

struct Warp {
  std::uint64_t lanes = 0;
  std::vector<Row> rows;
};

inline std::uint64_t any_lanes(Rng& rng, const Size& size) {
  return rng() & (~std::uint64_t{0} >> (64 - size.lanes));
}

inline Warp random_warp(Rng& rng, const Size& size) {
  Warp warp;
  warp.lanes = any_lanes(rng, size);
  const std::uint64_t pool = 1 + below(rng, 1u << (1 + below(rng, 8)));
  const std::uint64_t base = rng();
  // Words of one page, and of pages that share slots.
  const auto word = [&]() {
    const std::uint64_t page = one_in(rng, 4) ? below(rng, 64) * (size.entries / 4) : 0;
    return static_cast<std::uint32_t>((base + page + below(rng, pool)) & ((1ull << size.address_bits) - 1));
  };
  const auto row = [&](Op op) {
    Row made{op, std::vector<std::optional<std::uint32_t>>(size.lanes)};
    for (auto& entry : made.word) {
      if (!one_in(rng, 4)) entry = word();
    }
    return made;
  };
  std::vector<Row> writes;
  for (std::uint64_t n = below(rng, 5); n != 0; --n) writes.push_back(row(Op::kMark));
  warp.rows = writes;
  for (std::uint64_t n = below(rng, 5) + (writes.empty() ? 1 : 0); n != 0; --n)
    warp.rows.push_back(row(Op::kCheckRead));
  for (Row& write : writes) {
    write.op = Op::kCheckWrite;
    warp.rows.push_back(write);
  }
  return warp;
}

/// The slot of a word, from its byte address a: (a mod n + 17 (a div n)) mod n.
inline std::uint64_t slot_of(std::uint32_t word, const Size& size) {
  const std::uint64_t byte = std::uint64_t{word} * 4;
  return (byte % size.entries + 17 * (byte / size.entries)) % size.entries;
}

/// Calls f(lane, word) for each relevant entry of the row.
template <typename F>
void for_entries(const Row& row, std::uint64_t lanes, F&& f) {
  for (unsigned lane = 0; lane < row.word.size(); ++lane) {
    if ((lanes >> lane & 1) != 0 && row.word[lane]) f(lane, *row.word[lane]);
  }
}

inline std::uint64_t reference_aborts(const Warp& warp, const Size& size) {
  std::vector<std::optional<unsigned>> owner(size.entries);
  std::uint64_t aborts = 0;
  for (const Row& row : warp.rows) {
    for_entries(row, warp.lanes, [&](unsigned lane, std::uint32_t word) {
      auto& of_slot = owner[slot_of(word, size)];
      if (row.op == Op::kMark && (!of_slot || lane < *of_slot)) of_slot = lane;
      const bool lower_owns = of_slot && *of_slot < lane;
      if ((row.op == Op::kCheckRead && lower_owns) || (row.op == Op::kCheckWrite && *of_slot != lane))
        aborts |= std::uint64_t{1} << lane;
    });
  }
  return aborts;
}

/// A surviving lane that uses a word that a lower lane writes.
inline bool misses_a_conflict(const Warp& warp, std::uint64_t aborts) {
  bool missed = false;
  for (const Row& write : warp.rows) {
    if (write.op != Op::kMark) continue;
    for_entries(write, warp.lanes, [&](unsigned writer, std::uint32_t word) {
      for (const Row& use : warp.rows) {
        for_entries(use, warp.lanes & ~aborts,
                    [&](unsigned user, std::uint32_t used) { missed |= used == word && user > writer; });
      }
    });
  }
  return missed;
}

/// Cycles of the rows: each group of lanes takes as many as its busiest bank has slots; an empty row, one.
inline std::uint64_t passes(const Warp& warp, const Size& size) {
  std::uint64_t total = 0;
  for (const Row& row : warp.rows) {
    std::map<std::pair<unsigned, std::uint64_t>, std::set<std::uint64_t>> slots;  // slots by group and bank
    for_entries(row, warp.lanes, [&](unsigned lane, std::uint32_t word) {
      const std::uint64_t slot = slot_of(word, size);
      slots[{lane / size.pass_lanes, slot / size.word_entries % size.banks}].insert(slot);
    });
    std::map<unsigned, std::size_t> most;  // maximum of a group
    for (const auto& [place, of_bank] : slots)
      most[place.first] = std::max(most[place.first], of_bank.size());
    for (const auto& [group, cycles] : most) total += cycles;
    if (most.empty()) ++total;
  }
  return total;
}

template <typename Model>
class UnitBench {
 public:
  UnitBench(const Size& size, Rng& rng) : size_(size), rng_(rng), rows_(rng), results_(rng) {
    auto& dut = bench_.dut();
    dut.start_valid_i = dut.row_valid_i = dut.result_ready_i = 0;
    bench_.reset();
  }

  /// One warp; with `stalls`, rows and the result stall at random. Returns the cycles from start to result.
  std::uint64_t run(const Warp& warp, bool stalls) {
    return run(warp, stalls, [](std::uint64_t) {});
  }
  /// `before(cycle)` is called before each cycle of the warp.
  template <typename Before>
  std::uint64_t run(const Warp& warp, bool stalls, Before before) {
    auto& dut = bench_.dut();
    if (stalls) rest();
    dut.start_valid_i = 1;
    drive(dut.start_lanes_i, warp.lanes);
    std::size_t next = 0;
    std::optional<std::uint64_t> started, ended;
    begin_warp();
    for (unsigned waited = 0; !ended && !bench_.failure(); ++waited) {
      bench_.require(waited < 100000, "no result");
      before(waited);
      if (next < warp.rows.size() && (dut.row_valid_i || !stalls || rows_.go())) offer(warp, next);
      dut.result_ready_i = !stalls || results_.go();
      // The port's data are undefined then.
      if (!dut.start_valid_i) drive(dut.start_lanes_i, any_lanes(rng_, size_));
      bench_.settle();
      bench_.require(dut.busy_o == (started || clears()) && dut.start_ready_o != started.has_value(),
                     "a warp is under way or not, wrongly");
      bench_.require(next < warp.rows.size() || !dut.row_ready_o, "a row would be taken behind the last one");
      if (dut.start_valid_i && dut.start_ready_o) started = bench_.cycles();
      const bool taken = dut.row_valid_i && dut.row_ready_o;
      if (dut.result_valid_o) check(warp, dut.result_aborts_o);
      if (dut.result_valid_o && dut.result_ready_i) ended = ended_ = bench_.cycles();
      bench_.step();
      if (started) dut.start_valid_i = 0;
      if (taken) {
        ++next;
        dut.row_valid_i = 0;
      }
    }
    return ended && started ? *ended - *started : 0;
  }
  /// One warp whose rows are offered when the unit awaits them. Returns the cycles from the offer of the last
  /// row to the result.
  std::uint64_t run_at_rests(const Warp& warp) {
    auto& dut = bench_.dut();
    dut.start_valid_i = 1;
    dut.result_ready_i = 1;
    drive(dut.start_lanes_i, warp.lanes);
    std::size_t next = 0;
    std::uint64_t offered_at = 0;
    begin_warp();
    for (unsigned waited = 0; waited < 100000 && !bench_.failure(); ++waited) {
      bench_.settle();
      if (dut.row_awaited_o && !dut.row_valid_i) {
        bench_.require(next < warp.rows.size(), "a row is awaited behind the last one");
        if (bench_.failure()) break;
        offer(warp, next);
        offered_at = bench_.cycles();
        bench_.settle();
      }
      const bool started = dut.start_valid_i && dut.start_ready_o;
      if (dut.row_valid_i && dut.row_ready_o) {
        ++next;
        bench_.step();
        dut.row_valid_i = 0;
        continue;
      }
      if (dut.result_valid_o) {
        check(warp, dut.result_aborts_o);
        ended_ = bench_.cycles();
        const std::uint64_t cycles = *ended_ - offered_at;
        bench_.step();
        return cycles;
      }
      bench_.step();
      if (started) dut.start_valid_i = 0;
    }
    bench_.require(false, "no row is awaited, or no result comes");
    return 0;
  }
  std::uint64_t aborted() const { return aborted_; }
  std::uint64_t survived() const { return survived_; }
  /// Warps in which all but the lowest lane abort because of a loss
  std::uint64_t given_up() const { return given_up_; }
  Model& dut() { return bench_.dut(); }
  MemoryReport memory_report() { return MemoryReport(bench_.dut().memory_report_o); }
  std::optional<std::string> failure() const { return bench_.failure(); }

 private:
  /// Registers of the last warp are cleared in the cycle behind its result.
  bool clears() const { return ended_ && bench_.cycles() == *ended_ + 1; }
  /// No warp begins without a start.
  void rest() {
    auto& dut = bench_.dut();
    for (std::uint64_t cycles = below(rng_, 3); cycles != 0; --cycles) {
      drive(dut.start_lanes_i, any_lanes(rng_, size_));
      bench_.settle();
      bench_.require(dut.busy_o == clears() && dut.start_ready_o, "a warp is under way that has not begun");
      bench_.step();
    }
  }
  void offer(const Warp& warp, std::size_t index) {
    auto& dut = bench_.dut();
    const Row& row = warp.rows[index];
    dut.row_valid_i = 1;
    drive(dut.row_op_i, static_cast<unsigned>(row.op));
    dut.row_last_i = index + 1 == warp.rows.size();
    std::uint64_t lanes = 0;
    for (unsigned lane = 0; lane < size_.lanes; ++lane) {
      if (row.word[lane]) lanes |= std::uint64_t{1} << lane;
      set_bits(dut.row_addr_i, lane * size_.address_bits, size_.address_bits, row.word[lane].value_or(0));
    }
    drive(dut.row_lanes_i, lanes);
  }
  void begin_warp() { reports_ = memory_report().corrected; }
  void check(const Warp& warp, std::uint64_t aborts) {
    const bool same = aborts == reference_aborts(warp, size_);
    const bool lost = !same && memory_report().corrected != reports_;
    bench_.require(same || (lost && aborts == (warp.lanes & (warp.lanes - 1))), "other lanes abort");
    given_up_ += lost ? 1 : 0;
    bench_.require(!misses_a_conflict(warp, aborts), "a conflict is missed");
    bench_.require(warp.lanes == 0 || aborts != warp.lanes, "no lane survives");
    aborted_ += static_cast<unsigned>(std::popcount(aborts));
    survived_ += static_cast<unsigned>(std::popcount(warp.lanes & ~aborts));
  }

  Checked<Model> bench_;
  const Size& size_;
  Rng& rng_;
  StallStream rows_, results_;
  std::optional<std::uint64_t> ended_;  ///< cycle of the last result
  std::uint64_t reports_ = 0;           ///< before the warp
  std::uint64_t aborted_ = 0, survived_ = 0, given_up_ = 0;
};

/// Cycles of a warp without stalls: the first row is taken in the cycle after start; the passes begin four
/// cycles later, or in the last but one cycle of clearing; the result comes five cycles after the last pass.
inline std::uint64_t cycles_of(const Warp& warp, const Size& size) {
  const std::uint64_t clear = size.entries / (size.banks * size.word_entries);
  const std::uint64_t first_pass = std::max<std::uint64_t>(clear - 1, 1 + 4);
  return first_pass + passes(warp, size) - 1 + 5;
}

/// Warps without stalls take the cycles of cycles_of.
template <typename Model>
std::optional<std::string> time_warps(const Size& size, std::uint64_t warps, Rng& rng) {
  UnitBench<Model> bench(size, rng);
  for (std::uint64_t i = 0; i < warps && !bench.failure(); ++i) {
    const Warp warp = random_warp(rng, size);
    const std::uint64_t cycles = bench.run(warp, false);
    if (!bench.failure() && cycles != cycles_of(warp, size))
      return std::to_string(cycles) + " cycles instead of " + std::to_string(cycles_of(warp, size));
  }
  return bench.failure();
}

/// A unit that awaits a row has served all rows before it: the last one takes the cycles of a first one.
template <typename Model>
std::optional<std::string> time_rows_at_rests(const Size& size, std::uint64_t warps, Rng& rng) {
  UnitBench<Model> bench(size, rng);
  for (std::uint64_t i = 0; i < warps && !bench.failure(); ++i) {
    const Warp warp = random_warp(rng, size);
    const std::uint64_t cycles = bench.run_at_rests(warp);
    const std::uint64_t expected =
        4 + passes({.lanes = warp.lanes, .rows = {warp.rows.back()}}, size) - 1 + 5;
    if (!bench.failure() && cycles != expected)
      return "the last row takes " + std::to_string(cycles) + " cycles instead of " +
             std::to_string(expected);
  }
  return bench.failure();
}

/// Warps with stalls
template <typename Model>
std::optional<std::string> run_warps(UnitBench<Model>& bench, const Size& size, std::uint64_t warps,
                                     Rng& rng) {
  for (std::uint64_t i = 0; i < warps && !bench.failure(); ++i) bench.run(random_warp(rng, size), true);
  if (bench.failure()) return bench.failure();
  if (bench.aborted() < warps || bench.survived() < warps) return "hardly a lane aborts, or survives";
  return std::nullopt;
}

template <typename Model>
std::optional<std::string> run_warps(const Size& size, std::uint64_t warps, Rng& rng) {
  UnitBench<Model> bench(size, rng);
  return run_warps(bench, size, warps, rng);
}

}  // namespace gputm::tb
