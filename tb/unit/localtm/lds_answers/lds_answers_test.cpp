// lds_answers against a model of each wavefront's request: requests, passes, verdicts of single banks, ends
// of begins and commits at random times; every answer and its cycle are compared, and every completed posted
// store.
#include <gtest/gtest.h>

#include <array>
#include <deque>

#include "Vanswers.h"
#include "Vanswers_prompt.h"
#include "common/module_bench.h"
#include "common/stalls.h"
#include "unit/localtm/common/struct_port.h"

namespace gputm::tb::lds_answers_test {
namespace {

constexpr unsigned kLanes = 8, kPassLanes = 4, kBanks = 4, kWavefronts = 4;
constexpr unsigned kBegin = 13, kCommit = 14, kBarrier = 15, kWithdraw = 16;  // below: memory

struct Answer {
  unsigned wavefront = 0, op = 0, error = 0;
  unsigned accessed = 0, conflict = 0, owned = 0, reader = 0, overflow = 0, race = 0;  // bit masks of lanes
  unsigned tcm = 0, exec = 0, outcome = 0, mode = 0, aborted = 0;
  std::array<unsigned, kLanes> data{};
};

struct Pending {
  enum { kFree, kOpen, kFinished, kAnswered } stage = kFree;
  Answer answer;
};

struct Pass {
  unsigned wavefront = 0, lanes = 0;
  bool last = false, tx = false, posted = false;
  std::array<unsigned, kPassLanes> bank{};
  std::array<unsigned, kBanks> row{}, lane{};
  unsigned awaited = 0;  // banks to answer
};

/// Verdicts of the banks in a cycle; all but the wavefront's number are lanes.
struct Verdicts {
  unsigned wavefront = 0;
  unsigned decided = 0, conflict = 0, owned = 0, reader = 0, overflow = 0, race = 0, first = 0;
  std::array<unsigned, kLanes> data{};
  bool ends_request = false;
  bool posted = false;
};

// Ports that are structs
constexpr StructLayout<3> kRoute{{{{1}, {1}, {2, kPassLanes}}}};
enum RouteField { kRouteLast, kRoutePosted, kRouteBank };
constexpr StructLayout<6> kBankAnswer{{{{32}, {1}, {1}, {1}, {1}, {1}}}};
enum BankAnswerField {
  kAnswerData,
  kAnswerConflict,
  kAnswerOwned,
  kAnswerReader,
  kAnswerOverflow,
  kAnswerRace
};
constexpr StructLayout<5> kDecided{{{{2}, {kLanes}, {kLanes}, {kLanes}, {1}}}};
enum DecidedField { kDecidedWavefront, kDecidedLanes, kDecidedConflict, kDecidedFirst, kDecidedOverflow };
constexpr StructLayout<5> kAttempt{{{{1}, {2}, {2}, {kLanes}, {kLanes}}}};
enum AttemptField { kAttemptAborted, kAttemptMode, kAttemptOutcome, kAttemptTcm, kAttemptExec };

/// kPrompt: all banks answer in the cycle after a pass.
template <typename Model, bool kPrompt>
class AnswersBench : public ModuleBench<Model> {
 public:
  std::optional<std::string> run(std::uint64_t cycles) {
    auto& dut = this->dut();
    dut.offer_i = dut.accept_i = dut.accept_posted_i = dut.pass_i = dut.rsp_ready_i = 0;
    drive(dut.answer_coming_i, 0);
    dut.answer_stalls_i = 0;
    drive(dut.answer_valid_i, 0);
    drive(dut.done_i, 0);
    this->reset();
    StallStream accepts(rng_), passes(rng_), banks(rng_), answers(rng_), settling(rng_);
    for (std::uint64_t i = 0; i < cycles && !this->failed(); ++i) {
      const auto before = pending_;  // as the cycle begins
      const bool works = running_ || stored_;
      accept(accepts.go());
      end_begins_and_commits();
      const bool run_done = decide(banks.go());
      hear();
      if (refuted_) shown_.reset();
      dut.rsp_ready_i = answers.go();
      settle_wavefronts(settling.go());
      for (unsigned w = 0; w < kWavefronts; ++w) {
        for (std::size_t field = 0; field < kAttempt.fields.size(); ++field)
          kAttempt.set(dut.attempt_i, field, rng(), 0, w);
      }
      if (shown_ && fresh_) show_attempt();
      offer_pass((!running_ || run_done) && !restoring_ && passes.go());
      this->settle();
      if (!restoring_) this->expect("pass ready", dut.pass_ready_o, !running_ || run_done);
      check_verdicts();
      check_answer();
      check_stored();
      bool busy = works || heard_.decided != 0;
      for (const Pending& pending : before) busy = busy || pending.stage != Pending::kFree;
      this->expect("busy", dut.busy_o, busy);
      if (run_done) running_.reset();
      if (dut.pass_i) running_ = offered_;
      if (shown_ && dut.rsp_ready_i) {
        pending_[shown_->wavefront].stage = Pending::kFree;
        shown_.reset();
        ++answered_;
      }
      fresh_ = !shown_;
      if (!shown_) choose(before);
      if (refuted_) pending_[*refuted_].stage = Pending::kFinished;
      refuted_.reset();
      if (late_) pending_[*late_].stage = Pending::kFinished;
      late_.reset();
      // The verdicts of the last pass withdraw the answer.
      hit_ = (said_.conflict & owners_[said_.wavefront]) != 0;
      if (hit_ && shown_ && shown_->wavefront == said_.wavefront) {
        refuted_ = shown_->wavefront;
        ++withdrawn_;
      }
      this->tick();
    }
    return this->failure();
  }
  std::uint64_t answered() const { return answered_; }
  std::uint64_t stored() const { return complete_; }
  std::uint64_t withdrawn() const { return withdrawn_; }

