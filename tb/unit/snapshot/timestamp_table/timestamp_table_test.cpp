// timestamp_table against an array of rows: random reads and writes of both sides, and clears.
#include <gtest/gtest.h>

#include <array>

#include "Vtimestamps.h"
#include "common/module_bench.h"
#include "common/stalls.h"

namespace gputm::tb::timestamp_table_test {
namespace {

constexpr unsigned kSlots = 6;
// Bits of snapshot_pkg::timestamp_write_t.
constexpr unsigned kCts = 64, kPdts = 32, kFormer = 16, kState = 8, kList = 4, kCommitted = 2, kReleased = 1;

/// Unwritten data are undefined; a state and a time of release are cleared.
struct Row {
  std::optional<unsigned> below, pdts, former_below, former_pdts, list, committed;
  unsigned state = 0, released = 0;
};

template <typename Model>
std::optional<std::string> run_table(std::uint64_t cycles) {
  Rng rng = seeded_rng(81);
  ModuleBench<Model> bench;
  auto& dut = bench.dut();
  const auto idle = [&] {
    dut.clear_i = dut.read_i = 0;
    drive(dut.write_i, 0);
  };
  idle();
  bench.reset();
  StallStream reads(rng), writes(rng);
  std::array<Row, kSlots> rows;
  std::optional<Row> pred, succ;  // rows read last
  unsigned clearing = kSlots;     // remaining cycles of clearing
  const auto expect = [&](const char* what, unsigned rtl, const std::optional<unsigned>& value) {
    if (value) bench.expect(what, rtl, *value);
  };
  for (std::uint64_t i = 0; i < cycles && !bench.failed(); ++i) {
    idle();
    dut.clear_i = one_in(rng, 200);
    if (clearing == 0 && writes.go()) {
      drive(dut.succ_waddr_i, below(rng, kSlots));
      drive(dut.pred_waddr_i, below(rng, kSlots));
      drive(dut.write_i, below(rng, 128));
      drive(dut.below_i, below(rng, 256));
      drive(dut.pdts_i, below(rng, 256));
      drive(dut.former_below_i, below(rng, 256));
      drive(dut.former_pdts_i, below(rng, 256));
      drive(dut.state_i, below(rng, 8));
      drive(dut.list_i, below(rng, 64));
      drive(dut.time_i, below(rng, 256));
    }
    dut.read_i = clearing == 0 && reads.go();
    drive(dut.pred_raddr_i, one_in(rng, 2) ? dut.pred_waddr_i : below(rng, kSlots));
    drive(dut.succ_raddr_i, one_in(rng, 2) ? dut.succ_waddr_i : below(rng, kSlots));
    bench.settle();
    bench.expect("clearing", dut.clearing_o, clearing != 0);
    if (pred) {
      expect("below the predecessor's CTS", dut.pred_below_o, pred->below);
      expect("predecessor's PDTS", dut.pred_pdts_o, pred->pdts);
      expect("former PDTS", dut.pred_former_pdts_o, pred->former_pdts);
      expect("state", dut.pred_state_o, pred->state);
      expect("list", dut.pred_list_o, pred->list);
      expect("time of the commit", dut.pred_committed_o, pred->committed);
      expect("time of the release", dut.pred_released_o, pred->released);
      expect("below the successor's CTS", dut.succ_below_o, succ->below);
      expect("successor's PDTS", dut.succ_pdts_o, succ->pdts);
      expect("below the former CTS", dut.succ_former_below_o, succ->former_below);
    }
    Row& written = rows[dut.pred_waddr_i];
    if ((dut.write_i & kCts) != 0) rows[dut.succ_waddr_i].below = dut.below_i;
    if ((dut.write_i & kPdts) != 0) written.pdts = dut.pdts_i;
    if ((dut.write_i & kFormer) != 0) {
      written.former_below = dut.former_below_i;
      written.former_pdts = dut.former_pdts_i;
    }
    if ((dut.write_i & kState) != 0) written.state = dut.state_i;
    if ((dut.write_i & kList) != 0) written.list = dut.list_i;
    if ((dut.write_i & kCommitted) != 0) written.committed = dut.time_i;
    if ((dut.write_i & kReleased) != 0) written.released = dut.time_i;
    if (dut.read_i) {
      pred = rows[dut.pred_raddr_i];
      succ = rows[dut.succ_raddr_i];
    }
    if (clearing != 0) --clearing;
    if (dut.clear_i) {
      clearing = kSlots;
      for (Row& row : rows) row.state = row.released = 0;
    }
    bench.tick();
  }
  return bench.failure();
}

TEST(TimestampTable, IsAnArray) { EXPECT_EQ(run_table<Vtimestamps>(run_length(50000)), std::nullopt); }

}  // namespace
}  // namespace gputm::tb::timestamp_table_test
