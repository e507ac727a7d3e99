// Each seeded bug (tb/bugs) must be found by the random run at the small size.
#include <gtest/gtest.h>

#include "Vpost_dating_abort_forgets.h"
#include "Vpost_dating_commit_opens.h"
#include "Vpost_dating_cts_falls.h"
#include "Vpost_dating_former_ignored.h"
#include "Vpost_dating_no_forwarding.h"
#include "Vpost_dating_no_reread.h"
#include "Vpost_dating_open_is_a_number.h"
#include "Vpost_dating_previous_forgotten.h"
#include "Vpost_dating_start_at_present.h"
#include "Vpost_dating_unpinned.h"
#include "random_requests.h"

namespace gputm::tb {
namespace {

template <typename Model>
class PostDatingBug : public testing::Test {};

using Bugs = testing::Types<Vpost_dating_abort_forgets, Vpost_dating_commit_opens, Vpost_dating_cts_falls,
                            Vpost_dating_former_ignored, Vpost_dating_no_forwarding, Vpost_dating_no_reread,
                            Vpost_dating_open_is_a_number, Vpost_dating_previous_forgotten,
                            Vpost_dating_start_at_present, Vpost_dating_unpinned>;
TYPED_TEST_SUITE(PostDatingBug, Bugs);

TYPED_TEST(PostDatingBug, IsCaught) {
  constexpr UnitShape kSmall{
      .slots = 8, .timestamp_bits = 8, .propagation_depth = 3, .propagation_successors = 2};
  Rng rng = seeded_rng(2);
  PostDatingBench<TypeParam> bench(kSmall);
  RandomRequests<TypeParam>(bench, kSmall.slots, rng).run(200000);
  ASSERT_TRUE(bench.failure());
  std::cout << *bench.failure() << '\n';
}

}  // namespace
}  // namespace gputm::tb
