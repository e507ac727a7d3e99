// memory_to_axi with any memory that follows AXI: a read returns a value that the word had between acceptance
// and response, including every write accepted before the read; writes take effect in order.
#include <gtest/gtest.h>

#include <array>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "Vmemory_to_axi.h"
#include "Vmemory_to_axi_low.h"
#include "Vmemory_to_axi_wide.h"
#include "common/module_bench.h"
#include "common/reset_in_traffic.h"
#include "common/stalls.h"
#include "unit/axi/common/axi_memory.h"
#include "unit/kilo/common/checked.h"

namespace gputm::tb {
namespace {

constexpr unsigned kTags = 8, kWrites = 4, kWords = 6;
constexpr unsigned kFirstWord = 1021;  ///< words on both sides of a boundary of 4 kB
constexpr unsigned kSlvErr = 2, kDecErr = 3;
constexpr AxiBus kNarrow{}, kWide{.words = 4, .place_bits = 2, .base = 0x80'0000'0000};

template <typename Model>
class MemoryBench {
 public:
  MemoryBench(Rng& rng, AxiBus bus) : rng_(rng), memory_(bench_.dut(), rng, bus), reads_(rng), writes_(rng) {
    auto& dut = bench_.dut();
    dut.read_valid_i = dut.write_valid_i = 0;
    for (unsigned i = 0; i < kWords; ++i) values_[kFirstWord + i] = {0};
    bench_.reset();
  }

  /// One cycle; `offers`: whether new reads and writes may come.
  void cycle(bool offers) {
    auto& dut = bench_.dut();
    if (!dut.write_valid_i && offers && go(writes_)) {
      dut.write_valid_i = 1;
      dut.write_addr_i = kFirstWord + static_cast<unsigned>(below(rng_, kWords));
      dut.write_data_i = ++last_data_;
    }
    if (!dut.read_valid_i && offers && reads_in_flight_.size() < kTags && go(reads_)) {
      dut.read_valid_i = 1;
      dut.read_addr_i = kFirstWord + static_cast<unsigned>(below(rng_, kWords));
      do {
        drive(dut.read_tag_i, below(rng_, kTags));
      } while (reads_in_flight_.contains(dut.read_tag_i));
    }
    memory_.drive_inputs();
    bench_.settle();
    memory_.sample();
    data_ahead_ |= memory_.data_ahead();
    check_report();
    if (dut.response_valid_o) check_response();
    if (dut.answered_o) ++answered_;
    bench_.require(dut.accepted_o == (dut.write_valid_i && dut.write_ready_o), "accepted_o is wrong");
    const bool read = dut.read_valid_i && dut.read_ready_o, write = dut.accepted_o;
    if (read) {
      ++read_count_;
      reads_in_flight_[dut.read_tag_i] = {dut.read_addr_i, values_[dut.read_addr_i].size() - 1, std::nullopt};
    }
    if (write) {
      ++write_count_;
      values_[dut.write_addr_i].push_back(dut.write_data_i);
      due_.push_back({dut.write_addr_i, dut.write_data_i});
    }
    bench_.require(write_count_ - answered_ <= kWrites, "more writes in flight than there is room for");
    const bool busy = dut.busy_o;
    bench_.require(busy || !(dut.read_valid_i || dut.write_valid_i || dut.m_axi_bvalid || dut.m_axi_rvalid),
                   "rests while something comes");
    bench_.require(busy || (memory_.empty() && due_.empty()) || !reads_in_flight_.empty(), "not busy");
    // Effects of this cycle
    if (quick_ || one_in(rng_, 3)) perform_write();
    if (quick_ || one_in(rng_, 3)) perform_read();
    bench_.step();
    if (read) dut.read_valid_i = 0;
    if (write) dut.write_valid_i = 0;
    bench_.require(memory_.failure().empty(), memory_.failure().c_str());
  }

  void be_quick() {
    quick_ = true;
    memory_.be_quick();
  }
  AxiMemory<Model>& memory() { return memory_; }
  std::uint64_t failed_reads() const { return failed_reads_; }
  std::optional<std::string> failure() const { return bench_.failure(); }
  std::uint64_t reads() const { return read_count_; }
  std::uint64_t writes() const { return write_count_; }
  bool data_ahead() const { return data_ahead_; }
  bool drained() {
    return memory_.empty() && due_.empty() && reads_in_flight_.empty() && answered_ == write_count_ &&
           !bench_.dut().busy_o;
  }
  Checked<Model>& bench() { return bench_; }

