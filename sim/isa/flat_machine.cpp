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
    : program_(program), write_(std::move(write)), pc_(program.entry()) {
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
      csrs_.cycle = instructions_;
      execute(instruction, registers_, kLane, pc_, csrs_);
      break;
    case Unit::kBranch:
      if (taken_lanes(instruction, registers_, kLane)) next = pc_ + static_cast<Address>(instruction.imm);
      break;
    case Unit::kJump:
      next = instruction.op == Op::kJal
                 ? pc_ + static_cast<Address>(instruction.imm)
                 : (*registers_.x(instruction.rs1) + static_cast<Address>(instruction.imm)) & ~Address{1};
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
      fail("transactions and barriers need a GPU; there is only one lane here");
    case Unit::kIllegal:
      fail("illegal instruction " + hex(instruction.raw));
  }
  ++instructions_;
  pc_ = next;
  return std::nullopt;
}

Word FlatMachine::load(Address address, unsigned bytes) {
  Word value = 0;
  if (!memory_.load(address, bytes, value)) fail("load from " + hex(address) + ", which is not mapped,");
  return value;
}

void FlatMachine::store(Address address, unsigned bytes, Word value) {
  if (!memory_.store(address, bytes, value)) fail("store to " + hex(address) + ", which is not mapped,");
}

void FlatMachine::access(const Instruction& instruction) {
  const Address address = *registers_.x(instruction.rs1) + static_cast<Address>(instruction.imm);
  const unsigned bytes = access_bytes(instruction.op);
  if (instruction.unit == Unit::kStore) {
    store(address, bytes,
          instruction.op == Op::kFsw ? *registers_.f(instruction.rs2) : *registers_.x(instruction.rs2));
    return;
  }
  const Word value = extend_loaded(instruction.op, load(address, bytes));
  if (instruction.writes_f) *registers_.f(instruction.rd) = value;
  if (instruction.writes_x) *registers_.x(instruction.rd) = value;
}

/// Value of `bytes` bytes in the x registers from `reg` on.
std::uint64_t FlatMachine::wide(unsigned reg, unsigned bytes) const {
  const std::uint64_t low = *registers_.x(reg);
  return bytes == 8 ? low | std::uint64_t{*registers_.x(reg + 1)} << 32 : low;
}

void FlatMachine::custom_atomic(const Instruction& instruction) {
  const Address address = *registers_.x(instruction.rs1);
  const unsigned bytes = access_bytes(instruction.op);
  if (address % bytes != 0) fail("atomic access to " + hex(address) + ", which is misaligned,");
  CustomAtomic atomic{
      .function = instruction.function, .bytes = bytes, .operand = wide(instruction.rs2, bytes)};
  if (atomic.function == AtomicFunction::kCompareAndSwap)
    atomic.desired = wide(instruction.rs2 + (bytes == 8 ? 2 : 1), bytes);
  const unsigned part = bytes == 8 ? 4 : bytes;
  std::uint64_t old = load(address, part);
  if (bytes == 8) old |= std::uint64_t{load(address + 4, 4)} << 32;
  if (atomic.stores(old)) {
    const std::uint64_t updated = atomic.result(old);
    store(address, part, static_cast<Word>(updated));
    if (bytes == 8) store(address + 4, 4, static_cast<Word>(updated >> 32));
  }
  if (!instruction.writes_x) return;
  *registers_.x(instruction.rd) = static_cast<Word>(old);
  if (bytes == 8) *registers_.x(instruction.rd + 1) = static_cast<Word>(old >> 32);
}

void FlatMachine::atomic(const Instruction& instruction) {
  if (is_custom_atomic(instruction.op)) return custom_atomic(instruction);
  const Address address = *registers_.x(instruction.rs1);
  if (address % 4 != 0) fail("atomic access to " + hex(address) + ", which is misaligned,");
  const Word operand = *registers_.x(instruction.rs2);
  Word result;
  if (instruction.op == Op::kLrW) {
    result = load(address, 4);
    reservation_ = address;
  } else if (instruction.op == Op::kScW) {
    const bool succeeds = reservation_ == address;
    if (succeeds) store(address, 4, operand);
    reservation_.reset();
    result = succeeds ? 0 : 1;
  } else {
    result = load(address, 4);
    store(address, 4, atomic_result(instruction.op, result, operand));
  }
  if (instruction.writes_x) *registers_.x(instruction.rd) = result;
}

std::optional<Word> FlatMachine::environment_call() {
  const Word call = *registers_.x(kA7), first = *registers_.x(kA0);
  if (call == kCallExit) return first;
  if (call != kCallWrite) fail("unknown ecall a7 = " + std::to_string(call));
  if (first != 1 && first != 2)
    fail("write to file descriptor " + std::to_string(first) + ", which is not 1 or 2,");
  const Word bytes = *registers_.x(kA2);
  write_output(first, *registers_.x(kA1), bytes);
  *registers_.x(kA0) = bytes;
  return std::nullopt;
}

void FlatMachine::write_output(unsigned descriptor, Address from, Word bytes) {
  std::array<char, 4096> chunk;
  while (bytes != 0) {
    std::size_t filled = 0;
    for (; filled < chunk.size() && bytes != 0; --bytes) chunk[filled++] = static_cast<char>(load(from++, 1));
    write_(descriptor, {chunk.data(), filled});
  }
}

}  // namespace gputm::isa
