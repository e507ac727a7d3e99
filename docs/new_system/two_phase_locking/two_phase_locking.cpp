// An eager TM system, whole: strict two-phase locking. A transaction locks each word when it first accesses
// it, for readers or for one writer, stores in place, and holds its locks to its end. A transaction that is
// refused a lock aborts, undoes its stores and tries again after a while. Locks cost no time here.
#include <gputm/app/gputm_main.h>
#include <gputm/engines/common/instant_core_side.h>
#include <gputm/engines/common/setting.h>
#include <gputm/engines/systems.h>

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>
#include <vector>

using namespace gputm;
namespace {
struct Config {
  unsigned backoff = 100;  // core cycles, times the attempts that failed in a row
};
constexpr std::array kKeys{
    engines::setting<&Config::backoff>("two_phase_locking.backoff", "core cycles", 0, 100000,
                                       "from an abort to the next attempt, for each abort in a row")};
constexpr std::span<const SettingKey<Config>> keys() { return kKeys; }

/// The locks of all words; a holder is a thread.
class LockTable {
 public:
  bool lock_to_read(Address word, std::uint32_t thread) {
    Lock& lock = locks_[word];
    if (lock.writer != kFree && lock.writer != thread) return false;
    if (std::ranges::find(lock.readers, thread) == lock.readers.end()) lock.readers.push_back(thread);
    return true;
  }
  bool lock_to_write(Address word, std::uint32_t thread) {
    Lock& lock = locks_[word];
    if (lock.writer != kFree && lock.writer != thread) return false;
    if (std::ranges::any_of(lock.readers, [&](std::uint32_t reader) { return reader != thread; }))
      return false;
    lock.writer = thread;
    return true;
  }
  void unlock(Address word, std::uint32_t thread) {
    const auto lock = locks_.find(word);
    if (lock == locks_.end()) return;
    if (lock->second.writer == thread) lock->second.writer = kFree;
    std::erase(lock->second.readers, thread);
    if (lock->second.writer == kFree && lock->second.readers.empty()) locks_.erase(lock);
  }

 private:
  static constexpr std::uint32_t kFree = ~std::uint32_t{0};
  struct Lock {
    std::uint32_t writer = kFree;
    std::vector<std::uint32_t> readers;
  };
  std::unordered_map<Address, Lock> locks_;
};

struct Shared {
  Config config;
  LockTable locks;
  std::uint64_t next_position = 0;  // serial position of the next commit
  std::uint64_t conflicts = 0;
};

/// The system at a core. The base keeps the logs for the history, stores at once, and decides in an instant.
class CoreSide final : public engines::InstantCoreSide {
 public:
  CoreSide(const tm::CorePorts& core, Shared& shared)
      : InstantCoreSide(core, Stores::kAtOnce), shared_(shared), attempts_(core.config.core.max_warps) {}

  bool can_be_doomed() const override { return false; }  // locks keep what it has read as it was

  // Begin: at once, or after a while if the last attempt failed.
  bool begin(WarpId warp, Cycle now) override {
    if (attempts_[warp].aborts == 0) return true;
    delayed_.push_back({now + Cycle{shared_.config.backoff} * attempts_[warp].aborts, warp});
    return false;
  }
  bool busy() const override { return !delayed_.empty(); }
  bool tick(Cycle now) override {
    std::erase_if(delayed_, [&](const Delayed& delayed) {
      if (delayed.until > now) return false;
      events().report(tm::Admitted{.warp = delayed.warp, .lanes = warps().attempt_lanes(delayed.warp)}, now);
      return true;
    });
    return false;
  }

  // Growing phase: an access locks its words; lanes that cannot have a lock abort, the others go on.
  tm::Accessed load(const tm::TxAccess& access) override {
    const LaneMask refused = lock(access, false);
    if (refused == access.lanes) return {.conflicts = refused};
    return {.conflicts = refused, .wait = InstantCoreSide::load(access.without(refused)).wait};
  }
  tm::Accessed store(const tm::TxAccess& access) override {
    const LaneMask refused = lock(access, true);
    if (refused == access.lanes) return {.conflicts = refused};
    return {.conflicts = refused, .wait = InstantCoreSide::store(access.without(refused)).wait};
  }

