// reader_entry_decode against the entry format of reader_list_pkg, for random entries of every kind.
#include <gtest/gtest.h>

#include "Ventry_decode.h"
#include "common/module_bench.h"
#include "common/seed.h"
#include "unit/snapshot/common/reader_table.h"

namespace gputm::tb::reader_entry_decode_test {
namespace {

using namespace readers;

TEST(ReaderEntryDecode, ReadsEveryField) {
  Rng rng = seeded_rng(90);
  VerilatedContext context;
  Ventry_decode dut(&context);
  const std::uint64_t entries = run_length(200000);
  for (std::uint64_t i = 0; i < entries; ++i) {
    const Entry entry = Entry::from(static_cast<unsigned>(below(rng, 1u << kEntryBits)));
    drive(dut.entry_i, entry.bits());
    dut.eval();
    ASSERT_EQ(dut.block_o, entry.block);
    ASSERT_EQ(dut.kind_o, entry.kind);
    if (entry.kind == kPlain) {
      ASSERT_EQ(dut.count_o, entry.count());
      for (unsigned place = 0; place < entry.count(); ++place)
        ASSERT_EQ(element(dut.ids_o, place, kIdBits), entry.ids()[place]);
    } else if (entry.kind == kRoot) {
      ASSERT_EQ(dut.leaves_o, entry.content & ((1u << (1u << kLeafBits)) - 1));
    } else if (entry.kind == kLeaf) {
      ASSERT_EQ(dut.leaf_o, entry.leaf());
      ASSERT_EQ(dut.readers_o, entry.readers());
    }
  }
}

}  // namespace
}  // namespace gputm::tb::reader_entry_decode_test
