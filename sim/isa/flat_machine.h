// One lane without timing: runs bare user-level RV32IMAF and RV64IMAFD programs (`gputm exec`), including
// public test suites.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "isa/execute.h"
#include "isa/flat_memory.h"
#include "isa/program.h"

namespace gputm::isa {

/// Environment: execution starts at the ELF entry with x2 in an 8 MiB stack below 0x8000'0000 (zeros above
/// x2: no arguments) and all other registers 0. `ecall` with a7 = 93 exits with status a0; with a7 = 64 it
/// writes a2 bytes at a1 to file descriptor a0 (1 or 2) and returns their number in a0. Misaligned loads and
/// stores work; LR/SC and AMOs must be aligned. Code may be anywhere in memory; changed code takes effect
/// after `fence.i`.
class FlatMachine {
 public:
  /// Receives the program's output: the file descriptor (1 or 2) and the bytes.
  using Write = std::function<void(unsigned descriptor, std::string_view bytes)>;

  /// `program`: loaded with any Analysis (kFlat suffices); must outlive the machine.
  FlatMachine(const Program& program, Write write);

  /// Runs until the program exits and returns its status (a0). Throws Trap, with the pc in its one line, on
  /// illegal instructions, accesses to unmapped memory, unknown ecalls, ebreak, transactions and barriers,
  /// and after `limit` instructions (0: no limit).
  Word run(std::uint64_t limit = 0);

  std::uint64_t instructions() const { return instructions_; }
  const WarpRegisters& registers() const { return registers_; }

 private:
  std::optional<Word> step();  // the status when the program exits
  void access(const Instruction& instruction);
  void atomic(const Instruction& instruction);
  void custom_atomic(const Instruction& instruction);
  Wide x(unsigned r) const;
  void set_x(unsigned r, Wide value);
  void set_row(unsigned row, Wide value);
  Wide operand(unsigned r, unsigned bytes) const;
  Address address(const Instruction& instruction) const;
  std::optional<Word> environment_call();
  void write_output(unsigned descriptor, Address from, Wide bytes);
  Wide load(Address address, unsigned bytes);
  void store(Address address, unsigned bytes, Wide value);
  [[noreturn]] void fail(const std::string& reason) const;

  const Program& program_;
  Write write_;
  FlatMemory memory_;
  WarpRegisters registers_;
  CsrContext csrs_;
  Address pc_;
  std::uint64_t instructions_ = 0;
  std::optional<Address> reservation_;  // reservation of LR
};

}  // namespace gputm::isa
