// skip_expander: a word is one operation; a skip message is one operation for each of its ids, one per cycle.
#include <gtest/gtest.h>

#include <bit>
#include <deque>

#include "Vskip_expander.h"
#include "common/stalls.h"
#include "unit/kilo/common/bundles.h"
#include "unit/kilo/common/checked.h"

namespace gputm::tb::skip_expander_test {
namespace {

constexpr unsigned kSkip = 2;  // reads and writes are 0 and 1

/// The id of the operation on the output: the message's, plus the number of the bit that is set, if any.
template <typename Model>
std::optional<std::uint64_t> operation_id(Model& dut) {
  if ((dut.op_place_o & (dut.op_place_o - 1)) != 0) return std::nullopt;
  const auto number = dut.op_place_o == 0 ? 0 : static_cast<unsigned>(std::countr_zero(dut.op_place_o));
  return (dut.op_id_o + number) & 0xffff;
}

/// A random message, and the ids of its operations.
std::deque<std::uint64_t> make_message(FillPort& message, Rng& rng) {
  const std::uint64_t id = rng() & 0xffff, sparse = rng() & rng() & rng() & rng();
  message.kind = one_in(rng, 3) ? static_cast<unsigned>(below(rng, 2)) : kSkip;
  message.id = id;
  message.last = one_in(rng, 2);
  message.word = rng() >> 2;
  message.skips = one_in(rng, 8) ? 0 : one_in(rng, 4) ? ~std::uint64_t{0} : sparse;
  std::deque<std::uint64_t> ids;
  if (message.kind != kSkip) ids.push_back(id);
  for (unsigned bit = 0; message.kind == kSkip && bit < 64; ++bit) {
    if ((message.skips >> bit & 1) != 0) ids.push_back((id + bit) & 0xffff);
  }
  return ids;
}

template <typename Model>
std::optional<std::string> run_expander(std::uint64_t cycles, Rng& rng) {
  Unprotected<Model> bench;
  auto& dut = bench.dut();
  dut.fill_valid_i = 0;
  dut.op_ready_i = 0;
  bench.reset();
  StallStream in(rng), out(rng);
  FillPort offered, held;
  std::deque<std::uint64_t> offered_ids, held_ids;  // ids of the operations
  std::uint64_t operations = 0;
  for (std::uint64_t cycle = 0; cycle < cycles && !bench.failure(); ++cycle) {
    if (!dut.fill_valid_i && in.go()) {
      dut.fill_valid_i = 1;
      offered = {};
      offered_ids = make_message(offered, rng);
      offered.put(dut.fill_i);
    }
    dut.op_ready_i = out.go();
    bench.settle();
    bench.require(static_cast<bool>(dut.op_valid_o) == !held_ids.empty(), "operation missing or too many");
    if (dut.op_valid_o && !held_ids.empty()) {
      bench.require(operation_id(dut) == held_ids.front(), "wrong id");
      bench.require(dut.op_kind_o == held.kind && dut.op_last_o == held.last && dut.op_word_o == held.word,
                    "wrong operation");
      if (dut.op_ready_i) held_ids.pop_front();
      operations += dut.op_ready_i;
    }
    if (dut.fill_ready_o) bench.require(held_ids.empty(), "message taken before the last one is done with");
    bench.require(dut.fill_ready_o || !dut.op_ready_i || !held_ids.empty(), "a message is not taken in time");
    const bool taken = dut.fill_valid_i && dut.fill_ready_o;
    bench.step();
    if (!taken) continue;
    dut.fill_valid_i = 0;
    held = offered;
    held_ids = offered_ids;
  }
  bench.require(operations > cycles / 4, "hardly an operation");
  return bench.failure();
}

TEST(SkipExpander, OneOperationForEachId) {
  Rng rng = seeded_rng(41);
  EXPECT_EQ(run_expander<Vskip_expander>(run_length(100000), rng), std::nullopt);
}

}  // namespace
}  // namespace gputm::tb::skip_expander_test
