// ram_1r1w_ecc against an array in each protection, with and without wrong bits in the RAM.
#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <set>
#include <type_traits>

#include "Vram_1r1w_ecc.h"
#include "Vram_1r1w_ecc___024root.h"
#include "Vram_1r1w_ecc_none.h"
#include "Vram_1r1w_ecc_parity.h"
#include "Vram_1r1w_ecc_parity___024root.h"
#include "Vram_1r1w_ecc_plain.h"
#include "Vram_1r1w_ecc_plain___024root.h"
#include "Vram_1r1w_ecc_plain_none.h"
#include "Vram_1r1w_ecc_plain_parity.h"
#include "Vram_1r1w_ecc_plain_parity___024root.h"
#include "Vram_1r1w_ecc_started.h"
#include "common/module_bench.h"
#include "common/seed.h"
#include "unit/common/common/ram_bench.h"

/// Verilator's own function: computes what follows from the registers.
void Vram_1r1w_ecc___024root___eval_settle(Vram_1r1w_ecc___024root* root);

namespace gputm::tb {
namespace {

constexpr unsigned kWidth = 40;

TEST(Ram1r1wEcc, IsARamInEachProtection) {
  Rng rng = seeded_rng(41);
  EXPECT_TRUE(run_ram<Vram_1r1w_ecc>(run_length(20000), true, rng));
  EXPECT_TRUE(run_ram<Vram_1r1w_ecc_parity>(run_length(20000), true, rng));
  EXPECT_TRUE(run_ram<Vram_1r1w_ecc_none>(run_length(20000), true, rng));
  EXPECT_TRUE(run_ram<Vram_1r1w_ecc_plain>(run_length(20000), false, rng));
  EXPECT_TRUE(run_ram<Vram_1r1w_ecc_plain_parity>(run_length(20000), false, rng));
  EXPECT_TRUE(run_ram<Vram_1r1w_ecc_plain_none>(run_length(20000), false, rng));
}

template <typename Model>
constexpr bool kForwards =
    std::is_same_v<Model, Vram_1r1w_ecc> || std::is_same_v<Model, Vram_1r1w_ecc_parity>;

auto& contents(Vram_1r1w_ecc_plain& dut) {
  return dut.rootp->ram_1r1w_ecc__DOT__gen_plain__DOT__u_ram__DOT__mem;
}
auto& contents(Vram_1r1w_ecc_plain_parity& dut) {
  return dut.rootp->ram_1r1w_ecc__DOT__gen_plain__DOT__u_ram__DOT__mem;
}
auto& contents(Vram_1r1w_ecc& dut) {
  return dut.rootp->ram_1r1w_ecc__DOT__gen_forward__DOT__u_ram__DOT__u_ram__DOT__mem;
}
auto& contents(Vram_1r1w_ecc_parity& dut) {
  return dut.rootp->ram_1r1w_ecc__DOT__gen_forward__DOT__u_ram__DOT__u_ram__DOT__mem;
}

/// Random writes, reads and wrong bits: at most `most` in a row. Compares data, bad_o and error_o.
template <typename Model>
void run_with_errors(unsigned code_width, unsigned most, bool corrects, Rng& rng) {
  ModuleBench<Model> bench;
  auto& dut = bench.dut();
  std::array<std::optional<std::uint64_t>, kDepth> array;
  std::array<std::set<unsigned>, kDepth> wrong;
  bench.reset();

  bool known = false, due = false, due_fatal = false;  // error of the data on the port, reported next
  std::uint64_t expected = 0;
  bool expected_bad = false;
  unsigned due_row = 0, corrected = 0, refused = 0;
  bool now = false, now_fatal = false;
  for (std::uint64_t cycle = 0; cycle < run_length(30000) && !bench.failed(); ++cycle) {
    // A bit of a written row turns.
    const auto row = static_cast<unsigned>(below(rng, kDepth));
    const auto bit = static_cast<unsigned>(below(rng, code_width));
    if (one_in(rng, 4) && array[row] && wrong[row].size() < most && wrong[row].count(bit) == 0) {
      wrong[row].insert(bit);
      contents(dut)[row] ^= std::uint64_t{1} << bit;
    }
    dut.write_i = one_in(rng, 3);
    drive(dut.waddr_i, below(rng, kDepth));
    dut.wdata_i = rng() & 0xffffffffffu;
    drive(dut.raddr_i, one_in(rng, 3) ? dut.waddr_i : below(rng, kDepth));
    const bool forwards = dut.write_i && dut.waddr_i == dut.raddr_i;
    dut.read_i = !one_in(rng, 3) && (kForwards<Model> || !forwards);
    dut.check_i = (array[dut.raddr_i].has_value() || forwards) && !one_in(rng, 5);
    bench.settle();
    bench.tick();

    // What the cycle before has read is reported.
    due = now;
    due_fatal = now_fatal;
    const unsigned reported_row = due_row;
    now = false;
    if (dut.read_i) {
      const unsigned read = dut.raddr_i;
      const std::size_t errors = forwards ? 0 : wrong[read].size();
      const bool good = errors == 0 || (corrects && errors == 1);
      known = array[read].has_value() || forwards;
      expected = forwards ? std::uint64_t{dut.wdata_i} : array[read].value_or(0);
      expected_bad = dut.check_i && !good;
      known = known && good;
      now = dut.check_i && errors != 0;
      now_fatal = !good;
      due_row = read;
    }
    if (dut.write_i) {
      array[dut.waddr_i] = std::uint64_t{dut.wdata_i};
      wrong[dut.waddr_i].clear();
    }
    bench.settle();
    if (known) bench.expect("rdata_o", dut.rdata_o, expected);
    bench.expect("bad_o", dut.bad_o, expected_bad);
    const std::uint32_t error = dut.error_o;
    bench.expect("error_o.valid", error >> 17, due);
    bench.expect("error_o.fatal", error >> 16 & 1, due && due_fatal);
    bench.expect("error_o.row", error & 0xffff, due ? reported_row : 0);
    corrected += due && !due_fatal ? 1 : 0;
    refused += due && due_fatal ? 1 : 0;
  }
  EXPECT_FALSE(bench.failed()) << *bench.failure();
  EXPECT_EQ(corrected > 100, corrects);
  EXPECT_EQ(refused > 100, !corrects || most > 1);
}

TEST(Ram1r1wEcc, CorrectsOneBitOfARow) {
  Rng rng = seeded_rng(42);
  run_with_errors<Vram_1r1w_ecc>(kWidth + 8, 1, true, rng);
  run_with_errors<Vram_1r1w_ecc_plain>(kWidth + 8, 1, true, rng);
}

TEST(Ram1r1wEcc, RefusesTwoBitsOfARow) {
  Rng rng = seeded_rng(43);
  run_with_errors<Vram_1r1w_ecc>(kWidth + 8, 2, true, rng);
  run_with_errors<Vram_1r1w_ecc_plain>(kWidth + 8, 2, true, rng);
}

TEST(Ram1r1wEcc, ParityRefusesOneBitOfARow) {
  Rng rng = seeded_rng(44);
  run_with_errors<Vram_1r1w_ecc_parity>(kWidth + 1, 1, false, rng);
  run_with_errors<Vram_1r1w_ecc_plain_parity>(kWidth + 1, 1, false, rng);
}

TEST(Ram1r1wEcc, AWrongBitOfAForwardedRowIsFound) {
  Rng rng = seeded_rng(49);
  ModuleBench<Vram_1r1w_ecc> bench;
  auto& dut = bench.dut();
  bench.reset();
  for (unsigned bit = 0; bit < 2 * (kWidth + 8) && !bench.failed(); ++bit) {
    const bool turns = bit < kWidth + 8;  // then once more without
    const auto row = static_cast<unsigned>(below(rng, kDepth));
    dut.write_i = dut.read_i = dut.check_i = 1;
    drive(dut.waddr_i, row);
    drive(dut.raddr_i, row);
    dut.wdata_i = rng() & 0xffffffffffu;
    bench.settle();
    bench.tick();
    if (turns) {
      dut.rootp->ram_1r1w_ecc__DOT__gen_forward__DOT__u_ram__DOT__wdata_q ^= std::uint64_t{1} << bit;
      Vram_1r1w_ecc___024root___eval_settle(dut.rootp);
    }
    dut.write_i = dut.read_i = dut.check_i = 0;
    bench.settle();
    bench.expect("bad_o", dut.bad_o, turns);
    if (!turns) bench.expect("rdata_o", dut.rdata_o, std::uint64_t{dut.wdata_i});
    bench.tick();
    bench.settle();
    const std::uint32_t error = dut.error_o;
    bench.expect("error_o.valid", error >> 17, turns);
    bench.expect("error_o.fatal", error >> 16 & 1, turns);
    bench.expect("error_o.row", error & 0xffff, turns ? row : 0);
  }
  EXPECT_FALSE(bench.failed()) << *bench.failure();
}

TEST(Ram1r1wEcc, ReportsNothingWithoutProtection) {
  Rng rng = seeded_rng(50);
  ModuleBench<Vram_1r1w_ecc_none> bench;
  auto& dut = bench.dut();
  bench.reset();
  for (unsigned cycle = 0; cycle < 1000 && !bench.failed(); ++cycle) {
    dut.write_i = one_in(rng, 2);
    dut.read_i = one_in(rng, 2);
    dut.check_i = one_in(rng, 2);
    drive(dut.waddr_i, below(rng, kDepth));
    drive(dut.raddr_i, below(rng, kDepth));
    dut.wdata_i = rng() & 0xffffffffffu;
    bench.settle();
    bench.expect("error_o", std::uint32_t{dut.error_o}, 0u);
    bench.expect("bad_o", dut.bad_o, 0);
    bench.tick();
  }
  EXPECT_FALSE(bench.failed()) << *bench.failure();
}

TEST(Ram1r1wEcc, ReportsNothingBeforeItsFirstRead) {
  ModuleBench<Vram_1r1w_ecc_started> bench;
  bench.reset();
  for (unsigned cycle = 0; cycle < 3; ++cycle) {
    bench.settle();
    bench.expect("error_o", std::uint32_t{bench.dut().error_o}, 0u);
    bench.expect("bad_o", bench.dut().bad_o, 0);
    bench.tick();
  }
  EXPECT_FALSE(bench.failed()) << *bench.failure();
}

}  // namespace
}  // namespace gputm::tb
