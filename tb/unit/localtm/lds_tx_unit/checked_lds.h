// A Verilated lds_tx_unit against a model of its memory and masks. The model follows the order in which the
// banks take passes and walks, and predicts every answer from it: data, conflicts (true and false), masks,
// modes and outcomes. With stall_leaving, an access that conflicts while a restore is due is decided again
// after it, and only restores come in between.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/clocked.h"
#include "common/rtl_coverage.h"
#include "common/seed.h"
#include "common/stalls.h"
#include "engines/localtm/local_memory.h"
#include "engines/localtm/transaction_masks.h"
#include "engines/localtm/verilated_lds_unit.h"
#include "tm/lds_unit.h"

namespace gputm::tb {

struct LdsUnderTest {
  tm::LdsSizes sizes;
  engines::localtm::BankOptions options;
};

template <typename Model>
class CheckedLds final : public tm::LdsTransactionUnit {
 public:
  using Rtl = engines::localtm::VerilatedLdsUnit<Model>;

  /// `rng`: random stalls of both ports; nullptr: no stalls.
  CheckedLds(const LdsUnderTest& test, Rng* rng) : CheckedLds(test, rng, std::make_shared<Rtl>(test.sizes)) {}
  /// For resets in the middle of traffic: resets `rtl`, and throws RunCut after `cut` cycles, if that is
  /// given.
  CheckedLds(const LdsUnderTest& test, Rng* rng, std::shared_ptr<Rtl> rtl, std::optional<Cycle> cut)
      : CheckedLds(test, rng, std::move(rtl)) {
    rtl_->reset();
    cut_ = cut;
  }
  ~CheckedLds() override {
    static int runs = 0;  // coverage: a process's first runs show the lines that its tests reach
    if (runs++ < 60) write_rtl_coverage(rtl_->context());
  }

  const tm::LdsSizes& sizes() const override { return sizes_; }
  tm::LdsError allocate(unsigned group, unsigned base_row, unsigned rows, bool transactional) override {
    bases_[group] = base_row;
    const std::size_t known = rtl_->responses().size();
    const tm::LdsError error = rtl_->allocate(group, base_row, rows, transactional);
    check_behind(known);
    follow(rtl_->event());
    return error;
  }
  Rtl& rtl() { return *rtl_; }
  bool can_request() const override { return rtl_->can_request(); }
  void request(const tm::LdsRequest& request) override {
    offered_ = request.wavefront;
    requests_[request.wavefront].push_back({.request = request, .expected = {}});
    rtl_->request(request);
  }
  const tm::LdsResponse* response() const override { return rtl_->response(); }
  void pop_response() override { rtl_->pop_response(); }
  bool busy() const override { return rtl_->busy(); }

  void tick() override {
    if (!rtl_->busy() &&
        (release_is_due() || std::ranges::any_of(requests_, [](const auto& r) { return !r.empty(); })))
      fail("it says that it has nothing to do, and an answer or a release is due");
    const std::size_t known = rtl_->responses().size();
    if (request_stalls_) rtl_->hold(!request_stalls_->go(), !response_stalls_->go());
    rtl_->tick();
    // An answer was made before this cycle's events, and an accepted request has an effect after them.
    check_behind(known);
    follow(rtl_->event());
    if (rtl_->accepted()) accepted(requests_[offered_].back());
    if (rtl_->assertion_failed()) fail("an assertion of the RTL has failed");
    if (cut_ && rtl_->ticks() > *cut_) throw RunCut();
  }

  const std::optional<std::string>& failure() const { return failure_; }
  Cycle ticks() const { return rtl_->ticks(); }
  /// At rest: whether the rows of a commit are still to be released.
  bool release_is_due() const {
    return std::ranges::any_of(release_due_, [](LaneMask lanes) { return lanes != 0; });
  }
  /// Lanes that have waited for a restore: those that then conflicted, and those that did not.
  std::uint64_t stalled_in_vain() const { return stalled_in_vain_; }
  std::uint64_t stalled_well() const { return stalled_well_; }

