// The memory of a random kernel in one piece: between its parts are words that the kernel must not touch.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/seed.h"

namespace gputm::fuzz {

class KernelMemory {
 public:
  /// For a grid of this many threads: random words to read, zeros to write.
  KernelMemory(std::uint32_t threads, tb::Rng& random);

  std::vector<std::uint32_t>& words() { return words_; }
  const std::vector<std::uint32_t>& words() const { return words_; }
  // Addresses in the kernel's arguments.
  std::size_t in() const { return kGuardWords; }
  std::size_t shared() const { return in() + threads_ + kGuardWords; }
  std::size_t own() const { return shared() + kSharedWords + kGuardWords; }

  /// Replaces pairs whose values depend on the order of the transactions by their sums.
  void settle();
  /// The first difference, in one line; nothing if equal.
  std::optional<std::string> difference(const KernelMemory& expected) const;

 private:
  // As in shared_words.h.
  static constexpr std::size_t kSharedWords = 160, kLoosePairs = 128, kOwnWords = 8;
  static constexpr std::size_t kGuardWords = 16;

  std::string place(std::size_t word) const;

  std::size_t threads_;
  std::vector<std::uint32_t> words_;
};

}  // namespace gputm::fuzz
