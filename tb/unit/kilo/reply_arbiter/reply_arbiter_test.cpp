// reply_arbiter: messages come out in the order of acceptance, those of the stage with the oldest entry
// first; none is lost.
#include <gtest/gtest.h>

#include <array>
#include <deque>

#include "Vreply_arbiter.h"
#include "common/stalls.h"
#include "unit/kilo/common/bundles.h"
#include "unit/kilo/common/checked.h"

namespace gputm::tb::reply_arbiter_test {
namespace {

constexpr unsigned kSources = 3, kReplyBits = 19, kDepth = 2;

template <typename Model>
std::optional<std::string> run_arbiter(std::uint64_t cycles, Rng& rng) {
  Unprotected<Model> bench;
  auto& dut = bench.dut();
  dut.source_valid_i = 0;
  dut.reply_ready_i = 0;
  bench.reset();
  StallStream in(rng), out(rng);
  std::array<std::optional<ReplyPort>, kSources> offered;
  std::deque<ReplyPort> taken;
  for (std::uint64_t cycle = 0; cycle < cycles && !bench.failure(); ++cycle) {
    unsigned valid = 0;
    for (unsigned source = 0; source < kSources; ++source) {
      if (!offered[source] && in.go()) offered[source] = {.id = rng() & 0xffff, .kind = below(rng, 5)};
      if (!offered[source]) continue;
      valid |= 1u << source;
      set_bits(dut.source_i, source * kReplyBits, kReplyBits, offered[source]->packed());
    }
    drive(dut.source_valid_i, valid);
    dut.reply_ready_i = out.go();
    bench.settle();
    const unsigned oldest = valid & (~valid + 1);  // source 0 is the stage with the oldest entry
    bench.require((dut.source_ready_o & valid) == (taken.size() < kDepth ? oldest : 0), "wrong choice");
    bench.require(dut.reply_valid_o == !taken.empty(), "message lost or made up");
    if (!taken.empty()) {
      bench.require(ReplyPort::of(dut.reply_o) == taken.front(), "wrong message");
      if (dut.reply_ready_i) taken.pop_front();
    }
    const unsigned accepted = dut.source_ready_o & valid;
    bench.step();
    for (unsigned source = 0; source < kSources; ++source) {
      if ((accepted >> source & 1) == 0) continue;
      taken.push_back(*offered[source]);
      offered[source].reset();
    }
  }
  return bench.failure();
}

TEST(ReplyArbiter, OldestFirstAndNothingLost) {
  Rng rng = seeded_rng(43);
  EXPECT_EQ(run_arbiter<Vreply_arbiter>(run_length(100000), rng), std::nullopt);
}

}  // namespace
}  // namespace gputm::tb::reply_arbiter_test
