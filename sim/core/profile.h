// Why the transactions of a launch aborted, and what that cost: what `--profile` records
// (docs/results_json.md). All counts are of lanes.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/types.h"
#include "core/time_breakdown.h"
#include "isa/source_lines.h"

namespace gputm::core {

/// When an attempt was found to have failed.
enum class AbortReason : std::uint8_t {
  kCommit,    ///< at its commit
  kAccess,    ///< at an access that the TM system refused
  kWatchdog,  ///< when the watchdog validated it
  kKernel,    ///< it has not failed: the kernel asked for it
  kCount
};
inline constexpr std::array<const char*, 4> kAbortReasonNames{"commit", "access", "watchdog", "kernel"};

/// An instruction, with its place in the source where that is known.
struct CodePlace {
  Address pc = 0;
  std::string function;  ///< with its parameters; empty when there is no symbol
  std::optional<isa::SourceLine> line;
};

/// What attempts executed, and how long: from their begin, without waits for concurrency control, until their
/// outcome is known.
struct Work {
  std::uint64_t instructions = 0;
  std::uint64_t cycles = 0;
};

/// The transactions that begin at one instruction.
struct SiteProfile {
  CodePlace place;
  std::uint64_t begins = 0;
  std::uint64_t commits = 0;
  std::array<std::uint64_t, 4> aborts{};  ///< by AbortReason
  Work committed, aborted;
  ThreadTimes times;  ///< TC, TO, TW, TA and TU

  std::uint64_t all_aborts() const { return aborts[0] + aborts[1] + aborts[2] + aborts[3]; }
};

/// An access that lost: the first of its attempt whose word had another value when the outcome was known, or
/// the one that the TM system refused.
struct AccessProfile {
  CodePlace place;
  Address site = 0;  ///< pc of its transaction's begin
  std::uint64_t aborts = 0;
};

/// The last transaction that had committed the value which made another one fail.
struct Winner {
  std::uint32_t thread = 0;
  Address site = 0;
  std::uint64_t aborts = 0;
};

/// A word that attempts lost.
struct WordProfile {
  Address address = 0;
  std::string name;  ///< of what is there, as the user knows it; empty: not known
  std::uint64_t aborts = 0;
  std::uint64_t in_warp = 0;    ///< of these, to a thread of the same warp
  std::uint64_t no_winner = 0;  ///< of these, where no transaction is known to have written the value
  std::uint64_t winner_count = 0;
  std::vector<Winner> winners;  ///< those of the most aborts, which come first
};

/// Counts of numbers by their powers of two: [0] counts zeros, [i] those from 2^(i-1) to 2^i - 1.
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
  // Each from the most aborts to the fewest
  std::vector<SiteProfile> sites;
  std::vector<AccessProfile> accesses;
  std::vector<WordProfile> words;
  std::uint64_t word_count = 0;     ///< of all words; a document has only the first of them
  std::uint64_t unknown_words = 0;  ///< aborts without a word
  Histogram transaction_retries;    ///< aborts of each transaction before it committed
  Histogram thread_retries;         ///< aborts of each thread that committed a transaction

  /// Adds that of another launch of the same program. A word's winners are then those of the most aborts in
  /// their launches, and threads count once in each launch.
  void add(const Profile& other);
  /// From the most aborts to the fewest.
  void sort();
};

}  // namespace gputm::core
