// account_memory: every word has its first value; reads and loads take turns and are answered two cycles
// later with the value at their acceptance.
#include <gtest/gtest.h>

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "Vaccount_memory.h"
#include "Vaccount_memory_secded.h"
#include "Vaccount_memory_secded___024root.h"
#include "common/module_bench.h"
#include "common/stalls.h"

namespace gputm::tb {
namespace {

// As the parameters of the model in CMakeLists.txt
constexpr unsigned kWords = 5, kPartitions = 2, kPartition = 1, kTags = 8, kSources = 8, kInitial = 55;

enum Port : unsigned { kRead, kLoad, kPorts };

struct Request {
  std::uint32_t word = 0;  // place in the memory
  std::uint32_t tag = 0;   // or the source
};

struct Answer {
  Port port;
  std::uint32_t tag, data;
};

constexpr std::uint32_t address(std::uint32_t word) { return word * kPartitions + kPartition; }

class MemoryBench : public ModuleBench<Vaccount_memory> {
 public:
  explicit MemoryBench(Rng& rng) : rng_(rng), go_{StallStream(rng), StallStream(rng)}, write_go_(rng) {
    reset();
    // Requests wait while the words are initialised, one per cycle.
    requests_[kRead] = requests_[kLoad] = Request{kWords - 1, 3};
    for (unsigned cycle = 0; cycle < kWords; ++cycle) {
      drive_inputs();
      settle();
      expect("ready_o", dut().ready_o, 0);
      expect("an answer before the words are set", dut().response_valid_o || dut().answer_valid_o, 0);
      expect("a request before the words are set",
             dut().read_ready_o || dut().load_ready_o || dut().write_ready_o, 0);
      tick();
    }
  }

  void cycle() {
    offer();
    drive_inputs();
    settle();
    expect("ready_o", dut().ready_o, 1);
    compare();
    const auto winner = choice();
    expect("read_ready_o", dut().read_ready_o, winner == kRead);
    expect("load_ready_o", dut().load_ready_o, winner == kLoad);
    expect("write_ready_o", dut().write_ready_o, 1);
    // A read in the cycle of a write to its word returns the new value.
    if (write_) words_.at(write_->word) = write_->tag;
    write_.reset();
    answers_.push_back(std::nullopt);
    if (winner) {
      auto& request = requests_[*winner];
      answers_.back() = Answer{*winner, request->tag, words_.at(request->word)};
      first_ = *winner == kRead ? kLoad : kRead;
      request.reset();
      ++served_;
    }
    tick();
  }
  std::uint64_t served() const { return served_; }

 private:
  static constexpr unsigned kLatency = 2;

  void offer() {
    const auto word = [this] { return static_cast<std::uint32_t>(below(rng_, kWords)); };
    for (const Port port : {kRead, kLoad}) {
      auto& request = requests_[port];
      const unsigned tags = port == kRead ? kTags : kSources;
      if (!request && go_[port].go())
        request = Request{word(), static_cast<std::uint32_t>(below(rng_, tags))};
    }
    if (write_go_.go()) write_ = Request{word(), static_cast<std::uint32_t>(rng_())};
  }

  void drive_inputs() {
    const Request read = requests_[kRead].value_or(Request{}), load = requests_[kLoad].value_or(Request{});
    const Request write = write_.value_or(Request{});
    drive(dut().read_valid_i, requests_[kRead].has_value());
    drive(dut().read_tag_i, read.tag);
    drive(dut().read_addr_i, address(read.word));
    drive(dut().load_valid_i, requests_[kLoad].has_value());
    drive(dut().load_source_i, load.tag);
    drive(dut().load_addr_i, address(load.word));
    drive(dut().write_valid_i, write_.has_value());
    drive(dut().write_addr_i, address(write.word));
    drive(dut().write_data_i, write.tag);
  }

  std::optional<Port> choice() const {
    const Port second = first_ == kRead ? kLoad : kRead;
    if (requests_[first_]) return first_;
    return requests_[second] ? std::optional(second) : std::nullopt;
  }

