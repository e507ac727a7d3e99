// access_merger between a commit unit and an L2 with memory that others change, too: a read is answered once,
// with a value that its word had between acceptance and response; writes come out as the runs of a block's
// words in each transaction's log.
#pragma once

#include <algorithm>
#include <array>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "common/memory_report.h"
#include "common/seed.h"
#include "common/stalls.h"
#include "unit/kilo/common/checked.h"

namespace gputm::tb {

inline constexpr unsigned kWords = 4, kMergeTimeout = 6, kTags = 8, kMemory = 32;
inline constexpr unsigned kLongEnough = 400;  // cycles until all reads are answered, without stalls

struct Change {
  std::uint64_t cycle;
  unsigned value;
};

struct Write {
  unsigned address, data;
  bool last;
};

struct L2Ports {
  bool reads = false, responses = false, writes = false;
};

/// Consecutive words of a block in a transaction's log.
struct BlockWrite {
  unsigned block = 0, mask = 0;
  std::array<unsigned, kWords> data{};
};

inline std::vector<BlockWrite> runs_of(const std::vector<Write>& transaction) {
  std::vector<BlockWrite> runs;
  for (const Write& write : transaction) {
    const unsigned block = write.address / kWords, place = write.address % kWords;
    if (runs.empty() || runs.back().block != block) runs.push_back({.block = block});
    runs.back().mask |= 1u << place;
    runs.back().data[place] = write.data;
  }
  return runs;
}

/// The merger between a commit unit and an L2 with memory that others change, too.
template <typename Model>
class MergerBench {
 public:
  explicit MergerBench(Rng& rng)
      : rng_(rng), l2_reads_(rng), l2_writes_(rng), responses_(rng), history_(kMemory, {{0, 0}}) {
    auto& dut = bench_.dut();
    dut.read_valid_i = dut.write_valid_i = dut.l2_read_ready_i = dut.l2_write_ready_i =
        dut.l2_response_valid_i = 0;
    bench_.reset();
  }

  void read(unsigned address) {
    if (free_.empty()) return;
    auto& dut = bench_.dut();
    dut.read_valid_i = 1;
    drive(dut.read_tag_i, free_.front());
    drive(dut.read_addr_i, address);
    free_.pop_front();
  }
  void write(const std::vector<Write>& transaction) {
    log_.insert(log_.end(), transaction.begin(), transaction.end());
    for (const BlockWrite& run : runs_of(transaction)) runs_.push_back(run);
    transaction_runs_.push_back(runs_of(transaction).size());
  }
  /// Which of its ports the L2 does not serve
  void hold_l2(L2Ports held) { held_ = held; }
  bool offers_read() { return bench_.dut().read_valid_i; }
  bool writes() const { return !log_.empty(); }

  void cycle(bool stalls, bool may_write = true) {
    auto& dut = bench_.dut();
    drive_write(may_write);
    drive_response(stalls);
    dut.l2_read_ready_i = !held_.reads && (!stalls || l2_reads_.go());
    dut.l2_write_ready_i = !held_.writes && (!stalls || l2_writes_.go());
    bench_.settle();
    const bool read = dut.read_valid_i && dut.read_ready_o;
    const bool write = dut.write_valid_i && dut.write_ready_o;
    if (dut.response_valid_o) check_response();
    if (read) {
      accepted_[dut.read_tag_i] = {{dut.read_addr_i, bench_.cycles()}};
      ++words_;
    }
    if (dut.l2_read_valid_o && dut.l2_read_ready_i) accept_read();
    if (dut.l2_response_valid_i && dut.l2_response_ready_o) {
      l2_.erase(l2_.begin() + answered_);
      taken_ = true;
    }
    if (dut.l2_write_valid_o && dut.l2_write_ready_i) check_write();
    if (write) {
      bench_.require(!log_.front().last || !due_in_transaction(), "a transaction ends before it has written");
      if (log_.front().last) transaction_runs_.pop_front();
      log_.pop_front();
    }
    if (one_in(rng_, 8)) store(static_cast<unsigned>(below(rng_, kMemory)), next_value());
    bench_.require(dut.busy_o || free_.size() == kTags || !l2_.empty() || memory_report().fatal,
                   "rests while a read waits");
    bench_.require(dut.busy_o || !(dut.read_valid_i || dut.write_valid_i || dut.l2_response_valid_i ||
                                   dut.response_valid_o),
                   "rests while a port has a word");
    offers_in_stalls_ += dut.l2_read_valid_o && !l2_read_held_ && !l2_was_ready_;
    l2_was_ready_ = dut.l2_read_ready_i;
    l2_read_held_ = dut.l2_read_valid_o && !l2_was_ready_;
    bench_.step();
    if (read) dut.read_valid_i = 0;
    if (write) dut.write_valid_i = 0;
  }

