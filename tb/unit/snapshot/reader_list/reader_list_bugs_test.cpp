// Each seeded bug (tb/bugs/reader_*) must make the random streams of reader_list_test fail.
#include <gtest/gtest.h>

#include "Vreader_list_last_row_kept.h"
#include "Vreader_list_leaf_forgotten.h"
#include "Vreader_list_missed_promotion.h"
#include "Vreader_list_no_undo.h"
#include "Vreader_list_reader_dropped.h"
#include "reader_list_bench.h"

namespace gputm::tb {
namespace {

template <typename Model>
class ReaderListBug : public testing::Test {};

using Bugs = testing::Types<Vreader_list_last_row_kept, Vreader_list_leaf_forgotten,
                            Vreader_list_missed_promotion, Vreader_list_no_undo, Vreader_list_reader_dropped>;
TYPED_TEST_SUITE(ReaderListBug, Bugs);

TYPED_TEST(ReaderListBug, IsCaught) {
  Rng rng = seeded_rng(1);
  std::optional<std::string> failure;
  for (int run = 0; run < 20 && !failure; ++run) {
    ReaderListBench<TypeParam> bench(64, rng);
    run_traffic(bench,
                {.operations = 5000,
                 .blocks = static_cast<Block>(2 + below(rng, 60)),
                 .insertions = static_cast<unsigned>(30 + below(rng, 60)),
                 .life = 1 + below(rng, 100)},
                rng);
    failure = bench.failure();
  }
  ASSERT_TRUE(failure);
  std::cout << *failure << '\n';
}

}  // namespace
}  // namespace gputm::tb