 private:
  CheckedLds(const LdsUnderTest& test, Rng* rng, std::shared_ptr<Rtl> rtl)
      : sizes_(test.sizes),
        rtl_(std::move(rtl)),
        memory_(test.sizes, test.options),
        log_(test.options.undo_entries != 0),
        stalls_(test.options.stall_leaving),
        masks_(test.sizes, test.options.row_serial),
        requests_(test.sizes.wavefronts),
        bases_(test.sizes.work_groups) {
    if (rng != nullptr) {
      request_stalls_.emplace(*rng);
      response_stalls_.emplace(*rng);
    }
  }

  using Kind = engines::localtm::LdsEvent::Kind;
  using Masks = engines::localtm::TransactionMasks;
  struct Request {
    tm::LdsRequest request;
    tm::LdsResponse expected;
    LaneMask executed = 0;
    bool committed = false;
    bool transactional = false;  ///< request for the banks in a transaction
    bool passed = false;         ///< a pass has been issued
    bool posted = false;         ///< answered as a completed store
  };

  unsigned group_of(unsigned wavefront) const { return wavefront / sizes_.group_wavefronts(); }

  void accepted(Request& r) {
    const unsigned w = r.request.wavefront;
    r.posted = rtl_->posted();
    if (r.posted && (!tm::is_store(r.request.op) || masks_[w].running()))
      fail("what is no plain store is posted");
    if (r.request.op == tm::LdsOp::kWithdraw) return withdrawn(w, r.request.exec);
    if (r.request.op != tm::LdsOp::kBegin || masks_[w].depth == tm::kMaxNestedBegins) return;
    if (!masks_.begin(w, r.request.exec)) owns_[w] = 0;
  }

  void withdrawn(unsigned w, LaneMask exec) {
    const LaneMask lanes = masks_.executing(w, exec & masks_[w].exec);
    masks_.conflict(w, lanes, false);
    restore_due_[w] |= lanes & owns_[w];
  }

  void follow(const engines::localtm::LdsEvent& event) {
    if (event.kind == Kind::kNone) return;
    if (event.kind != Kind::kRestore) expect_nobody_waits();
    if (event.kind == Kind::kPass) return follow_pass(event.wavefront, event.lanes);
    if (event.kind == Kind::kRelease) return follow_release(event.wavefront, event.lanes);
    const unsigned w = event.wavefront;
    if (event.kind == Kind::kAbort) {
      follow_abort(w, event.lanes);
      // Lanes that conflicted after the abort need no restore; where restores go first, the others have been
      // restored.
      if (stalls_) restore_due_[w] &= ~event.lanes;
    } else {
      // Lanes predicted to wait have not, if an abort restores the rows that they met.
      if ((event.lanes & ~restore_due_[w]) != 0) expect_nobody_waits();
      if ((event.lanes & ~restore_due_[w]) != 0) fail("lanes are restored that have not conflicted");
      restore_due_[w] &= ~event.lanes;
    }
    memory_.walk(w, event.lanes, true);
    if (stalled_.lanes != 0) decide_again();
  }

  void decide_again() {
    Request& r = *stalled_.request;
    const LaneMask lanes = std::exchange(stalled_.lanes, 0);
    serve(r, lanes, false);
    stalled_well_ +=
        static_cast<std::uint64_t>(std::popcount(lanes & ~stalled_.lanes & ~r.expected.conflicts));
    stalled_in_vain_ += static_cast<std::uint64_t>(std::popcount(lanes & r.expected.conflicts));
  }
  /// After a lane that waits for a restore, only restores are issued. In a wavefront being aborted, lanes
  /// that conflict after the abort need none, so no access has waited for it.
  void expect_nobody_waits() {
    if (stalled_.lanes == 0) return;
    for (unsigned w = 0; w < sizes_.wavefronts; ++w) {
      if (restore_due_[w] != 0 && !abort_wanted(w) && !abort_due_[w])
        fail("a lane that waits for a restore is overtaken");
    }
    serve(*stalled_.request, std::exchange(stalled_.lanes, 0), false);
  }
  bool restore_is_due() const {
    return std::ranges::any_of(restore_due_, [](LaneMask lanes) { return lanes != 0; });
  }