  bool all_answered() const { return free_.size() == kTags; }
  bool all_written() const { return runs_.empty() && log_.empty(); }
  bool busy() {
    bench_.settle();
    return bench_.dut().busy_o;
  }
  std::uint64_t cycles() const { return bench_.cycles(); }
  unsigned words() const { return words_; }
  unsigned accesses() const { return accesses_; }
  unsigned stored_words() const { return stored_words_; }
  unsigned stores() const { return stores_; }
  /// Reads of the L2 that were offered first behind a cycle in which it was not ready.
  std::uint64_t offers_in_stalls() const { return offers_in_stalls_; }
  std::uint64_t longest() const { return longest_; }
  std::optional<std::string> failure() const { return bench_.failure(); }
  unsigned next_value() { return ++value_ & 0xff; }
  Model& dut() { return bench_.dut(); }
  MemoryReport memory_report() { return MemoryReport(bench_.dut().memory_report_o); }

 private:
  struct Accepted {
    unsigned address;
    std::uint64_t cycle;
  };
  struct Flight {
    unsigned tag = 0;
    std::array<unsigned, kWords> values{};
    std::uint64_t due = 0;
  };

  void drive_write(bool may_write) {
    auto& dut = bench_.dut();
    if (dut.write_valid_i) return;
    if (log_.empty() || !may_write) {
      // The port's data are undefined then.
      dut.write_last_i = one_in(rng_, 2);
      drive(dut.write_addr_i, below(rng_, kMemory));
      drive(dut.write_data_i, below(rng_, 256));
      return;
    }
    dut.write_valid_i = 1;
    dut.write_last_i = log_.front().last;
    drive(dut.write_addr_i, log_.front().address);
    drive(dut.write_data_i, log_.front().data);
  }

  void drive_response(bool stalls) {
    auto& dut = bench_.dut();
    if (dut.l2_response_valid_i && !taken_) return;
    dut.l2_response_valid_i = 0;
    taken_ = false;
    if (l2_.empty() || held_.responses || (stalls && !responses_.go())) return;
    answered_ = static_cast<std::ptrdiff_t>(below(rng_, l2_.size()));
    const Flight& flight = l2_[static_cast<std::size_t>(answered_)];
    if (flight.due > bench_.cycles()) return;
    dut.l2_response_valid_i = 1;
    drive(dut.l2_response_tag_i, flight.tag);
    unsigned data = 0;
    for (unsigned i = 0; i < kWords; ++i) data |= flight.values[i] << (8 * i);
    drive(dut.l2_response_data_i, data);
  }

  void store(unsigned address, unsigned value) { history_[address].push_back({bench_.cycles(), value}); }

  void accept_read() {
    auto& dut = bench_.dut();
    ++accesses_;
    const auto& named = accepted_[dut.l2_read_tag_o];
    bench_.require(named.has_value(), "an access by a tag that is not in use");
    if (!named) return;
    bench_.require(named->address / kWords == dut.l2_read_block_o, "an access to another block");
    longest_ = std::max(longest_, bench_.cycles() - named->cycle);
    Flight flight{.tag = dut.l2_read_tag_o, .due = bench_.cycles() + 1 + below(rng_, 20)};
    for (unsigned i = 0; i < kWords; ++i)
      flight.values[i] = history_[dut.l2_read_block_o * kWords + i].back().value;
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
      const bool ended = i + 1 < history.size() && history[i + 1].cycle < read->cycle;
      had = had || (!ended && history[i].value == dut.response_data_o);
    }
    bench_.require(had, "a value that the word did not have since");
    read.reset();
    free_.push_back(dut.response_tag_o);
  }

