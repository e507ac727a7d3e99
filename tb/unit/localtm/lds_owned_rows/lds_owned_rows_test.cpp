// lds_owned_rows against the model of row_store_bench.h: records, and the order and cycles of every walk;
// with epochs of one and two bits, the cost of releases.
#include <gtest/gtest.h>

#include "Vowned_rows.h"
#include "Vowned_rows_epochs.h"
#include "Vowned_rows_epochs_1.h"
#include "unit/localtm/common/row_store_bench.h"

namespace gputm::tb::lds_owned_rows_test {
namespace {

TEST(LdsOwnedRows, IsAListForEachWorkItem) {
  RowStoreBench<Vowned_rows, RowStore::kLists> bench;
  EXPECT_EQ(bench.run(run_length(100000)), std::nullopt);
  EXPECT_GT(bench.released(), 5000u);
}

template <typename Model, unsigned kBits>
void expect_epochs() {
  RowStoreBench<Model, RowStore::kLists, kStoreRows, kBits> bench;
  EXPECT_EQ(bench.run(run_length(100000)), std::nullopt);
  EXPECT_GT(bench.released(), 5000u);
  EXPECT_GT(bench.epoch_waits(), 100u);
}

TEST(LdsOwnedRows, ReleasesAWavefrontsRowsByItsEpoch) {
  expect_epochs<Vowned_rows_epochs, 2>();
  expect_epochs<Vowned_rows_epochs_1, 1>();
}

}  // namespace
}  // namespace gputm::tb::lds_owned_rows_test
