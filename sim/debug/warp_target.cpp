#include "debug/warp_target.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <ranges>

#include "core/core.h"

namespace gputm::debug {
namespace {

/// Row in WarpRegisters::x() of a register that is not the pc.
unsigned row_of(unsigned number) { return number < kPc ? number : number - 1; }

bool has(LaneMask lanes, unsigned lane) { return ((lanes >> lane) & 1) != 0; }

}  // namespace

LaneMask WarpTarget::lanes() const {
  LaneMask lanes = 0;
  if (warp_ == nullptr) return lanes;
  for (const core::StackEntry& entry : warp_->stack.entries()) lanes |= entry.mask;
  return lanes;
}

/// Where the lane goes on: the highest entry that has it.
const core::StackEntry& WarpTarget::entry_of(unsigned lane) const {
  for (const core::StackEntry& entry : std::views::reverse(warp_->stack.entries()))
    if (has(entry.mask, lane)) return entry;
  return warp_->stack.top();
}

std::string WarpTarget::describe(unsigned lane) const {
  const isa::CsrContext& csrs = warp_->csrs;
  const core::StackEntry& entry = entry_of(lane);
  std::string text = fmt::format("thread {}, {} of block {}", csrs.first_thread + lane,
                                 csrs.thread_in_block + lane, csrs.block_id);
  if (warp_->stack.in_transaction() && has(warp_->transaction.lanes, lane)) text += ", in a transaction";
  if (&entry != &warp_->stack.top()) text += ", waits for other lanes";
  return text;
}

std::uint64_t WarpTarget::read_register(unsigned lane, unsigned number) const {
  if (number == kPc) return entry_of(lane).pc;
  const isa::WarpRegisters& registers = warp_->registers;
  const std::uint64_t high = xlen_ == isa::Xlen::k64 ? registers.upper(row_of(number))[lane] : 0;
  return high << 32 | registers.x(row_of(number))[lane];
}

bool WarpTarget::write_register(unsigned lane, unsigned number, std::uint64_t value) {
  if (number == 0 || number == kPc) return false;  // where a lane goes on is not its own matter
  isa::WarpRegisters& registers = gpu_->core(warp_->csrs.core_id).registers_of(warp_->csrs.warp_id);
  registers.x(row_of(number))[lane] = static_cast<Word>(value);
  if (xlen_ == isa::Xlen::k64) registers.upper(row_of(number))[lane] = static_cast<Word>(value >> 32);
  return true;
}

/// Word that the lane has stored in its transaction, which others do not see yet; null: none.
const Word* WarpTarget::own_store(unsigned lane, Address address) const {
  if (!warp_->stack.in_transaction() || !has(warp_->transaction.lanes, lane)) return nullptr;
  return warp_->transaction.logs.writes.find(lane, address & ~Address{3});
}

std::byte* WarpTarget::byte_at(unsigned lane, std::uint64_t address) const {
  if (warp_ == nullptr || address > ~Address{0}) return nullptr;
  return gpu_->core(warp_->csrs.core_id).byte_of(warp_->csrs.warp_id, lane, static_cast<Address>(address));
}

bool WarpTarget::read(unsigned lane, std::uint64_t address, std::span<std::byte> bytes) const {
  for (std::byte& byte : bytes) {
    const std::byte* const place = byte_at(lane, address);
    if (place == nullptr) return false;
    const Word* const own = own_store(lane, static_cast<Address>(address));
    byte = own == nullptr ? *place : std::as_bytes(std::span(own, 1))[address % sizeof(Word)];
    ++address;
  }
  return true;
}

bool WarpTarget::write(unsigned lane, std::uint64_t address, std::span<const std::byte> bytes) {
  for (std::uint64_t i = 0; i < bytes.size(); ++i) {
    if (byte_at(lane, address + i) == nullptr ||
        own_store(lane, static_cast<Address>(address + i)) != nullptr)
      return false;
  }
  for (const std::byte byte : bytes) *byte_at(lane, address++) = byte;
  return true;
}

}  // namespace gputm::debug
