// skip_expander: a word is one operation, a skip message one for each of its ids, in as many cycles.
#include <gtest/gtest.h>

#include <deque>

#include "Vskip_expander.h"
#include "common/stalls.h"
#include "unit/kilo/common/bundles.h"
#include "unit/kilo/common/checked.h"

namespace gputm::tb {
namespace {

constexpr unsigned kSkip = 2;  // reads and writes are 0 and 1

template <typename Model>
std::optional<std::string> run_expander(std::uint64_t cycles, Rng& rng) {
  Checked<Model> bench;
  auto& dut = bench.dut();
  dut.fill_valid_i = 0;
  dut.op_ready_i = 0;
  bench.reset();
  StallStream in(rng), out(rng);
  std::deque<std::uint64_t> expected;  // operations of the current message
  std::uint64_t operations = 0;
  for (std::uint64_t cycle = 0; cycle < cycles && !bench.failure(); ++cycle) {
    if (!dut.fill_valid_i && in.go()) {
      dut.fill_valid_i = 1;
      FillPort message;
      message.kind = one_in(rng, 3) ? static_cast<unsigned>(below(rng, 2)) : kSkip;
      const std::uint64_t id = rng() & 0xffff, sparse = rng() & rng() & rng() & rng();
      message.id = id;
      message.skips = one_in(rng, 8) ? 0 : one_in(rng, 4) ? ~std::uint64_t{0} : sparse;
      message.put(dut.fill_i);
      expected.clear();
      if (message.kind != kSkip) expected.push_back(id);
      for (unsigned bit = 0; message.kind == kSkip && bit < 64; ++bit) {
        if ((message.skips >> bit & 1) != 0) expected.push_back((id + bit) & 0xffff);
      }
    }
    dut.op_ready_i = out.go();
    bench.settle();
    bench.require(static_cast<bool>(dut.op_valid_o) == (dut.fill_valid_i && !expected.empty()),
                  "operation missing or too many");
    if (dut.op_valid_o && !expected.empty()) {
      bench.require(dut.op_id_o == expected.front(), "wrong id");
      if (dut.op_ready_i) expected.pop_front();
      operations += dut.op_ready_i;
    }
    const bool taken = dut.fill_valid_i && dut.fill_ready_o;
    if (dut.fill_valid_i)
      bench.require(taken == expected.empty(), "message not taken with its last operation");
    bench.step();
    if (taken) dut.fill_valid_i = 0;
  }
  bench.require(operations > cycles / 4, "hardly an operation");
  return bench.failure();
}

TEST(SkipExpander, OneOperationForEachId) {
  Rng rng = seeded_rng(41);
  EXPECT_EQ(run_expander<Vskip_expander>(run_length(100000), rng), std::nullopt);
}

}  // namespace
}  // namespace gputm::tb
