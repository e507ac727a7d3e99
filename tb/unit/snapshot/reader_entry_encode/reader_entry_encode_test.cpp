// reader_entry_encode against the entry format of reader_list_pkg, for random fields: fields of other kinds
// than the entry's are ignored.
#include <gtest/gtest.h>

#include "Ventry_encode.h"
#include "common/module_bench.h"
#include "common/seed.h"
#include "unit/snapshot/common/reader_table.h"

namespace gputm::tb::reader_entry_encode_test {
namespace {

using namespace readers;

TEST(ReaderEntryEncode, BuildsEveryKind) {
  Rng rng = seeded_rng(91);
  VerilatedContext context;
  Ventry_encode dut(&context);
  const auto random = [&](unsigned bits) { return static_cast<unsigned>(below(rng, 1u << bits)); };
  const std::uint64_t entries = run_length(200000);
  for (std::uint64_t i = 0; i < entries; ++i) {
    Entry entry{.block = random(kBlockBits), .kind = random(2)};
    const unsigned count = random(2), ids = random(kPlainIds * kIdBits);
    const unsigned leaves = one_in(rng, 8) ? 0 : random(1u << kLeafBits);
    const unsigned leaf = random(kLeafBits), readers = random(kLeafIds);
    drive(dut.block_i, entry.block);
    drive(dut.kind_i, entry.kind);
    drive(dut.count_i, count);
    drive(dut.ids_i, ids);
    drive(dut.leaves_i, leaves);
    drive(dut.leaf_i, leaf);
    drive(dut.readers_i, readers);
    dut.eval();
    if (entry.kind == kPlain) entry.content = count << kPlainIds * kIdBits | ids;
    if (entry.kind == kRoot) entry.content = leaves;
    if (entry.kind == kLeaf) entry.content = leaf << kLeafIds | readers;
    const bool nothing = entry.kind == kUnused || (entry.kind == kRoot && leaves == 0);
    ASSERT_EQ(dut.entry_o, nothing ? 0 : entry.bits()) << "of kind " << entry.kind;
  }
}

}  // namespace
}  // namespace gputm::tb::reader_entry_encode_test
