// ram_1r1w_fwd against an array, including reads and writes of one row in one cycle.
#include <gtest/gtest.h>

#include "Vram_1r1w_fwd.h"
#include "Vram_1r1w_fwd_late.h"
#include "Vram_1r1w_fwd_quick.h"
#include "unit/common/common/ram_bench.h"

namespace gputm::tb {
namespace {

TEST(Ram1r1wFwd, ForwardsWhatIsBeingWritten) {
  Rng rng = seeded_rng(22);
  EXPECT_TRUE(run_ram<Vram_1r1w_fwd>(run_length(100000), true, rng));
}

TEST(Ram1r1wFwd, ForwardsAlsoWhereTheRamIsReadInVain) {
  Rng rng = seeded_rng(22);
  EXPECT_TRUE(run_ram<Vram_1r1w_fwd_quick>(run_length(100000), true, rng));
}

TEST(Ram1r1wFwd, ForwardsWhatItComparesLate) {
  Rng rng = seeded_rng(22);
  EXPECT_TRUE(run_ram<Vram_1r1w_fwd_late>(run_length(100000), true, rng));
}

}  // namespace
}  // namespace gputm::tb
