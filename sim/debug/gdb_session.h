// Session with gdb, without its connection: answers packets while the threads stand, and tells where they
// stop. A thread's number is that of its lane, plus 1.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "debug/debug_target.h"

namespace gputm::debug {

/// Reasons of a stop, as the numbers of signals
enum class Signal : unsigned { kInterrupt = 2, kTrap = 5, kFault = 11 };

/// What follows a packet: more packets, the threads go on until stops_at(), gdb leaves, the process ends
enum class Next : std::uint8_t { kAnswer, kRun, kDetach, kKill };

struct Reply {
  std::optional<std::string> text;  ///< none: none now; empty: the packet is unknown
  Next next = Next::kAnswer;
};

class Session {
 public:
  /// `program`: path of the file that gdb takes symbols from.
  Session(Target& target, std::string program) : target_(target), program_(std::move(program)) {}

  Reply answer(std::string_view packet);
  /// Whether lanes that are about to execute the instruction at `pc` stop there.
  bool stops_at(LaneMask lanes, Address pc);
  /// The threads have stopped. Returns the packet that says so.
  std::string stopped(Signal signal);
  /// Whether packets are acknowledged.
  bool acknowledges() const { return acknowledges_; }

 private:
  Reply understood(char kind, std::string_view rest);
  std::string query(std::string_view text) const;
  std::string threads() const;
  void write_memory(std::string_view text);
  std::string register_text(unsigned number) const;
  void write_register(std::string_view text);
  void set_breakpoint(std::string_view text, bool set);
  Reply resume(std::string_view actions);
  bool there(unsigned lane) const { return lane < kMaxLanes && (target_.lanes() >> lane & 1) != 0; }
  unsigned take_thread(std::string_view& text) const;
  std::size_t register_bytes() const { return target_.xlen() == isa::Xlen::k64 ? 8 : 4; }

  Target& target_;
  std::string program_;
  std::map<std::uint64_t, std::vector<std::string>> breakpoints_;  ///< by address: conditions; none: always
  unsigned focus_ = 0;            ///< lane that a stop is reported for, if it has stopped
  bool other_ = false;            ///< the last stop was reported for another lane
  unsigned lane_ = 0;             ///< of registers and memory
  std::optional<unsigned> step_;  ///< lane that executes one instruction
  bool alone_ = false;            ///< gdb expects no stop of another lane
  Signal signal_ = Signal::kTrap;
  bool acknowledges_ = true;
};

/// Description of the registers for gdb
std::string target_description(isa::Xlen xlen);

}  // namespace gputm::debug
