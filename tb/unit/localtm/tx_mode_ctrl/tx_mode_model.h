// Masks and modes of a unit's wavefronts (GPU-LocalTM paper, section 3.1; for what it leaves open,
// docs/localtm/README.md), one cycle after the other, in plain words: what an attempt is, how it ends, and
// how the next one runs.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

namespace gputm::tb {

enum class TxStage : std::uint8_t { kOutside, kWaiting, kRunning, kRestart };
enum class AttemptMode : std::uint8_t { kNone, kTx, kWavefrontSerial, kWorkGroupSerial };
enum class AttemptOutcome : std::uint8_t { kContinue, kEnter, kExit, kRestart };
enum class WalkKind : std::uint8_t { kRelease, kRestore, kAbort };

struct ModeInputs {
  bool begin = false, commit = false, withdraw = false, overflow = false, older = false, hold_release = false,
       walk_granted = false;
  unsigned wavefront = 0, access_wavefront = 0;
  unsigned exec = 0, access = 0, conflict = 0, first = 0;  ///< bit masks of lanes
};

struct ModeWalk {
  WalkKind kind = WalkKind::kRelease;
  unsigned wavefront = 0, lanes = 0;
};

class TxModeModel {
 public:
  static constexpr unsigned kWavefronts = 4;
  struct Wavefront {
    TxStage stage = TxStage::kOutside;
    AttemptMode mode = AttemptMode::kNone;
    AttemptOutcome outcome = AttemptOutcome::kContinue;
    unsigned exec = 0, first_exec = 0, tcm = 0, depth = 0;
    std::optional<unsigned> tcm_old;  ///< at the end of the last attempt that counts
    unsigned touched = 0, leaders = 0;
    unsigned to_restore = 0, to_release = 0;
    bool aborted = false, overflow = false, by_row = false, has_group = false;
    unsigned running() const { return stage == TxStage::kRunning ? exec & ~tcm : 0; }
    bool in_the_way() const { return running() != 0 || to_release != 0; }
  };

  TxModeModel(unsigned groups, bool row_serial) : members_(kWavefronts / groups), row_serial_(row_serial) {}

  const Wavefront& operator[](unsigned w) const { return wavefronts_[w]; }
  /// Another wavefront has its work-group, so that its attempt is to be aborted.
  bool is_stopped(unsigned w) const {
    for (unsigned v = w / members_ * members_; v < (w / members_ + 1) * members_; ++v) {
      if (v != w && wavefronts_[v].has_group) return wavefronts_[w].running() != 0;
    }
    return false;
  }

  /// Takes a cycle; returns the wavefronts whose begin or commit is done in it. `walk`: the offer to the
  /// banks.
  unsigned cycle(const ModeInputs& in, std::optional<ModeWalk>& walk) {
    const auto before = wavefronts_;
    unsigned done = 0;
    std::array<bool, kWavefronts> blocked{}, others{};
    for (unsigned w = 0; w < kWavefronts; ++w) {
      for (unsigned v = w / members_ * members_; v < (w / members_ + 1) * members_; ++v) {
        blocked[w] = blocked[w] || before[v].has_group;
        others[w] = others[w] || (v != w && before[v].in_the_way());
      }
    }
    grant(before, blocked);

    // Rows touched by the running lanes of the committing attempt may be released at once.
    const bool ends = in.commit && before[in.wavefront].depth == 0;
    if (ends) {
      Wavefront& own = wavefronts_[in.wavefront];
      own.to_release = own.running() & own.touched;
    }
    walk = most_urgent(in, blocked, ends);

    for (unsigned w = 0; w < kWavefronts; ++w) {
      Wavefront& now = wavefronts_[w];
      const bool walked = walk && in.walk_granted && walk->wavefront == w;
      if (walked && walk->kind == WalkKind::kRestore) now.to_restore = 0;
      if (walked && walk->kind == WalkKind::kRelease) now.to_release = 0;
      if (in.access_wavefront == w && before[w].stage == TxStage::kRunning) decide(now, in);
      if (in.withdraw && in.wavefront == w && before[w].stage == TxStage::kRunning) withdraw(now, in.exec);
      if (walked && walk->kind == WalkKind::kAbort) {
        now.tcm = now.exec;
        now.aborted = true;
      }
      if (in.wavefront == w && (in.begin || in.commit) && begin_or_commit(now, in)) done |= 1u << w;
      if (now.stage == TxStage::kWaiting && before[w].to_release == 0 &&
          (now.mode == AttemptMode::kWorkGroupSerial ? before[w].has_group && !others[w] : !blocked[w])) {
        now.stage = TxStage::kRunning;
        now.outcome = AttemptOutcome::kEnter;
        now.overflow = false;
        done |= 1u << w;
      }
    }
    return done;
  }

