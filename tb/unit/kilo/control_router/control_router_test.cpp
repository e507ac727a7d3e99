// control_router: final outcomes are always taken; resent words go to the reader that requested their log.
#include <gtest/gtest.h>

#include "Vcontrol_router.h"
#include "common/seed.h"
#include "unit/kilo/common/bundles.h"
#include "unit/kilo/common/checked.h"

namespace gputm::tb::control_router_test {
namespace {

constexpr unsigned kReaders = 3, kWaitBits = 17;
constexpr unsigned kFinalPass = 0, kResend = 2;  // control_kind_e

/// The readers' requests change at random, except that of the reader whose word is offered.
template <typename Model>
std::optional<std::string> run_router(std::uint64_t cycles, Rng& rng) {
  Checked<Model> bench;
  auto& dut = bench.dut();
  dut.control_valid_i = 0;
  bench.reset();
  ControlPort control;
  std::uint64_t first = 0;  // distinct entries for the readers
  unsigned waiting = 0, reader = 0;
  for (std::uint64_t cycle = 0; cycle < cycles && !bench.failure(); ++cycle) {
    const bool held = dut.control_valid_i;
    if (!held) {
      first = rng();
      reader = static_cast<unsigned>(below(rng, kReaders));
      dut.enable_i = !one_in(rng, 8);
      waiting = dut.enable_i ? static_cast<unsigned>(below(rng, 1u << kReaders)) : 0;
      dut.control_valid_i = !one_in(rng, 4);
      const bool asked = (waiting >> reader & 1) != 0;
      control = {.word = rng() >> 2,
                 .last = one_in(rng, 2),
                 .kind = static_cast<unsigned>(below(rng, asked ? 3 : 2))};
      control.id = (control.kind == kResend ? first + reader : rng()) & 0xffff;
    } else if (!dut.enable_i) {
      dut.enable_i = one_in(rng, 2);
    } else {
      waiting = static_cast<unsigned>(below(rng, 1u << kReaders)) | 1u << reader;
    }
    for (unsigned i = 0; i < kReaders; ++i) {
      const ResendWait wait{static_cast<unsigned>(first + i), (waiting >> i & 1) != 0};
      set_bits(dut.resend_wait_i, i * kWaitBits, kWaitBits, wait.packed());
    }
    drive(dut.resend_ready_i, below(rng, 1u << kReaders));
    control.put(dut.control_i);
    bench.settle();
    const bool resend = dut.control_valid_i && control.kind == kResend;
    const bool final = dut.control_valid_i && !resend && dut.enable_i;
    bench.require(dut.final_valid_o == final, "final outcome lost or made up");
    if (final) {
      bench.require(dut.final_id_o == control.id && dut.final_pass_o == (control.kind == kFinalPass),
                    "another final outcome");
    }
    bench.require(dut.resend_valid_o == (resend ? 1u << reader : 0u), "word to the wrong reader");
    bench.require(!resend || dut.resend_o == pack_resend(control.last, control.word), "another word");
    const bool ready = resend ? (dut.resend_ready_i >> reader & 1) != 0 : static_cast<bool>(dut.enable_i);
    if (dut.control_valid_i) bench.require(dut.control_ready_o == ready, "wrong ready");
    bench.step();
    if (ready) dut.control_valid_i = 0;
  }
  return bench.failure();
}

TEST(ControlRouter, FinalsToTheRingAndWordsToTheirReader) {
  Rng rng = seeded_rng(42);
  EXPECT_EQ(run_router<Vcontrol_router>(run_length(100000), rng), std::nullopt);
}

TEST(ControlRouter, ReportsAKindWithoutAName) {
  Checked<Vcontrol_router> bench;
  auto& dut = bench.dut();
  dut.enable_i = 1;
  set_bits(dut.resend_wait_i, 0, kReaders * kWaitBits, 0);
  dut.control_valid_i = 1;
  ControlPort{.kind = 3}.put(dut.control_i);
  bench.reset();
  bench.settle();
  bench.step();
  EXPECT_TRUE(bench.assertion_failed());
}

TEST(ControlRouter, ReportsAWordThatNobodyAskedFor) {
  Checked<Vcontrol_router> bench;
  auto& dut = bench.dut();
  dut.enable_i = 1;
  set_bits(dut.resend_wait_i, 0, kReaders * kWaitBits, 0);
  dut.control_valid_i = 1;
  ControlPort{.kind = kResend}.put(dut.control_i);
  bench.reset();
  bench.settle();
  bench.step();
  EXPECT_TRUE(bench.assertion_failed());
}

}  // namespace
}  // namespace gputm::tb::control_router_test
