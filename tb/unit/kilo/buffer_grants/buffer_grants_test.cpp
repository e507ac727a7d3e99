// buffer_grants: a log may have a buffer in every operation, also with an empty pool.
#include <gtest/gtest.h>

#include "Vbuffer_grants.h"
#include "common/stalls.h"
#include "unit/kilo/common/checked.h"

namespace gputm::tb::buffer_grants_test {
namespace {

TEST(BufferGrants, GrantsToEveryLog) {
  Rng rng = seeded_rng(82);
  Checked<Vbuffer_grants> bench;
  auto& dut = bench.dut();
  bench.reset();
  for (std::uint64_t cycle = 0; cycle < run_length(1000); ++cycle) {
    drive(dut.op_valid_i, rng() & 1);
    drive(dut.op_first_i, rng() & 1);
    drive(dut.op_skip_i, rng() & 1);
    drive(dut.op_wants_i, rng() & 1);
    drive(dut.alloc_valid_i, rng() & 1);
    drive(dut.free_valid_i, rng() & 1);
    bench.settle();
    ASSERT_TRUE(dut.op_grant_o);
    bench.step();
  }
}

}  // namespace
}  // namespace gputm::tb::buffer_grants_test
