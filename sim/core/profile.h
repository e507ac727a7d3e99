// Profile of a launch, recorded by `--profile` (docs/reference/results_json.md): the time of its warps by
// source line; and the aborts of its transactions, reasons and cost, whose counts are all of lanes.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/types.h"
#include "core/time_breakdown.h"
#include "isa/source_lines.h"

namespace gputm::isa {
class Program;
}  // namespace gputm::isa

namespace gputm::core {

/// Point at which the failure of an attempt was detected.
enum class AbortReason : std::uint8_t {
  kCommit,    ///< at its commit
  kAccess,    ///< at an access that the TM system refused
  kWatchdog,  ///< when the watchdog validated it
  kKernel,    ///< no failure: abort requested by the kernel
  kCount
};
inline constexpr std::array<const char*, 4> kAbortReasonNames{"commit", "access", "watchdog", "kernel"};

/// Instruction with its place in the source, where known
struct CodePlace {
  Address pc = 0;
  std::string function;  ///< with its parameters; empty when there is no symbol
  std::optional<isa::SourceLine> line;
};

CodePlace place_of(const isa::Program& program, Address pc);

/// Class of a cycle of a warp. An instruction has the time in which its warp waits to issue it and, in the
/// last two classes and at fences, that in which the warp waits because it has issued it.
enum class WarpTime : std::uint8_t {
  kIssue,        ///< its instruction occupies the SIMD pipeline
  kPipeline,     ///< waiting for a result of the execution units, or for the target of a branch
  kMemory,       ///< waiting for a load or an atomic, or at a fence
  kTurn,         ///< able to issue; others of the core issue, or the load-store unit is busy
  kBarrier,      ///< waiting at a barrier
  kTransaction,  ///< held by concurrency control, committing or aborting
  kCount
};
inline constexpr std::array<const char*, 6> kWarpTimeNames{"issue", "pipeline", "memory",
                                                           "turn",  "barrier",  "transaction"};
using WarpCycles = std::array<std::uint64_t, 6>;  ///< indexed by WarpTime

/// Instructions of one source line in one function; of the whole function if lines are not known
struct LineProfile {
  CodePlace place;  ///< of the first of them that was issued
  std::uint64_t issues = 0;
  std::uint64_t lanes = 0;  ///< sum of the active lanes of the issues
  WarpCycles cycles{};

  using Key = std::tuple<std::string, std::string, unsigned>;
  Key key() const {
    return {place.function, place.line ? place.line->file : "", place.line ? place.line->line : 0};
  }
  std::uint64_t all_cycles() const;
  /// Adds more of the same line.
  void add(const LineProfile& other);
};

/// Instructions and time of attempts, from begin to outcome, without waits for concurrency control.
struct Work {
  std::uint64_t instructions = 0;
  std::uint64_t cycles = 0;
};

/// Transactions that begin at one instruction
struct SiteProfile {
  CodePlace place;
  std::uint64_t begins = 0;
  std::uint64_t commits = 0;
  std::array<std::uint64_t, 4> aborts{};  ///< by AbortReason
  Work committed, aborted;
  ThreadTimes times;  ///< TC, TO, TW, TA and TU

  std::uint64_t all_aborts() const { return aborts[0] + aborts[1] + aborts[2] + aborts[3]; }
};

/// Access that caused an abort: the first of its attempt to a word with another value when the outcome was
/// known, or the one that the TM system refused.
struct AccessProfile {
  CodePlace place;
  Address site = 0;  ///< pc of the begin of its transaction
  std::uint64_t aborts = 0;
};

/// Last transaction that committed the value that made another transaction fail
struct Winner {
  std::uint32_t thread = 0;
  Address site = 0;
  std::uint64_t aborts = 0;
};

/// Word that caused aborts
struct WordProfile {
  Address address = 0;
  std::string name;  ///< user's name for the data at this address; empty: unknown
  std::uint64_t aborts = 0;
  std::uint64_t in_warp = 0;    ///< of these, caused by a thread of the same warp
  std::uint64_t no_winner = 0;  ///< of these, without a known transaction that wrote the value
  std::uint64_t winner_count = 0;
  std::vector<Winner> winners;  ///< winners with the most aborts, in descending order
};

/// Histogram of numbers by powers of two: [0] counts zeros, [i] numbers from 2^(i-1) to 2^i - 1.
class Histogram {
 public:
  Histogram() = default;
  explicit Histogram(std::vector<std::uint64_t> counts) : counts_(std::move(counts)) {}
  void add(std::uint64_t number);
  void add(const Histogram& other);
  const std::vector<std::uint64_t>& counts() const { return counts_; }
  static std::uint64_t first(std::size_t bucket) {
    return bucket == 0 ? 0 : std::uint64_t{1} << (bucket - 1);
  }
  static std::uint64_t last(std::size_t bucket) { return (std::uint64_t{1} << bucket) - 1; }

 private:
  std::vector<std::uint64_t> counts_;
};

struct Profile {
  unsigned warp_width = 0;
  std::vector<LineProfile> lines;  ///< in descending order of time
  // Each in descending order of aborts
  std::vector<SiteProfile> sites;
  std::vector<AccessProfile> accesses;
  std::vector<WordProfile> words;
  std::uint64_t word_count = 0;     ///< number of all words; a document lists only the first of them
  std::uint64_t unknown_words = 0;  ///< aborts without a word
  Histogram transaction_retries;    ///< aborts of each transaction before it committed
  Histogram thread_retries;         ///< aborts of each thread that committed a transaction

  /// Adds the profile of later launches of the same program. A word's winners are then those with the most
  /// aborts in their launches, and threads count once per launch.
  void add(const Profile& other);
  /// Sorts in descending order of time or aborts.
  void sort();
};

}  // namespace gputm::core
