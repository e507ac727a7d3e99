// beat_arbiter: bursts of the stated length, without being told where they end.
#include "Vbeat_arbiter.h"
#include "unit/common/burst_arbiter/burst_bench.h"

namespace gputm::tb::beat_arbiter_test {
namespace {

TEST(BeatArbiter, RoundRobinWholeRequestsAndNothingLost) {
  Rng rng = seeded_rng(116);
  constexpr unsigned kBeats = 3;
  run_bursts<Vbeat_arbiter>(
      rng, [] { return kBeats; }, [](Vbeat_arbiter&, unsigned) {});
}

}  // namespace
}  // namespace gputm::tb::beat_arbiter_test
