// reader_member over random entries: whether a transaction is among their readers.
#include <gtest/gtest.h>

#include "Vmember.h"
#include "common/seed.h"
#include "unit/snapshot/common/combinational_bench.h"
#include "unit/snapshot/common/reader_table.h"

namespace gputm::tb::reader_member_test {
namespace {

using namespace readers;

TEST(ReaderMember, IsAmongTheReaders) {
  Rng rng = seeded_rng(121);
  CombinationalBench<Vmember> bench;
  auto& dut = bench.dut();
  std::uint64_t members = 0;
  for (std::uint64_t i = 0; i < run_length(100000) && !bench.failed(); ++i) {
    const auto id = static_cast<unsigned>(below(rng, kIds));
    const auto hit = static_cast<unsigned>(below(rng, 8));
    Entry plain{0, kPlain, static_cast<unsigned>(below(rng, 1u << kContentBits))};
    if (one_in(rng, 2)) set_element(plain.content, static_cast<unsigned>(below(rng, kPlainIds)), kIdBits, id);
    const Entry leaf{0, kLeaf, id / kLeafIds << kLeafIds | static_cast<unsigned>(below(rng, 1u << kLeafIds))};
    drive(dut.id_i, id);
    drive(dut.hit_i, hit);
    for (unsigned probe = 0; probe < 3; ++probe) {
      const unsigned rubbish = static_cast<unsigned>(below(rng, 1u << kEntryBits));
      set_element(dut.entry_i, probe, kEntryBits,
                  probe == 0   ? plain.bits()
                  : probe == 2 ? leaf.bits()
                               : rubbish);
    }
    bench.settle();
    const bool in_plain = (hit & 1) != 0 && std::ranges::count(plain.ids(), id) != 0;
    const bool in_leaf = (hit & 4) != 0 && std::ranges::count(leaf.ids(), id) != 0;
    bench.expect("in the plain entry", dut.in_plain_o, in_plain);
    bench.expect("in the leaf", dut.in_leaf_o, in_leaf);
    members += in_plain;
  }
  EXPECT_EQ(bench.failure(), std::nullopt);
  EXPECT_GT(members, 5000u);
}

}  // namespace
}  // namespace gputm::tb::reader_member_test
