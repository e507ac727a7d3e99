#include "fuzz/mutants/mutation.h"

#include <algorithm>
#include <array>

namespace gputm::fuzz {
namespace {

constexpr std::array<std::uint32_t, 13> kWords = {
    0, 1, 2, 3, 4, 0x7f, 0x80, 0xff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff, 0xfffffffc};
constexpr std::size_t kHeaderBytes = 52 + 8 * 32;  // header of the file and eight segments

void mutate_once(std::vector<std::uint8_t>& file, tb::Rng& random) {
  const std::size_t bound = tb::one_in(random, 2) ? std::min(file.size(), kHeaderBytes) : file.size();
  const std::size_t at = tb::below(random, bound);
  const std::size_t left = file.size() - at;
  const auto begin = file.begin() + static_cast<std::ptrdiff_t>(at);
  switch (tb::below(random, 9)) {
    case 0:
      file.resize(std::max<std::size_t>(at, 1));
      break;
    case 1:
    case 2: {
      const std::uint32_t word = kWords[tb::below(random, kWords.size())];
      const std::size_t first = at & ~std::size_t{3};
      for (std::size_t i = first; i < std::min(first + 4, file.size()); ++i)
        file[i] = static_cast<std::uint8_t>(word >> 8 * (i - first));
      break;
    }
    case 3:
      std::generate_n(begin, std::min<std::size_t>(left, 1 + tb::below(random, 63)),
                      [&] { return static_cast<std::uint8_t>(random()); });
      break;
    case 4: {
      const std::size_t from = tb::below(random, file.size());
      const std::size_t bytes = std::min({left, file.size() - from, std::size_t{16}});
      for (std::size_t i = 0; i < bytes; ++i) file[at + i] = file[from + i];
      break;
    }
    case 5:
    case 6:
      *begin ^= static_cast<std::uint8_t>(1U << tb::below(random, 8));
      break;
    default:
      *begin = static_cast<std::uint8_t>(random());
  }
}

}  // namespace

std::vector<std::uint8_t> mutated(std::vector<std::uint8_t> file, tb::Rng& random) {
  constexpr std::array<unsigned, 5> kTimes = {1, 1, 2, 3, 8};
  const unsigned times = kTimes[tb::below(random, kTimes.size())];
  for (unsigned i = 0; i < times; ++i) mutate_once(file, random);
  return file;
}

}  // namespace gputm::fuzz