 private:
  unsigned rng() { return static_cast<unsigned>(rng_()); }

  void accept(bool go) {
    auto& dut = this->dut();
    const auto w = static_cast<unsigned>(below(rng_, kWavefronts));
    dut.accept_posted_i = 0;
    dut.accept_i = dut.offer_i = go && pending_[w].stage == Pending::kFree;
    if (!dut.offer_i) return;
    const auto op = static_cast<unsigned>(one_in(rng_, 2) ? below(rng_, 11) : kBegin + below(rng_, 4));
    const unsigned error = one_in(rng_, 8) ? 1 + static_cast<unsigned>(below(rng_, 5)) : 0;
    drive(dut.accept_wavefront_i, w);
    drive(dut.accept_op_i, op);
    drive(dut.accept_error_i, error);
    drive(dut.accept_control_error_i, op < kBegin ? below(rng_, 6) : error);
    dut.accept_begin_i = op == kBegin && error == 0;
    if (op < kBegin && error == 0 && one_in(rng_, 4)) dut.accept_i = 0;  // an access that has to wait
    // A wavefront may have any number of stores, and the banks have room for some.
    const bool posted = op < kBegin && error == 0 && passes_.size() < 6 && one_in(rng_, 2);
    dut.accept_posted_i = posted;
    if (!dut.accept_i) return;
    if (dut.accept_begin_i) last_row_[w].fill(std::nullopt);
    if (!posted) {
      const bool early = op >= kBegin && (error != 0 || op == kBarrier);
      pending_[w] = {early ? Pending::kFinished : Pending::kOpen, {.wavefront = w, .op = op, .error = error}};
      if (!early && (error != 0 || op == kWithdraw)) late_ = w;
    }
    if (error != 0 || op >= kBegin) return;
    const auto count = 1 + below(rng_, 3);
    for (std::uint64_t p = 1; p <= count; ++p) {
      Pass pass{.wavefront = w, .last = p == count, .tx = !posted && one_in(rng_, 2), .posted = posted};
      for (unsigned& bank : pass.bank) bank = static_cast<unsigned>(below(rng_, kBanks));
      for (unsigned lane = 0; lane < kLanes; ++lane) {
        const unsigned bank = pass.bank[lane % kPassLanes];
        // Outside of transactions any lanes may be served together.
        if (one_in(rng_, 2) || (pass.tx && (pass.awaited >> bank & 1) != 0)) continue;
        pass.lanes |= 1u << lane;
        pass.awaited |= 1u << bank;
        pass.lane[bank] = lane;
      }
      for (unsigned& row : pass.row) row = static_cast<unsigned>(below(rng_, 2));
      passes_.push_back(pass);
    }
    new_passes_ = count;  // they can be issued from the next cycle on
  }

