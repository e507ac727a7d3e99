// Detector of spinning warps of a core, including loops that count: the values that decide how a loop
// continues repeat, and the words of memory among them do not change.
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

/// Word accessed by a lane; for private memory, also its previous value
struct Touched {
  WordName word = 0;
  Word value = 0;
};

/// In a round, records the instructions of each warp outside of transactions. When a warp returns to an
/// earlier jump with the same SIMT stack, a backward walk over the record finds the registers and words of
/// memory on which the jumps, the addresses and the atomics in between depend. If these registers and private
/// words are unchanged, and the other words are watched and do not change, the warp repeats forever. Values
/// that a loop only counts, in registers or in memory, do not matter.
class SpinTracer {
 public:
  SpinTracer(unsigned warps, const memory::BackingStore& memory, WatchedWords& watched)
      : warps_(warps), memory_(memory), watched_(watched) {}

  /// Starts or ends a round; clears all results.
  void begin(LaneMask warps);
  void end() { begin(0); }
  bool traces(unsigned warp) const { return (traced_ >> warp) & 1; }
  /// Warps that spin as long as the words returned by awaited() do not change.
  LaneMask spinning() const { return spinning_; }
  const std::vector<WordName>& awaited(unsigned warp) const { return warps_[warp].awaited; }
  /// Whether a warp has executed so much without a repetition that it probably does not spin.
  bool any_goes_on() const { return any_goes_on_; }

  /// The warp is about to execute an instruction with these lanes. A memory instruction accesses `touched`,
  /// in lane order.
  void record(unsigned warp, const isa::Instruction& instruction, LaneMask lanes,
              std::span<const Touched> touched);
  /// The warp did something that a spinning loop does not, such as beginning a transaction: restarts its
  /// record.
  void restart(unsigned warp);
  /// The warp is about to jump and has no pending load. `turns`: further state that decides how it continues.
  void at_jump(unsigned warp, const SimtStack& stack, const isa::WarpRegisters& registers,
               std::uint64_t turns);

  /// Name of a private word: its physical address.
  static constexpr WordName private_word(Address physical) { return WordName{1} << 62 | (physical & ~3U); }
  static constexpr bool is_private(WordName word) { return (word >> 62) == 1; }
  static constexpr Address physical(WordName word) { return static_cast<Address>(word); }

 private:
  static constexpr std::size_t kMostRecorded = 8192;  ///< instructions per warp and round
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
  /// Inputs on which a stretch of the record depends
  struct Needs {
    std::array<LaneMask, 64> registers{};
    std::unordered_set<WordName> words;  ///< words of any memory
    std::vector<Touched> own;            ///< of these, the private ones with their values at the anchor
  };
  struct Traced {
    std::unique_ptr<Anchor> anchor{};
    std::vector<Step> steps{};  ///< steps since the anchor
    std::vector<Touched> touched{};
    std::size_t recorded = 0;  ///< instructions recorded in this round
    std::size_t stretch = 64;  ///< steps without a return after which another jump becomes the anchor
    unsigned visits = 0;       ///< visits of the anchor's place
    /// Words of global and shared memory that the loop depends on, watched since the anchor. For a spinning
    /// warp: the words that it waits for.
    std::vector<WordName> awaited{};
    bool repeated = false;  ///< first repetition seen; now the words are watched
  };
  /// Whether to trace everything that decides how the warp continues, or only its jumps, at given addresses.
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
