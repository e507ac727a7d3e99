// reader_presence for two consecutive items of one block: a transaction is a reader for the second item
// exactly if it is in the block's entries after the first one, which inserts another or the same, or tidies a
// leaf.
#include <gtest/gtest.h>

#include "Vpresence.h"
#include "common/seed.h"
#include "unit/snapshot/common/combinational_bench.h"
#include "unit/snapshot/common/reader_table.h"

namespace gputm::tb::reader_presence_test {
namespace {

using namespace readers;

constexpr unsigned kUsedLeaves = 2, kUsedIds = kUsedLeaves * kLeafIds;
enum Write : unsigned { kNothing = 0, kPlainWritten = 1, kLeafWritten = 4 };  ///< a bit for each probe

/// The entries of a block.
struct Block {
  std::vector<unsigned> plain;
  std::array<std::optional<std::set<unsigned>>, kUsedLeaves> leaves;

  std::optional<Entry> plain_entry() const {
    if (plain.empty()) return std::nullopt;
    Entry entry{0, kPlain, static_cast<unsigned>(plain.size()) << kPlainIds * kIdBits};
    for (unsigned i = 0; i < plain.size(); ++i) set_element(entry.content, i, kIdBits, plain[i]);
    return entry;
  }
  std::optional<Entry> leaf_entry(unsigned number) const {
    if (!leaves[number]) return std::nullopt;
    Entry entry{0, kLeaf, number << kLeafIds};
    for (const unsigned id : *leaves[number]) entry.content |= 1u << id % kLeafIds;
    return entry;
  }
  bool has(unsigned id) const {
    const auto& leaf = leaves[id / kLeafIds];
    return std::ranges::count(plain, id) != 0 || (leaf && leaf->contains(id));
  }
};

class PresenceBench : public CombinationalBench<Vpresence> {
 public:
  std::optional<std::string> run(std::uint64_t steps) {
    for (std::uint64_t i = 0; i < steps && !failed(); ++i) step();
    return failure();
  }
  const std::array<std::uint64_t, 2>& answers() const { return answers_; }

 private:
  unsigned random(unsigned bound) { return static_cast<unsigned>(below(rng_, bound)); }

  Block draw() {
    Block block;
    for (auto& leaf : block.leaves) {
      if (one_in(rng_, 2)) leaf.emplace();
    }
    for (unsigned id = 0; id < kUsedIds; ++id) {
      auto& leaf = block.leaves[id / kLeafIds];
      if (one_in(rng_, 6) && block.plain.size() < kPlainIds) {
        block.plain.push_back(id);
      } else if (leaf && one_in(rng_, 3)) {
        leaf->insert(id);
      }
    }
    return block;
  }

  void drive_found(auto& hit_port, auto& entry_port, const Block& block, unsigned id) {
    const std::array entries{block.plain_entry(), std::optional<Entry>(), block.leaf_entry(id / kLeafIds)};
    unsigned hits = 0;
    for (unsigned probe = 0; probe < 3; ++probe) {
      hits |= entries[probe] ? 1u << probe : 0;
      const unsigned rubbish = random(1u << kEntryBits);
      set_element(entry_port, probe, kEntryBits, entries[probe] ? entries[probe]->bits() : rubbish);
    }
    drive(hit_port, hits);
  }

  void step() {
    auto& dut = this->dut();
    const Block before = draw();
    const unsigned id = random(kUsedIds), ahead = random(kUsedIds);
    const bool inserts = one_in(rng_, 2);
    drive(dut.id_i, id);
    drive_found(dut.hit_i, dut.entry_i, before, id);
    dut.ahead_inserts_i = inserts;
    drive(dut.ahead_id_i, inserts ? ahead : ahead / kLeafIds * kLeafIds);
    drive_found(dut.ahead_hit_i, dut.ahead_entry_i, before, ahead);
    Block after = before;
    unsigned written = inserts ? insert(after, ahead) : tidy(after, ahead / kLeafIds);
    if (id / kLeafIds != ahead / kLeafIds) written &= ~kLeafWritten;  // another leaf
    drive(dut.written_i, written);
    settle();
    expect("present", dut.present_o, after.has(id));
    ++answers_[after.has(id)];
  }

  unsigned insert(Block& block, unsigned id) {
    auto& leaf = block.leaves[id / kLeafIds];
    if (block.has(id)) return kNothing;
    if (!leaf && block.plain.size() < kPlainIds) {
      block.plain.push_back(id);
      return kPlainWritten;
    }
    if (!leaf) leaf.emplace();
    leaf->insert(id);
    return kLeafWritten;
  }

  /// The first reader moves to the plain entry, if there is room; an empty leaf is removed.
  unsigned tidy(Block& block, unsigned number) {
    auto& leaf = block.leaves[number];
    if (!leaf) return kNothing;
    unsigned written = kNothing;
    if (!leaf->empty() && block.plain.size() < kPlainIds) {
      block.plain.push_back(*leaf->begin());
      leaf->erase(leaf->begin());
      written = kPlainWritten | kLeafWritten;
    }
    if (!leaf->empty()) return written;
    leaf.reset();
    return written | kLeafWritten;
  }

  Rng rng_ = seeded_rng(113);
  std::array<std::uint64_t, 2> answers_{};
};

TEST(ReaderPresence, IsThatBehindTheItemInFront) {
  PresenceBench bench;
  EXPECT_EQ(bench.run(run_length(100000)), std::nullopt);
  EXPECT_GT(bench.answers()[0], 10000u);
  EXPECT_GT(bench.answers()[1], 10000u);
}

}  // namespace
}  // namespace gputm::tb::reader_presence_test
