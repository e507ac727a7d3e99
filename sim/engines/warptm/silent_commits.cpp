#include "engines/warptm/silent_commits.h"

#include <algorithm>

namespace gputm::engines::warptm {

using tm::CommitId;

void SilentCommits::begin(unsigned warp, std::uint64_t retired) {
  attempts_[warp].begun = retired;
  attempts_[warp].unknown = attempts_[warp].narrowed = 0;
}

void SilentCommits::loaded(unsigned warp, LaneMask lanes, const LoadStamps::Load& load,
                           std::uint64_t retired) {
  Attempt& attempt = attempts_[warp];
  for_each_lane(lanes, [&](unsigned lane) {
    const LaneMask bit = LaneMask{1} << lane;
    const Currency& answer = load.of_lane[lane];
    const auto ahead = static_cast<CommitId>(answer.last - static_cast<CommitId>(retired));
    const bool current = (load.answered & bit) != 0 && !tm::id_before(answer.last, answer.first);
    // A pointer read before the slowest partition advanced may be behind it.
    if (!current || (ahead >= kMostAhead && !tm::id_before(ahead, 0))) {
      attempt.unknown |= bit;
      return;
    }
    Currency& mine = attempt.of_lane[lane];
    if ((attempt.narrowed & bit) == 0) mine = answer;
    attempt.narrowed |= bit;
    if (tm::id_before(mine.first, answer.first)) mine.first = answer.first;
    if (tm::id_before(answer.last, mine.last)) mine.last = answer.last;
  });
}

std::optional<std::uint64_t> SilentCommits::position(unsigned warp, unsigned lane,
                                                     std::uint64_t next_position, std::uint64_t retired) {
  const Attempt& attempt = attempts_[warp];
  if (((attempt.unknown >> lane) & 1) != 0 || retired - attempt.begun >= kLongest) return std::nullopt;
  std::uint64_t position = std::max({attempt.begun, next_position, used_});
  if (((attempt.narrowed >> lane) & 1) != 0) {
    // IDs since the begin of the attempt; the first position may be older.
    const auto since_begin = [&](CommitId id) {
      return static_cast<std::int16_t>(id - static_cast<CommitId>(attempt.begun));
    };
    const Currency& mine = attempt.of_lane[lane];
    if (const auto first = since_begin(mine.first); first > 0)
      position = std::max(position, attempt.begun + static_cast<unsigned>(first));
    const auto last = since_begin(mine.last);
    if (last < 0 || position > attempt.begun + static_cast<unsigned>(last)) return std::nullopt;
  }
  used_ = std::max(used_, position);
  return position;
}

}  // namespace gputm::engines::warptm
