// reader_find over random rows, an item per cycle: the entry of each kind with the key, and the first way
// with a free row that has not been written meanwhile.
#include <gtest/gtest.h>

#include "Vfind.h"
#include "common/seed.h"
#include "unit/snapshot/common/reader_table.h"

namespace gputm::tb::reader_find_test {
namespace {

using namespace readers;

constexpr unsigned kProbes = 3;

class FindBench : public ModuleBench<Vfind> {
 public:
  std::optional<std::string> run(std::uint64_t items) {
    for (std::uint64_t i = 0; i < items && !failed(); ++i) cycle();
    return failure();
  }
  std::uint64_t hits() const { return hits_; }
  std::uint64_t stale() const { return stale_; }

 private:
  struct Item {
    unsigned block = 0, leaf = 0, victim = 0;
    std::array<std::array<Entry, kWays>, kProbes> rows;
    std::array<std::optional<unsigned>, kProbes> found;
    unsigned written = 0;  ///< a bit for each probe and way
  };

  unsigned random(unsigned bound) { return static_cast<unsigned>(below(rng_, bound)); }

  Item draw() {
    Item item;
    item.block = random(3);
    item.leaf = random(3);
    item.victim = random(kWays);
    const unsigned unused = one_in(rng_, 2) ? 2 : 20;  // mean number of rows per unused one
    for (unsigned probe = 0; probe < kProbes; ++probe) {
      for (unsigned way = 0; way < kWays; ++way) {
        Entry& entry = item.rows[probe][way];
        entry = {random(3), random(unused) == 0 ? kUnused : 1 + random(3),
                 random(1u << kContentBits) & ~(12u << kLeafIds)};
        const bool meant =
            entry.kind == probe + 1 && entry.block == item.block && (probe != 2 || entry.leaf() == item.leaf);
        if (meant && item.found[probe]) entry.kind = kUnused;  // a key has one entry
        if (meant && entry.kind != kUnused) item.found[probe] = way;
      }
    }
    return item;
  }

  void cycle() {
    const Item b = draw();
    const unsigned written_b = random(1u << kProbes * kWays) & random(1u << kProbes * kWays);
    const unsigned written_c = random(1u << kProbes * kWays) & random(1u << kProbes * kWays);
    for (unsigned probe = 0; probe < kProbes; ++probe) {
      for (unsigned way = 0; way < kWays; ++way)
        set_element(dut().entry_i, probe * kWays + way, kEntryBits, b.rows[probe][way].bits());
    }
    drive(dut().written_b_i, written_b);
    drive(dut().block_i, c_ ? c_->block : 0);
    drive(dut().leaf_i, c_ ? c_->leaf : 0);
    drive(dut().victim_i, c_ ? c_->victim : 0);
    drive(dut().written_c_i, written_c);
    settle();
    if (d_) check(*d_);
    tick();
    d_ = c_;
    if (d_) d_->written |= written_c;
    c_ = b;
    c_->written = written_b;
  }

  void check(const Item& item) {
    for (unsigned probe = 0; probe < kProbes; ++probe) {
      const auto written = [&](unsigned way) { return (item.written >> (probe * kWays + way) & 1) != 0; };
      std::optional<unsigned> free;
      for (unsigned way = kWays; way-- > 0;) {
        if (item.rows[probe][way].kind == kUnused && !written(way)) free = way;
      }
      const auto& found = item.found[probe];
      const unsigned way = found.value_or(item.victim);
      const bool stale = !free && written(item.victim);
      expect("hit", element(dut().hit_o, probe, 1), found.has_value());
      expect("hits", element(dut().hits_o, probe, kWays), found ? 1u << *found : 0);
      expect("way", element(dut().way_o, probe, 2), way);
      expect("entry", element(dut().entry_o, probe, kEntryBits), item.rows[probe][way].bits());
      expect("free", element(dut().free_o, probe, 1), free.has_value());
      expect("way with room", element(dut().room_way_o, probe, 2), free.value_or(item.victim));
      expect("stale", element(dut().stale_o, probe, 1), stale);
      hits_ += found.has_value();
      stale_ += stale;
    }
  }

  Rng rng_ = seeded_rng(102);
  std::optional<Item> c_, d_;
  std::uint64_t hits_ = 0, stale_ = 0;
};

TEST(ReaderFind, FindsTheEntryOfEachKind) {
  FindBench bench;
  EXPECT_EQ(bench.run(run_length(50000)), std::nullopt);
  EXPECT_GT(bench.hits(), 5000u);
  EXPECT_GT(bench.stale(), 1000u);
}

}  // namespace
}  // namespace gputm::tb::reader_find_test
