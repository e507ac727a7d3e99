// A commit unit's reads and writes, and other agents' stores, in front of recent_words and an L2: every read
// is answered once, with a value that its word had between acceptance and response.
#pragma once

#include <algorithm>
#include <array>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/memory_report.h"
#include "common/seed.h"
#include "common/stalls.h"
#include "unit/kilo/common/checked.h"

namespace gputm::tb {

inline constexpr unsigned kRows = 8, kTags = 16, kMemory = 64, kLineWords = 4, kStores = 2;
inline constexpr unsigned kLongEnough = 500;  // cycles until all reads are answered, without stalls

/// Reads that may still return the value before a change: those accepted before it, and for a commit unit's
/// write, those of the same cycle.
struct Change {
  std::uint64_t first_after;
  unsigned value;
};

/// Beside the module: a second one, with a clock that stops while it is not busy and has no input; or none,
/// where bits are turned meanwhile.
enum class Twin { kGated, kNone };

/// The module between a commit unit and an L2 with other agents' stores
template <typename Model>
class Bench {
 public:
  explicit Bench(Rng& rng, Twin twin = Twin::kGated)
      : rng_(rng), l2_reads_(rng), responses_(rng), history_(kMemory, {{0, 0}}) {
    begin(bench_);
    if (twin == Twin::kGated) begin(gated_.emplace());
  }

  // Inputs of the next cycle; a stalled read is held.
  void read(unsigned address) {
    if (free_.empty()) return;
    auto& dut = bench_.dut();
    dut.read_valid_i = 1;
    drive(dut.read_tag_i, free_.front());
    drive(dut.read_addr_i, address);
    free_.pop_front();
  }
  void write(unsigned address) {
    auto& dut = bench_.dut();
    dut.wrote_i = 1;
    drive(dut.wrote_addr_i, address);
    drive(dut.wrote_data_i, ++value_);
    change(address, value_, bench_.cycles() + 1);
  }
  void store(unsigned line, unsigned words) {
    auto& dut = bench_.dut();
    dut.stored_valid_i = 1;
    drive(dut.stored_line_i, line);
    drive(dut.stored_words_i, words);
    for (unsigned i = 0; i < kLineWords; ++i) {
      if (words >> i & 1) change(line * kLineWords + i, ++value_, bench_.cycles());
    }
  }
  void store_anywhere() {
    bench_.dut().stored_all_i = 1;
    for (unsigned i = 0; i < kMemory / 2; ++i)
      change(static_cast<unsigned>(below(rng_, kMemory)), ++value_, bench_.cycles());
  }
  bool offers_read() { return bench_.dut().read_valid_i; }

  void cycle(bool stalls) { cycle(stalls, !stalls || l2_reads_.go()); }
  /// A cycle in which the L2 takes nothing.
  void stall_l2() { cycle(false, false); }
  void drain() {
    for (unsigned i = 0; i < kLongEnough && !failure() && !(all_answered() && !busy()); ++i) cycle(false);
  }

  bool all_answered() { return !offers_read() && free_.size() == kTags; }
  bool busy() {
    bench_.settle();
    return bench_.dut().busy_o;
  }
  std::uint64_t cycles() const { return bench_.cycles(); }
  unsigned reads() const { return reads_; }
  unsigned l2_reads() const { return l2_read_count_; }
  std::uint64_t last_latency() const { return last_latency_; }
  std::uint64_t last_sent_after() const { return last_sent_after_; }
  std::optional<std::string> failure() const { return bench_.failure(); }
  Model& dut() { return bench_.dut(); }
  MemoryReport memory_report() { return MemoryReport(bench_.dut().memory_report_o); }

 private:
  static void begin(Clocked<Model>& clocked) {
    Model& dut = clocked.dut();
    dut.read_valid_i = dut.l2_read_ready_i = dut.l2_response_valid_i = 0;
    dut.wrote_i = dut.stored_valid_i = dut.stored_all_i = 0;
    clocked.reset();
  }

