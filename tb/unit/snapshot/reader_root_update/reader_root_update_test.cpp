// reader_root_update over roots of the test's own: random leaves are reported, several of a block at a time
// among them; the roots must lose the empty ones, and a block whose only leaf is small must become plain.
#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <set>

#include "Vroot_update.h"
#include "common/module_bench.h"
#include "common/seed.h"
#include "unit/snapshot/common/reader_table.h"

namespace gputm::tb {
namespace {

using namespace readers;

template <typename Model>
class RootUpdateBench : public ModuleBench<Model> {
 public:
  RootUpdateBench() {
    this->dut().b_valid_i = 0;
    drive(this->dut().report_i, 0);
    this->reset();
  }

  std::optional<std::string> run(std::uint64_t rows) {
    for (std::uint64_t i = 0; i < rows && !this->failed(); ++i) update();
    return this->failure();
  }
  std::uint64_t became_plain() const { return became_plain_; }
  std::uint64_t vanished() const { return vanished_; }

 private:
  unsigned random(unsigned bound) { return static_cast<unsigned>(below(rng_, bound)); }

  /// A leaf of at most three readers, with a root that names it.
  Entry small_leaf(std::set<unsigned>& keys) {
    for (;;) {
      const unsigned block = random(4), leaf = random(4), readers = random(1u << kLeafIds);
      const Entry entry{block, kLeaf, leaf << kLeafIds | readers};
      if (!entry.small_leaf() || !keys.insert(entry.key().bits()).second) continue;
      roots_[block] |= 1u << leaf;
      return entry;
    }
  }

  void update() {
    auto& dut = this->dut();
    roots_.clear();
    for (unsigned block = 0; block < 4; ++block) {
      if (one_in(rng_, 2)) roots_[block] = random(1u << (1u << kLeafBits));
    }
    std::set<unsigned> keys;
    const unsigned report = 1 + random((1u << kWays) - 1);
    std::deque<Entry> left;
    for (unsigned way = 0; way < kWays; ++way) {
      const bool reported = (report >> way & 1) != 0;
      const Entry entry = reported ? small_leaf(keys) : Entry::from(random(1u << kEntryBits));
      set_element(dut.leaf_i, way, kEntryBits, entry.bits());
      if (reported) left.push_back(entry);
    }
    drive(dut.report_i, report);
    this->settle();
    this->expect("done, before it begins", dut.done_o, false);
    this->tick();
    drive(dut.report_i, 0);
    std::optional<Key> wanted, found;
    unsigned wait = 0;
    for (unsigned cycles = 0; !this->failed(); ++cycles) {
      dut.b_valid_i = wanted && wait == 0;
      found = dut.b_valid_i ? std::exchange(wanted, std::nullopt) : std::nullopt;
      if (wait != 0) --wait;
      drive(dut.b_leaves_i, found && !found->is_leaf ? roots_[found->block] : random(1u << 16));
      this->settle();
      if (found) check_found(*found, left);
      if (!found) this->expect("put", dut.put_o, false);
      if (dut.step_o) {
        wanted = Key::from(dut.step_key_o);
        wait = random(3);
        const Key expected = removing_ ? *removing_ : Key{false, 0, left.empty() ? 0 : left.front().block};
        if (left.empty() && !removing_) this->fail("a step for nothing");
        this->expect("key", wanted->bits(), expected.bits());
      }
      const bool done = dut.done_o;
      if (done && (!left.empty() || removing_)) this->fail("it ends too early");
      this->tick();
      if (done) break;
      if (cycles > 200) this->fail("it does not end");
    }
  }

  /// What is done with a root, or with a leaf that is removed.
  void check_found(const Key& key, std::deque<Entry>& left) {
    auto& dut = this->dut();
    if (key.is_leaf) {
      this->expect("removal", dut.put_o, true);
      this->expect("removed leaf", dut.put_entry_o, 0);
      removing_.reset();
      return;
    }
    const Entry leaf = left.front();
    left.pop_front();
    unsigned& root = roots_[key.block];
    const unsigned rest = root & ~(1u << leaf.leaf());
    Entry expected{};
    if (leaf.readers() == 0) {
      if (rest != 0) expected = {key.block, kRoot, rest};
      vanished_ += rest == 0;
    } else if (rest == 0) {
      unsigned content = 0, count = 0;
      for (const unsigned id : leaf.ids()) set_element(content, count++, kIdBits, id);
      expected = {key.block, kPlain, content | count << kPlainIds * kIdBits};
      removing_ = leaf.key();
      ++became_plain_;
    } else {
      this->expect("put of a root that stays", dut.put_o, false);
      return;
    }
    root = rest;
    this->expect("put", dut.put_o, true);
    this->expect("entry", dut.put_entry_o, expected.bits());
  }

  Rng rng_ = seeded_rng(93);
  std::map<unsigned, unsigned> roots_;  ///< leaves of each block
  std::optional<Key> removing_;
  std::uint64_t became_plain_ = 0, vanished_ = 0;
};

TEST(ReaderRootUpdate, KeepsRootsAndLeavesTogether) {
  RootUpdateBench<Vroot_update> bench;
  EXPECT_EQ(bench.run(run_length(50000)), std::nullopt);
  EXPECT_GT(bench.became_plain(), 1000u);
  EXPECT_GT(bench.vanished(), 1000u);
}

}  // namespace
}  // namespace gputm::tb
