// The random commands find a seeded bug of a bank.
#pragma once

#include <gtest/gtest.h>

#include <iostream>

#include "unit/localtm/common/bank_bench.h"

namespace gputm::tb {

template <typename T>
class BankBug : public testing::Test {};
TYPED_TEST_SUITE_P(BankBug);

TYPED_TEST_P(BankBug, IsCaught) {
  Rng rng = seeded_rng(41);
  BankBench<typename TypeParam::Rtl> bench(TypeParam::kSizes);
  run_bank(bench, 100000, rng);
  ASSERT_TRUE(bench.failure());
  std::cout << *bench.failure() << '\n';
}

REGISTER_TYPED_TEST_SUITE_P(BankBug, IsCaught);

}  // namespace gputm::tb
