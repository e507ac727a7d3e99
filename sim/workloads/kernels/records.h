// Layout of structures changed by transactions, on the device and on the host: records of eight words in one
// array, named by numbers from 1 (0: none), and words by number.
#pragma once

#include <stdint.h>

namespace gputm::kernels {

inline constexpr uint32_t kRecordBytes = 32;

/// Address of word `field` (0..7) of a record.
constexpr uint32_t field_of(uint32_t records, uint32_t record, uint32_t field) {
  return records + record * kRecordBytes + field * 4;
}

/// Address of word `index` of an array.
constexpr uint32_t word_of(uint32_t array, uint32_t index) { return array + index * 4; }

}  // namespace gputm::kernels
