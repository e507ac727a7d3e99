// Which line of the source an instruction comes from, as the file's DWARF line table says.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "base/types.h"

namespace gputm::isa {

struct SourceLine {
  std::string file;  ///< as the compiler was told it, from the folder in which it ran; printable
  unsigned line = 0;

  std::string text() const { return file + ":" + std::to_string(line); }
  bool operator==(const SourceLine&) const = default;
};

/// The debug information of one ELF file. It is read when the first line is asked for. Copies share it; they
/// may be asked from several threads.
class SourceLines {
 public:
  SourceLines() = default;  ///< knows none
  explicit SourceLines(std::span<const std::uint8_t> elf);

  /// The line of the instruction at `pc`. Of a function of gputm's headers that was inlined there
  /// (GPUTM_LIBRARY), it is the line that calls it. Nothing when the file does not tell, or is damaged.
  std::optional<SourceLine> find(Address pc) const;

 private:
  class Reader;
  std::shared_ptr<Reader> reader_;
};

}  // namespace gputm::isa
