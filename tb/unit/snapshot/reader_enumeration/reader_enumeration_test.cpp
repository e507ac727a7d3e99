// reader_enumeration over leaves of the test's own: every living reader of every leaf once, in the order of
// the leaves, with random stalls; and how long it takes without.
#include <gtest/gtest.h>

#include <bit>
#include <vector>

#include "Venumeration.h"
#include "common/module_bench.h"
#include "common/stalls.h"
#include "unit/snapshot/common/reader_table.h"

namespace gputm::tb {
namespace {

using namespace readers;

constexpr unsigned kLeaves = 1u << kLeafBits;

template <typename Model>
class EnumerationBench : public ModuleBench<Model> {
 public:
  EnumerationBench() {
    auto& dut = this->dut();
    dut.start_i = dut.active_i = dut.step_valid_i = dut.b_valid_i = dut.id_ready_i = 0;
    this->reset();
  }

  std::optional<std::string> run(std::uint64_t look_ups) {
    for (std::uint64_t i = 0; i < look_ups && !this->failed(); ++i) look_up();
    return this->failure();
  }

 private:
  void look_up() {
    auto& dut = this->dut();
    const unsigned block = static_cast<unsigned>(below(rng_, 1u << kBlockBits));
    const unsigned leaves = 1 + static_cast<unsigned>(below(rng_, (1u << kLeaves) - 1));
    std::array<unsigned, kLeaves> readers;
    std::vector<unsigned> expected;
    for (unsigned leaf = 0; leaf < kLeaves; ++leaf) {
      readers[leaf] = static_cast<unsigned>(below(rng_, 1u << kLeafIds));  // all of them may have died
      for (unsigned i = 0; i < kLeafIds; ++i) {
        if ((leaves >> leaf & 1) != 0 && (readers[leaf] >> i & 1) != 0)
          expected.push_back(leaf * kLeafIds + i);
      }
    }
    const bool stalls = !one_in(rng_, 4);
    dut.start_i = 1;
    drive(dut.leaves_i, leaves);
    drive(dut.block_i, block);
    this->settle();
    this->tick();
    dut.start_i = 0;
    dut.active_i = 1;
    std::optional<unsigned> step, b;  // leaves on their way and in stage B
    std::size_t named = 0;
    unsigned left = leaves;
    for (unsigned cycles = 1; !this->failed(); ++cycles) {
      dut.step_valid_i = step.has_value();
      dut.b_valid_i = b.has_value();
      if (b) {
        drive(dut.b_leaf_i, *b);
        drive(dut.b_readers_i, readers[*b]);
      }
      dut.id_ready_i = !stalls || ids_.go();
      this->settle();
      const bool done = dut.done_o;
      if (done != (left == 0 && !step && !b && named == expected.size()))
        this->fail("the end comes at a wrong time");
      if (dut.id_valid_o && named == expected.size()) this->fail("somebody is named who is no reader");
      if (dut.id_valid_o && dut.id_ready_i && !this->failed())
        this->expect("reader", dut.id_o, expected[named++]);
      b = step;
      step.reset();
      if (dut.step_o) {
        const Key key = Key::from(dut.step_key_o);
        this->expect("leaf", key.leaf, std::countr_zero(left));
        this->expect("key", dut.step_key_o, Key{true, key.leaf, block}.bits());
        step = key.leaf;
        left &= left - 1;
      }
      this->tick();
      if (done) {
        // Issue, two cycles to stage B, two to the first reader, the readers.
        const auto most = std::popcount(leaves) + expected.size() + 6;
        if (!stalls && cycles > most) this->fail("it takes too long");
        break;
      }
      if (cycles > 10000) this->fail("it does not end");
    }
    dut.active_i = 0;
    dut.step_valid_i = dut.b_valid_i = 0;
    this->settle();
    this->tick();
  }

  Rng rng_ = seeded_rng(92);
  StallStream ids_{rng_};
};

TEST(ReaderEnumeration, NamesTheReadersOfEveryLeaf) {
  EXPECT_EQ(EnumerationBench<Venumeration>().run(run_length(20000)), std::nullopt);
}

}  // namespace
}  // namespace gputm::tb
