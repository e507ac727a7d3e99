// tx_mode_ctrl against tx_mode_model.h: every mask, mode, walk and answer of every cycle, under random
// requests, verdicts and walk stalls; and the ladder of serialization step by step.
#include <gtest/gtest.h>

#include <vector>

#include "Vby_rows.h"
#include "Vmodes.h"
#include "common/module_bench.h"
#include "common/reset_in_traffic.h"
#include "common/stalls.h"
#include "tx_mode_model.h"
#include "unit/localtm/common/struct_port.h"

namespace gputm::tb {
namespace {

constexpr unsigned kWavefronts = TxModeModel::kWavefronts, kLanes = 4, kAllLanes = 15;
constexpr unsigned kMostBegins = 255;  // maximum, inside a transaction

// Ports that are structs
constexpr StructLayout<5> kDecided{{{{2}, {kLanes}, {kLanes}, {kLanes}, {1}}}};
enum DecidedField { kDecidedWavefront, kDecidedLanes, kDecidedConflict, kDecidedFirst, kDecidedOverflow };
constexpr StructLayout<3> kWalk{{{{2}, {2}, {kLanes}}}};
enum WalkField { kWalkKind, kWalkWavefront, kWalkLanes };
constexpr StructLayout<3> kState{{{{1}, {1}, {kLanes}}}};
enum StateField { kStateInTx, kStateDepthFull, kStateTcm };
constexpr StructLayout<5> kAttempt{{{{1}, {2}, {2}, {kLanes}, {kLanes}}}};
enum AttemptField { kAttemptAborted, kAttemptMode, kAttemptOutcome, kAttemptTcm, kAttemptExec };

struct ModeTally {
  std::array<std::uint64_t, 4> attempts{};  ///< attempts begun, by mode
  std::uint64_t aborts = 0, by_row = 0, exits = 0;
};

template <typename Model>
class ModeBench : public ModuleBench<Model> {
 public:
  ModeBench(unsigned groups, bool row_serial) : model_(groups, row_serial) {
    drive_inputs({});
    this->reset();
  }
  const TxModeModel& model() const { return model_; }
  const ModeTally& tally() const { return tally_; }

  void cycle(const ModeInputs& in) {
    auto& dut = this->dut();
    drive_inputs(in);
    this->settle();
    bool busy = settles_;
    for (unsigned w = 0; w < kWavefronts; ++w) {
      busy = busy || model_[w].to_restore != 0 || model_[w].to_release != 0 || model_.is_stopped(w) ||
             model_[w].stage == TxStage::kWaiting;
      this->expect("depth_full", kState.get(dut.state_o, kStateDepthFull, 0, w),
                   model_[w].depth == kMostBegins);
      this->expect("in_tx", kState.get(dut.state_o, kStateInTx, 0, w), model_[w].stage == TxStage::kRunning);
      this->expect("tcm", kState.get(dut.state_o, kStateTcm, 0, w), model_[w].tcm);
      if (model_[w].stage == TxStage::kRunning) {
        this->expect("masked", dut.masked_o >> w & 1, model_[w].tcm != 0);
        this->expect("owners", element(dut.owners_o, w, kLanes), model_[w].touched & ~model_[w].tcm);
      }
      this->expect("settled", dut.settled_o >> w & 1, model_[w].to_restore == 0);
      this->expect("mode", element(dut.mode_o, w, 2), model_[w].mode);
      expect_attempt(w);
    }
    this->expect("busy", dut.busy_o, busy);
    std::optional<ModeWalk> walk;
    const unsigned done = model_.cycle(in, walk);
    settles_ = in.begin || in.commit || (walk && in.walk_granted);
    this->expect("done", dut.done_o, done);
    done_ = done;
    this->expect("walk requested", dut.walk_req_o, walk.has_value());
    if (walk) {
      this->expect("walk kind", kWalk.get(dut.walk_o, kWalkKind), walk->kind);
      this->expect("walk wavefront", kWalk.get(dut.walk_o, kWalkWavefront), walk->wavefront);
      this->expect("walk lanes", kWalk.get(dut.walk_o, kWalkLanes), walk->lanes);
      tally_.aborts += in.walk_granted && walk->kind == WalkKind::kAbort;
    }
    for (unsigned w = 0; w < kWavefronts; ++w) {
      const auto& next = model_[w];
      const unsigned losers =
          (in.access_wavefront == w ? in.conflict : 0) | (in.withdraw && in.wavefront == w ? in.exec : 0);
      const bool hit = (losers & element(dut.owners_o, w, kLanes)) != 0;
      if ((dut.settled_o >> w & 1) != 0) this->expect("stays settled", !hit, next.to_restore == 0);
      if ((done >> w & 1) == 0) continue;
      if (next.outcome == AttemptOutcome::kEnter) ++tally_.attempts[static_cast<unsigned>(next.mode)];
      tally_.by_row += next.outcome == AttemptOutcome::kEnter && next.by_row;
      tally_.exits += next.outcome == AttemptOutcome::kExit;
    }
    this->tick();
  }

