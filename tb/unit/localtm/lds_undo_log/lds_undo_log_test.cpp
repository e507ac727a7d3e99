// lds_undo_log against the model of row_store_bench.h: records, and the order and cycles of every walk.
#include <gtest/gtest.h>

#include "Vundo_log.h"
#include "unit/localtm/common/row_store_bench.h"

namespace gputm::tb::lds_undo_log_test {
namespace {

template <typename Model>
using Bench = RowStoreBench<Model, RowStore::kLog, 5>;

TEST(LdsUndoLog, IsAnAssociativeLog) {
  Bench<Vundo_log> bench;
  EXPECT_EQ(bench.run(run_length(100000)), std::nullopt);
  EXPECT_GT(bench.released(), 5000u);
}

}  // namespace
}  // namespace gputm::tb::lds_undo_log_test
