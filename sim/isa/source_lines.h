// Source lines of instructions, from the DWARF line table of the file.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/types.h"

namespace gputm::isa {

struct SourceLine {
  std::string file;  ///< name given to the compiler, relative to the folder in which it ran; printable
  unsigned line = 0;

  std::string text() const { return file + ":" + std::to_string(line); }
  bool operator==(const SourceLine&) const = default;
};

/// Debug information of one ELF file, read at the first request. Copies share it; several threads may use it.
class SourceLines {
 public:
  SourceLines() = default;  ///< without information
  explicit SourceLines(std::span<const std::uint8_t> elf);

  /// Source line of the instruction at `pc`. For an inlined function of gputm's headers (GPUTM_LIBRARY), the
  /// line of its call. Nothing if the file has no information, or is damaged.
  std::optional<SourceLine> find(Address pc) const;
  /// Whether the instruction at `pc` is of an inlined function of gputm's headers with one of these names.
  bool inlined_from(Address pc, std::span<const std::string_view> functions) const;

 private:
  class Reader;
  std::shared_ptr<Reader> reader_;
};

}  // namespace gputm::isa