  void cycle(bool stalls, bool l2_ready) {
    auto& dut = bench_.dut();
    drive_response(stalls);
    dut.l2_read_ready_i = l2_ready;
    bench_.settle();
    if (dut.response_valid_o) check_response();
    const bool read = dut.read_valid_i && dut.read_ready_o;
    if (read) {
      accepted_[dut.read_tag_i] = {{static_cast<unsigned>(dut.read_addr_i), bench_.cycles()}};
      ++reads_;
    }
    if (dut.l2_read_valid_o && dut.l2_read_ready_i) accept_read();
    if (dut.l2_response_valid_i) l2_.erase(l2_.begin() + answered_);
    bench_.require(dut.busy_o || free_.size() + l2_.size() + dut.read_valid_i >= kTags,
                   "rests while a read waits");
    if (gated_) compare_gated();
    bench_.step();
    dut.wrote_i = dut.stored_valid_i = dut.stored_all_i = 0;
    if (read) dut.read_valid_i = 0;
  }

  struct Accepted {
    unsigned address;
    std::uint64_t cycle;
  };
  struct Flight {
    unsigned tag = 0, address = 0;
    std::optional<unsigned> value;  ///< value, if the read takes effect at acceptance; else at its answer
    std::uint64_t due = 0;
  };

  void change(unsigned address, unsigned value, std::uint64_t first_after) {
    history_[address].push_back({first_after, value & 0xffff});
  }

  void compare_gated() {
    auto &dut = bench_.dut(), &gated = gated_->dut();
    gated.read_valid_i = dut.read_valid_i;
    gated.read_tag_i = dut.read_tag_i;
    gated.read_addr_i = dut.read_addr_i;
    gated.wrote_i = dut.wrote_i;
    gated.wrote_addr_i = dut.wrote_addr_i;
    gated.wrote_data_i = dut.wrote_data_i;
    gated.l2_read_ready_i = dut.l2_read_ready_i;
    gated.l2_response_valid_i = dut.l2_response_valid_i;
    gated.l2_response_tag_i = dut.l2_response_tag_i;
    gated.l2_response_data_i = dut.l2_response_data_i;
    gated.stored_valid_i = dut.stored_valid_i;
    gated.stored_line_i = dut.stored_line_i;
    gated.stored_words_i = dut.stored_words_i;
    gated.stored_all_i = dut.stored_all_i;
    gated_->settle();
    bench_.require(gated.read_ready_o == dut.read_ready_o && gated.response_valid_o == dut.response_valid_o &&
                       gated.l2_read_valid_o == dut.l2_read_valid_o &&
                       (!dut.response_valid_o || gated.response_data_o == dut.response_data_o),
                   "differs when its clock has stood still");
    const bool idle = !dut.read_valid_i && !dut.wrote_i && !dut.l2_response_valid_i && !dut.stored_valid_i &&
                      !dut.stored_all_i;
    if (gated.busy_o || !idle) gated_->step();
  }

  void drive_response(bool stalls) {
    auto& dut = bench_.dut();
    dut.l2_response_valid_i = 0;
    if (l2_.empty() || (stalls && !responses_.go())) return;
    answered_ = static_cast<std::ptrdiff_t>(below(rng_, l2_.size()));
    const Flight& flight = l2_[static_cast<std::size_t>(answered_)];
    if (flight.due > bench_.cycles()) return;
    dut.l2_response_valid_i = 1;
    drive(dut.l2_response_tag_i, flight.tag);
    drive(dut.l2_response_data_i, flight.value.value_or(history_[flight.address].back().value));
  }

