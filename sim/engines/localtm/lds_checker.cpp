#include "engines/localtm/lds_checker.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <ranges>

namespace gputm::engines::localtm {

using tm::LdsOp;
using tm::LdsRequest;
using tm::LdsResponse;
using tm::LogEntry;

namespace {

const LogEntry* find(const std::vector<LogEntry>& entries, Address address) {
  const auto newest = std::ranges::find(entries | std::views::reverse, address, &LogEntry::address);
  return newest == entries.rend() ? nullptr : &*newest;
}

}  // namespace

LdsChecker::LdsChecker(const tm::LdsSizes& sizes, Observer& observer)
    : observer_(observer),
      group_wavefronts_(sizes.group_wavefronts()),
      words_(std::size_t{sizes.rows} * sizes.banks),
      wavefronts_(sizes.wavefronts) {}

/// A begin takes effect at its answer: it may wait for commits of others.
void LdsChecker::asked(const LdsRequest& request, bool transactional) {
  if (request.op == LdsOp::kBegin) return;
  asked_.push_back({.request = request, .transactional = transactional, .answered = false, .response = {}});
}

void LdsChecker::answered(const LdsResponse& response) {
  if (response.outcome == tm::TxOutcome::kEnter) {
    LdsRequest begin;
    begin.wavefront = response.wavefront;
    begin.op = LdsOp::kBegin;
    asked_.push_back({.request = begin, .transactional = false, .answered = true, .response = response});
    return retire_answered();
  }
  const auto asked = std::ranges::find_if(
      asked_, [&](const Asked& a) { return !a.answered && a.request.wavefront == response.wavefront; });
  asked->answered = true;
  asked->response = response;
  retire_answered();
}

void LdsChecker::retire_answered() {
  for (; !asked_.empty() && asked_.front().answered; asked_.pop_front()) retire(asked_.front());
}

void LdsChecker::retire(const Asked& asked) {
  if (asked.request.op == LdsOp::kBegin) return begin(asked.response);
  if (asked.request.op == LdsOp::kCommit) return commit(asked);
  if (asked.request.op == LdsOp::kWithdraw) return withdraw(asked);
  return asked.transactional ? access(asked) : plain_access(asked);
}

/// An attempt with exclusive use of the work-group begins when all others there have been undone.
void LdsChecker::begin(const LdsResponse& response) {
  Wavefront& wavefront = wavefronts_[response.wavefront];
  if (response.mode == tm::TxMode::kWorkGroupSerial) {
    const unsigned first = response.wavefront / group_wavefronts_ * group_wavefronts_;
    for (unsigned w = first; w < first + group_wavefronts_; ++w) {
      for_each_lane(wavefronts_[w].running, [&](unsigned lane) { end_attempt(w, lane); });
      wavefronts_[w].running = 0;
    }
  }
  wavefront.running = response.exec & ~response.tcm;
  for_each_lane(wavefront.running, [&](unsigned lane) { wavefront.lanes[lane] = {}; });
}

void LdsChecker::commit(const Asked& asked) {
  const unsigned w = asked.request.wavefront;
  Wavefront& wavefront = wavefronts_[w];
  const bool restarts = asked.response.outcome == tm::TxOutcome::kRestart;
  const LaneMask aborted = restarts ? asked.response.exec : 0;
  for_each_lane(wavefront.running, [&](unsigned lane) {
    end_attempt(w, lane);
    if ((aborted >> lane) & 1) return;
    for (const LogEntry& write : wavefront.lanes[lane].writes)
      change(write.address, write.value, w, lane, false);
  });
  wavefront.running = 0;
}

/// The lanes leave the attempt: their writes are undone.
void LdsChecker::withdraw(const Asked& asked) {
  const unsigned w = asked.request.wavefront;
  for_each_lane(asked.request.exec & wavefronts_[w].running, [&](unsigned lane) { end_attempt(w, lane); });
  wavefronts_[w].running &= ~asked.request.exec;
}

void LdsChecker::access(const Asked& asked) {
  const LdsRequest& request = asked.request;
  Wavefront& wavefront = wavefronts_[request.wavefront];
  const LaneMask ran = wavefront.running;
  const LaneMask lost = ran & asked.response.tcm;
  wavefront.running &= ~lost;
  for_each_lane(lost, [&](unsigned lane) { end_attempt(request.wavefront, lane); });
  for_each_lane(request.exec & wavefront.running, [&](unsigned lane) {
    Lane& attempt = wavefront.lanes[lane];
    const Address address = place(asked, lane);
    const LogEntry* const own = find(attempt.writes, address);
    const Word seen = asked.response.data[lane];
    if (request.op != LdsOp::kStore) {
      if (own == nullptr) {
        expect(request.wavefront, lane, address, seen, "read");
        attempt.reads.push_back({address, seen});
      } else if (own->value != seen) {
        observer_.violation(
            request.wavefront, lane,
            fmt::format("read {:#x} at local byte {:#x}, where it wrote {:#x}", seen, address, own->value));
      }
    }
    if (request.op != LdsOp::kLoad) {
      const Word after = tm::lds_result(request.op, seen, request.data[lane], request.address[lane]);
      attempt.writes.push_back({address, after});
    }
  });
  if (const LaneMask met = meet_leavers(asked, ran); met != 0) observer_.met_leavers(met);
}

/// Lanes with a row owned by a lane that did not run before this access; `ran`: lanes of the same wavefront
/// that ran.
LaneMask LdsChecker::meet_leavers(const Asked& asked, LaneMask ran) const {
  LaneMask met = 0;
  for_each_lane(asked.response.true_conflicts, [&](unsigned lane) {
    if (!in_use(asked.request.wavefront, ran, place(asked, lane))) met |= LaneMask{1} << lane;
  });
  return met;
}

/// Whether a running attempt in the wavefront's work-group has accessed the word; in the wavefront itself, an
/// attempt in `ran`.
bool LdsChecker::in_use(unsigned wavefront, LaneMask ran, Address address) const {
  const unsigned first = wavefront / group_wavefronts_ * group_wavefronts_;
  for (unsigned w = first; w < first + group_wavefronts_; ++w) {
    bool found = false;
    for_each_lane(w == wavefront ? ran : wavefronts_[w].running, [&](unsigned lane) {
      const Lane& attempt = wavefronts_[w].lanes[lane];
      found = found || find(attempt.reads, address) != nullptr || find(attempt.writes, address) != nullptr;
    });
    if (found) return true;
  }
  return false;
}

void LdsChecker::plain_access(const Asked& asked) {
  const LdsRequest& request = asked.request;
  for_each_lane(request.exec, [&](unsigned lane) {
    const Address address = place(asked, lane);
    const bool races = ((asked.response.races >> lane) & 1) != 0;
    const Word seen = tm::is_store(request.op) ? words_[address / 4] : asked.response.data[lane];
    if (!tm::is_store(request.op) && !races)
      expect(request.wavefront, lane, address, seen, "read outside of transactions");
    if (request.op == LdsOp::kLoad) return;
    if (races) {
      observer_.violation(request.wavefront, lane,
                          fmt::format("race: stores to local byte {:#x} outside of transactions, which a "
                                      "running transaction has accessed",
                                      address));
    }
    const Word after = tm::lds_result(request.op, seen, request.data[lane], request.address[lane]);
    change(address, after, request.wavefront, lane, true);
  });
}

void LdsChecker::change(Address address, Word value, unsigned wavefront, unsigned lane, bool plain) {
  Word& word = words_[address / 4];
  if (word == value) return;
  word = value;
  observer_.changed(address, value, wavefront, lane, plain);
}

/// Values read by the attempt must hold until its end, for every outcome.
void LdsChecker::end_attempt(unsigned wavefront, unsigned lane) {
  for (const LogEntry& read : wavefronts_[wavefront].lanes[lane].reads)
    expect(wavefront, lane, read.address, read.value, "in an attempt that ends has read");
}

/// A commit may take effect between the passes of an earlier access.
bool LdsChecker::left_by_waiting_commit(Address address, Word value) const {
  return std::ranges::any_of(asked_, [&](const Asked& later) {
    if (!later.answered || later.request.op != LdsOp::kCommit) return false;
    const Wavefront& wavefront = wavefronts_[later.request.wavefront];
    const bool restarts = later.response.outcome == tm::TxOutcome::kRestart;
    bool left = false;
    for_each_lane(wavefront.running & ~(restarts ? later.response.exec : 0), [&](unsigned lane) {
      const LogEntry* const written = find(wavefront.lanes[lane].writes, address);
      left |= written != nullptr && written->value == value;
    });
    return left;
  });
}

void LdsChecker::expect(unsigned wavefront, unsigned lane, Address address, Word seen, const char* how) {
  const Word expected = words_[address / 4];
  if (seen == expected || left_by_waiting_commit(address, seen)) return;
  observer_.violation(
      wavefront, lane,
      fmt::format("{} {:#x} at local byte {:#x}, expected {:#x}", how, seen, address, expected));
}

}  // namespace gputm::engines::localtm
