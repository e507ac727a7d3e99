// A memory that takes nothing, for units that have nothing to read or write.
#pragma once

#include <cstdint>
#include <optional>

#include "tm/commit_unit.h"

namespace gputm::tb {

class NoMemory final : public tm::WordPort {
 public:
  bool can_read() const override { return false; }
  Word read(Address, std::uint32_t) override { return 0; }
  std::optional<std::uint32_t> response() override { return std::nullopt; }
  bool can_write() const override { return false; }
  void write(Address, Word) override {}
};

}  // namespace gputm::tb
