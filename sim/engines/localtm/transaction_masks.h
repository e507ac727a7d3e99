// Masks and modes of a compute unit's transactions as in the papers, without timing (GPU-LocalTM paper,
// section 3.1; rtl/localtm/tx_mode_ctrl.sv lists the additions).
#pragma once

#include <vector>

#include "tm/lds_unit.h"

namespace gputm::engines::localtm {

class TransactionMasks {
 public:
  /// `row_serial`: wavefront serialization runs one lane for each row with conflicts.
  TransactionMasks(const tm::LdsSizes& sizes, bool row_serial)
      : sizes_(sizes), row_serial_(row_serial), wavefronts_(sizes.wavefronts) {
    for (Wavefront& w : wavefronts_) w.last_rows.assign(sizes.banks, kNoRow);
  }

  struct Wavefront {
    enum class State { kOutside, kBegin, kRunning, kRestart };
    State state = State::kOutside;
    tm::TxMode mode = tm::TxMode::kNone;
    LaneMask exec = 0;
    LaneMask exit_exec = 0;
    LaneMask tcm = 0;
    LaneMask tcm_old = 0;
    bool old_valid = false;
    bool aborted = false;             ///< aborted by another wavefront
    bool serial = false;              ///< has exclusive use of the work-group
    bool overflow = false;            ///< a backup was missing, and no lane has committed
    unsigned depth = 0;               ///< nested begins
    LaneMask first = 0;               ///< lanes with the first conflict on their rows in this attempt
    bool by_row = false;              ///< serialized, one lane per row
    std::vector<unsigned> last_rows;  ///< by bank: row of this attempt's last conflict

    bool running() const { return state == State::kRunning; }
    /// Whether the attempt has exclusive use of the work-group.
    bool alone() const { return running() && mode == tm::TxMode::kWorkGroupSerial; }
    LaneMask active() const { return exec & ~tcm; }
    /// Whether some lane still runs. An attempt without running lanes owns nothing and need not be aborted.
    bool alive() const { return running() && active() != 0; }
  };

  const Wavefront& operator[](unsigned wavefront) const { return wavefronts_[wavefront]; }

  /// Lanes of `exec` that execute.
  LaneMask executing(unsigned wavefront, LaneMask exec) const {
    return wavefronts_[wavefront].running() ? exec & ~wavefronts_[wavefront].tcm : exec;
  }

  /// A begin. Returns true if it is nested, and therefore answered at once; otherwise it waits for
  /// `may_start`.
  bool begin(unsigned wavefront, LaneMask exec);
  /// Whether a waiting begin needs exclusive use of the work-group and does not have it.
  bool wants_group(unsigned wavefront) const;
  /// Grants exclusive use of the work-group; attempts running there must be aborted (`must_abort`).
  void take_group(unsigned wavefront) { wavefronts_[wavefront].serial = true; }
  bool must_abort(unsigned wavefront) const;
  bool may_start(unsigned wavefront) const;
  void start(unsigned wavefront) { wavefronts_[wavefront].state = Wavefront::State::kRunning; }

  void conflict(unsigned wavefront, LaneMask lanes, bool overflow) {
    wavefronts_[wavefront].tcm |= lanes;
    wavefronts_[wavefront].overflow |= overflow;
  }
  /// Records a lane's conflict with a row, for serialization by rows.
  void conflict_row(unsigned wavefront, unsigned lane, unsigned bank, unsigned row) {
    Wavefront& w = wavefronts_[wavefront];
    if (w.last_rows[bank] != row) w.first |= LaneMask{1} << lane;
    w.last_rows[bank] = row;
  }
  /// Aborts the attempt on behalf of another wavefront; returns the lanes to be restored.
  LaneMask abort(unsigned wavefront);

  struct Commit {
    bool nested = false;
    LaneMask committed = 0;  ///< lanes to be released
    tm::TxOutcome outcome = tm::TxOutcome::kContinue;
  };
  Commit commit(unsigned wavefront);

  bool group_taken(unsigned group) const;

 private:
  unsigned group_of(unsigned wavefront) const { return wavefront / sizes_.group_wavefronts(); }

  static constexpr unsigned kNoRow = ~0u;

  tm::LdsSizes sizes_;
  bool row_serial_;
  std::vector<Wavefront> wavefronts_;
};

}  // namespace gputm::engines::localtm
