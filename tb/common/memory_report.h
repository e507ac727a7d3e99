// memory_report_o of a unit with Protection (ecc_pkg::ram_report_t).
#pragma once

#include <cstdint>

namespace gputm::tb {

struct MemoryReport {
  explicit MemoryReport(std::uint64_t bits)
      : uncorrectable(bits & 0xff),
        corrected(bits >> 8 & 0xff),
        row(bits >> 16 & 0xffff),
        memory(bits >> 32 & 0xff),
        fatal((bits >> 40 & 1) != 0),
        valid((bits >> 41 & 1) != 0) {}
  std::uint64_t uncorrectable, corrected, row, memory;
  bool fatal, valid;
};

}  // namespace gputm::tb
