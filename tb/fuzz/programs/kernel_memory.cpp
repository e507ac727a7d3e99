#include "fuzz/programs/kernel_memory.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>

namespace gputm::fuzz {

KernelMemory::KernelMemory(std::uint32_t threads, tb::Rng& random)
    : threads_(threads), words_(own() + kOwnWords * threads + kGuardWords, 0x5a5a5a5a) {
  for (std::size_t i = 0; i < threads_; ++i) words_[in() + i] = static_cast<std::uint32_t>(random());
  std::fill_n(words_.begin() + static_cast<std::ptrdiff_t>(shared()), kSharedWords, 0);
  std::fill_n(words_.begin() + static_cast<std::ptrdiff_t>(own()), kOwnWords * threads_, 0);
}

void KernelMemory::settle() {
  for (std::size_t i = shared() + kLoosePairs; i < shared() + kSharedWords; i += 2) {
    words_[i] += words_[i + 1];
    words_[i + 1] = 0;
  }
}

std::string KernelMemory::place(std::size_t word) const {
  if (word >= own() && word < own() + kOwnWords * threads_)
    return fmt::format("own word {} of thread {}", (word - own()) % kOwnWords, (word - own()) / kOwnWords);
  if (word >= shared() && word < shared() + kSharedWords)
    return fmt::format("shared word {}", word - shared());
  return fmt::format("word {}, which kernels only read", word);
}

std::optional<std::string> KernelMemory::difference(const KernelMemory& expected) const {
  const auto [found, wanted] = std::ranges::mismatch(words_, expected.words_);
  if (found == words_.end()) return {};
  return fmt::format("{} is {:#x} and on the host {:#x}",
                     place(static_cast<std::size_t>(found - words_.begin())), *found, *wanted);
}

}  // namespace gputm::fuzz