  // Shrinking phase: the end of a lane's attempt undoes its stores if it aborts, and unlocks its words.
  void settle(WarpId warp, LaneMask committed, LaneMask aborted, Cycle /*now*/) override {
    attempts_[warp].aborts = aborted == 0 ? 0 : std::min(attempts_[warp].aborts + 1, 64U);
    for_each_lane(aborted, [&](unsigned lane) {
      for (const tm::LogEntry& old : attempts_[warp].lanes[lane].before)
        memory().word(old.address) = old.value;
    });
    for_each_lane(committed | aborted, [&](unsigned lane) { unlock(warp, lane); });
  }

 private:
  /// Locks the words of the access. A refused lane unlocks the words that it only read, so that of the lanes
  /// of a warp that all write what all have read, one gets it.
  LaneMask lock(const tm::TxAccess& access, bool write) {
    LaneMask refused = 0;
    for_each_lane(access.lanes, [&](unsigned lane) {
      const Address word = accesses().access(access.handle).address[lane] & ~Address{3};
      const std::uint32_t thread = warps().first_thread(access.warp) + lane;
      Lane& mine = attempts_[access.warp].lanes[lane];
      if (!(write ? shared_.locks.lock_to_write(word, thread) : shared_.locks.lock_to_read(word, thread))) {
        refused |= LaneMask{1} << lane;
        ++shared_.conflicts;
        for (const Address held : mine.read) {
          if (!mine.wrote(held)) shared_.locks.unlock(held, thread);
        }
      } else if (!write) {
        mine.read.push_back(word);
      } else if (!mine.wrote(word)) {
        mine.before.push_back({word, memory().word(word)});
      }
    });
    return refused;
  }
  void unlock(WarpId warp, unsigned lane) {
    Lane& mine = attempts_[warp].lanes[lane];
    const std::uint32_t thread = warps().first_thread(warp) + lane;
    for (const Address word : mine.read) shared_.locks.unlock(word, thread);
    for (const tm::LogEntry& old : mine.before) shared_.locks.unlock(old.address, thread);
    mine.read.clear();
    mine.before.clear();
  }

  // Commit: a transaction that has all its locks passes.
  LaneMask commit_now(WarpId /*warp*/, LaneMask lanes, Cycle /*now*/) override { return lanes; }
  LaneMask validate_now(WarpId /*warp*/, LaneMask lanes) override { return lanes; }
  SerialPosition take_positions(unsigned count) override {
    return SerialPosition(std::exchange(shared_.next_position, shared_.next_position + count));
  }

  struct Lane {
    bool wrote(Address word) const {
      return std::ranges::find(before, word, &tm::LogEntry::address) != before.end();
    }
    std::vector<Address> read;         // words locked to read
    std::vector<tm::LogEntry> before;  // words locked to write, and what they were
  };
  struct Attempt {
    unsigned aborts = 0;  // attempts in a row of which a lane aborted
    std::array<Lane, kMaxLanes> lanes;
  };
  struct Delayed {
    Cycle until;
    WarpId warp;
  };
  Shared& shared_;
  std::vector<Attempt> attempts_;  // by warp
  std::vector<Delayed> delayed_;
};

class System final : public tm::System {
 public:
  explicit System(const Config& config) { shared_.config = config; }
  std::string_view name() const override { return "two_phase_locking"; }
  std::unique_ptr<tm::CoreSide> make_core_side(const tm::CorePorts& core) override {
    return std::make_unique<CoreSide>(core, shared_);
  }
  std::uint64_t next_order() const override { return shared_.next_position; }
  void add_statistics(Statistics& statistics) const override {
    statistics.counter("two_phase_locking.conflicts", "accesses", "accesses whose lock was refused") +=
        shared_.conflicts;
  }

 private:
  Shared shared_;
};

}  // namespace

// The gputm command with one more system: my_gputm run atm --tm two_phase_locking
int main(int argc, char** argv) {
  engines::register_system(
      {.name = "two_phase_locking",
       .description = "strict two-phase locking: eager conflict detection, stores in place",
       .keys = with_defaults(keys()),
       .make = [](const MachineConfig& machine, const tm::TraceOptions&) {
         return std::make_unique<System>(read_settings(keys(), machine.systems));
       }});
  return app::gputm_main(argc, argv);
}
