// The check matrix as the encoder has it: each column has three ones, no two are equal, and the check bits
// have about the same number of data bits.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "unit/common/common/code_bench.h"

namespace gputm::tb {
namespace {

template <typename T>
class SecdedEnc : public ::testing::Test {};
TYPED_TEST_SUITE(SecdedEnc, Codes);

TYPED_TEST(SecdedEnc, EveryColumnHasThreeOnesAndIsTheOnlyOneOfItsKind) {
  TypeParam code;
  std::vector<Bits> columns;
  std::vector<unsigned> row(TypeParam::kChecks);
  for (unsigned bit = 0; bit < TypeParam::kWidth; ++bit) {
    Bits data(TypeParam::kWidth);
    data[bit] = true;
    const Bits word = code.encode(data);
    const Bits column(word.begin() + TypeParam::kWidth, word.end());
    EXPECT_EQ(std::count(column.begin(), column.end(), true), 3) << "bit " << bit;
    EXPECT_EQ(std::count(columns.begin(), columns.end(), column), 0) << "bit " << bit;
    columns.push_back(column);
    for (unsigned i = 0; i < TypeParam::kChecks; ++i) row[i] += column[i] ? 1 : 0;
  }
  const auto [least, most] = std::minmax_element(row.begin(), row.end());
  EXPECT_LE(*most - *least, 3u);
}

}  // namespace
}  // namespace gputm::tb