  void compare() {
    std::optional<Answer> due;
    if (answers_.size() == kLatency) {
      due = answers_.front();
      answers_.pop_front();
    }
    expect("response_valid_o", dut().response_valid_o, due && due->port == kRead);
    expect("answer_valid_o", dut().answer_valid_o, due && due->port == kLoad);
    if (!due) return;
    expect("what comes back", due->port == kRead ? dut().response_tag_o : dut().answer_source_o, due->tag);
    expect("the word", due->port == kRead ? dut().response_data_o : dut().answer_data_o, due->data);
  }

  Rng& rng_;
  StallStream go_[kPorts], write_go_;
  std::optional<Request> requests_[kPorts], write_;
  Port first_ = kRead;  // port that goes first when both request
  std::vector<std::uint32_t> words_ = std::vector<std::uint32_t>(kWords, kInitial);
  std::deque<std::optional<Answer>> answers_;  // answers of the last cycles
  std::uint64_t served_ = 0;
};

TEST(AccountMemory, ReadsAndLoadsTakeTurnsAndSeeWhatWasWritten) {
  Rng rng = seeded_rng(85);
  for (int run = 0; run < 20; ++run) {
    MemoryBench bench(rng);
    const std::uint64_t cycles = run_length(5000);
    for (std::uint64_t cycle = 0; cycle < cycles && !bench.failed(); ++cycle) bench.cycle();
    ASSERT_EQ(bench.failure(), std::nullopt);
    EXPECT_GT(bench.served(), cycles / 4);
  }
}

// One wrong bit of a word is corrected; a read of a word with two fails, until it is written.
TEST(AccountMemory, ReadsOfLostWordsFail) {
  constexpr unsigned kCodeWidth = 32 + 7;
  Rng rng = seeded_rng(86);
  ModuleBench<Vaccount_memory_secded> bench;
  auto& dut = bench.dut();
  dut.read_valid_i = dut.load_valid_i = dut.write_valid_i = 0;
  bench.reset();
  const auto cycle = [&] {
    bench.settle();
    bench.tick();
  };
  for (unsigned i = 0; i < kWords; ++i) cycle();
  std::vector<std::uint32_t> words(kWords, kInitial);
  for (std::uint64_t access = 0; access < run_length(500) && !bench.failed(); ++access) {
    const auto word = static_cast<unsigned>(below(rng, kWords)), wrong = static_cast<unsigned>(below(rng, 3));
    const auto first = static_cast<unsigned>(below(rng, kCodeWidth));
    const auto second = (first + 1 + static_cast<unsigned>(below(rng, kCodeWidth - 1))) % kCodeWidth;
    auto& row =
        dut.rootp->account_memory__DOT__u_ram__DOT__gen_forward__DOT__u_ram__DOT__u_ram__DOT__mem[word];
    if (wrong > 0) row ^= std::uint64_t{1} << first;
    if (wrong > 1) row ^= std::uint64_t{1} << second;
    const bool load = one_in(rng, 2);
    dut.read_valid_i = !load;
    dut.load_valid_i = load;
    dut.read_addr_i = dut.load_addr_i = address(word);
    cycle();
    dut.read_valid_i = dut.load_valid_i = 0;
    cycle();
    bench.settle();
    bench.expect("response_valid_o", dut.response_valid_o, !load);
    bench.expect("answer_valid_o", dut.answer_valid_o, load);
    bench.expect("response_error_o", dut.response_error_o, wrong == 2);
    if (wrong < 2) bench.expect("the word", load ? dut.answer_data_o : dut.response_data_o, words[word]);
    bench.expect("valid of memory_error_o", dut.memory_error_o >> 17, wrong != 0);
    bench.expect("fatal of memory_error_o", dut.memory_error_o >> 16 & 1, wrong == 2);
    bench.expect("row of memory_error_o", dut.memory_error_o & 0xffff, wrong != 0 ? word : 0);
    // A whole word is written: the row is right again.
    words[word] = static_cast<std::uint32_t>(rng());
    dut.write_valid_i = 1;
    dut.write_addr_i = address(word);
    dut.write_data_i = words[word];
    cycle();
    dut.write_valid_i = 0;
  }
  EXPECT_EQ(bench.failure(), std::nullopt);
}

}  // namespace
}  // namespace gputm::tb
