#include "workloads/basket_file.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <istream>
#include <sstream>
#include <string>

#include "base/settings.h"

namespace gputm::workloads {

std::vector<Basket> read_baskets(std::istream& file, const BasketLimits& limits) {
  std::vector<Basket> baskets;
  std::string line;
  for (std::size_t number = 1; std::getline(file, line); ++number) {
    std::istringstream words(line);
    Basket basket;
    for (std::string word; words >> word;) {
      const std::optional<std::int64_t> item = parse_integer(word);
      if (!item || *item < 0 || *item >= limits.items) {
        throw Error(
            fmt::format("line {}: '{}' is no item's number in 0..{}", number, shown(word), limits.items - 1));
      }
      basket.push_back(static_cast<std::uint32_t>(*item));
    }
    if (basket.empty()) continue;
    std::ranges::sort(basket);
    basket.erase(std::ranges::unique(basket).begin(), basket.end());
    baskets.push_back(std::move(basket));
    if (baskets.size() > limits.baskets)
      throw Error(fmt::format("line {}: there are more than {} baskets", number, limits.baskets));
  }
  if (baskets.empty()) throw Error("there is no basket in it");
  return baskets;
}

}  // namespace gputm::workloads
