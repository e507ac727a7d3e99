// Layout of the warps' transaction logs in local memory (MICRO 2011 paper, section 4.4).
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/machine_config.h"
#include "base/types.h"
#include "core/device_memory_map.h"
#include "core/warp_windows.h"

namespace gputm::engines {

/// A warp's logs are four linear buffers of rows; a row has one word per lane.
enum class LogBuffer : std::uint8_t { kReadAddresses, kReadValues, kWriteAddresses, kWriteValues };

class LogLayout {
 public:
  explicit LogLayout(const MachineConfig& config)
      : line_bytes_(config.l1.line_bytes),
        row_bytes_(config.core.warp_width * unsigned{sizeof(Word)}),
        buffer_bytes_(lines(config.tx.log_entries) * line_bytes_),
        windows_(config, core::kLogPhysical, std::uint64_t{4} * buffer_bytes_) {}

  /// Address of a lane's word in a row.
  Address word(unsigned core, unsigned warp, LogBuffer buffer, unsigned row, unsigned lane) const {
    return at(core, warp, buffer, row * row_bytes_ + lane * unsigned{sizeof(Word)});
  }
  /// Address of line `line` of a buffer.
  Address line(unsigned core, unsigned warp, LogBuffer buffer, unsigned line) const {
    return at(core, warp, buffer, line * line_bytes_);
  }
  /// Lines of a buffer that holds `rows` rows.
  unsigned lines(unsigned rows) const { return (rows * row_bytes_ + line_bytes_ - 1) / line_bytes_; }
  /// Lines of a buffer that hold words of a row: `lines_of_row` lines from `first_line` on.
  unsigned first_line(unsigned row) const { return row * row_bytes_ / line_bytes_; }
  unsigned lines_of_row() const { return std::max(1U, row_bytes_ / line_bytes_); }
  /// Size of all logs of the machine in bytes.
  std::uint64_t bytes() const { return windows_.bytes(); }

 private:
  Address at(unsigned core, unsigned warp, LogBuffer buffer, std::uint32_t offset) const {
    return windows_.at(core, warp, static_cast<std::uint32_t>(buffer) * buffer_bytes_ + offset);
  }

  unsigned line_bytes_;
  unsigned row_bytes_;
  std::uint32_t buffer_bytes_;
  core::WarpWindows windows_;
};

}  // namespace gputm::engines
