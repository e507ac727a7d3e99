#include "workloads/basket_generator.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "base/rng.h"

namespace gputm::workloads {
namespace {

/// Constants of the generator in the paper: share of a pattern taken from the previous one, and share of a
/// pattern left out of a basket
constexpr double kCorrelation = 0.5;
constexpr double kCorruption = 0.5, kCorruptionDeviation = 0.1;

/// Distributions that are independent of the standard library
class Random {
 public:
  explicit Random(std::uint64_t seed) : rng_(seed) {}
  std::uint32_t below(std::uint32_t bound) { return rng_.below(bound); }
  /// Uniform in 0..1, both excluded.
  double uniform() { return (rng_.below(std::uint64_t{1} << 32) + 0.5) / 4294967296.0; }
  double exponential(double mean) { return -mean * std::log(uniform()); }
  double normal(double mean, double deviation) {
    double sum = 0;
    for (int i = 0; i < 12; ++i) sum += uniform();
    return mean + deviation * (sum - 6);
  }
  std::uint32_t poisson(double mean) {
    std::uint32_t count = 0;
    for (double left = uniform(); left > std::exp(-mean); left *= uniform()) ++count;
    return count;
  }

 private:
  Rng rng_;
};

struct Pattern {
  std::vector<std::uint32_t> items;
  double corruption = 0;
};

std::vector<Pattern> make_patterns(const BasketShape& shape, Random& random) {
  std::vector<Pattern> patterns;
  for (std::uint32_t i = 0; i < shape.patterns; ++i) {
    const std::uint32_t size = std::min(shape.items, 1 + random.poisson(shape.pattern_items - 1));
    std::set<std::uint32_t> items;
    if (i > 0) {
      const auto& before = patterns.back().items;
      const double share = std::min(1.0, random.exponential(kCorrelation));
      for (double wanted = share * size;
           static_cast<double>(items.size()) + 0.5 < wanted && items.size() < before.size();)
        items.insert(before[random.below(static_cast<std::uint32_t>(before.size()))]);
    }
    while (items.size() < size) items.insert(random.below(shape.items));
    patterns.push_back(
        {.items = {items.begin(), items.end()},
         .corruption = std::clamp(random.normal(kCorruption, kCorruptionDeviation), 0.0, 1.0)});
  }
  return patterns;
}

/// Cumulative weights of the patterns; the last is 1.
std::vector<double> make_weights(std::size_t patterns, Random& random) {
  std::vector<double> weights(patterns);
  for (double& weight : weights) weight = random.exponential(1);
  std::partial_sum(weights.begin(), weights.end(), weights.begin());
  for (double& weight : weights) weight /= weights.back();
  return weights;
}

}  // namespace

std::vector<Basket> generate_baskets(const BasketShape& shape, std::uint64_t seed) {
  Random random(seed);
  const std::vector<Pattern> patterns = make_patterns(shape, random);
  const std::vector<double> weights = make_weights(patterns.size(), random);
  std::vector<Basket> baskets;
  while (baskets.size() < shape.baskets) {
    const std::uint32_t size = std::min(shape.items, 1 + random.poisson(shape.basket_items - 1));
    std::set<std::uint32_t> items;
    while (items.size() < size) {
      const auto chosen = std::ranges::lower_bound(weights, random.uniform()) - weights.begin();
      const Pattern& pattern = patterns[std::min(static_cast<std::size_t>(chosen), patterns.size() - 1)];
      std::vector<std::uint32_t> bought = pattern.items;
      while (!bought.empty() && random.uniform() < pattern.corruption)
        bought.erase(bought.begin() + random.below(static_cast<std::uint32_t>(bought.size())));
      // A pattern that does not fit is still added every other time; otherwise the basket is complete.
      const bool fits = items.size() + bought.size() <= size;
      if (!fits && !items.empty() && random.below(2) == 0) break;
      items.insert(bought.begin(), bought.end());
    }
    baskets.emplace_back(items.begin(), items.end());
  }
  return baskets;
}

}  // namespace gputm::workloads
