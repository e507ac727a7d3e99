// Conflict address table of a core under EAPG: the places of words (signature.h) that committing transactions
// write, as the partitions have announced them. Reference of rtl/eapg/conflict_table.sv.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "engines/eapg/signature.h"

namespace gputm::engines::eapg {

class ConflictTable {
 public:
  /// Banks, each of which looks a row up in a cycle; the low bits of a row's number are its bank.
  static constexpr unsigned kBanks = 8;

  ConflictTable(unsigned partitions, unsigned rows) : rows_(rows), words_(std::size_t{partitions} * rows) {}

  void write(unsigned partition, Announcement row) { words_[partition * rows_ + row.row] = row.words; }
  /// Whether a committing transaction may write the word.
  bool holds(unsigned partition, Address word) const {
    const Place place = place_of(word, rows_);
    return ((words_[partition * rows_ + place.row] >> place.word) & 1) != 0;
  }
  /// Row of the whole table in which the word is looked up.
  unsigned index(unsigned partition, Address word) const {
    return partition * rows_ + place_of(word, rows_).row;
  }

 private:
  unsigned rows_;                     ///< of a partition
  std::vector<std::uint32_t> words_;  ///< by partition and row
};

}  // namespace gputm::engines::eapg
