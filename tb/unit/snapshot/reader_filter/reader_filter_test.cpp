// reader_filter against lists and sets of readers, for random entries of every kind.
#include <gtest/gtest.h>

#include <vector>

#include "Vreader_filter.h"
#include "common/module_bench.h"
#include "common/seed.h"

namespace gputm::tb::reader_filter_test {
namespace {

constexpr unsigned kIdBits = 4, kLeafIds = 4, kPlainIds = 3, kContentBits = 14;
constexpr unsigned kUnused = 0, kPlain = 1, kLeaf = 3;

template <typename Model>
bool agrees(std::uint64_t entries) {
  Rng rng = seeded_rng(82);
  VerilatedContext context;
  Model dut(&context);
  for (std::uint64_t i = 0; i < entries; ++i) {
    const auto dead = static_cast<unsigned>(one_in(rng, 2) ? rng() : rng() | rng()) & 0xffff;
    const auto kind = static_cast<unsigned>(below(rng, 4));
    const auto content = static_cast<unsigned>(below(rng, 1u << kContentBits));
    drive(dut.dead_i, dead);
    drive(dut.kind_i, kind);
    drive(dut.content_i, content);
    dut.eval();
    if (kind == kPlain) {
      std::vector<unsigned> live;
      for (unsigned n = 0; n < content >> kPlainIds * kIdBits; ++n) {
        const unsigned id = element(content, n, kIdBits);
        if ((dead >> id & 1) == 0) live.push_back(id);
      }
      if (dut.kind_o != (live.empty() ? kUnused : kPlain)) return false;
      if (dut.content_o >> kPlainIds * kIdBits != live.size()) return false;
      for (unsigned n = 0; n < live.size(); ++n) {
        if (element(dut.content_o, n, kIdBits) != live[n]) return false;
      }
    } else {
      unsigned expected = content;
      if (kind == kLeaf) expected = content & ~(dead >> (content >> kLeafIds & 3) * kLeafIds & 0xf);
      if (dut.kind_o != kind || dut.content_o != expected) return false;
    }
  }
  return true;
}

TEST(ReaderFilter, TakesTheDeadOut) { EXPECT_TRUE(agrees<Vreader_filter>(run_length(300000))); }

}  // namespace
}  // namespace gputm::tb::reader_filter_test
