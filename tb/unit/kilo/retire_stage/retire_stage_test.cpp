// retire_stage: the pointer passes one entry for each completed commit; the core is told if the entry has a
// log.
#include <gtest/gtest.h>

#include <deque>

#include "Vretire_stage.h"
#include "common/stalls.h"
#include "unit/kilo/common/bundles.h"
#include "unit/kilo/common/checked.h"
#include "unit/kilo/common/fields.h"

namespace gputm::tb::retire_stage_test {
namespace {

constexpr unsigned kRetired = 2;   // reply_kind_e
constexpr std::size_t kQueue = 2;  // replies that may wait before the stage stalls

template <typename Model>
std::optional<std::string> run_retire(std::uint64_t cycles, Rng& rng) {
  Unprotected<Model> bench;
  auto& dut = bench.dut();
  const std::uint64_t first = 65536 - below(rng, 1000);
  dut.done_req_i = 0;
  dut.reply_ready_i = 0;
  reset_and_initialise(bench, kEntries, first);
  StallStream in(rng), out(rng);
  std::uint64_t retired = 0;
  std::deque<std::uint64_t> due;
  for (std::uint64_t cycle = 0; cycle < cycles && !bench.failure(); ++cycle) {
    if (!dut.done_req_i && in.go()) {
      dut.done_req_i = 1;
      dut.done_skip_i = one_in(rng, 3);
    }
    dut.reply_ready_i = out.go();
    bench.settle();
    bench.require(id_of(dut.retire_o) == ((first + retired) & 0xffff), "wrong id");
    bench.require(slot_in(dut.retire_o) == ring_slot(retired), "wrong slot");
    bench.require(dut.reply_valid_o == !due.empty(), "reply missing or made up");
    bench.require(dut.done_gnt_o == (due.size() < kQueue), "wrong grant");
    if (!due.empty()) {
      const ReplyPort due_reply{due.front() & 0xffff, kRetired};
      bench.require(ReplyPort::of(dut.reply_o) == due_reply, "another reply");
    }
    if (!due.empty() && dut.reply_ready_i) due.pop_front();
    const bool taken = dut.done_req_i && dut.done_gnt_o;
    bench.step();
    if (!taken) continue;
    if (!dut.done_skip_i) due.push_back(first + retired);
    ++retired;
    dut.done_req_i = 0;
  }
  return bench.failure();
}

TEST(RetireStage, InOrderAndTellsTheCores) {
  Rng rng = seeded_rng(73);
  EXPECT_EQ(run_retire<Vretire_stage>(run_length(100000), rng), std::nullopt);
}

}  // namespace
}  // namespace gputm::tb::retire_stage_test
