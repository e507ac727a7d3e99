// The ring's fields of stage_fields_pkg.sv, as the packed ports carry them.
#pragma once

#include <cstdint>

#include "unit/kilo/bench/ring.h"

namespace gputm::tb {

inline constexpr unsigned kEntries = 5, kIndexBits = 3, kBuffers = 4, kBufferWords = 4;
inline constexpr unsigned kCounts = 16;  ///< reads are counted modulo this

inline unsigned index_of(std::uint64_t serial) { return static_cast<unsigned>(serial % kEntries); }
inline unsigned ring_slot(std::uint64_t serial) { return slot_of(serial, kEntries, kIndexBits); }

struct ProgressField {
  bool phase = true, complete = false, skip = false, failed_base = false;
  unsigned issued = 0;
  unsigned packed() const {
    return unsigned{phase} << 7 | unsigned{complete} << 6 | unsigned{skip} << 5 | unsigned{failed_base} << 4 |
           issued % kCounts;
  }
  static ProgressField of(unsigned bits) {
    return {(bits & 0x80) != 0, (bits & 0x40) != 0, (bits & 0x20) != 0, (bits & 0x10) != 0, bits & 0xf};
  }
};

struct LogField {
  bool overflow = false;
  unsigned count = 0, buffer = 0;
  unsigned packed() const { return unsigned{overflow} << 5 | count << 2 | buffer; }
  static LogField of(unsigned bits) { return {(bits & 0x20) != 0, bits >> 2 & 7, bits & 3}; }
};

struct VerdictField {
  unsigned done = 0;
  bool failed = false;
  unsigned packed() const { return done % kCounts << 1 | unsigned{failed}; }
  static VerdictField of(unsigned bits) { return {bits >> 1, (bits & 1) != 0}; }
  bool operator==(const VerdictField&) const = default;
};

struct HazardField {
  bool skip = false, hazard = false;
  unsigned ycid = 0;  ///< wraps
  unsigned packed() const { return unsigned{skip} << 17 | unsigned{hazard} << 16 | (ycid & 0xffff); }
  static HazardField of(unsigned bits) {
    return {(bits & 0x20000) != 0, (bits & 0x10000) != 0, bits & 0xffff};
  }
};

struct AwaitField {
  bool skip = false, failed_base = false;
  unsigned expected = 0;
  unsigned packed() const { return unsigned{skip} << 5 | unsigned{failed_base} << 4 | expected % kCounts; }
};

struct FinalField {
  bool given = false, pass = false;
  unsigned packed() const { return unsigned{given} << 1 | unsigned{pass}; }
};

}  // namespace gputm::tb
