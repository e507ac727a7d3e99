// What a debugger sees of a warp that stands still: its lanes as threads, with their registers and memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "base/types.h"
#include "isa/xlen.h"

namespace gputm::debug {

/// Number of a register, as gdb has them: x0..x31, pc, f0..f31
inline constexpr unsigned kPc = 32, kRegisters = 65;

class Target {
 public:
  virtual ~Target() = default;
  Target() = default;
  Target(const Target&) = delete;
  Target& operator=(const Target&) = delete;

  virtual isa::Xlen xlen() const = 0;
  /// Lanes that have not ended
  virtual LaneMask lanes() const = 0;
  /// Which thread a lane is, and what it does
  virtual std::string describe(unsigned lane) const = 0;
  virtual std::uint64_t read_register(unsigned lane, unsigned number) const = 0;
  /// False: the register cannot be written.
  virtual bool write_register(unsigned lane, unsigned number, std::uint64_t value) = 0;
  /// As the lane sees memory. False: it may not access all of these bytes.
  virtual bool read(unsigned lane, std::uint64_t address, std::span<std::byte> bytes) const = 0;
  virtual bool write(unsigned lane, std::uint64_t address, std::span<const std::byte> bytes) = 0;
};

}  // namespace gputm::debug