 private:
  struct InFlight {
    unsigned word;
    std::size_t behind;                  ///< number of the word's last write at the acceptance of the read
    std::optional<std::uint32_t> value;  ///< value that memory returned
    bool fails = false;
  };
  bool go(StallStream& stream) { return quick_ || stream.go(); }

  void perform_write() {
    const auto write = memory_.write_next();
    if (!write) return;
    bench_.require(!due_.empty() && due_.front().first == write->word && due_.front().second == write->data,
                   "not the next write");
    if (due_.empty()) return;
    due_.pop_front();
    stored_[write->word] = write->data;
  }
  void perform_read() {
    auto read = memory_.read_any();
    if (!read) return;
    read->data = stored_[read->word];
    const auto flight = reads_in_flight_.find(memory_.tag_of(*read));
    bench_.require(flight != reads_in_flight_.end() && flight->second.word == read->word,
                   "not a read's word");
    if (flight != reads_in_flight_.end()) {
      flight->second.value = read->data;
      flight->second.fails = (read->resp & 2) != 0;
    }
    memory_.answer(*read);
  }
  void check_response() {
    auto& dut = bench_.dut();
    const auto flight = reads_in_flight_.find(dut.response_tag_o);
    bench_.require(flight != reads_in_flight_.end(), "a response that nobody waits for");
    if (flight == reads_in_flight_.end()) return;
    const InFlight read = flight->second;
    bench_.require(dut.response_error_o == read.fails, "a read fails that has not, or the other way round");
    if (read.fails) {  // with any data
      ++failed_reads_;
      reads_in_flight_.erase(flight);
      return;
    }
    bench_.require(read.value == dut.response_data_o, "not what the memory had");
    const auto& values = values_[read.word];
    std::size_t number = values.size();
    while (number > 0 && values[number - 1] != dut.response_data_o) --number;
    bench_.require(number > read.behind, "a write that was accepted before the read is not in its value");
    reads_in_flight_.erase(flight);
  }

  /// error_o rises two cycles after the first error on the bus, and error_info_o stays at that one.
  void check_report() {
    auto& dut = bench_.dut();
    const bool told = seen_failures_[1] != 0;
    seen_failures_ = {memory_.failures().size(), seen_failures_[0]};
    bench_.require(dut.error_o == told, "error_o is wrong");
    if (!told) return;
    const auto field = [&](unsigned from, unsigned width) {
      return static_cast<unsigned>(dut.error_info_o >> from & ((std::uint64_t{1} << width) - 1));
    };
    const AxiFailure told_of{
        .write = field(48, 1) != 0, .resp = field(46, 2), .tag = field(30, 16), .word = field(0, 30)};
    bench_.require(told_of == memory_.failures().front(), "error_info_o is not of the first error");
  }