  /// The wavefront's request that a pass belongs to: the first one with passes left. Later requests are
  /// served after stores.
  Request& passing(unsigned w) {
    if (requests_[w].empty()) fail("a pass for nobody");
    const auto first = std::ranges::find_if(
        requests_[w], [](const Request& r) { return !r.passed || (r.request.exec & ~r.executed) != 0; });
    Request& r = first == requests_[w].end() ? requests_[w].back() : *first;
    r.passed = true;
    return r;
  }

  void follow_pass(unsigned w, LaneMask lanes) {
    if (release_due_[w] != 0) fail("a pass overtakes the release of its wavefront's commit");
    Request& r = passing(w);
    const LaneMask executing = masks_.executing(w, r.request.exec) | (abort_due_[w] ? ran_[w] : 0);
    if ((lanes & ~executing) != 0 || (lanes & r.executed) != 0) {
      fail("a lane that does not execute, or has been served, is served again");
    }
    std::array<std::optional<Address>, 64> words{};  // word of each bank
    // Outside of transactions, lanes that load the same word, or store to it, are served together.
    const bool together = !masks_[w].running() && !tm::is_atomic(r.request.op);
    if (!masks_[w].running() &&
        lanes != tm::next_pass(sizes_, r.request, r.request.exec & ~r.executed, false))
      fail("a pass of other lanes");
    // With a log, a wavefront that owns the work-group works without backups.
    const bool transactional = masks_[w].running() && !(log_ && masks_[w].alone());
    r.transactional = transactional;
    for_each_lane(lanes, [&](unsigned lane) {
      const unsigned bank = r.request.address[lane] / 4 % sizes_.banks;
      // Bytes and halfwords have to be the same, too.
      if (words[bank] && !(together && words[bank] == r.request.address[lane])) fail("two lanes at a bank");
      words[bank] = r.request.address[lane];
    });
    serve(r, lanes, stalls_ && restore_is_due());
  }

  /// The banks decide the lanes' accesses; if a restore is due, conflicting lanes wait for it.
  void serve(Request& r, LaneMask lanes, bool stall) {
    const unsigned w = r.request.wavefront;
    for_each_lane(lanes, [&](unsigned lane) {
      const LaneMask bit = LaneMask{1} << lane;
      const unsigned bank = r.request.address[lane] / 4 % sizes_.banks;
      const auto result = memory_.access({r.request.op, r.transactional, w, lane, bank,
                                          bases_[group_of(w)] + r.request.address[lane] / sizes_.row_bytes(),
                                          r.request.address[lane] % 4, r.request.data[lane]});
      r.executed |= bit;
      if (result.conflict && stall) {
        stalled_.request = &r;
        stalled_.lanes |= bit;
        return;
      }
      r.expected.data[lane] = result.data;
      if (result.conflict) {
        r.expected.conflicts |= bit;
        masks_.conflict_row(w, lane, bank,
                            bases_[group_of(w)] + r.request.address[lane] / sizes_.row_bytes());
      }
      if (result.true_conflict) r.expected.true_conflicts |= bit;
      if (result.reader_conflict) r.expected.reader_conflicts |= bit;
      if (result.overflow) r.expected.overflows |= bit;
      if (result.race) r.expected.races |= bit;
    });
    if (abort_due_[w]) return;  // the following walk restores this pass's changes
    const LaneMask conflicts = lanes & r.expected.conflicts;
    masks_.conflict(w, conflicts, (lanes & r.expected.overflows) != 0);
    // A lane that conflicts in the first access of its attempt has nothing to restore.
    restore_due_[w] |= conflicts & owns_[w];
    if (masks_[w].running()) owns_[w] |= lanes & ~conflicts & ~stalled_.lanes;
  }

  /// A commit may be answered before its walk is at the banks.
  void follow_release(unsigned w, LaneMask lanes) {
    if (release_due_[w] == 0) {
      if (requests_[w].empty()) fail("a release without a commit");
      commit(requests_[w].front());
    }
    if (release_due_[w] != lanes) fail("other lanes than those that have not conflicted commit");
    release_due_[w] = 0;
    memory_.walk(w, lanes, false);
  }
  void commit(Request& r) {
    const unsigned w = r.request.wavefront;
    const Masks::Commit commit = masks_.commit(w);
    // An attempt without an access that another wavefront has aborted can end while the previous one's
    // release is on its way. An attempt with rows has had accesses, which do not overtake the release.
    if (const LaneMask released = commit.committed & owns_[w]; released != 0) {
      if (release_due_[w] != 0) fail("a commit before the release of the one before");
      release_due_[w] = released;
    }
    r.expected.outcome = commit.outcome;
    r.committed = true;
  }

