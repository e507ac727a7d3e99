// register_file_ecc against an array in each protection, with and without wrong bits in the file.
#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <set>

#include "Vregister_file_ecc.h"
#include "Vregister_file_ecc___024root.h"
#include "Vregister_file_ecc_none.h"
#include "Vregister_file_ecc_none___024root.h"
#include "Vregister_file_ecc_parity.h"
#include "Vregister_file_ecc_parity___024root.h"
#include "common/module_bench.h"
#include "common/seed.h"

namespace gputm::tb {
namespace {

constexpr unsigned kWords = 6, kWidth = 40;

/// What a read finds: the error that is reported is the worst so far of the word that stays on the port.
enum Level : unsigned { kGood, kCorrected, kLost };

/// Random writes, reads and wrong bits: at most `most` in a word. `checks`: bits of a word beside its data.
template <typename Model>
void run(unsigned checks, unsigned most, bool corrects) {
  Rng rng = seeded_rng(45 + checks + most);
  ModuleBench<Model> bench;
  auto& dut = bench.dut();
  std::array<std::optional<std::uint64_t>, kWords> words;
  std::array<std::set<unsigned>, kWords> wrong;
  bench.reset();

  std::optional<unsigned> due;  // address of the error that is reported in this cycle
  Level due_level = kGood, before = kGood;
  unsigned address_before = 0, corrected = 0, lost = 0;
  for (std::uint64_t cycle = 0; cycle < run_length(30000) && !bench.failed(); ++cycle) {
    const auto turned = static_cast<unsigned>(below(rng, kWords));
    const auto bit = static_cast<unsigned>(below(rng, kWidth + checks));
    // What an unwritten word holds is no word of the code.
    if (one_in(rng, 4) &&
        (!words[turned] || (wrong[turned].size() < most && wrong[turned].insert(bit).second)))
      dut.rootp->register_file_ecc__DOT__u_file__DOT__mem[turned] ^= std::uint64_t{1} << bit;
    dut.write_i = one_in(rng, 4);
    drive(dut.waddr_i, below(rng, kWords));
    dut.wdata_i = rng() & 0xffffffffffu;
    if (one_in(rng, 3)) drive(dut.raddr_i, below(rng, kWords));
    dut.check_i = !one_in(rng, 5);
    bench.settle();

    const unsigned address = dut.raddr_i;
    const std::size_t errors = wrong[address].size();
    const Level found = errors == 0 ? kGood : corrects && errors == 1 ? kCorrected : kLost;
    if (words[address] && found != kLost) bench.expect("rdata_o", dut.rdata_o, *words[address]);
    const bool counts = dut.check_i && words[address];
    bench.expect("bad_o", dut.bad_o, counts && found == kLost);
    const std::uint32_t error = dut.error_o;
    bench.expect("error_o.valid", error >> 17, due.has_value());
    bench.expect("error_o.fatal", error >> 16 & 1, due && due_level == kLost);
    bench.expect("error_o.row", error & 0xffff, due.value_or(0));
    corrected += due && due_level == kCorrected ? 1 : 0;
    lost += due && due_level == kLost ? 1 : 0;

    const Level level = counts ? found : kGood;
    due.reset();
    if (level != kGood && (address != address_before || level > before)) {
      due = address;
      due_level = level;
    }
    before = level;
    address_before = address;
    bench.tick();
    if (dut.write_i) {
      words[dut.waddr_i] = std::uint64_t{dut.wdata_i};
      wrong[dut.waddr_i].clear();
    }
  }
  EXPECT_FALSE(bench.failed()) << *bench.failure();
  EXPECT_EQ(corrected > 100, corrects && most > 0);
  EXPECT_EQ(lost > 100, most > (corrects ? 1 : 0));
}

TEST(RegisterFileEcc, IsARegisterFileInEachProtection) {
  run<Vregister_file_ecc>(8, 0, true);
  run<Vregister_file_ecc_parity>(1, 0, false);
  run<Vregister_file_ecc_none>(0, 0, false);
}

TEST(RegisterFileEcc, CorrectsOneBitOfAWord) { run<Vregister_file_ecc>(8, 1, true); }

TEST(RegisterFileEcc, RefusesTwoBitsOfAWord) { run<Vregister_file_ecc>(8, 2, true); }

TEST(RegisterFileEcc, ParityRefusesOneBitOfAWord) { run<Vregister_file_ecc_parity>(1, 1, false); }

}  // namespace
}  // namespace gputm::tb