  void end_begins_and_commits() {
    unsigned done = 0;
    for (Pending& pending : pending_) {
      if (pending.stage != Pending::kOpen || pending.answer.op < kBegin || late_ == pending.answer.wavefront)
        continue;
      if (!one_in(rng_, 3)) continue;
      pending.stage = Pending::kFinished;
      done |= 1u << pending.answer.wavefront;
    }
    drive(this->dut().done_i, done);
  }

  /// Verdicts of some of the banks in the running pass. Returns whether they are its last.
  bool decide(bool go) {
    auto& dut = this->dut();
    const unsigned some = kPrompt ? ~0u : go ? rng() | rng() : 0;
    const unsigned valid = running_ ? running_->awaited & some : 0;
    drive(dut.answer_valid_i, valid);
    // During a restore other banks could answer, except with a conflict that waits for it; then no pass
    // comes.
    restoring_ = !kPrompt && one_in(rng_, 8);
    const unsigned stalled = restoring_ && running_ ? running_->awaited & ~valid & rng() : 0;
    drive(dut.answer_coming_i, valid | stalled);
    dut.answer_stalls_i = stalled != 0;
    for (unsigned bank = 0; bank < kBanks; ++bank) {
      const unsigned conflict = running_ && running_->tx ? rng() & rng() & 1 : 0;
      const auto set = [&](BankAnswerField field, unsigned value) {
        kBankAnswer.set(dut.answer_i, field, value, 0, bank);
      };
      set(kAnswerData, rng());
      set(kAnswerConflict, conflict);
      set(kAnswerOwned, conflict & rng());
      set(kAnswerReader, conflict & rng());
      set(kAnswerOverflow, conflict & rng());
      set(kAnswerRace, rng());
    }
    said_ = {};
    if (!running_) return false;
    said_.wavefront = running_->wavefront;
    said_.posted = running_->posted;
    const auto last_row = last_row_[running_->wavefront];
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      const unsigned bank = running_->bank[lane % kPassLanes], bit = 1u << lane;
      if ((running_->lanes & bit) == 0 || (valid >> bank & 1) == 0) continue;
      const auto flag = [&](BankAnswerField field) {
        return kBankAnswer.get(dut.answer_i, field, 0, bank) != 0 ? bit : 0;
      };
      said_.decided |= bit;
      said_.conflict |= flag(kAnswerConflict);
      said_.overflow |= flag(kAnswerOverflow);
      if (flag(kAnswerConflict) != 0) {
        if (last_row[bank] != running_->row[bank]) said_.first |= bit;
        last_row_[running_->wavefront][bank] = running_->row[bank];
      }
      said_.data[lane] = kBankAnswer.get(dut.answer_i, kAnswerData, 0, bank);
      said_.owned |= flag(kAnswerOwned);
      said_.reader |= flag(kAnswerReader);
      said_.race |= flag(kAnswerRace);
    }
    running_->awaited &= ~valid;
    said_.ends_request = running_->awaited == 0 && running_->last;
    return running_->awaited == 0;
  }

  /// The banks' verdicts, for the answers; their consequences follow in the next cycle.
  void hear() {
    heard_ = std::exchange(before_, said_);
    next_stored_.reset();
    if (said_.posted) {  // its lanes are not part of an answer
      races_ |= said_.race;
      if (said_.ends_request) next_stored_ = {said_.wavefront, std::exchange(races_, 0)};
      return;
    }
    Pending& pending = pending_[said_.wavefront];
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      if ((said_.decided >> lane & 1) != 0) pending.answer.data[lane] = said_.data[lane];
    }
    pending.answer.accessed |= said_.decided;
    pending.answer.conflict |= said_.conflict;
    pending.answer.owned |= said_.owned;
    pending.answer.reader |= said_.reader;
    pending.answer.overflow |= said_.overflow;
    pending.answer.race |= said_.race;
    if (said_.ends_request) pending.stage = Pending::kFinished;
  }