  /// Whether another wavefront owns the work-group or waits for it, so that `w` is or has been aborted.
  bool abort_wanted(unsigned w) const {
    for (unsigned other = 0; other < sizes_.wavefronts; ++other) {
      if (other != w && group_of(other) == group_of(w) &&
          masks_[other].mode == tm::TxMode::kWorkGroupSerial &&
          (masks_[other].serial || masks_[other].state == Masks::Wavefront::State::kBegin)) {
        return true;
      }
    }
    return false;
  }

  void follow_abort(unsigned w, LaneMask lanes) {
    if (abort_due_[w]) {
      abort_due_[w] = false;
      return;
    }
    if (!abort_wanted(w)) fail("an abort that was not wanted");
    // The answer to its begin may still be on its way.
    if (masks_[w].state == Masks::Wavefront::State::kBegin) masks_.start(w);
    if ((masks_[w].active() & ~lanes) != 0 || (lanes & ~masks_[w].exec) != 0)
      fail("an abort restores the wrong lanes");
    masks_.abort(w);
  }

  /// An answer shows that `w` has been aborted; the walk is still on its way to the banks, perhaps behind a
  /// pass.
  void abort_ahead(unsigned w) {
    ran_[w] = requests_[w].empty() ? 0 : masks_.executing(w, requests_[w].back().request.exec);
    masks_.abort(w);
    abort_due_[w] = true;
  }

  /// This cycle's answers: those after the first `known`.
  void check_behind(std::size_t known) {
    for (std::size_t i = known; i < rtl_->responses().size(); ++i) check(rtl_->responses()[i]);
  }

  void check(const tm::LdsResponse& response) {
    std::deque<Request>& requests = requests_[response.wavefront];
    if (requests.empty()) fail("an answer to nobody");
    if (response.error != tm::LdsError::kNone) {  // the driver reports it
      if (response.outcome != tm::TxOutcome::kContinue) fail("a refused request has an outcome");
      if (requests.back().posted) fail("a posted store is refused");
      requests.pop_back();
      return;
    }
    if (&requests.front() == stalled_.request) expect_nobody_waits();
    Request r = std::move(requests.front());
    requests.pop_front();
    if (tm::is_store(r.request.op) && !masks_[response.wavefront].running() && !r.posted)
      fail("a plain store is not posted");
    if (tm::is_memory(r.request.op)) {
      check_memory(r, response);
    } else if (r.request.op == tm::LdsOp::kBegin) {
      check_begin(response);
    } else if (r.request.op == tm::LdsOp::kCommit) {
      check_commit(r, response);
    } else if (r.request.op == tm::LdsOp::kWithdraw) {
      if (response.outcome != tm::TxOutcome::kContinue) fail("a withdrawal has an outcome");
      check_tcm(response);
    }
  }

  void check_memory(const Request& r, const tm::LdsResponse& response) {
    const unsigned w = response.wavefront;
    const LaneMask missing = masks_.executing(w, r.request.exec) & ~r.executed;
    if (missing != 0 && !abort_wanted(w)) fail("a lane has not been served");
    if (response.conflicts != r.expected.conflicts) fail("wrong conflicts");
    if (response.true_conflicts != r.expected.true_conflicts) fail("wrong true conflicts");
    if (response.reader_conflicts != r.expected.reader_conflicts) fail("wrong conflicts with readers");
    if (response.overflows != r.expected.overflows) fail("wrong overflows");
    if (response.races != r.expected.races) fail("wrong races");
    for_each_lane(r.executed & ~r.expected.conflicts, [&](unsigned lane) {
      if ((!tm::is_store(r.request.op) || r.transactional) && response.data[lane] != r.expected.data[lane])
        fail("wrong data");
    });
    check_tcm(response);
    if (masks_[w].running() && (response.conflicts & ~response.tcm) != 0)
      fail("a conflict is missing in TCM");
  }

