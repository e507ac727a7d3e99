// The two time breakdowns of the MICRO paper: of threads (figure 9) and of cores (figure 10).
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

/// Class of a core cycle: EXEC: at least one warp issues; STALL: a warp is held back only by the memory
/// pipeline; SCRB: resident warps all wait; IDLE: no resident warp.
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
  std::uint64_t resident = 0;             ///< thread-cycles from start to end of the threads: sum of `cycles`
  void add(ThreadTime what, unsigned threads, std::uint64_t duration) {
    cycles[static_cast<std::size_t>(what)] += threads * duration;
  }
  void add(const ThreadTimes& other) {
    for (std::size_t i = 0; i < cycles.size(); ++i) cycles[i] += other.cycles[i];
    resident += other.resident;
  }
};

}  // namespace gputm::core
