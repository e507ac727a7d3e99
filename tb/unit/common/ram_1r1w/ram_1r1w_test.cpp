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
  Rng rng = seeded_rng(22);
  EXPECT_FALSE(run_ram<Vram_1r1w>(1000, true, rng)) << "the assertion reports them";
}

}  // namespace
}  // namespace gputm::tb
