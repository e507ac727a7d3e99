#include "engines/localtm/transaction_masks.h"

#include <algorithm>
#include <utility>

namespace gputm::engines::localtm {

bool TransactionMasks::begin(unsigned wavefront, LaneMask exec) {
  Wavefront& w = wavefronts_[wavefront];
  if (w.running()) {
    ++w.depth;
    return true;
  }
  if (w.state == Wavefront::State::kOutside) {
    w = Wavefront{.last_rows = std::move(w.last_rows)};
    w.exec = w.exit_exec = exec;
    w.mode = tm::TxMode::kTransaction;
  } else {
    const bool unchanged = w.old_valid && w.tcm == w.tcm_old;
    const bool all_ran = !w.aborted && w.mode == tm::TxMode::kTransaction;
    const bool one_by_one = all_ran || (!w.aborted && w.by_row);
    if (!w.aborted) {
      if (w.overflow) {
        w.mode = tm::TxMode::kWorkGroupSerial;
      } else if (!unchanged) {
        w.mode = tm::TxMode::kTransaction;
      } else {
        w.mode = one_by_one ? tm::TxMode::kWavefrontSerial : tm::TxMode::kWorkGroupSerial;
      }
      w.tcm_old = w.tcm;
      w.old_valid = true;
    }
    w.aborted = false;
    w.overflow = false;
    w.by_row = row_serial_ && all_ran && w.mode == tm::TxMode::kWavefrontSerial && lane_count(w.first) > 1;
    if (w.mode == tm::TxMode::kTransaction) {
      w.tcm = 0;
    } else {
      // Serialized: holds back all conflicting lanes except the first of each row, or the lowest.
      w.tcm &= w.by_row ? ~w.first : w.tcm - 1;
    }
  }
  w.first = 0;
  std::fill(w.last_rows.begin(), w.last_rows.end(), kNoRow);
  w.state = Wavefront::State::kBegin;
  return false;
}

bool TransactionMasks::group_taken(unsigned group) const {
  for (unsigned w = 0; w < sizes_.wavefronts; ++w) {
    if (group_of(w) == group && wavefronts_[w].serial) return true;
  }
  return false;
}

bool TransactionMasks::wants_group(unsigned wavefront) const {
  const Wavefront& w = wavefronts_[wavefront];
  return w.state == Wavefront::State::kBegin && w.mode == tm::TxMode::kWorkGroupSerial && !w.serial;
}

bool TransactionMasks::must_abort(unsigned wavefront) const {
  const Wavefront& w = wavefronts_[wavefront];
  return w.alive() && !w.serial && group_taken(group_of(wavefront));
}

bool TransactionMasks::may_start(unsigned wavefront) const {
  const Wavefront& w = wavefronts_[wavefront];
  if (w.state != Wavefront::State::kBegin) return false;
  if (w.mode != tm::TxMode::kWorkGroupSerial) return !group_taken(group_of(wavefront));
  if (!w.serial) return false;
  for (unsigned other = 0; other < sizes_.wavefronts; ++other) {
    if (other != wavefront && group_of(other) == group_of(wavefront) && wavefronts_[other].alive())
      return false;
  }
  return true;
}

LaneMask TransactionMasks::abort(unsigned wavefront) {
  Wavefront& w = wavefronts_[wavefront];
  const LaneMask restored = w.active();
  w.tcm = w.exec;
  w.aborted = true;
  return restored;
}

TransactionMasks::Commit TransactionMasks::commit(unsigned wavefront) {
  Wavefront& w = wavefronts_[wavefront];
  Commit result;
  if (w.depth > 0) {
    --w.depth;
    result.nested = true;
    return result;
  }
  result.committed = w.active();
  if (result.committed != 0) w.overflow = false;
  w.serial = false;
  if (w.tcm == 0) {
    w.state = Wavefront::State::kOutside;
    w.mode = tm::TxMode::kNone;
    w.exec = w.exit_exec;
    result.outcome = tm::TxOutcome::kExit;
  } else {
    w.state = Wavefront::State::kRestart;
    w.exec = w.tcm;
    result.outcome = tm::TxOutcome::kRestart;
  }
  return result;
}

}  // namespace gputm::engines::localtm
