// lds_migratory_rows against a list of the rows whose readers are expected to write.
#include <gtest/gtest.h>

#include <array>
#include <optional>

#include "Vmigratory_rows.h"
#include "common/module_bench.h"
#include "common/stalls.h"

namespace gputm::tb::lds_migratory_rows_test {
namespace {

constexpr unsigned kRows = 14;

template <typename Model>
class MigratoryRowsBench : public ModuleBench<Model> {
 public:
  std::optional<std::string> run(std::uint64_t cycles) {
    restart();
    for (std::uint64_t i = 0; i < cycles && !this->failed(); ++i) {
      if (one_in(rng_, 1000)) restart();
      cycle();
    }
    return this->failure();
  }

 private:
  /// A reset sets the bits, one per cycle, whatever their values.
  void restart() {
    auto& dut = this->dut();
    dut.lookup_i = dut.set_i = dut.clear_i = dut.restore_i = 0;
    this->reset();
    for (unsigned i = 0; i < kRows; ++i) {
      this->settle();
      this->expect("ready", dut.ready_o, false);
      this->tick();
    }
    migratory_.fill(true);
    row_.reset();
  }

  void cycle() {
    auto& dut = this->dut();
    // A decision for the row looked up last, or a row that a walk restores, or neither
    const auto change = below(rng_, 6);
    dut.set_i = row_ && change == 0;
    dut.clear_i = row_ && change == 1;
    dut.restore_i = change == 2;
    dut.lookup_i = lookups_.go();
    drive(dut.lookup_row_i, below(rng_, kRows));
    drive(dut.restore_row_i, below(rng_, kRows));
    this->settle();
    this->expect("ready", dut.ready_o, true);
    if (row_) this->expect("migratory", dut.migratory_o, seen_);
    if (dut.set_i || dut.clear_i) migratory_[*row_] = dut.set_i;
    if (dut.restore_i) migratory_[dut.restore_row_i] = true;
    if (dut.lookup_i) {
      row_ = dut.lookup_row_i;
      seen_ = migratory_[*row_];
    }
    this->tick();
  }

  Rng rng_ = seeded_rng(78);
  StallStream lookups_{rng_};
  std::array<bool, kRows> migratory_{};
  std::optional<unsigned> row_;  ///< row looked up last
  bool seen_ = false;            ///< result of the look-up
};

TEST(LdsMigratoryRows, AreThoseThatWereWritten) {
  MigratoryRowsBench<Vmigratory_rows> bench;
  EXPECT_EQ(bench.run(run_length(50000)), std::nullopt);
}

}  // namespace
}  // namespace gputm::tb::lds_migratory_rows_test