  void check_write() {
    auto& dut = bench_.dut();
    ++stores_;
    bench_.require(!runs_.empty(), "a write that was not made");
    if (runs_.empty()) return;
    const BlockWrite run = runs_.front();
    runs_.pop_front();
    --transaction_runs_.front();
    bench_.require(dut.l2_write_block_o == run.block && dut.l2_write_mask_o == run.mask,
                   "other words are due to be written");
    for (unsigned i = 0; i < kWords; ++i) {
      if ((run.mask >> i & 1) == 0) continue;
      ++stored_words_;
      bench_.require((dut.l2_write_data_o >> (8 * i) & 0xff) == run.data[i], "another value is written");
      store(run.block * kWords + i, run.data[i]);
    }
  }
  bool due_in_transaction() const { return transaction_runs_.front() != 0; }

  Rng& rng_;
  Checked<Model> bench_;
  StallStream l2_reads_, l2_writes_, responses_;
  std::deque<unsigned> free_{0, 1, 2, 3, 4, 5, 6, 7};
  std::array<std::optional<Accepted>, kTags> accepted_;
  std::vector<std::deque<Change>> history_;  ///< changes, by word
  std::vector<Flight> l2_;                   ///< reads not answered by the L2
  std::ptrdiff_t answered_ = 0;              ///< read on offer
  bool taken_ = false;                       ///< and its answer has been taken
  L2Ports held_;
  std::deque<Write> log_;
  std::deque<BlockWrite> runs_;
  std::deque<std::size_t> transaction_runs_;  ///< runs still to be written, by transaction
  unsigned words_ = 0, accesses_ = 0, stores_ = 0, stored_words_ = 0, value_ = 0;
  std::uint64_t longest_ = 0, offers_in_stalls_ = 0;
  bool l2_was_ready_ = true, l2_read_held_ = false;
};

/// Words near each other, sometimes far apart.
inline unsigned near(unsigned last, Rng& rng) {
  return one_in(rng, 4) ? static_cast<unsigned>(below(rng, kMemory))
                        : (last + static_cast<unsigned>(below(rng, 3))) % kMemory;
}

/// `before(bench, cycle)` is called before each cycle.
template <typename Model, typename Before>
std::optional<std::string> run_merger(MergerBench<Model>& bench, std::uint64_t cycles, Rng& rng,
                                      Before before) {
  StallStream reads(rng), writes(rng);
  unsigned read = 0, written = 0;
  for (std::uint64_t i = 0; i < cycles && !bench.failure(); ++i) {
    before(bench, i);
    if (!bench.offers_read() && reads.go()) bench.read(read = near(read, rng));
    if (!bench.writes()) {
      std::vector<Write> transaction(1 + below(rng, 6));
      for (Write& write : transaction) write = {written = near(written, rng), bench.next_value(), false};
      transaction.back().last = true;
      bench.write(transaction);
    }
    bench.cycle(true, writes.go());
  }
  for (unsigned i = 0; i < kLongEnough && !bench.failure(); ++i) bench.cycle(false);
  if (bench.failure()) return bench.failure();
  const bool lost = bench.memory_report().fatal;  // reads with a lost link are not answered
  if (!bench.all_answered() && !lost) return "a read is lost, or waits for ever";
  if (!bench.all_written()) return "a write is lost";
  if (bench.busy()) return "is busy with nothing";
  if (!lost && 3 * bench.words() < 4 * bench.accesses()) return "hardly any read is merged";
  if (bench.offers_in_stalls() == 0) return "a read waits until the L2 is ready before it is offered";
  return std::nullopt;
}

template <typename Model>
std::optional<std::string> run_merger(std::uint64_t cycles, Rng& rng) {
  MergerBench<Model> bench(rng);
  return run_merger(bench, cycles, rng, [](auto&, std::uint64_t) {});
}

}  // namespace gputm::tb