 private:
  void expect_attempt(unsigned w) {
    const auto& attempt = model_[w];
    const auto field = [&](AttemptField f) { return kAttempt.get(this->dut().attempt_o, f, 0, w); };
    const bool ended = (done_ >> w & 1) != 0;  // a begin or commit ended in the previous cycle
    this->expect("tcm of the attempt", field(kAttemptTcm), attempt.tcm);
    this->expect("mode of the attempt", field(kAttemptMode), attempt.mode);
    this->expect("aborted", field(kAttemptAborted), attempt.aborted);
    if (attempt.stage != TxStage::kOutside || ended) this->expect("exec", field(kAttemptExec), attempt.exec);
    if (ended) this->expect("outcome", field(kAttemptOutcome), attempt.outcome);
  }

  void drive_inputs(const ModeInputs& in) {
    auto& dut = this->dut();
    dut.begin_i = in.begin;
    dut.commit_i = in.commit;
    dut.withdraw_i = in.withdraw;
    drive(dut.wavefront_i, in.wavefront);
    drive(dut.exec_i, in.exec);
    kDecided.set(dut.decided_i, kDecidedWavefront, in.access_wavefront);
    kDecided.set(dut.decided_i, kDecidedLanes, in.access);
    kDecided.set(dut.decided_i, kDecidedConflict, in.conflict);
    kDecided.set(dut.decided_i, kDecidedFirst, in.first);
    kDecided.set(dut.decided_i, kDecidedOverflow, in.overflow);
    dut.older_i = in.older;
    dut.hold_release_i = in.hold_release;
    dut.walk_gnt_i = in.walk_granted;
  }