  Rng& rng_;
  Checked<Model> bench_;
  AxiMemory<Model> memory_;
  StallStream reads_, writes_;
  bool quick_ = false, data_ahead_ = false;
  std::uint32_t last_data_ = 0;
  std::map<unsigned, std::vector<std::uint32_t>> values_;  ///< in the order of acceptance
  std::deque<std::pair<unsigned, std::uint32_t>> due_;     ///< accepted writes not yet performed
  std::map<std::uint64_t, std::uint32_t> stored_;
  std::map<unsigned, InFlight> reads_in_flight_;
  std::uint64_t read_count_ = 0, write_count_ = 0, answered_ = 0, failed_reads_ = 0;
  std::array<std::size_t, 2> seen_failures_{};  ///< errors on the bus one and two cycles ago
};

template <typename Model>
std::optional<std::string> run_memory(AxiBus bus, std::uint64_t cycles, Rng& rng,
                                      AxiManner manner = AxiManner::kAny, unsigned fail_period = 0) {
  constexpr unsigned kLongest = 20000;  // cycles until all is done: some long stalls
  MemoryBench<Model> bench(rng, bus);
  bench.memory().be(manner);
  bench.memory().fail_one_in(fail_period);
  for (std::uint64_t i = 0; i < cycles && !bench.failure(); ++i) bench.cycle(true);
  for (unsigned i = 0; i < kLongest && !bench.failure() && !bench.drained(); ++i) bench.cycle(false);
  if (bench.failure()) return bench.failure();
  if (!bench.drained()) return "something is lost, or waits for ever";
  // Where writes go first, reads wait for gaps.
  const std::uint64_t share = manner == AxiManner::kAny ? 20 : 200;
  if (bench.reads() < cycles / share || bench.writes() < cycles / share) return "hardly anything moves";
  if (manner == AxiManner::kAny && !bench.data_ahead()) return "data never come before their address";
  if (fail_period != 0 && bench.failed_reads() < cycles / share / fail_period) return "hardly anything fails";
  return std::nullopt;
}

TEST(MemoryToAxi, KeepsTheOrderOfWords) {
  Rng rng = seeded_rng(101);
  for (std::uint64_t run = 0; run < run_length(4); ++run)
    ASSERT_EQ(run_memory<Vmemory_to_axi>(kNarrow, 20000, rng), std::nullopt) << "run " << run;
}

TEST(MemoryToAxi, KeepsTheOrderOfWordsOnAWideBus) {
  Rng rng = seeded_rng(102);
  for (std::uint64_t run = 0; run < run_length(4); ++run)
    ASSERT_EQ(run_memory<Vmemory_to_axi_wide>(kWide, 20000, rng), std::nullopt) << "run " << run;
}

// Answers come within four cycles of a write's acceptance, so four writes in flight sustain one per cycle;
// reads of the same few words wait for them now and then.
TEST(MemoryToAxi, AWriteACycle) {
  Rng rng = seeded_rng(103);
  MemoryBench<Vmemory_to_axi> bench(rng, kNarrow);
  bench.be_quick();
  for (unsigned i = 0; i < 1000; ++i) bench.cycle(true);
  EXPECT_EQ(bench.failure(), std::nullopt);
  EXPECT_GT(bench.writes(), 950u);
  EXPECT_GT(bench.reads(), 300u);
}

constexpr AxiManner kBadDays[] = {AxiManner::kAddressNeedsData, AxiManner::kDataFirst,
                                  AxiManner::kAddressFirst,     AxiManner::kWritesFirst,
                                  AxiManner::kYoungestFirst,    AxiManner::kLongStalls};

TEST(MemoryToAxi, KeepsTheOrderOnBadDays) {
  Rng rng = seeded_rng(105);
  for (std::uint64_t run = 0; run < run_length(1); ++run) {
    for (const AxiManner manner : kBadDays) {
      ASSERT_EQ(run_memory<Vmemory_to_axi>(kNarrow, 20000, rng, manner), std::nullopt)
          << "run " << run << ", manner " << static_cast<int>(manner);
    }
  }
}

// Failed transfers among others: each read is answered, and each write counts as answered and is sent once.
TEST(MemoryToAxi, GoesOnAfterErrors) {
  Rng rng = seeded_rng(106);
  for (std::uint64_t run = 0; run < run_length(10); ++run) {
    const auto manner = run == 0 ? AxiManner::kAny : kBadDays[below(rng, std::size(kBadDays))];
    ASSERT_EQ(run_memory<Vmemory_to_axi>(kNarrow, 10000, rng, manner, 12), std::nullopt) << "run " << run;
    ASSERT_EQ(run_memory<Vmemory_to_axi_wide>(kWide, 10000, rng, manner, 12), std::nullopt) << "run " << run;
  }
}

TEST(MemoryToAxi, BeginsAnewAfterAReset) {
  check_resets_in_traffic<Vmemory_to_axi>(
      107, 500, [](Rng& rng) { return run_memory<Vmemory_to_axi>(kNarrow, 600, rng, AxiManner::kAny, 12); });
}

// One kind of transfer fails, the first one after others that do not.
TEST(MemoryToAxi, TellsOfErrors) {
  for (const unsigned resp : {kSlvErr, kDecErr}) {
    for (const bool of_a_write : {false, true}) {
      Rng rng = seeded_rng(104);
      MemoryBench<Vmemory_to_axi> bench(rng, kNarrow);
      auto& dut = bench.bench().dut();
      // A response without a valid answer is not an error.
      drive(of_a_write ? dut.m_axi_bresp : dut.m_axi_rresp, resp);
      for (unsigned i = 0; i < 10; ++i) bench.cycle(false);
      bench.memory().answer_with(of_a_write, 1);  // EXOKAY, as to an exclusive access
      for (unsigned i = 0; i < 300; ++i) bench.cycle(true);
      EXPECT_EQ(dut.error_o, 0);
      bench.memory().answer_with(of_a_write, resp);
      for (unsigned i = 0; i < 300; ++i) bench.cycle(true);
      EXPECT_EQ(dut.error_o, 1);
      EXPECT_EQ(bench.failure(), std::nullopt);
    }
  }
}

/// A bus whose addresses end after 32 words, without stalls.
class LowBench {
 public:
  static constexpr unsigned kTag = 5;
  LowBench() {
    auto& dut = bench_.dut();
    dut.read_valid_i = dut.write_valid_i = 0;
    dut.m_axi_awready = dut.m_axi_wready = dut.m_axi_arready = 1;
    dut.m_axi_bvalid = dut.m_axi_rvalid = 0;
    drive(dut.m_axi_rlast, 1);
    drive(dut.m_axi_bid, 0);
    drive(dut.m_axi_bresp, 0);
    drive(dut.m_axi_rresp, 0);
    drive(dut.read_tag_i, kTag);
    bench_.reset();
  }
  /// The addresses that come to the bus of one read or write.
  std::vector<unsigned> access(bool write, unsigned word) {
    auto& dut = bench_.dut();
    std::vector<unsigned> addresses;
    (write ? dut.write_valid_i : dut.read_valid_i) = 1;
    dut.write_addr_i = dut.read_addr_i = word;
    for (unsigned i = 0; i < 8; ++i) {
      bench_.settle();
      if (dut.m_axi_awvalid) addresses.push_back(dut.m_axi_awaddr);
      if (dut.m_axi_arvalid) addresses.push_back(dut.m_axi_araddr);
      accepted_ += dut.accepted_o;
      failed_ += dut.response_valid_o && dut.response_error_o;
      const bool answer_write = dut.m_axi_awvalid, answer_read = dut.m_axi_arvalid;
      const unsigned id = dut.m_axi_arid;
      bench_.tick();
      dut.write_valid_i = dut.read_valid_i = 0;
      dut.m_axi_bvalid = answer_write;
      dut.m_axi_rvalid = answer_read;
      drive(dut.m_axi_rid, id);
    }
    return addresses;
  }
  bool error() { return bench_.dut().error_o; }
  std::uint64_t info() { return bench_.dut().error_info_o; }
  unsigned failed_reads() const { return failed_; }
  bool busy() { return bench_.dut().busy_o; }
  unsigned accepted() const { return accepted_; }
  std::optional<std::string> failure() const { return bench_.failure(); }

