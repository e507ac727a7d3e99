// Last thread that changed a word of global memory outside of transactions, for reports.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "base/types.h"
#include "memory/access.h"

namespace gputm::core {

/// Last change of each word, in a small table: a word can replace another one.
class LastWriters {
 public:
  struct Change {
    Address address = 0;
    Word value = 0;
    std::uint32_t thread = 0;
    std::uint16_t core = 0, warp = 0;
  };

  void clear() { changes_.fill({}); }
  void changed(Address word, Word value, const memory::WarpAccess& access, unsigned lane) {
    changes_[place(word)] = {word, value, access.first_thread + lane, access.core,
                             static_cast<std::uint16_t>(access.warp)};
  }
  /// Change that gave the word its value; nothing if unknown.
  std::optional<Change> find(Address word, Word value) const {
    const Change& change = changes_[place(word)];
    if (change.address != word || change.value != value) return std::nullopt;
    return change;
  }

 private:
  static constexpr std::size_t kPlaces = 1024;
  static std::size_t place(Address word) { return (word >> 2 ^ word >> 12) % kPlaces; }
  std::array<Change, kPlaces> changes_{};
};

}  // namespace gputm::core
