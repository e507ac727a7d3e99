#include "isa/flat_machine.h"

#include <array>
#include <utility>

#include "isa/text.h"

namespace gputm::isa {
namespace {

constexpr Address kStackEnd = 0x80000000, kStackBytes = 8 << 20;
constexpr Address kAboveStackPointer = 256;  // zeros: argument count, arguments, environment
constexpr unsigned kSp = 2, kA0 = 10, kA1 = 11, kA2 = 12, kA7 = 17;
constexpr Word kCallWrite = 64, kCallExit = 93;
constexpr LaneMask kLane = 1;

}  // namespace

FlatMachine::FlatMachine(const Program& program, Write write)
    : program_(program),
      write_(std::move(write)),
      memory_(program.xlen()),
      registers_(1, program.xlen()),
      pc_(program.entry()) {
  for (const Segment& segment : program.segments()) {
    memory_.map(segment.address, segment.size);
    for (std::size_t i = 0; i < segment.data.size(); ++i)
      memory_.store(segment.address + static_cast<Address>(i), 1, segment.data[i]);
  }
  memory_.map(kStackEnd - kStackBytes, kStackBytes);
  *registers_.x(kSp) = kStackEnd - kAboveStackPointer;
  csrs_.warp_width = csrs_.warps = csrs_.cores = 1;
  csrs_.block_size = csrs_.grid_threads = csrs_.grid_blocks = 1;
}

void FlatMachine::fail(const std::string& reason) const {
  throw Trap(program_.name() + ": " + reason + " at pc " + program_.describe(pc_));
}

Word FlatMachine::run(std::uint64_t limit) {
  for (;;) {
    if (limit != 0 && instructions_ == limit)
      fail("limit of " + std::to_string(limit) + " instructions reached");
    if (const auto status = step()) return *status;
  }
}

std::optional<Word> FlatMachine::step() {
  if (pc_ % 4 != 0) fail("jump to a misaligned address");
  const Instruction* fetched = memory_.fetch(pc_);
  if (fetched == nullptr) fail("no memory to execute");
  const Instruction& instruction = *fetched;
  Address next = pc_ + 4;
  switch (instruction.unit) {
    case Unit::kAlu:
    case Unit::kMul:
    case Unit::kDiv:
    case Unit::kFpu:
    case Unit::kFpDiv:
    case Unit::kDouble:
    case Unit::kDoubleDiv:
      csrs_.cycle = instructions_;
      execute(instruction, registers_, kLane, pc_, csrs_);
      break;
    case Unit::kBranch:
      if (taken_lanes(instruction, registers_, kLane)) next = pc_ + static_cast<Address>(instruction.imm);
      break;
    case Unit::kJump:
      next = instruction.op == Op::kJal ? pc_ + static_cast<Address>(instruction.imm) : address(instruction);
      execute(instruction, registers_, kLane, pc_, csrs_);
      break;
    case Unit::kLoad:
    case Unit::kStore:
      access(instruction);
      break;
    case Unit::kAtomic:
      atomic(instruction);
      break;
    case Unit::kFence:
      if (instruction.op == Op::kFenceI) memory_.forget_code();  // `instruction` is invalid now
      break;
    case Unit::kSystem:
      if (instruction.op == Op::kEbreak) fail("ebreak");
      if (const auto status = environment_call()) return status;
      break;
    case Unit::kTxBegin:
    case Unit::kTxCommit:
    case Unit::kTxAbort:
    case Unit::kTxRetry:
    case Unit::kBarrier:
    case Unit::kExchange:
      fail("transactions, barriers and exchanges need a GPU; there is only one lane here");
    case Unit::kIllegal:
      fail("illegal instruction " + hex(instruction.raw));
  }
  ++instructions_;
  pc_ = next;
  return std::nullopt;
}

Wide FlatMachine::x(unsigned r) const {
  return wide(*registers_.x(r), registers_.wide() ? *registers_.upper(r) : 0);
}

void FlatMachine::set_x(unsigned r, Wide value) {
  if (r != 0) set_row(r, value);
}

void FlatMachine::set_row(unsigned row, Wide value) {
  *registers_.x(row) = low_word(value);
  if (registers_.wide()) *registers_.upper(row) = high_word(value);
}

Address FlatMachine::address(const Instruction& instruction) const {
  const Wide address = effective_address(instruction, registers_, 0);
  if (high_word(address) != 0) fail("address " + hex(address) + ", beyond 32 bits,");
  return low_word(address);
}

Wide FlatMachine::load(Address address, unsigned bytes) {
  Wide value = 0;
  if (!memory_.load(address, bytes, value)) fail("load from " + hex(address) + ", which is not mapped,");
  return value;
}

void FlatMachine::store(Address address, unsigned bytes, Wide value) {
  if (!memory_.store(address, bytes, value)) fail("store to " + hex(address) + ", which is not mapped,");
}

void FlatMachine::access(const Instruction& instruction) {
  const Address at = address(instruction);
  const unsigned bytes = access_bytes(instruction.op);
  if (instruction.unit == Unit::kStore) {
    return store(at, bytes, x(stored_row(instruction)));
  }
  const Wide loaded = load(at, bytes);
  const Word low = extend_loaded(instruction.op, low_word(loaded));
  const Word high = bytes == 8 ? high_word(loaded) : extended_upper(instruction.op, low);
  set_x(instruction.rd + (instruction.writes_f ? 32U : 0U), wide(low, high));
}

/// Value of `bytes` bytes in x register `r`; in RV32, one of 8 bytes is in two registers.
Wide FlatMachine::operand(unsigned r, unsigned bytes) const {
  return bytes == 8 && !registers_.wide() ? wide(low_word(x(r)), low_word(x(r + 1))) : x(r);
}

void FlatMachine::custom_atomic(const Instruction& instruction) {
  const Address at = address(instruction);
  const unsigned bytes = access_bytes(instruction.op);
  if (at % bytes != 0) fail("atomic access to " + hex(at) + ", which is misaligned,");
  const bool pairs = bytes == 8 && !registers_.wide();
  CustomAtomic atomic{
      .function = instruction.function, .bytes = bytes, .operand = operand(instruction.rs2, bytes)};
  if (atomic.function == AtomicFunction::kCompareAndSwap)
    atomic.desired = operand(instruction.rs2 + (pairs ? 2 : 1), bytes);
  const Wide old = load(at, bytes);
  if (atomic.stores(old)) store(at, bytes, atomic.result(old));
  const Word low = low_word(old);
  set_x(instruction.rd, bytes == 8 ? old : wide(low, extended_upper(instruction.op, low)));
  if (pairs && instruction.rd != 0) set_x(instruction.rd + 1U, high_word(old));
}

void FlatMachine::atomic(const Instruction& instruction) {
  if (is_custom_atomic(instruction.op)) return custom_atomic(instruction);
  const Address at = address(instruction);
  const unsigned bytes = access_bytes(instruction.op);
  if (at % bytes != 0) fail("atomic access to " + hex(at) + ", which is misaligned,");
  const Wide value = x(instruction.rs2);
  const auto extended = [&](Wide result) {
    return bytes == 8 ? result : wide(low_word(result), extended_upper(instruction.op, low_word(result)));
  };
  if (instruction.op == Op::kLrW || instruction.op == Op::kLrD) {
    set_x(instruction.rd, extended(load(at, bytes)));
    reservation_ = at;
  } else if (instruction.op == Op::kScW || instruction.op == Op::kScD) {
    const bool succeeds = reservation_ == at;
    if (succeeds) store(at, bytes, value);
    reservation_.reset();
    set_x(instruction.rd, succeeds ? 0 : 1);
  } else {
    const Wide old = load(at, bytes);
    store(at, bytes, atomic_result(instruction.op, low_word(old), low_word(value)));
    set_x(instruction.rd, extended(old));
  }
}

std::optional<Word> FlatMachine::environment_call() {
  const Wide call = x(kA7), first = x(kA0);
  if (call == kCallExit) return low_word(first);
  if (call != kCallWrite) fail("unknown ecall a7 = " + std::to_string(call));
  if (first != 1 && first != 2)
    fail("write to file descriptor " + std::to_string(first) + ", which is not 1 or 2,");
  const Wide bytes = x(kA2);
  write_output(static_cast<unsigned>(first), low_word(x(kA1)), bytes);
  set_x(kA0, bytes);
  return std::nullopt;
}

void FlatMachine::write_output(unsigned descriptor, Address from, Wide bytes) {
  std::array<char, 4096> chunk;
  while (bytes != 0) {
    std::size_t filled = 0;
    for (; filled < chunk.size() && bytes != 0; --bytes) chunk[filled++] = static_cast<char>(load(from++, 1));
    write_(descriptor, {chunk.data(), filled});
  }
}

}  // namespace gputm::isa
