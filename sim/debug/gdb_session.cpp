#include "debug/gdb_session.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <bit>

#include "debug/condition.h"
#include "debug/gdb_packet.h"

namespace gputm::debug {
namespace {

constexpr std::uint64_t kMostMemory = 4096;  ///< bytes of a packet

/// Part of `document` that a packet "OFFSET,LENGTH" asks for.
std::string part(std::string_view document, std::string_view range) {
  const std::uint64_t offset = take_number(range);
  expect(range, ",");
  const std::uint64_t length = take_number(range);
  if (offset > document.size()) throw Refused();
  return fmt::format("{}{}", document.size() - offset <= length ? 'l' : 'm', document.substr(offset, length));
}

}  // namespace

std::string target_description(isa::Xlen xlen) {
  const bool wide = xlen == isa::Xlen::k64;
  std::string registers;
  const auto add = [&](const std::string& name, const char* type) {
    registers += fmt::format(R"(<reg name="{}" bitsize="{}" type="{}"/>)", name, wide ? 64 : 32, type);
  };
  for (unsigned i = 0; i < kPc; ++i) add(fmt::format("x{}", i), "int");
  add("pc", "code_ptr");
  registers += R"(</feature><feature name="org.gnu.gdb.riscv.fpu">)";
  for (unsigned i = 0; i < 32; ++i) add(fmt::format("f{}", i), wide ? "ieee_double" : "ieee_single");
  return fmt::format(
      R"(<?xml version="1.0"?><!DOCTYPE target SYSTEM "gdb-target.dtd"><target>)"
      // For another system gdb would step by breakpoints of its own, which other lanes meet, too.
      R"(<architecture>riscv:rv{}</architecture><osabi>none</osabi>)"
      R"(<feature name="org.gnu.gdb.riscv.cpu">{}</feature></target>)",
      wide ? 64 : 32, registers);
}

Reply Session::answer(std::string_view packet) {
  try {
    return packet.empty() ? Reply{""} : understood(packet.front(), packet.substr(1));
  } catch (const Refused&) {
    return {"E01"};
  }
}

Reply Session::understood(char kind, std::string_view rest) {
  switch (kind) {
    case '?':
      return {stopped(signal_)};
    case 'q':
      return {query(rest)};
    case 'Q':
      if (rest != "StartNoAckMode") return {""};
      acknowledges_ = false;
      return {"OK"};
    case 'g': {
      std::string all;
      for (unsigned number = 0; number < kRegisters; ++number) all += register_text(number);
      return {all};
    }
    case 'P':
      write_register(rest);
      return {"OK"};
    case 'm': {
      const std::uint64_t address = take_number(rest);
      expect(rest, ",");
      std::vector<std::byte> bytes(std::min(take_number(rest), kMostMemory));
      return {target_.read(lane_, address, bytes) ? to_hex(bytes) : "E01"};
    }
    case 'M':
      write_memory(rest);
      return {"OK"};
    case 'Z':
    case 'z':
      if (!take(rest, "0,") && !take(rest, "1,")) return {""};
      set_breakpoint(rest, kind == 'Z');
      return {"OK"};
    case 'H':
      if (take(rest, "g") && rest != "0" && rest != "-1") lane_ = take_thread(rest);
      return {"OK"};
    case 'T':
      take_thread(rest);
      return {"OK"};
    case 'v':
      if (rest == "Cont?") return {"vCont;c;C;s;S"};
      if (take(rest, "Cont")) return resume(rest);
      return rest.starts_with("Kill") ? Reply{"OK", Next::kKill} : Reply{""};
    case 'D':
      return {"OK", Next::kDetach};
    case 'k':
      return {std::nullopt, Next::kKill};
    default:
      return {""};
  }
}

std::string Session::query(std::string_view text) const {
  if (text.starts_with("Supported"))
    return "PacketSize=4000;QStartNoAckMode+;qXfer:features:read+;qXfer:exec-file:read+;vContSupported+;"
           "ConditionalBreakpoints+";
  if (take(text, "Xfer:features:read:target.xml:")) return part(target_description(target_.xlen()), text);
  if (take(text, "Xfer:exec-file:read:")) {
    text.remove_prefix(std::min(text.find(':'), text.size()));
    expect(text, ":");
    return part(program_, text);
  }
  if (text == "fThreadInfo") return threads();
  if (text == "sThreadInfo") return "l";
  if (take(text, "ThreadExtraInfo,")) {
    const std::string description = target_.describe(take_thread(text));
    return to_hex(std::as_bytes(std::span(description)));
  }
  return text == "Attached" ? "1" : "";
}

std::string Session::threads() const {
  std::string text;
  for_each_lane(target_.lanes(),
                [&](unsigned lane) { text += fmt::format("{}{:x}", text.empty() ? "m" : ",", lane + 1); });
  return text.empty() ? "l" : text;
}

unsigned Session::take_thread(std::string_view& text) const {
  const std::uint64_t thread = take_number(text);
  if (thread == 0 || thread > kMaxLanes || !there(static_cast<unsigned>(thread - 1))) throw Refused();
  return static_cast<unsigned>(thread - 1);
}

void Session::write_memory(std::string_view text) {
  const std::uint64_t address = take_number(text);
  expect(text, ",");
  const std::uint64_t count = take_number(text);
  expect(text, ":");
  const std::string bytes = take_bytes(text, count);
  if (!target_.write(lane_, address, std::as_bytes(std::span(bytes)))) throw Refused();
}

std::string Session::register_text(unsigned number) const {
  if (!there(lane_)) throw Refused();
  const std::uint64_t value = target_.read_register(lane_, number);
  return to_hex(std::as_bytes(std::span(&value, 1)).first(register_bytes()));
}

void Session::write_register(std::string_view text) {
  const std::uint64_t number = take_number(text);
  expect(text, "=");
  const std::string bytes = take_bytes(text, register_bytes());
  std::uint64_t value = 0;
  std::ranges::copy(std::as_bytes(std::span(bytes)), std::as_writable_bytes(std::span(&value, 1)).begin());
  if (number >= kRegisters || !there(lane_) ||
      !target_.write_register(lane_, static_cast<unsigned>(number), value))
    throw Refused();
}

/// "ADDRESS,BYTES[;XLENGTH,CONDITION...]"
void Session::set_breakpoint(std::string_view text, bool set) {
  const std::uint64_t address = take_number(text);
  std::vector<std::string> conditions;
  text.remove_prefix(std::min(text.find(';'), text.size()));
  for (take(text, ";"); take(text, "X");) {
    const std::uint64_t length = take_number(text);
    expect(text, ",");
    conditions.push_back(take_bytes(text, length));
  }
  breakpoints_.erase(address);
  if (set) breakpoints_.emplace(address, std::move(conditions));
}

/// ";ACTION[:THREAD]...": at most one thread steps. The lanes of a warp go on together. So they do when gdb
/// names one alone, to step from a breakpoint; if that was not the focus, gdb still waits for the focus.
Reply Session::resume(std::string_view actions) {
  std::optional<unsigned> step;
  bool others = false;
  do {
    expect(actions, ";");
    const char action = actions.empty() ? '?' : actions.front();
    if (std::string_view("cCsS").find(action) == std::string_view::npos) throw Refused();
    actions.remove_prefix(1);
    if (action == 'C' || action == 'S') take_number(actions);
    const bool one = take(actions, ":") && !take(actions, "-1");
    const unsigned lane = one ? take_thread(actions) : focus_;
    if ((action == 's' || action == 'S') && !step) step = lane;
    others = others || action == 'c' || action == 'C';
  } while (!actions.empty());
  step_ = step;
  alone_ = !others;
  if (step && (others || !other_)) focus_ = *step;
  return {std::nullopt, Next::kRun};
}

bool Session::stops_at(LaneMask lanes, Address pc) {
  LaneMask stopping = 0;
  if (step_ && (lanes >> *step_ & 1) != 0) {
    stopping = LaneMask{1} << *step_;
  } else if (const auto found = breakpoints_.find(pc); found != breakpoints_.end() && !alone_) {
    for_each_lane(lanes, [&](unsigned lane) {
      const auto true_here = [&](const std::string& code) { return holds(code, target_, lane); };
      const bool stops = found->second.empty() || std::ranges::any_of(found->second, true_here);
      stopping |= LaneMask{stops} << lane;
    });
  }
  if (stopping == 0) return false;
  other_ = (stopping >> focus_ & 1) == 0;
  lane_ = other_ ? static_cast<unsigned>(std::countr_zero(stopping)) : focus_;
  return true;
}

std::string Session::stopped(Signal signal) {
  signal_ = signal;
  if (signal != Signal::kTrap) lane_ = step_.value_or(focus_);
  step_.reset();
  if (!there(lane_)) lane_ = static_cast<unsigned>(std::countr_zero(target_.lanes()));
  return target_.lanes() == 0 ? "W00"
                              : fmt::format("T{:02x}thread:{:x};", static_cast<unsigned>(signal), lane_ + 1);
}

}  // namespace gputm::debug
