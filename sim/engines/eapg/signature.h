// Places of words in the tables of EAPG: a table has a bit for each word of a line of 128 bytes in each of
// its rows, and a hash of the line's number selects the row. Words of other lines in the same place look
// alike.
#pragma once

#include <bit>
#include <cstdint>

#include "base/types.h"

namespace gputm::engines::eapg {

/// Words of a row, one bit each
inline constexpr unsigned kRowWords = 32;
inline constexpr unsigned kWordBytes = sizeof(Word);

struct Place {
  unsigned row = 0;
  unsigned word = 0;  ///< within the row
};

/// Place of a word in a partition's table of `rows` rows, a power of two from 2 on: the exclusive or of the
/// pieces of its line's number.
constexpr Place place_of(Address address, unsigned rows) {
  Place place{.row = 0, .word = address / kWordBytes % kRowWords};
  const auto bits = static_cast<unsigned>(std::countr_zero(rows));
  for (Address line = address / (kRowWords * kWordBytes); line != 0; line >>= bits) place.row ^= line % rows;
  return place;
}

/// State of a row at a partition, which replaces that at a core
struct Announcement {
  std::uint16_t row = 0;
  std::uint32_t words = 0;  ///< bit i: a committing transaction writes a word at place i

  bool operator==(const Announcement&) const = default;
};

}  // namespace gputm::engines::eapg
