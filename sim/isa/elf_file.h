// Contents of an RV32 or RV64 ELF executable needed by a loader, checked.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "isa/program.h"

namespace gputm::isa {

struct ElfSymbol {
  std::string name;
  Address address = 0;
  Address size = 0;
  bool function = false;
  bool global = false;
};

struct ElfFile {
  Xlen xlen = Xlen::k32;
  Address entry = 0;
  std::vector<Segment> segments;  ///< PT_LOAD, sorted by address, not overlapping, inside the 32-bit space
  std::vector<ElfSymbol> symbols;
  bool debug_lines = false;         ///< has a section of DWARF line numbers
  Address text = 0, text_size = 0;  ///< from the first to the last section of instructions; 0 bytes: unknown
  Address shared = 0, shared_size = 0;  ///< section .shared: variables in a block's shared memory, not loaded
};

/// Reads a statically linked, uncompressed RV32 or RV64 executable from memory; safe for any bytes. Throws
/// LoadError with a message that starts with `name`.
ElfFile read_elf(std::span<const std::uint8_t> bytes, std::string_view name);

}  // namespace gputm::isa
