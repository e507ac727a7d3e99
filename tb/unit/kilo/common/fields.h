// Fields of a ring entry (commit_unit_pkg.sv) on packed ports, and the size used by the stages' tests.
#pragma once

#include <cstdint>

#include "unit/kilo/common/ring.h"

namespace gputm::tb {

inline constexpr unsigned kEntries = 5, kBuffers = 4, kBufferWords = 4;
inline constexpr unsigned kCounts = 16;  ///< modulus of the read counts

inline unsigned index_of(std::uint64_t serial) { return static_cast<unsigned>(serial % kEntries); }
inline unsigned ring_slot(std::uint64_t serial) { return slot_of(serial, kEntries); }
/// The pointer at the `serial`-th id, where the first one is `first`.
inline std::uint32_t pointer_at(std::uint64_t first, std::uint64_t serial) {
  return pack_pointer(first + serial, ring_slot(serial));
}

struct ProgressField {
  bool phase = true, complete = false, skip = false, failed_base = false;
  unsigned issued = 0;
  unsigned packed() const {
    return unsigned{phase} << 19 | unsigned{complete} << 18 | unsigned{skip} << 17 |
           unsigned{failed_base} << 16 | issued % kCounts;
  }
  static ProgressField of(unsigned bits) {
    return {(bits >> 19 & 1) != 0, (bits >> 18 & 1) != 0, (bits >> 17 & 1) != 0, (bits >> 16 & 1) != 0,
            bits & 0xffff};
  }
};

struct LogField {
  bool overflow = false;
  unsigned count = 0, buffer = 0;
  unsigned packed() const { return unsigned{overflow} << 24 | count << 16 | buffer; }
  static LogField of(unsigned bits) { return {(bits >> 24 & 1) != 0, bits >> 16 & 0xff, bits & 0xffff}; }
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
  unsigned ycid = 0;  ///< commit id, which wraps
  unsigned packed() const { return unsigned{skip} << 17 | unsigned{hazard} << 16 | (ycid & 0xffff); }
  static HazardField of(unsigned bits) {
    return {(bits & 0x20000) != 0, (bits & 0x10000) != 0, bits & 0xffff};
  }
};

struct AwaitField {
  bool skip = false, failed_base = false;
  unsigned expected = 0;
  unsigned packed() const { return unsigned{skip} << 17 | unsigned{failed_base} << 16 | expected % kCounts; }
};

struct FinalField {
  bool given = false, pass = false;
  unsigned packed() const { return unsigned{given} << 1 | unsigned{pass}; }
};

}  // namespace gputm::tb
