// Tells which warps of a core spin, also where their loops count something: the values that decide how a loop
// goes on come back, and the words of memory among them do not change.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <unordered_set>
#include <vector>

#include "base/types.h"
#include "core/simt_stack.h"
#include "core/watched_words.h"
#include "isa/instruction.h"
#include "isa/warp_registers.h"
#include "memory/backing_store.h"

namespace gputm::core {

/// A word that a lane accesses; of private memory also what it holds before.
struct Touched {
  WordName word = 0;
  Word value = 0;
};

/// In a round, it records what each warp executes outside of transactions. When a warp comes to a jump at
/// which it was before, with the same SIMT stack, a walk back over the record finds the registers and words
/// of memory that the jumps, the addresses and the atomics in between have depended on. If these registers
/// and private words are what they were, and the other words are watched and do not change, the warp does the
/// same for ever. What a loop only counts, in registers or in memory, does not matter.
class SpinTracer {
 public:
  SpinTracer(unsigned warps, const memory::BackingStore& memory, WatchedWords& watched)
      : warps_(warps), memory_(memory), watched_(watched) {}

  /// Starts a round, or ends it: what is known is forgotten.
  void begin(LaneMask warps);
  void end() { begin(0); }
  bool traces(unsigned warp) const { return (traced_ >> warp) & 1; }
  /// The warp spins as long as the words that awaited() tells do not change.
  LaneMask spinning() const { return spinning_; }
  const std::vector<WordName>& awaited(unsigned warp) const { return warps_[warp].awaited; }
  /// A warp has executed so much without a repetition that it hardly spins.
  bool any_goes_on() const { return any_goes_on_; }

  /// The warp is about to execute an instruction with these lanes; those of a memory instruction touch
  /// `touched`, in their order.
  void record(unsigned warp, const isa::Instruction& instruction, LaneMask lanes,
              std::span<const Touched> touched);
  /// It does what a loop that spins does not, as beginning a transaction: what comes behind counts.
  void restart(unsigned warp);
  /// It is about to jump and waits for no load. `turns`: what else decides how it goes on.
  void at_jump(unsigned warp, const SimtStack& stack, const isa::WarpRegisters& registers,
               std::uint64_t turns);

  /// The name of a private word: its physical address.
  static constexpr WordName private_word(Address physical) { return WordName{1} << 62 | (physical & ~3U); }
  static constexpr bool is_private(WordName word) { return (word >> 62) == 1; }
  static constexpr Address physical(WordName word) { return static_cast<Address>(word); }

 private:
  static constexpr std::size_t kMostRecorded = 8192;  ///< instructions of a warp in a round
  struct Step {
    const isa::Instruction* instruction = nullptr;
    LaneMask lanes = 0;
    std::uint32_t touched = 0;  ///< index of the first word
  };
  struct Anchor {
    Anchor(const SimtStack& stack, const isa::WarpRegisters& registers, std::uint64_t turns);
    bool same_place(const SimtStack& stack, std::uint64_t turns) const;
    std::vector<StackEntry> entries;
    LaneMask served = 0;
    std::uint64_t turns = 0;
    isa::WarpRegisters registers;
  };
  /// What a stretch of the record depends on.
  struct Needs {
    std::array<LaneMask, 64> registers{};
    std::unordered_set<WordName> words;  ///< of whatever memory
    std::vector<Touched> own;            ///< of these, the private ones, as they were at the anchor
  };
  struct Traced {
    std::unique_ptr<Anchor> anchor{};
    std::vector<Step> steps{};  ///< since then
    std::vector<Touched> touched{};
    std::size_t recorded = 0;  ///< in this round
    std::size_t stretch = 64;  ///< steps without a return after which another jump becomes the anchor
    unsigned visits = 0;       ///< of the anchor's place
    /// Words of global and shared memory that the loop depends on, watched since the anchor; when the warp
    /// spins, those that it waits for.
    std::vector<WordName> awaited{};
    bool repeated = false;  ///< once: now the words are watched
  };
  /// What decides how the warp goes on, or of that only what its jumps depend on, at given addresses.
  enum class Of : std::uint8_t { kAll, kJumps };

  static void anchor_at(Traced& traced, const SimtStack& stack, const isa::WarpRegisters& registers,
                        std::uint64_t turns);
  static std::optional<Needs> needs_of(const Traced& traced, Of of);
  static bool walk_back(const Traced& traced, Of of, Needs& needs);
  bool repeats(const Anchor& anchor, const isa::WarpRegisters& registers, const Needs& needs) const;
  bool watch(Traced& traced, const Needs& needs);
  static std::vector<WordName> words_of(const Needs& needs);

  std::vector<Traced> warps_;
  const memory::BackingStore& memory_;
  WatchedWords& watched_;
  LaneMask traced_ = 0;
  LaneMask spinning_ = 0;
  bool any_goes_on_ = false;
};

}  // namespace gputm::core
