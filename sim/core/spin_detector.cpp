#include "core/spin_detector.h"

#include <bit>

namespace gputm::core {

namespace {

/// 64-bit digest; differs when the registers of any lane or the stack differ, except with probability 2^-64.
std::uint64_t digest(const SimtStack& stack, const isa::WarpRegisters& registers) {
  constexpr unsigned kRegisters = 66;  // x, f, fflags, frm
  const unsigned rows = registers.wide() ? isa::WarpRegisters::kUpper + 64 : kRegisters;
  std::array<Word, kMaxLanes> low{}, high{};
  for (unsigned r = 1; r < rows; ++r) {
    const Word* values = registers.x(r);
    for (unsigned lane = 0; lane < registers.lanes(); ++lane) {
      low[lane] = low[lane] * 0x9E3779B1U + values[lane];
      high[lane] = (high[lane] ^ values[lane]) * 0x85EBCA77U;
    }
  }
  std::uint64_t state = 0;
  const auto add = [&](std::uint64_t value) { state = std::rotl(state ^ value, 29) * 0x9E3779B97F4A7C15U; };
  for (unsigned lane = 0; lane < registers.lanes(); ++lane) {
    add(std::uint64_t{high[lane]} << 32 | low[lane]);
  }
  for (const StackEntry& entry : stack.entries()) {
    add(std::uint64_t{entry.rpc} << 32 | entry.pc);
    add(entry.mask);
    add(std::uint64_t{entry.waits} << 32 | std::uint64_t{entry.rpc_depth} << 16 | entry.depth);
  }
  return state;
}

}  // namespace

void SpinDetector::look(unsigned warp, const SimtStack& stack, const isa::WarpRegisters& registers,
                        std::uint64_t turns) {
  const LaneMask bit = LaneMask{1} << warp;
  due_ &= ~bit;
  Known& known = known_[warp];
  const std::uint64_t state = digest(stack, registers) ^ turns ^ stack.served();
  if (known.looks != 0 && known.state == state) spinning_ |= bit;
  // Brent's rule: the reference state is renewed at increasing intervals, so that it eventually lies in the
  // loop.
  if (std::has_single_bit(++known.looks)) known.state = state;
}

}  // namespace gputm::core