  /// Wavefronts that can be answered: no conflict waits for its walk, nor will one from the verdicts of the
  /// previous cycle.
  void settle_wavefronts(bool all) {
    auto& dut = this->dut();
    settled_ = all ? ~0u : rng();
    drive(dut.settled_i, settled_);
    if (hit_) settled_ &= ~(1u << heard_.wavefront);
    for (unsigned w = 0; w < kWavefronts; ++w) {
      // An abort may have come for some of the lanes that conflicted.
      owners_[w] = rng() & (heard_.wavefront == w ? owners_[w] | ~heard_.conflict : ~0u);
      set_element(dut.owners_i, w, kLanes, owners_[w]);
    }
  }

  void offer_pass(bool go) {
    auto& dut = this->dut();
    dut.pass_i = go && passes_.size() > new_passes_;
    new_passes_ = 0;
    if (!dut.pass_i) return;
    offered_ = passes_.front();
    passes_.pop_front();
    drive(dut.pass_wavefront_i, offered_.wavefront);
    kRoute.set(dut.pass_route_i, kRouteLast, offered_.last);
    kRoute.set(dut.pass_route_i, kRoutePosted, offered_.posted);
    drive(dut.pass_lanes_i, offered_.lanes);
    drive(dut.pass_bank_valid_i, offered_.awaited);
    for (unsigned bank = 0; bank < kBanks; ++bank) {
      set_element(dut.pass_row_i, bank, 3, offered_.row[bank]);
      set_element(dut.pass_bank_lane_i, bank, 3, offered_.lane[bank]);
    }
    for (unsigned lane = 0; lane < kPassLanes; ++lane)
      kRoute.set(dut.pass_route_i, kRouteBank, offered_.bank[lane], lane);
  }

  void check_verdicts() {
    auto& dut = this->dut();
    const auto decided = [&](DecidedField field) { return kDecided.get(dut.decided_o, field); };
    this->expect("decided lanes", decided(kDecidedLanes), heard_.decided);
    if (heard_.decided != 0) this->expect("decided wavefront", decided(kDecidedWavefront), heard_.wavefront);
    this->expect("conflict lanes", decided(kDecidedConflict), heard_.conflict);
    this->expect("overflow of a lane", decided(kDecidedOverflow), heard_.overflow != 0);
    this->expect("first lanes", decided(kDecidedFirst), heard_.first);
  }

  void check_stored() {
    auto& dut = this->dut();
    this->expect("stored", dut.stored_valid_o, stored_.has_value());
    if (stored_) {
      this->expect("stored wavefront", dut.stored_wavefront_o, stored_->first);
      this->expect("stored race", dut.stored_race_o, stored_->second);
      ++complete_;
    }
    stored_ = next_stored_;
  }

