// lds_owned_rows against the model of row_store_bench.h: records, and the order and cycles of every walk.
#include <gtest/gtest.h>

#include "Vowned_rows.h"
#include "Vowned_rows_link_broken.h"
#include "Vowned_rows_not_released.h"
#include "unit/localtm/common/row_store_bench.h"

namespace gputm::tb {
namespace {

template <typename Model>
using Bench = RowStoreBench<Model, RowStore::kLists>;

TEST(LdsOwnedRows, IsAListForEachWorkItem) {
  Bench<Vowned_rows> bench;
  EXPECT_EQ(bench.run(run_length(100000)), std::nullopt);
  EXPECT_GT(bench.released(), 5000u);
}

TEST(LdsOwnedRowsBugs, NotReleasedIsCaught) {
  EXPECT_NE(Bench<Vowned_rows_not_released>().run(10000), std::nullopt);
}
TEST(LdsOwnedRowsBugs, LinkBrokenIsCaught) {
  EXPECT_NE(Bench<Vowned_rows_link_broken>().run(10000), std::nullopt);
}

}  // namespace
}  // namespace gputm::tb