  void check_tcm(const tm::LdsResponse& response) {
    const Masks::Wavefront& w = masks_[response.wavefront];
    if (!w.running()) return;
    // An abort sets all bits of EXEC: between the creation of the answer and its delivery, or before its walk
    // is visible.
    const bool before = w.aborted && (response.tcm & ~w.exec) == 0;
    const bool ahead = abort_wanted(response.wavefront) && response.tcm == w.exec;
    if (response.tcm != w.tcm && !before && !ahead) fail("wrong TCM");
  }

  void check_begin(const tm::LdsResponse& response) {
    const unsigned w = response.wavefront;
    if (response.outcome == tm::TxOutcome::kContinue) {
      if (masks_[w].depth == 0) fail("an outermost begin is taken for a nested one");
      return;
    }
    if (response.outcome != tm::TxOutcome::kEnter) fail("wrong outcome of a begin");
    if (response.mode != masks_[w].mode) fail("wrong mode");
    if (response.exec != masks_[w].exec) fail("wrong EXEC of an attempt");
    if (!masks_[w].running()) {
      if (response.mode == tm::TxMode::kWorkGroupSerial) {
        for (unsigned other = 0; other < sizes_.wavefronts; ++other) {
          if (other == w || group_of(other) != group_of(w) || !masks_[other].alive()) continue;
          abort_ahead(other);
        }
        if (masks_.group_taken(group_of(w))) fail("two wavefronts have the work-group for themselves");
        masks_.take_group(w);
        masks_.start(w);
      } else {
        masks_.start(w);
        if (masks_.must_abort(w)) abort_ahead(w);
      }
    }
    check_tcm(response);
  }

  void check_commit(Request& r, const tm::LdsResponse& response) {
    const unsigned w = response.wavefront;
    if (!r.committed) {
      if (masks_[w].depth == 0) {
        if (response.aborted && !masks_[w].aborted) {
          if (!abort_wanted(w)) fail("an abort that was not wanted");
          abort_ahead(w);
        }
        if (response.aborted != masks_[w].aborted) fail("a commit does not know of an abort");
      }
      commit(r);
    }
    if (response.outcome != r.expected.outcome) fail("wrong outcome of a commit");
    if (response.outcome == tm::TxOutcome::kContinue) return;
    if (response.exec != masks_[w].exec) fail("wrong EXEC after a commit");
    if (response.tcm != masks_[w].tcm) fail("wrong TCM after a commit");
  }

  void fail(const std::string& what) {
    if (!failure_) failure_ = "tick " + std::to_string(rtl_->ticks()) + ": " + what;
    throw Error(*failure_);
  }

  tm::LdsSizes sizes_;
  std::shared_ptr<Rtl> rtl_;
  std::optional<Cycle> cut_;
  engines::localtm::LocalMemory memory_;
  struct Stalled {
    Request* request = nullptr;
    LaneMask lanes = 0;  ///< its lanes that wait for a restore
  };

  bool log_;
  bool stalls_;
  Stalled stalled_;
  std::uint64_t stalled_in_vain_ = 0;
  std::uint64_t stalled_well_ = 0;
  Masks masks_;
  std::vector<std::deque<Request>> requests_;  ///< unanswered requests by wavefront, oldest first
  std::vector<unsigned> bases_;
  std::array<LaneMask, 64> owns_{};         ///< lanes with an access in this attempt, by wavefront
  std::array<LaneMask, 64> restore_due_{};  ///< lanes with a conflict, walk pending, by wavefront
  std::array<bool, 64> abort_due_{};
  std::array<LaneMask, 64> ran_{};          ///< lanes that ran when the answer showed the abort
  std::array<LaneMask, 64> release_due_{};  ///< committed lanes, walk pending
  unsigned offered_ = 0;
  std::optional<StallStream> request_stalls_;
  std::optional<StallStream> response_stalls_;
  std::optional<std::string> failure_;
};

}  // namespace gputm::tb
