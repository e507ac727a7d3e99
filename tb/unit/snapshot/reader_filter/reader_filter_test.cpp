// reader_filter against lists and sets of readers, for random entries of every kind, one each cycle.
#include <gtest/gtest.h>

#include <vector>

#include "Vreader_filter.h"
#include "common/module_bench.h"
#include "common/seed.h"

namespace gputm::tb::reader_filter_test {
namespace {

constexpr unsigned kIdBits = 4, kGenBits = 2, kTagBits = kGenBits + kIdBits, kLeafIds = 4, kLeafBits = 2;
constexpr unsigned kPlainIds = 3, kContentBits = 20;
constexpr unsigned kUnused = 0, kPlain = 1, kLeaf = 3;

class FilterBench : public ModuleBench<Vreader_filter> {
 public:
  std::optional<std::string> run(std::uint64_t entries) {
    drive_entry();
    for (std::uint64_t i = 0; i < entries && !failed(); ++i) {
      settle();
      tick();
      const unsigned dead = dead_, gens = gens_, kind = kind_, content = content_;
      drive_entry();  // the output is of the previous entry
      settle();
      check(dead, gens, kind, content);
    }
    return failure();
  }

 private:
  void drive_entry() {
    dead_ = static_cast<unsigned>(one_in(rng_, 2) ? rng_() : rng_() | rng_()) & 0xffff;
    kind_ = static_cast<unsigned>(below(rng_, 4));
    content_ = static_cast<unsigned>(below(rng_, 1u << kContentBits));
    gens_ = static_cast<unsigned>(rng_()) & 0xff;
    drive(dut().dead_i, dead_);
    drive(dut().gen_i, gens_);
    drive(dut().kind_i, kind_);
    drive(dut().content_i, content_);
  }

  void check(unsigned dead, unsigned gens, unsigned kind, unsigned content) {
    const auto present = [&](unsigned leaf) { return element(gens, leaf, kGenBits); };
    if (kind == kPlain) {
      std::vector<unsigned> live;
      for (unsigned n = 0; n < content >> kPlainIds * kTagBits; ++n) {
        const unsigned tag = element(content, n, kTagBits), id = tag % (1u << kIdBits);
        if ((dead >> id & 1) == 0 && tag >> kIdBits == present(id / kLeafIds)) live.push_back(tag);
      }
      expect("kind", dut().kind_o, live.empty() ? kUnused : kPlain);
      expect("readers", dut().content_o >> kPlainIds * kTagBits, live.size());
      for (unsigned n = 0; n < live.size(); ++n)
        expect("reader", element(dut().content_o, n, kTagBits), live[n]);
    } else {
      unsigned expected = content;
      const unsigned leaf = content >> kLeafIds & 3, gen = content >> (kLeafIds + kLeafBits) & 3;
      if (kind == kLeaf) expected = content & ~(gen == present(leaf) ? dead >> leaf * kLeafIds & 0xf : 0xf);
      expect("kind", dut().kind_o, kind);
      expect("content", dut().content_o, expected);
    }
  }

  Rng rng_ = seeded_rng(82);
  unsigned dead_ = 0, gens_ = 0, kind_ = 0, content_ = 0;
};

TEST(ReaderFilter, TakesTheDeadOut) { EXPECT_EQ(FilterBench().run(run_length(300000)), std::nullopt); }

}  // namespace
}  // namespace gputm::tb::reader_filter_test
