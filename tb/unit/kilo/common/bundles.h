// Layouts of the messages and bundles of commit_unit_pkg.sv on packed ports: fields from bit 0 up.
#pragma once

#include <cstdint>

#include "unit/kilo/common/bits.h"
#include "unit/kilo/common/ring.h"

namespace gputm::tb {

inline constexpr unsigned kLogWordBits = 62;  ///< bits of a log word: address (30) and data (32)
inline constexpr unsigned kBufferIdBits = 16, kPlaceBits = 8;

/// fill_t.
struct FillPort {
  std::uint64_t skips = 0, word = 0, id = 0;
  bool last = false;
  unsigned kind = 0;
  template <typename Port>
  void put(Port& port) const {
    set_bits(port, 0, 64, skips);
    set_bits(port, 64, kLogWordBits, word);
    set_bits(port, 126, 16, id);
    set_bits(port, 142, 1, last);
    set_bits(port, 143, 2, kind);
  }
};

/// control_t.
struct ControlPort {
  std::uint64_t word = 0, id = 0;
  bool last = false;
  unsigned kind = 0;
  template <typename Port>
  void put(Port& port) const {
    set_bits(port, 0, kLogWordBits, word);
    set_bits(port, 62, 16, id);
    set_bits(port, 78, 1, last);
    set_bits(port, 79, 2, kind);
  }
};

/// reply_t.
struct ReplyPort {
  std::uint64_t id = 0, kind = 0;
  std::uint32_t packed() const { return static_cast<std::uint32_t>(kind << 16 | id); }
  static ReplyPort of(std::uint32_t bits) { return {bits & 0xffff, bits >> 16}; }
  bool operator==(const ReplyPort&) const = default;
};

/// validation_t.
struct ValidationPort {
  std::uint64_t word = 0;
  bool failed_value = false;
  unsigned index = 0;
  template <typename Port>
  void put(Port& port) const {
    set_bits(port, 0, kLogWordBits, word);
    set_bits(port, 62, 1, failed_value);
    set_bits(port, 63, kIndexBits, index);
  }
  template <typename Port>
  static ValidationPort of(const Port& port) {
    return {get_bits(port, 0, kLogWordBits), get_bits(port, 62, 1) != 0,
            static_cast<unsigned>(get_bits(port, 63, kIndexBits))};
  }
};

/// log_read_req_t.
struct LogReadRequest {
  unsigned place = 0, buffer = 0;
  bool req = false;
  std::uint32_t packed() const { return place | buffer << kPlaceBits | std::uint32_t{req} << 24; }
  static LogReadRequest of(std::uint32_t bits) {
    return {bits & 0xff, bits >> kPlaceBits & 0xffff, (bits >> 24 & 1) != 0};
  }
};

/// log_read_rsp_t.
inline std::uint64_t pack_log_read_response(bool gnt, std::uint64_t word) {
  return std::uint64_t{gnt} << kLogWordBits | word;
}

/// log_store_t.
struct LogStorePort {
  std::uint64_t word = 0;
  unsigned place = 0, buffer = 0;
  template <typename Port>
  void put(Port& port) const {
    set_bits(port, 0, kLogWordBits, word);
    set_bits(port, 62, kPlaceBits, place);
    set_bits(port, 70, kBufferIdBits, buffer);
  }
  template <typename Port>
  static LogStorePort of(const Port& port) {
    return {get_bits(port, 0, kLogWordBits), static_cast<unsigned>(get_bits(port, 62, kPlaceBits)),
            static_cast<unsigned>(get_bits(port, 70, kBufferIdBits))};
  }
};

/// log_job_t.
inline std::uint64_t pack_log_job(std::uint64_t id, bool fetch, bool release, unsigned log) {
  return (id & 0xffff) << 27 | std::uint64_t{fetch} << 26 | std::uint64_t{release} << 25 | log;
}

/// log_beat_t.
struct LogBeat {
  std::uint64_t word = 0;
  bool last = false, has_word = false;
  static LogBeat of(std::uint64_t bits) {
    return {bits & ((std::uint64_t{1} << kLogWordBits) - 1), (bits >> 62 & 1) != 0, bits >> 63 != 0};
  }
};

/// resend_wait_t.
struct ResendWait {
  unsigned id = 0;
  bool waiting = false;
  std::uint32_t packed() const { return (id & 0xffff) | std::uint32_t{waiting} << 16; }
  static ResendWait of(std::uint32_t bits) { return {bits & 0xffff, (bits >> 16 & 1) != 0}; }
};

/// resend_t.
inline std::uint64_t pack_resend(bool last, std::uint64_t word) {
  return std::uint64_t{last} << kLogWordBits | word;
}

}  // namespace gputm::tb
