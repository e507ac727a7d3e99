// lds_row_leaders against the row of the last conflict of each wavefront and bank.
#include <gtest/gtest.h>

#include <array>

#include "Vrow_leaders.h"
#include "common/module_bench.h"
#include "common/stalls.h"

namespace gputm::tb::lds_row_leaders_test {
namespace {

constexpr unsigned kWavefronts = 4, kBanks = 4, kRowBits = 3;

template <typename Model>
std::optional<std::string> run_leaders(std::uint64_t cycles) {
  Rng rng = seeded_rng(64);
  ModuleBench<Model> bench;
  auto& dut = bench.dut();
  dut.begin_i = dut.pass_i = 0;
  drive(dut.conflict_i, 0);
  bench.reset();
  StallStream passes(rng), verdicts(rng);
  struct Pass {
    unsigned wavefront = 0;
    std::array<unsigned, kBanks> row{};
  };
  std::optional<Pass> pass;  // pass whose verdicts come
  unsigned undecided = 0;    // its banks without a verdict
  struct {
    std::optional<Pass> pass;
    unsigned conflicts = 0;
  } saying, said;  // verdicts of the banks in this cycle and in the previous one
  std::array<std::array<std::optional<unsigned>, kBanks>, kWavefronts> last_row;
  for (std::uint64_t i = 0; i < cycles && !bench.failed(); ++i) {
    said = saying;
    drive(dut.conflict_i, said.conflicts);
    const unsigned decided = pass && verdicts.go() ? static_cast<unsigned>(rng()) & undecided : 0;
    saying = {pass, decided & static_cast<unsigned>(rng() | rng())};
    drive(dut.begin_wavefront_i, below(rng, kWavefronts));
    // An attempt begins when the previous one's accesses are answered.
    const auto is_of = [&](const std::optional<Pass>& of) {
      return of && of->wavefront == dut.begin_wavefront_i;
    };
    const bool awaited = (is_of(pass) && undecided != 0) || (is_of(said.pass) && said.conflicts != 0);
    dut.begin_i = one_in(rng, 8) && !awaited;
    undecided &= ~decided;
    dut.pass_i = undecided == 0 && passes.go();
    drive(dut.pass_wavefront_i, below(rng, kWavefronts));
    drive(dut.pass_row_i, rng());
    bench.settle();
    for (unsigned bank = 0; bank < kBanks; ++bank) {
      const bool conflict = (dut.conflict_i >> bank & 1) != 0;
      const bool first = conflict && last_row[said.pass->wavefront][bank] != said.pass->row[bank];
      bench.expect("first", dut.first_o >> bank & 1, first);
      if (conflict) last_row[said.pass->wavefront][bank] = said.pass->row[bank];
    }
    if (dut.begin_i) last_row[dut.begin_wavefront_i].fill(std::nullopt);
    if (dut.pass_i) {
      pass = Pass{.wavefront = dut.pass_wavefront_i};
      for (unsigned bank = 0; bank < kBanks; ++bank)
        pass->row[bank] = element(dut.pass_row_i, bank, kRowBits);
      undecided = static_cast<unsigned>(below(rng, 1u << kBanks));
    }
    bench.tick();
  }
  return bench.failure();
}

TEST(LdsRowLeaders, IsTheModel) { EXPECT_EQ(run_leaders<Vrow_leaders>(run_length(50000)), std::nullopt); }

}  // namespace
}  // namespace gputm::tb::lds_row_leaders_test
