// Files of baskets.
#include "workloads/basket_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "base/types.h"

namespace gputm::workloads {
namespace {

std::vector<Basket> baskets_of(const std::string& text) {
  std::istringstream file(text);
  return read_baskets(file, {.baskets = 3, .items = 100});
}

std::string basket_error(const std::string& text) {
  try {
    baskets_of(text);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(BasketFile, SortsItemsAndCountsThemOnce) {
  EXPECT_THAT(baskets_of("7 3 3\t99\r\n\n   \n0"), ::testing::ElementsAre(Basket{3, 7, 99}, Basket{0}));
}

TEST(BasketFile, SaysWhatIsWrong) {
  EXPECT_EQ(basket_error(""), "there is no basket in it");
  EXPECT_EQ(basket_error(" \n\n"), "there is no basket in it");
  EXPECT_EQ(basket_error("1 2\n3 100"), "line 2: '100' is no item's number in 0..99");
  EXPECT_EQ(basket_error("1\n-1"), "line 2: '-1' is no item's number in 0..99");
  EXPECT_EQ(basket_error("1,2"), "line 1: '1,2' is no item's number in 0..99");
  EXPECT_EQ(basket_error("1\n2\n\n3\n4"), "line 5: there are more than 3 baskets");
}

}  // namespace
}  // namespace gputm::workloads
