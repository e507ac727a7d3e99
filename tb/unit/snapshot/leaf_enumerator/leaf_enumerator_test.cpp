// leaf_enumerator against a queue of leaves: every id that is not skipped, in order, and the cycle in which
// it is named; and the omitted leaves.
#include <gtest/gtest.h>

#include <bit>
#include <deque>

#include "Venumerator.h"
#include "common/module_bench.h"
#include "common/stalls.h"

namespace gputm::tb::leaf_enumerator_test {
namespace {

constexpr unsigned kLeafIds = 4, kDepth = 5;

template <typename Model>
std::optional<std::string> run_enumerator(std::uint64_t cycles) {
  Rng rng = seeded_rng(83);
  ModuleBench<Model> bench;
  auto& dut = bench.dut();
  dut.leaf_valid_i = dut.id_ready_i = 0;
  bench.reset();
  StallStream leaves(rng), ids(rng);
  struct Leaf {
    unsigned number, readers;
    bool last;
    bool skipped = false;  ///< all but the first
  };
  std::deque<Leaf> waiting;
  std::optional<Leaf> current;
  std::uint64_t left_out = 0;  // leaves
  for (std::uint64_t i = 0; i < cycles && !bench.failed(); ++i) {
    dut.leaf_valid_i = waiting.size() < kDepth && leaves.go();
    Leaf offered{static_cast<unsigned>(below(rng, 4)), 1 + static_cast<unsigned>(below(rng, 15)),
                 one_in(rng, 2)};
    if (one_in(rng, 2)) offered.readers &= ~offered.readers + 1;
    if (offered.last && one_in(rng, 4)) offered.readers = 0;  // all readers of the last leaf have died
    drive(dut.leaf_i, offered.number);
    drive(dut.readers_i, offered.readers);
    dut.last_i = offered.last;
    dut.id_ready_i = ids.go();
    dut.skip_i = one_in(rng, 4);
    bench.settle();
    bench.expect("valid", dut.id_valid_o, current.has_value());
    const bool ends_here = current && current->last;  // the next leaf belongs to another look-up
    if (current) {
      bench.expect("there", dut.id_reader_o, current->readers != 0);
      bench.expect("last", dut.id_last_o,
                   current->last && (current->skipped || std::popcount(current->readers) < 2));
      if (current->readers != 0) {
        bench.expect("id", dut.id_o,
                     current->number * kLeafIds + static_cast<unsigned>(std::countr_zero(current->readers)));
      }
      if (dut.id_ready_i) {
        current->readers &= current->readers - 1;
        if (current->readers == 0 || current->skipped) {
          current.reset();
        } else {
          current->skipped = dut.skip_i != 0;
        }
      }
    }
    bench.expect("count", dut.count_o, waiting.size());
    bench.expect("busy", dut.busy_o, !waiting.empty() || dut.id_valid_o != 0);
    // The next leaf follows without a gap.
    if (!current && !waiting.empty()) {
      const bool skipped = dut.skip_i != 0 && !ends_here;
      if (!skipped || waiting.front().last) {
        current = waiting.front();
        current->skipped = skipped;
      } else {
        ++left_out;
      }
      waiting.pop_front();
    }
    if (dut.leaf_valid_i) waiting.push_back(offered);
    bench.tick();
  }
  if (left_out < cycles / 50) bench.fail("few leaves were left out");
  return bench.failure();
}

TEST(LeafEnumerator, NamesEveryReader) {
  EXPECT_EQ(run_enumerator<Venumerator>(run_length(50000)), std::nullopt);
}

}  // namespace
}  // namespace gputm::tb::leaf_enumerator_test
