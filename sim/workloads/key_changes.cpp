#include "workloads/key_changes.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <numeric>

#include "base/rng.h"

namespace gputm::workloads {

KeyChanges::KeyChanges(const Sizes& sizes, std::uint32_t seed) {
  const std::uint32_t elements = sizes.find("elements")->second, removals = sizes.find("removals")->second;
  insertions = sizes.find("insertions")->second;
  if (removals > elements) {
    throw ConfigError(
        fmt::format("workload.removals: {} is above workload.elements = {}", removals, elements));
  }
  if (insertions + removals == 0)
    throw ConfigError("workload.insertions: 0 with workload.removals = 0 leaves nothing to do");
  Rng rng(seed);
  const auto shuffled = [&](std::size_t count) {
    std::vector<Word> numbers(count);
    std::iota(numbers.begin(), numbers.end(), 1);
    std::ranges::shuffle(numbers, rng);
    return numbers;
  };
  for (const Word number : shuffled(elements)) at_start.push_back(2 * number);
  for (const Word number : shuffled(std::max<std::size_t>(elements, insertions))) {
    if (changes.size() < insertions) changes.push_back(2 * number + 1);
  }
  for (const Word number : shuffled(elements)) {
    if (changes.size() < insertions + removals) changes.push_back(2 * number);
  }
}

std::set<Word> KeyChanges::at_end() const {
  std::set<Word> keys(at_start.begin(), at_start.end());
  for (std::size_t i = 0; i < changes.size(); ++i) {
    if (i < insertions) {
      keys.insert(changes[i]);
    } else {
      keys.erase(changes[i]);
    }
  }
  return keys;
}

}  // namespace gputm::workloads
