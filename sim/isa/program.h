// A loaded RV32 or RV64 ELF executable: sections to copy into memory, decoded code, and reconvergence points.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "isa/instruction.h"
#include "isa/source_lines.h"
#include "isa/xlen.h"

namespace gputm::isa {

/// The file cannot be loaded: not a RISC-V ELF file, truncated, overlapping or invalid sizes ... One line.
class LoadError : public Error {
 public:
  using Error::Error;
};

/// Bytes to place in memory before a launch. `data` may be shorter than `size`: the rest is zero (.bss).
struct Segment {
  Address address = 0;
  Address size = 0;
  std::vector<std::uint8_t> data;
};

class Program {
 public:
  /// kKernels: decode and find reconvergence points.
  /// kFlat: segments and symbols only, for bare user-level programs, which may modify themselves
  /// (FlatMachine).
  enum class Analysis { kKernels, kFlat };

  static Program load(const std::filesystem::path& file, Analysis analysis);
  static Program parse(std::span<const std::uint8_t> elf, std::string_view name, Analysis analysis);

  /// Origin of the program, for messages.
  const std::string& name() const { return name_; }
  /// Unique for each load() and parse() of the process; a copy has the ID of its original.
  std::uint64_t id() const { return id_; }
  /// The whole ELF file, for debuggers.
  std::span<const std::uint8_t> file() const { return file_; }
  /// Width of its registers.
  Xlen xlen() const { return xlen_; }
  Address entry() const { return entry_; }
  std::span<const Segment> segments() const { return segments_; }
  /// First address above all segments.
  Address end() const { return end_; }

  /// Address of a symbol; throws LoadError with the symbol and the file if there is none.
  Address symbol(std::string_view name) const;
  bool has_symbol(std::string_view name) const;
  /// All symbols with their addresses.
  const std::map<std::string, Address, std::less<>>& symbols() const { return symbols_; }
  /// "function+0x12 (kernel.cpp:34)" for messages: without the line if the file does not have it; the plain
  /// hexadecimal address if no symbol covers it.
  std::string describe(Address pc) const;
  /// Source line of the instruction at `pc`, if the file has debug information.
  std::optional<SourceLine> source_line(Address pc) const { return lines_.find(pc); }
  const SourceLines& lines() const { return lines_; }

  /// Name of the function symbol that covers `pc`; empty if there is none.
  std::string_view function(Address pc) const;

  /// Decoded instruction at `pc`, or nullptr if pc is misaligned or outside the file's contents (from its
  /// lowest to its highest loaded byte, in any section). Always nullptr after Analysis::kFlat.
  const Instruction* at(Address pc) const {
    const Address offset = pc - code_base_;
    return (offset & 3) == 0 && offset / 4 < code_.size() ? &code_[offset / 4] : nullptr;
  }

  /// Whether a thread may jump to `pc`: an instruction in a section of instructions.
  bool executable(Address pc) const { return at(pc) != nullptr && (text_size_ == 0 || in_text(pc)); }
  /// Whether a store to `address` would change instructions; false if the file does not tell where they are.
  bool in_text(Address address) const { return address - text_ < text_size_; }

  /// All decoded instructions, and the address of the first.
  std::span<const Instruction> code() const { return code_; }
  Address code_base() const { return code_base_; }

  /// Reconvergence point of lanes that diverge at the branch at `pc`: the immediate post-dominator within the
  /// function, or kNoReconvergence if that is the function's virtual exit.
  static constexpr Address kNoReconvergence = 0;
  Address reconvergence_pc(Address pc) const;
  /// Meeting point of lanes at `a` and lanes at `b` of the same function: the first place on all paths from
  /// both, which may be one of the two, or kNoReconvergence.
  Address meeting_pc(Address a, Address b) const;

 private:
  struct Function {
    std::string name;
    Address size = 0;
  };
  std::map<Address, Function>::const_iterator function_at(Address pc) const;
  void decode_segments();
  void analyse();

  std::string name_;
  std::vector<std::uint8_t> file_;
  std::uint64_t id_ = 0;
  Xlen xlen_ = Xlen::k32;
  Address entry_ = 0;
  Address end_ = 0;
  std::vector<Segment> segments_;
  Address text_ = 0, text_size_ = 0;    ///< sections of instructions; 0 bytes: unknown
  Address code_base_ = 0;               ///< address of code_[0]
  std::vector<Instruction> code_;       ///< one per word from the lowest to the highest loaded byte
  std::vector<Address> reconvergence_;  ///< parallel to code_; kNoReconvergence for the exit
  std::map<std::string, Address, std::less<>> symbols_;
  std::map<Address, Function> functions_;  ///< function symbols by address
  SourceLines lines_;
};

}  // namespace gputm::isa