 private:
  using Wavefronts = std::array<Wavefront, kWavefronts>;

  /// Free work-groups go to a wavefront that waits for its own, round robin.
  void grant(const Wavefronts& before, const std::array<bool, kWavefronts>& blocked) {
    for (unsigned first = 0; first < kWavefronts; first += members_) {
      for (unsigned i = 0; i < members_ && !blocked[first]; ++i) {
        const unsigned w = first + (next_[first] + i) % members_;
        if (before[w].stage != TxStage::kWaiting || before[w].mode != AttemptMode::kWorkGroupSerial) continue;
        wavefronts_[w].has_group = true;
        next_[first] = (w - first + 1) % members_;
        break;
      }
    }
  }

  /// Conflicts are restored first, then aborts for a serialized work-group, then releases.
  std::optional<ModeWalk> most_urgent(const ModeInputs& in, const std::array<bool, kWavefronts>& blocked,
                                      bool ends) const {
    std::optional<ModeWalk> restore, abort, release;
    for (unsigned w = kWavefronts; w-- > 0;) {
      const Wavefront& it = wavefronts_[w];
      const bool asks = in.commit && in.wavefront == w;
      if (it.to_restore != 0) restore = {WalkKind::kRestore, w, it.to_restore};
      if (blocked[w] && !it.has_group && it.running() != 0 && !asks)
        abort = {WalkKind::kAbort, w, it.running()};
      if (it.to_release != 0 && !in.hold_release && !(asks && ends && in.older)) {
        release = {WalkKind::kRelease, w, it.to_release};
      }
    }
    return restore ? restore : abort ? abort : release;
  }

  static void decide(Wavefront& now, const ModeInputs& in) {
    // A lane without an access has nothing to restore.
    now.to_restore |= in.conflict & ~now.tcm & now.touched;
    now.tcm |= in.conflict;
    now.touched |= in.access & ~in.conflict;
    now.leaders |= in.first;
    now.overflow = now.overflow || in.overflow;
  }

  /// Removes lanes from the attempt, as if they had conflicted.
  static void withdraw(Wavefront& now, unsigned lanes) {
    now.to_restore |= lanes & now.exec & ~now.tcm & now.touched;
    now.tcm |= lanes & now.exec;
  }

  /// Whether it is done at once.
  bool begin_or_commit(Wavefront& now, const ModeInputs& in) const {
    if (now.stage == TxStage::kRunning && (in.begin || now.depth != 0)) {  // flattened
      now.depth = in.begin ? now.depth + 1 : now.depth - 1;
      now.outcome = AttemptOutcome::kContinue;
      return true;
    }
    if (in.commit) {
      if (now.running() != 0) now.overflow = false;
      now.has_group = false;
      if (now.tcm == 0) {
        now.stage = TxStage::kOutside;
        now.mode = AttemptMode::kNone;
        now.outcome = AttemptOutcome::kExit;
        now.exec = now.first_exec;
      } else {
        now.stage = TxStage::kRestart;
        now.outcome = AttemptOutcome::kRestart;
        now.exec = now.tcm;
      }
      return true;
    }
    if (now.stage == TxStage::kOutside) {
      now.mode = AttemptMode::kTx;
      now.exec = now.first_exec = in.exec;
      now.tcm = now.depth = 0;
      now.tcm_old.reset();
      now.by_row = false;
    } else {
      next_attempt(now);
    }
    now.stage = TxStage::kWaiting;
    now.aborted = false;
    now.touched = now.leaders = 0;
    return false;
  }

  void next_attempt(Wavefront& now) const {
    const AttemptMode last = now.mode;
    const bool rows_failed = now.by_row;
    const unsigned all_but_one = now.tcm & ~(1u << __builtin_ctz(now.tcm));
    now.by_row = false;
    if (!now.aborted) {  // else the attempt is repeated in its mode
      const bool unchanged = now.tcm_old && *now.tcm_old == now.tcm;
      now.tcm_old = now.tcm;
      now.mode = AttemptMode::kTx;
      if (now.overflow) {
        now.mode = AttemptMode::kWorkGroupSerial;
      } else if (unchanged) {
        now.mode = last == AttemptMode::kTx || rows_failed ? AttemptMode::kWavefrontSerial
                                                           : AttemptMode::kWorkGroupSerial;
        now.by_row = row_serial_ && last == AttemptMode::kTx && __builtin_popcount(now.leaders) > 1;
      }
    }
    now.tcm = now.mode == AttemptMode::kTx ? 0 : now.by_row ? now.tcm & ~now.leaders : all_but_one;
  }

  unsigned members_;
  bool row_serial_;
  Wavefronts wavefronts_;
  std::array<unsigned, kWavefronts> next_{};  ///< wavefront first in turn, by a work-group's first
};

}  // namespace gputm::tb
