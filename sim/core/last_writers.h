// Last thread that changed a word of global memory outside of transactions, for reports.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/types.h"
#include "memory/access.h"
#include "memory/address_map.h"

namespace gputm::core {

/// Last change of each word, in a small table for each partition: a word can replace another one.
class LastWriters {
 public:
  LastWriters(const memory::AddressMap& map, unsigned partitions)
      : map_(map), changes_(partitions * kPlaces) {}

  struct Change {
    Address address = 0;
    Word value = 0;
    std::uint32_t thread = 0;
    std::uint16_t core = 0, warp = 0;
  };

  void clear() { std::ranges::fill(changes_, Change{}); }
  /// May be called for words of different partitions by several threads at a time.
  void changed(unsigned partition, Address word, Word value, const memory::WarpAccess& access,
               unsigned lane) {
    changes_[place(partition, word)] = {word, value, access.first_thread + lane, access.core,
                                        static_cast<std::uint16_t>(access.warp)};
  }
  /// Change that gave the word its value; nothing if unknown.
  std::optional<Change> find(Address word, Word value) const {
    const Change& change = changes_[place(map_.partition(word), word)];
    if (change.address != word || change.value != value) return std::nullopt;
    return change;
  }

 private:
  static constexpr std::size_t kPlaces = 1024;
  static std::size_t place(unsigned partition, Address word) {
    return partition * kPlaces + (word >> 2 ^ word >> 12) % kPlaces;
  }

  memory::AddressMap map_;
  std::vector<Change> changes_;
};

}  // namespace gputm::core
