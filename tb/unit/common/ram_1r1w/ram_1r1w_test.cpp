// ram_1r1w against an array; a read of the row that is being written is reported.
#include <gtest/gtest.h>

#include "Vram_1r1w.h"
#include "unit/common/common/ram_bench.h"

namespace gputm::tb {
namespace {

TEST(Ram1r1w, KeepsWhatIsWritten) {
  Rng rng = seeded_rng(22);
  EXPECT_TRUE(run_ram<Vram_1r1w>(run_length(100000), false, rng));
}

TEST(Ram1r1w, RefusesCollisions) {
  struct Access {
    bool write, read;
    unsigned waddr, raddr;
  };
  for (const auto& [write, read, waddr, raddr] :
       {Access{true, true, 3, 3}, {true, true, 3, 4}, {true, false, 3, 3}, {false, true, 3, 3}}) {
    Clocked<Vram_1r1w> clocked;
    auto& dut = clocked.dut();
    dut.write_i = write;
    dut.read_i = read;
    drive(dut.waddr_i, waddr);
    drive(dut.raddr_i, raddr);
    clocked.settle();
    clocked.step();
    EXPECT_EQ(clocked.assertion_failed(), write && read && waddr == raddr);
  }
}

}  // namespace
}  // namespace gputm::tb
