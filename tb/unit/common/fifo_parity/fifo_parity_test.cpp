// fifo_parity against a queue, with and without a wrong bit in its memory.
#include <gtest/gtest.h>

#include <deque>

#include "Vfifo_parity.h"
#include "Vfifo_parity___024root.h"
#include "Vfifo_parity_none.h"
#include "common/module_bench.h"
#include "common/seed.h"

namespace gputm::tb {
namespace {

constexpr unsigned kWidth = 40, kDepth = 5;

/// A word, and whether one of its bits has turned after it came.
struct Queued {
  std::uint64_t word;
  unsigned row;
  bool wrong;
};

template <typename Model>
class Bench : public ModuleBench<Model> {
 public:
  /// One cycle with random ports.
  void cycle(Rng& rng) {
    auto& dut = this->dut();
    if (!held) {
      dut.in_valid_i = one_in(rng, 2);
      dut.in_data_i = rng() & 0xffffffffffu;
    }
    dut.out_ready_i = one_in(rng, 2);
    this->settle();
    const bool bad = !queue.empty() && queue.front().wrong;
    this->expect("out_valid_o", dut.out_valid_o, !queue.empty() && !bad);
    if (dut.out_valid_o) this->expect("out_data_o", dut.out_data_o, queue.front().word);
    const bool push = dut.in_valid_i && dut.in_ready_o, pop = dut.out_valid_o && dut.out_ready_i;
    held = dut.in_valid_i && !push;
    const Queued pushed{std::uint64_t{dut.in_data_i}, next_row, false};
    this->tick();
    if (pop) queue.pop_front();
    if (push) {
      queue.push_back(pushed);
      next_row = (next_row + 1) % kDepth;
    }
    this->settle();
    reports += dut.error_o >> 17;
    this->expect("error_o.fatal", dut.error_o >> 16 & 1, dut.error_o >> 17);
  }

  /// Reset, then some traffic.
  void begin(Rng& rng) {
    this->reset();
    for (std::uint64_t cycles = 5 + below(rng, 40); cycles != 0; --cycles) cycle(rng);
  }

  std::deque<Queued> queue;
  bool held = false;  // an offer that was not taken
  unsigned next_row = 0, reports = 0;
};

TEST(FifoParity, IsAQueue) {
  Rng rng = seeded_rng(61);
  Bench<Vfifo_parity> parity;
  Bench<Vfifo_parity_none> none;
  parity.reset();
  none.reset();
  for (std::uint64_t i = 0; i < run_length(20000); ++i) {
    parity.cycle(rng);
    none.cycle(rng);
  }
  EXPECT_FALSE(parity.failed()) << *parity.failure();
  EXPECT_FALSE(none.failed()) << *none.failure();
  EXPECT_EQ(parity.reports + none.reports, 0u);
}

TEST(FifoParity, StopsAtAWrongWordAndReportsItOnce) {
  Rng rng = seeded_rng(62);
  for (unsigned run = 0; run < run_length(200); ++run) {
    Bench<Vfifo_parity> bench;
    bench.begin(rng);
    // The oldest word has been read already; one of the others turns.
    while (bench.queue.size() < 2) bench.cycle(rng);
    Queued& victim = bench.queue.back();
    auto& memory =
        bench.dut().rootp->fifo_parity__DOT__gen_parity__DOT__u_fifo__DOT__u_ram__DOT__u_ram__DOT__mem;
    memory[victim.row] ^= std::uint64_t{1} << below(rng, kWidth + 1);
    victim.wrong = true;
    for (unsigned i = 0; i < 60; ++i) bench.cycle(rng);
    ASSERT_FALSE(bench.failed()) << *bench.failure();
    EXPECT_EQ(bench.reports, 1u);
    EXPECT_TRUE(bench.queue.front().wrong);
  }
}

TEST(FifoParity, WithdrawsAWordThatTurnsWhileItIsOffered) {
  Rng rng = seeded_rng(63);
  for (unsigned run = 0; run < run_length(200); ++run) {
    Bench<Vfifo_parity> bench;
    bench.begin(rng);
    while (bench.queue.empty() || bench.held) bench.cycle(rng);
    // It is not taken; the queue reads its oldest word in each cycle.
    auto& dut = bench.dut();
    dut.in_valid_i = 0;
    dut.out_ready_i = 0;
    bench.tick();
    bench.settle();
    bench.expect("out_valid_o", dut.out_valid_o, 1);
    auto& memory = dut.rootp->fifo_parity__DOT__gen_parity__DOT__u_fifo__DOT__u_ram__DOT__u_ram__DOT__mem;
    dut.contextp()->assertOn(false);  // the rule of streams has this exception
    memory[bench.queue.front().row] ^= std::uint64_t{1} << below(rng, kWidth + 1);
    bench.tick();
    bench.queue.front().wrong = true;
    for (unsigned i = 0; i < 60; ++i) bench.cycle(rng);
    ASSERT_FALSE(bench.failed()) << *bench.failure();
    EXPECT_EQ(bench.reports, 1u);
  }
}

}  // namespace
}  // namespace gputm::tb
