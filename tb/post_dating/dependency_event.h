// Events of transactions and of the dependencies between them in a search (dependency_history.h), and its
// limits.
#pragma once

#include <cstdint>
#include <string>

namespace gputm::test {

struct DependencyEvent {
  enum class Kind : std::uint8_t { kBegin, kDepend, kFirstHalf, kSecondHalf, kCommit, kAbort, kPublish };
  static constexpr std::uint8_t kNow = 255;
  Kind kind = Kind::kBegin;
  std::uint8_t a = 0;  ///< transaction; of a dependency, the predecessor
  std::uint8_t b = 0;  ///< kBegin: slot; of a dependency, the successor
  bool refused = false;
  std::uint8_t victim = 0;      ///< refused: the aborted transaction
  std::uint8_t version = kNow;  ///< kBegin: version number of the snapshot
  bool flushed = false;         ///< timestamps ran out: all live transactions aborted
};

inline std::string to_string(const DependencyEvent& e) {
  const std::string a = std::to_string(e.a + 1);
  const std::string b = std::to_string(e.b + 1);
  std::string text;
  switch (e.kind) {
    case DependencyEvent::Kind::kBegin:
      text = "B" + a + (e.version == DependencyEvent::kNow ? "" : " V" + std::to_string(e.version));
      break;
    case DependencyEvent::Kind::kCommit:
      text = "C" + a;
      break;
    case DependencyEvent::Kind::kAbort:
      return "A" + a;
    case DependencyEvent::Kind::kPublish:
      return "V";
    case DependencyEvent::Kind::kDepend:
      text = a + "->" + b;
      break;
    case DependencyEvent::Kind::kFirstHalf:
      text = a + "->..." + b;
      break;
    case DependencyEvent::Kind::kSecondHalf:
      text = a + "...->" + b;
      break;
  }
  if (e.refused) text += "! A" + std::to_string(e.victim + 1);
  if (e.flushed) text += " flush";
  return text;
}

struct DependencyLimits {
  unsigned transactions = 4;
  unsigned slots = 4;  ///< fewer than transactions: slots are reused
  bool begun = false;  ///< all transactions are live from the start
  bool commits = true;
  bool aborts = false;   ///< aborts without a reason occur
  bool repeats = false;  ///< a dependency may be found again
  bool commit_between_halves = false;
  unsigned halves = 0;  ///< dependencies whose halves may be separated, at a time
  /// Versions that can be read at a time; each is published at some time, and a snapshot is of any of them.
  /// 0: a snapshot is of the present state.
  unsigned versions = 0;
};

}  // namespace gputm::test