  void check_answer() {
    auto& dut = this->dut();
    this->expect("answer valid", dut.rsp_valid_o, shown_.has_value());
    if (!shown_) return;
    this->expect("wavefront", dut.rsp_wavefront_o, shown_->wavefront);
    this->expect("error", dut.rsp_error_o, shown_->error);
    this->expect("conflict", dut.rsp_conflict_o, shown_->conflict);
    this->expect("true", dut.rsp_true_o, shown_->owned);
    this->expect("reader", dut.rsp_reader_o, shown_->reader);
    this->expect("overflow", dut.rsp_overflow_o, shown_->overflow);
    this->expect("race", dut.rsp_race_o, shown_->race);
    this->expect("tcm", dut.rsp_tcm_o, shown_->tcm);
    this->expect("exec", dut.rsp_exec_o, shown_->exec);
    this->expect("mode", dut.rsp_mode_o, shown_->mode);
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      if ((shown_->accessed >> lane & 1) == 0) continue;
      this->expect("data", element(dut.rsp_data_o, lane, 32), shown_->data[lane]);
    }
    this->expect("outcome", dut.rsp_outcome_o, shown_->outcome);
    this->expect("aborted", dut.rsp_aborted_o, shown_->aborted);
  }

  /// A refused request has no effect; it is answered like an access.
  static bool changes_as(const Answer& answer, unsigned op) { return answer.op == op && answer.error == 0; }

  /// The masks of an answer are those of its first cycle.
  void show_attempt() {
    const auto now = [&](AttemptField field) {
      return kAttempt.get(this->dut().attempt_i, field, 0, shown_->wavefront);
    };
    shown_->tcm = now(kAttemptTcm);
    if (heard_.wavefront == shown_->wavefront) shown_->tcm |= heard_.conflict;
    shown_->exec = now(kAttemptExec);
    shown_->mode = now(kAttemptMode);
    const bool changes = changes_as(*shown_, kBegin) || changes_as(*shown_, kCommit);
    shown_->outcome = changes ? now(kAttemptOutcome) : 0;
    shown_->aborted = changes_as(*shown_, kCommit) && now(kAttemptAborted) != 0;
  }

  /// The next answer: settled wavefronts, waiting commits first, round robin.
  void choose(const std::array<Pending, kWavefronts>& before) {
    const auto ready = [&](unsigned w) {
      return pending_[w].stage == Pending::kFinished && (settled_ >> w & 1) != 0;
    };
    const auto first = [&](unsigned w) {
      return ready(w) && before[w].stage == Pending::kFinished && changes_as(before[w].answer, kCommit);
    };
    bool commits = false;
    for (unsigned w = 0; w < kWavefronts; ++w) commits = commits || first(w);
    for (unsigned i = 0; i < kWavefronts && !shown_; ++i) {
      const unsigned w = (next_ + i) % kWavefronts;
      if (!(commits ? first(w) : ready(w))) continue;
      pending_[w].stage = Pending::kAnswered;
      shown_ = pending_[w].answer;
      next_ = (w + 1) % kWavefronts;
      return;
    }
  }

  Rng rng_ = seeded_rng(71);
  std::array<Pending, kWavefronts> pending_{};
  std::deque<Pass> passes_;  // passes of accepted requests
  std::uint64_t new_passes_ = 0, answered_ = 0, complete_ = 0;
  std::optional<Pass> running_;
  bool restoring_ = false;  // accesses may wait for a restore
  Pass offered_;
  Verdicts said_, before_, heard_;  // verdicts of the banks: current, previous, reported to the answers
  std::array<unsigned, kWavefronts> owners_{};
  bool hit_ = false;  // a verdict of the previous cycle requires a walk
  // The answer withdrawn in this cycle, and the request finished at its end
  std::optional<unsigned> refuted_, late_;
  std::uint64_t withdrawn_ = 0;
  // A completed store, its wavefront and lanes that raced: this cycle and the next
  std::optional<std::pair<unsigned, unsigned>> stored_, next_stored_;
  unsigned races_ = 0;    // lanes that raced, of the store at the banks
  unsigned settled_ = 0;  // wavefronts, after this cycle
  // Row of the attempt's last conflict
  std::array<std::array<std::optional<unsigned>, kBanks>, kWavefronts> last_row_{};
  std::optional<Answer> shown_;
  bool fresh_ = false;  // the answer is shown for the first time
  unsigned next_ = 0;
};

template <typename Model, bool kPrompt>
void expect_the_models() {
  AnswersBench<Model, kPrompt> bench;
  EXPECT_EQ(bench.run(run_length(30000)), std::nullopt);
  EXPECT_GT(bench.answered(), 3000u);
  EXPECT_GT(bench.stored(), 500u);
  EXPECT_GT(bench.withdrawn(), 30u);
}

TEST(LdsAnswers, AreTheModels) { expect_the_models<Vanswers, false>(); }

TEST(LdsAnswers, AreTheModelsOfBanksThatAnswerAtOnce) { expect_the_models<Vanswers_prompt, true>(); }

}  // namespace
}  // namespace gputm::tb::lds_answers_test