 private:
  ModuleBench<Vmemory_to_axi_low> bench_;
  unsigned accepted_ = 0, failed_ = 0;
};

TEST(MemoryToAxi, TellsOfWordsThatTheBusCannotName) {
  constexpr unsigned kBase = 0xf80;
  // 32 is the first word without an address; with one bit more of address, 0x3e0 would be the word at 0.
  for (const unsigned word : {32u, 33u, 0x3e0u, 0x3ffu, 0x3fff'ffffu}) {
    LowBench writes, reads;
    for (const unsigned good : {0u, 31u}) {
      EXPECT_EQ(writes.access(true, good), std::vector{kBase + 4 * good});
      EXPECT_EQ(reads.access(false, good), std::vector{kBase + 4 * good});
    }
    EXPECT_FALSE(writes.error() || reads.error());
    EXPECT_EQ(writes.access(true, word), std::vector<unsigned>{}) << "stored somewhere";
    EXPECT_EQ(writes.accepted(), 2u);
    EXPECT_EQ(reads.access(false, word), std::vector{kBase}) << "a read is answered, whatever it asks for";
    EXPECT_TRUE(writes.error() && reads.error()) << "word " << word;
    EXPECT_EQ(reads.failed_reads(), 1u);
    const std::uint64_t decerr = std::uint64_t{kDecErr} << 46 | word;
    EXPECT_EQ(writes.info(), std::uint64_t{1} << 48 | decerr);
    EXPECT_EQ(reads.info(), std::uint64_t{LowBench::kTag} << 30 | decerr);
    EXPECT_FALSE(writes.busy() || reads.busy()) << "waits for something";
    EXPECT_EQ(writes.access(true, 1), std::vector{kBase + 4}) << "nothing is wrong with the next one";
    EXPECT_TRUE(writes.error());
    EXPECT_EQ(writes.failure(), std::nullopt);
    EXPECT_EQ(reads.failure(), std::nullopt);
  }
}

}  // namespace
}  // namespace gputm::tb
