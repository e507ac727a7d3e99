#include "core/spin_tracer.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <utility>

#include "isa/execute.h"

namespace gputm::core {

using isa::Instruction;
using isa::Op;
using isa::RegisterMask;
using isa::Unit;

namespace {

bool same_entry(const StackEntry& a, const StackEntry& b) {
  return a.pc == b.pc && a.rpc == b.rpc && a.mask == b.mask && a.depth == b.depth &&
         a.rpc_depth == b.rpc_depth && a.waits == b.waits;
}

bool accesses_csr(const Instruction& instruction) {
  return instruction.op >= Op::kCsrrw && instruction.op <= Op::kCsrrci;
}
/// Whether the CSR is a counter of cycles. Other readable CSRs are constant, except for floating point.
bool is_clock(std::int32_t csr) { return (csr & 0xf00) == 0xc00 && (csr & 0x7f) <= 2; }
bool is_float_csr(std::int32_t csr) { return csr >= 1 && csr <= 3; }

bool stores_whole_words(Op op) { return isa::access_bytes(op) >= sizeof(Word); }

}  // namespace

SpinTracer::Anchor::Anchor(const SimtStack& stack, const isa::WarpRegisters& r, std::uint64_t t)
    : entries(stack.entries()), served(stack.served()), turns(t), registers(r) {}

bool SpinTracer::Anchor::same_place(const SimtStack& stack, std::uint64_t t) const {
  return turns == t && served == stack.served() && std::ranges::equal(entries, stack.entries(), same_entry);
}

void SpinTracer::begin(LaneMask warps) {
  for (Traced& traced : warps_) traced = {};
  traced_ = warps;
  spinning_ = 0;
  any_goes_on_ = false;
}

void SpinTracer::restart(unsigned warp) {
  Traced& traced = warps_[warp];
  traced.anchor.reset();
  traced.repeated = false;
  traced.awaited.clear();
}

void SpinTracer::record(unsigned warp, const Instruction& instruction, LaneMask lanes,
                        std::span<const Touched> touched) {
  Traced& traced = warps_[warp];
  if (++traced.recorded > kMostRecorded) {
    any_goes_on_ = true;
    traced_ &= ~(LaneMask{1} << warp);
    traced = {};
    return;
  }
  if (!traced.anchor) return;
  traced.steps.push_back({&instruction, lanes, static_cast<std::uint32_t>(traced.touched.size())});
  traced.touched.insert(traced.touched.end(), touched.begin(), touched.end());
}

void SpinTracer::anchor_at(Traced& traced, const SimtStack& stack, const isa::WarpRegisters& registers,
                           std::uint64_t turns) {
  traced.anchor = std::make_unique<Anchor>(stack, registers, turns);
  traced.steps.clear();
  traced.touched.clear();
}

void SpinTracer::at_jump(unsigned warp, const SimtStack& stack, const isa::WarpRegisters& registers,
                         std::uint64_t turns) {
  Traced& traced = warps_[warp];
  if (!traced.anchor) return anchor_at(traced, stack, registers, turns);
  if (!traced.anchor->same_place(stack, turns)) {
    if (traced.steps.size() <= traced.stretch) return;
    traced.stretch *= 2;
    traced.visits = 0;
    return anchor_at(traced, stack, registers, turns);
  }
  const std::optional<Needs> needs = needs_of(traced, Of::kAll);
  if (needs && repeats(*traced.anchor, registers, *needs)) {
    if (!watch(traced, *needs)) return anchor_at(traced, stack, registers, turns);
    spinning_ |= LaneMask{1} << warp;
    traced_ &= ~(LaneMask{1} << warp);
    const std::optional<Needs> of_jumps = needs_of(traced, Of::kJumps);
    traced = {.awaited = of_jumps ? words_of(*of_jumps) : std::vector<WordName>{}};
    return;
  }
  // Brent's rule: the anchor moves at increasing intervals, so that it eventually lies in the loop.
  if (std::has_single_bit(++traced.visits)) anchor_at(traced, stack, registers, turns);
}

/// Needed words of global and shared memory.
std::vector<WordName> SpinTracer::words_of(const Needs& needs) {
  std::vector<WordName> words;
  std::ranges::copy_if(needs.words, std::back_inserter(words), [](WordName w) { return !is_private(w); });
  std::ranges::sort(words);
  return words;
}

/// Whether the words that the loop depends on have been watched since the anchor; watches them from now on.
bool SpinTracer::watch(Traced& traced, const Needs& needs) {
  std::vector<WordName> words = words_of(needs);
  const bool watched = traced.repeated && std::ranges::includes(traced.awaited, words);
  for (const WordName word : words) watched_.add(word);
  traced.awaited = std::move(words);
  traced.repeated = true;
  return watched;
}

/// Whether the inputs of the stretch that no other thread can change are as they were at the anchor.
bool SpinTracer::repeats(const Anchor& anchor, const isa::WarpRegisters& registers,
                         const Needs& needs) const {
  for (unsigned r = 1; r < needs.registers.size(); ++r) {
    bool differs = false;
    for_each_lane(needs.registers[r], [&](unsigned lane) {
      differs |= anchor.registers.x(r)[lane] != registers.x(r)[lane] ||
                 (registers.wide() && anchor.registers.upper(r)[lane] != registers.upper(r)[lane]);
    });
    if (differs) return false;
  }
  return std::ranges::all_of(
      needs.own, [&](const Touched& own) { return memory_.word(physical(own.word)) == own.value; });
}

/// Inputs of the stretch from the anchor if it repeats; nothing: unknown.
std::optional<SpinTracer::Needs> SpinTracer::needs_of(const Traced& traced, Of of) {
  constexpr unsigned kMostRounds = 32;
  Needs end;
  for (unsigned round = 0; round < kMostRounds; ++round) {
    Needs start = end;
    if (!walk_back(traced, of, start)) return std::nullopt;
    bool closed = std::ranges::all_of(start.words, [&](WordName w) { return end.words.contains(w); });
    for (unsigned r = 0; r < 64; ++r) {
      closed &= (start.registers[r] & ~end.registers[r]) == 0;
      end.registers[r] |= start.registers[r];
    }
    end.words.insert(start.words.begin(), start.words.end());
    if (!closed) continue;
    std::unordered_set<WordName> seen;
    for (const Touched& touched : traced.touched) {
      if (is_private(touched.word) && end.words.contains(touched.word) && seen.insert(touched.word).second)
        start.own.push_back(touched);
    }
    return start;
  }
  return std::nullopt;
}

/// `needs`: inputs of the code after the stretch; becomes those of the stretch and that code. False: unknown.
bool SpinTracer::walk_back(const Traced& traced, Of of, Needs& needs) {
  const LaneMask addresses = of == Of::kAll ? ~LaneMask{0} : 0;
  const auto need = [&](RegisterMask registers, LaneMask lanes) {
    for_each_lane(registers, [&](unsigned r) { needs.registers[r] |= lanes; });
  };
  for (auto step = traced.steps.rbegin(); step != traced.steps.rend(); ++step) {
    const Instruction& instruction = *step->instruction;
    const LaneMask lanes = step->lanes;
    LaneMask wanted = 0;  // lanes with a needed result
    for_each_lane(instruction.writes, [&](unsigned r) {
      wanted |= needs.registers[r] & lanes;
      needs.registers[r] &= ~lanes;
    });
    const auto each_word = [&](auto f) {
      const Touched* touched = &traced.touched[step->touched];
      const unsigned bytes = isa::access_bytes(instruction.op);
      for_each_lane(lanes, [&](unsigned lane) {
        for (unsigned i = 0; i < bytes; i += sizeof(Word)) f(lane, (touched++)->word);
      });
    };
    switch (instruction.unit) {
      case Unit::kLoad:
      case Unit::kAtomic:
        if (instruction.op == Op::kScW || instruction.op == Op::kScD)
          return false;  // succeeds or fails depending on others
        need(instruction.reads, lanes & addresses);
        each_word([&](unsigned lane, WordName word) {
          if ((wanted >> lane) & 1) needs.words.insert(word);
        });
        break;
      case Unit::kStore:
        need(RegisterMask{1} << instruction.rs1, lanes & addresses);
        each_word([&](unsigned lane, WordName word) {
          if (!needs.words.contains(word)) return;
          need(RegisterMask{1} << isa::stored_row(instruction), LaneMask{1} << lane);
          if (stores_whole_words(instruction.op) && is_private(word)) needs.words.erase(word);
        });
        break;
      case Unit::kBranch:
      case Unit::kJump:
        need(instruction.reads, lanes);
        break;
      default:
        if (accesses_csr(instruction)) {
          if (is_float_csr(instruction.imm)) return false;
          if (wanted != 0 && is_clock(instruction.imm)) return false;
        }
        // Lanes may receive values of other lanes of the warp.
        if (wanted != 0) need(instruction.reads, instruction.op >= Op::kBallot ? lanes : wanted);
    }
  }
  needs.registers[0] = 0;
  return true;
}

}  // namespace gputm::core