  void accept_read() {
    auto& dut = bench_.dut();
    ++l2_read_count_;
    const auto& read = accepted_[dut.l2_read_tag_o];
    bench_.require(read.has_value() && read->address == dut.l2_read_addr_o,
                   "a read of the L2 that was not asked for");
    if (!read) return;
    last_sent_after_ = bench_.cycles() - read->cycle;
    Flight flight{.tag = dut.l2_read_tag_o,
                  .address = read->address,
                  .value = {},
                  .due = bench_.cycles() + 1 + below(rng_, 20)};
    if (one_in(rng_, 2)) flight.value = history_[read->address].back().value;
    l2_.push_back(flight);
  }

  void check_response() {
    auto& dut = bench_.dut();
    auto& read = accepted_[dut.response_tag_o];
    bench_.require(read.has_value(), "a response to no read");
    if (!read) return;
    const auto& history = history_[read->address];
    bool had = false;
    for (std::size_t i = 0; i < history.size(); ++i) {
      const bool ended = i + 1 < history.size() && history[i + 1].first_after <= read->cycle;
      had = had || (!ended && history[i].value == dut.response_data_o);
    }
    bench_.require(had, "a value that the word did not have since");
    last_latency_ = bench_.cycles() - read->cycle;
    read.reset();
    free_.push_back(dut.response_tag_o);
  }

  Rng& rng_;
  Checked<Model> bench_;
  std::optional<Clocked<Model>> gated_;
  StallStream l2_reads_, responses_;
  std::deque<unsigned> free_{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  std::array<std::optional<Accepted>, kTags> accepted_;
  std::vector<std::vector<Change>> history_;  ///< changes, by word
  std::vector<Flight> l2_;                    ///< reads not answered by the L2
  std::ptrdiff_t answered_ = 0;               ///< index of the one answered in this cycle
  unsigned reads_ = 0, l2_read_count_ = 0, value_ = 0;
  std::uint64_t last_latency_ = 0, last_sent_after_ = 0;
};

/// `before(bench, cycle)` is called before each cycle.
template <typename Model, typename Before>
std::optional<std::string> run_words(Bench<Model>& bench, std::uint64_t cycles, Rng& rng, Before before) {
  StallStream reads(rng), writes(rng), stores(rng);
  // Few words, so that accesses collide; and phases without stores, in which the table fills.
  const unsigned words = 4 + static_cast<unsigned>(below(rng, kMemory - 3));
  for (std::uint64_t i = 0; i < cycles && !bench.failure(); ++i) {
    before(bench, i);
    const bool quiet = i / 200 % 2 == 0;
    if (i % 1000 > 900) {  // the unit becomes idle
      bench.cycle(true);
      continue;
    }
    if (!bench.offers_read() && reads.go()) bench.read(static_cast<unsigned>(below(rng, words)));
    const unsigned line = static_cast<unsigned>(below(rng, (words + kLineWords - 1) / kLineWords));
    if (writes.go() && one_in(rng, 3)) bench.write(static_cast<unsigned>(below(rng, words)));
    if (!quiet && stores.go() && one_in(rng, 6))
      bench.store(line, 1 + static_cast<unsigned>(below(rng, (1u << kLineWords) - 1)));
    if (one_in(rng, i / 100 % 8 == 0 ? 10 : 500)) bench.store_anywhere();  // sometimes in bursts
    bench.cycle(true);
  }
  bench.drain();
  if (bench.failure()) return bench.failure();
  const MemoryReport report = bench.memory_report();
  if (report.fatal) return std::nullopt;  // a read is never answered
  if (!bench.all_answered()) return "a read is lost, or waits for ever";
  if (bench.busy()) return "is busy with nothing";
  const bool keeps_many = words <= 8 && cycles >= 5000;
  if (!report.valid && keeps_many && 4 * bench.l2_reads() > 3 * bench.reads())
    return "hardly any read is answered from the table";
  return std::nullopt;
}

template <typename Model>
std::optional<std::string> run_words(std::uint64_t cycles, Rng& rng, Twin twin = Twin::kGated) {
  Bench<Model> bench(rng, twin);
  return run_words(bench, cycles, rng, [](auto&, std::uint64_t) {});
}

}  // namespace gputm::tb
