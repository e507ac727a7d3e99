// lds_listed_rows against the model of row_store_bench.h: records, and the order and cycles of every walk.
#include <gtest/gtest.h>

#include "Vlisted_rows.h"
#include "unit/localtm/common/row_store_bench.h"

namespace gputm::tb::lds_listed_rows_test {
namespace {

template <typename Model>
using Bench = RowStoreBench<Model, RowStore::kWavefrontLists>;

TEST(LdsListedRows, IsAListForEachWavefront) {
  Bench<Vlisted_rows> bench;
  EXPECT_EQ(bench.run(run_length(100000)), std::nullopt);
  EXPECT_GT(bench.released(), 5000u);
}

}  // namespace
}  // namespace gputm::tb::lds_listed_rows_test
