// control_router: finals are always taken, words sent again go to the reader that asked for their log.
#include <gtest/gtest.h>

#include "Vcontrol_router.h"
#include "Vcontrol_router_any_waiting_reader.h"
#include "common/seed.h"
#include "unit/kilo/bench/checked.h"

namespace gputm::tb {
namespace {

constexpr unsigned kReaders = 3, kResend = 2;  // final outcomes are 0 and 1

template <typename Model>
std::optional<std::string> run_router(std::uint64_t cycles, Rng& rng) {
  Checked<Model> bench;
  auto& dut = bench.dut();
  dut.control_valid_i = 0;
  bench.reset();
  for (std::uint64_t cycle = 0; cycle < cycles && !bench.failure(); ++cycle) {
    const std::uint64_t first = rng();  // the readers stand at different entries
    std::uint64_t ids = 0;
    for (unsigned reader = 0; reader < kReaders; ++reader)
      ids |= ((first + reader) & 0xffff) << (16 * reader);
    dut.enable_i = !one_in(rng, 8);
    drive(dut.resend_wait_i, dut.enable_i ? below(rng, 1u << kReaders) : 0);
    drive(dut.resend_id_i, ids);
    drive(dut.resend_ready_i, below(rng, 1u << kReaders));
    const auto reader = static_cast<unsigned>(below(rng, kReaders));
    const bool asked = (dut.resend_wait_i >> reader & 1) != 0;
    dut.control_valid_i = !one_in(rng, 4);
    drive(dut.control_kind_i, asked ? below(rng, 3) : below(rng, 2));
    drive(dut.control_id_i, dut.control_kind_i == kResend ? first + reader : rng());
    bench.settle();
    const bool resend = dut.control_valid_i && dut.control_kind_i == kResend;
    const bool final = dut.control_valid_i && !resend && dut.enable_i;
    bench.require(dut.final_valid_o == final, "final outcome lost or made up");
    bench.require(dut.resend_valid_o == (resend ? 1u << reader : 0u), "word to the wrong reader");
    const bool ready = resend ? (dut.resend_ready_i >> reader & 1) != 0 : static_cast<bool>(dut.enable_i);
    if (dut.control_valid_i) bench.require(dut.control_ready_o == ready, "wrong ready");
    bench.step();
  }
  return bench.failure();
}

TEST(ControlRouter, FinalsToTheRingAndWordsToTheirReader) {
  Rng rng = seeded_rng(42);
  EXPECT_EQ(run_router<Vcontrol_router>(run_length(100000), rng), std::nullopt);
}

TEST(ControlRouter, ReportsAWordThatNobodyAskedFor) {
  Checked<Vcontrol_router> bench;
  auto& dut = bench.dut();
  dut.enable_i = 1;
  dut.resend_wait_i = 0;
  dut.control_valid_i = 1;
  dut.control_kind_i = kResend;
  bench.reset();
  bench.settle();
  bench.step();
  EXPECT_TRUE(bench.assertion_failed());
}

TEST(ControlRouterBugs, AnyWaitingReaderIsCaught) {
  Rng rng = seeded_rng(42);
  expect_caught(run_router<Vcontrol_router_any_waiting_reader>(10000, rng));
}

}  // namespace
}  // namespace gputm::tb
