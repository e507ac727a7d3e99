// final_check reports a second final outcome of an id, and a passing one after a local failure, and nothing
// else.
#include <gtest/gtest.h>

#include "Vfinal_check.h"
#include "common/seed.h"
#include "unit/kilo/common/bundles.h"
#include "unit/kilo/common/checked.h"
#include "unit/kilo/common/ring.h"

namespace gputm::tb::final_check_test {
namespace {

constexpr unsigned kEntries = 5, kPass = 0, kFail = 1;

class Bench {
 public:
  explicit Bench(std::uint64_t first) : first_(first) {
    idle();
    retire_to(0);
    bench_.reset();
  }
  void reply(std::uint64_t serial, unsigned kind) {
    auto& dut = bench_.dut();
    dut.reply_valid_i = 1;
    drive(dut.reply_i, ReplyPort{.id = (first_ + serial) & 0xffff, .kind = kind}.packed());
    step();
  }
  void final_outcome(std::uint64_t serial, bool pass) {
    auto& dut = bench_.dut();
    dut.final_valid_i = 1;
    drive(dut.final_id_i, first_ + serial);
    dut.final_pass_i = pass;
    step();
  }
  void retire_to(std::uint64_t serial) {
    drive(bench_.dut().retire_i, pack_pointer(first_ + serial, slot_of(serial, kEntries)));
    if (serial != 0) step();
  }
  bool reported() { return bench_.assertion_failed(); }

 private:
  void idle() { bench_.dut().reply_valid_i = bench_.dut().final_valid_i = 0; }
  void step() {
    bench_.settle();
    bench_.step();
    idle();
  }

  Checked<Vfinal_check> bench_;
  std::uint64_t first_;
};

TEST(FinalCheck, LetsTheProtocolPass) {
  Rng rng = seeded_rng(116);
  Bench bench(65530);  // ids wrap
  for (std::uint64_t serial = 0; serial < 1000; serial += 2) {
    // Two entries: the younger one gets its outcomes first, and another unit may overrule a local pass.
    const bool fails = one_in(rng, 2);
    bench.reply(serial + 1, fails ? kFail : kPass);
    bench.reply(serial, kPass);
    bench.final_outcome(serial + 1, !fails && one_in(rng, 2));
    bench.final_outcome(serial, one_in(rng, 2));
    bench.retire_to(serial + 1);
    bench.retire_to(serial + 2);
    ASSERT_FALSE(bench.reported()) << "entry " << serial;
  }
}

TEST(FinalCheck, ReportsASecondFinalOutcome) {
  for (const bool pass : {false, true}) {
    Bench bench(65534);
    bench.reply(3, kPass);
    bench.final_outcome(3, true);
    EXPECT_FALSE(bench.reported());
    bench.final_outcome(3, pass);
    EXPECT_TRUE(bench.reported());
  }
}

TEST(FinalCheck, ReportsAPassOfWhatHasFailedHere) {
  Bench bench(7);
  bench.reply(4, kFail);
  bench.reply(3, kPass);
  bench.final_outcome(3, true);
  EXPECT_FALSE(bench.reported());
  bench.final_outcome(4, true);
  EXPECT_TRUE(bench.reported());
}

}  // namespace
}  // namespace gputm::tb::final_check_test
