// The MICRO paper's two time breakdowns: what threads do (figure 9) and what cores do (figure 10).
#pragma once

#include <array>
#include <cstdint>

namespace gputm::core {

enum class ThreadTime : std::uint8_t {
  kTC,  ///< stalled by concurrency control (or waiting for the serial system's lock)
  kTO,  ///< committing: from tx.commit until the outcome has taken effect
  kTW,  ///< passed; waiting for the warp's other lanes to pass
  kTA,  ///< executing an attempt that aborts
  kTU,  ///< executing an attempt that commits
  kAT,  ///< waiting for an atomic operation
  kBA,  ///< waiting at a barrier
  kNL,  ///< everything else: no transaction, no lock
  kCount
};
inline constexpr std::array<const char*, 8> kThreadTimeNames{"TC", "TO", "TW", "TA", "TU", "AT", "BA", "NL"};

/// Cycles that issue at least one warp are EXEC; with a warp that only the memory pipeline holds back, STALL;
/// with resident warps that all wait, SCRB; without any, IDLE.
struct CoreTime {
  std::uint64_t exec = 0;
  std::uint64_t stall = 0;
  std::uint64_t scrb = 0;
  std::uint64_t idle = 0;

  void add(const CoreTime& other) {
    exec += other.exec;
    stall += other.stall;
    scrb += other.scrb;
    idle += other.idle;
  }
};

struct ThreadTimes {
  std::array<std::uint64_t, 8> cycles{};  ///< thread-cycles, indexed by ThreadTime
  std::uint64_t resident = 0;  ///< thread-cycles from the threads' starts to their ends: the sum of `cycles`
  void add(ThreadTime what, unsigned threads, std::uint64_t duration) {
    cycles[static_cast<std::size_t>(what)] += threads * duration;
  }
  void add(const ThreadTimes& other) {
    for (std::size_t i = 0; i < cycles.size(); ++i) cycles[i] += other.cycles[i];
    resident += other.resident;
  }
};

}  // namespace gputm::core