  bool settles_ = true;  ///< summaries follow an event of the last cycle, or reset
  TxModeModel model_;
  ModeTally tally_;
  unsigned done_ = 0;  // wavefronts whose begin or commit ended in the previous cycle
};

/// Wavefronts that access and conflict at random, sometimes all lanes in every attempt, as serialization
/// requires.
template <typename Model>
ModeTally run_modes(ModeBench<Model>& bench, std::uint64_t cycles, Rng& rng) {
  StallStream requests(rng), verdicts(rng), walks(rng), releases(rng);
  std::array<unsigned, kWavefronts> ran{};  // lanes that ran a cycle ago: their verdicts are in flight
  for (std::uint64_t i = 0; i < cycles && !bench.failed(); ++i) {
    ModeInputs in;
    const bool all_lose = i / 512 % 2 != 0;
    in.walk_granted = walks.go();
    in.hold_release = !releases.go();
    in.older = one_in(rng, 3);
    in.access_wavefront = static_cast<unsigned>(below(rng, kWavefronts));
    const auto& accessing = bench.model()[in.access_wavefront];
    if (verdicts.go() && accessing.stage == TxStage::kRunning) {
      in.access = ran[in.access_wavefront] | accessing.running();
      if (!all_lose) in.access &= static_cast<unsigned>(rng());
      // No other wavefront conflicts with the owner of the work-group.
      if (!accessing.has_group && !one_in(rng, 8)) in.conflict = in.access;
      if (!all_lose) in.conflict &= static_cast<unsigned>(rng() | rng());
      in.first = in.conflict & static_cast<unsigned>(rng() | rng());
      in.overflow = in.conflict != 0 && one_in(rng, 16);
    } else if (accessing.stage != TxStage::kRunning && one_in(rng, 2)) {
      // Accesses outside of attempts conflict with none, and leave no rows to a waiting attempt.
      in.access = static_cast<unsigned>(below(rng, kAllLanes + 1));
    }
    in.wavefront = static_cast<unsigned>(below(rng, kWavefronts));
    const auto& it = bench.model()[in.wavefront];
    if (requests.go() && it.stage != TxStage::kWaiting &&
        (in.access == 0 || in.wavefront != in.access_wavefront)) {
      const bool running = it.stage == TxStage::kRunning;
      // The owner of the work-group commits.
      in.withdraw = running && !it.has_group && one_in(rng, 16);
      in.commit = running && !in.withdraw && it.to_restore == 0 && (it.depth > 1 || !one_in(rng, 8));
      in.begin = running ? !in.commit && !in.withdraw && it.depth < 3 : true;
      in.exec = it.stage == TxStage::kRestart ? it.tcm : static_cast<unsigned>(below(rng, kAllLanes + 1));
    }
    for (unsigned w = 0; w < kWavefronts; ++w) ran[w] = bench.model()[w].running();
    bench.cycle(in);
  }
  return bench.tally();
}

template <typename Model>
void expect_random_run(unsigned groups, bool row_serial) {
  Rng rng = seeded_rng(61);
  ModeBench<Model> bench(groups, row_serial);
  const ModeTally tally = run_modes(bench, run_length(100000), rng);
  EXPECT_EQ(bench.failure(), std::nullopt);
  for (unsigned mode = 1; mode < 4; ++mode) EXPECT_GT(tally.attempts[mode], 100u) << "mode " << mode;
  EXPECT_GT(tally.aborts, 100u);
  EXPECT_GT(tally.exits, 100u);
  EXPECT_EQ(tally.by_row > 100, row_serial);
}

TEST(TxModeCtrl, IsTheModel) { expect_random_run<Vmodes>(1, false); }
TEST(TxModeCtrl, IsTheModelWithSerializationByRows) { expect_random_run<Vby_rows>(2, true); }

/// The lanes that run in each attempt, when all of them conflict every time; lanes 1 and 3 are first with
/// their rows.
template <typename Model>
std::vector<std::pair<AttemptMode, unsigned>> ladder(ModeBench<Model>& bench, unsigned attempts) {
  std::vector<std::pair<AttemptMode, unsigned>> steps;
  unsigned exec = kAllLanes;
  for (unsigned i = 0; i < attempts; ++i) {
    bench.cycle({.begin = true, .wavefront = 1, .exec = exec});
    for (int wait = 0; wait < 3; ++wait) bench.cycle({.walk_granted = true, .wavefront = 1});
    const unsigned lanes = exec & ~kState.get(bench.dut().state_o, kStateTcm, 0, 1);
    steps.emplace_back(static_cast<AttemptMode>(element(bench.dut().mode_o, 1, 2)), lanes);
    const unsigned conflict = steps.back().first == AttemptMode::kWorkGroupSerial ? 0 : lanes;
    bench.cycle({.access_wavefront = 1, .access = lanes, .conflict = conflict, .first = conflict & 0b1010});
    bench.cycle({.commit = true, .walk_granted = true, .wavefront = 1});
    exec = bench.model()[1].tcm;
  }
  return steps;
}

using enum AttemptMode;

TEST(TxModeCtrl, SerializesTheWavefrontThenTheWorkGroup) {
  ModeBench<Vmodes> bench(1, false);
  const std::vector<std::pair<AttemptMode, unsigned>> expected{
      {kTx, 0b1111}, {kTx, 0b1111}, {kWavefrontSerial, 0b0001}, {kWorkGroupSerial, 0b0001}, {kTx, 0b1110}};
  EXPECT_EQ(ladder(bench, 5), expected);
  EXPECT_EQ(bench.failure(), std::nullopt);
}

TEST(TxModeCtrl, SerializesByRowsBefore) {
  ModeBench<Vby_rows> bench(2, true);
  const std::vector<std::pair<AttemptMode, unsigned>> expected{{kTx, 0b1111},
                                                               {kTx, 0b1111},
                                                               {kWavefrontSerial, 0b1010},
                                                               {kWavefrontSerial, 0b0001},
                                                               {kWorkGroupSerial, 0b0001},
                                                               {kTx, 0b1110}};
  EXPECT_EQ(ladder(bench, 6), expected);
  EXPECT_EQ(bench.failure(), std::nullopt);
}

TEST(TxModeCtrl, CountsBeginsInsideATransaction) {
  ModeBench<Vmodes> bench(1, false);
  for (unsigned i = 0; i <= kMostBegins; ++i) bench.cycle({.begin = true, .wavefront = 2, .exec = kAllLanes});
  EXPECT_TRUE(kState.get(bench.dut().state_o, kStateDepthFull, 0, 2));
  for (unsigned i = 0; i < kMostBegins; ++i) bench.cycle({.commit = true, .wavefront = 2});
  EXPECT_TRUE(kState.get(bench.dut().state_o, kStateInTx, 0, 2));
  bench.cycle({.commit = true, .wavefront = 2});
  EXPECT_FALSE(kState.get(bench.dut().state_o, kStateInTx, 0, 2));
  EXPECT_EQ(bench.failure(), std::nullopt);
}

TEST(TxModeCtrl, BeginsAnewAfterAReset) {
  check_resets_in_traffic<Vby_rows>(62, 600, [](Rng& rng) {
    ModeBench<Vby_rows> bench(2, true);
    run_modes(bench, 700, rng);
    return bench.failure();
  });
}

}  // namespace
}  // namespace gputm::tb
