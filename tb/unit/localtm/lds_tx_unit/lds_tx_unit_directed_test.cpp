// lds_tx_unit: masks and modes line by line (table 1 of the GPU-LocalTM paper), refused requests, live-lock,
// and cycles.
#include <gtest/gtest.h>

#include <array>
#include <bit>

#include "Vunit.h"
#include "Vunit_groups.h"
#include "Vunit_staged.h"
#include "engines/localtm/ideal_lds.h"
#include "requests.h"
#include "wavefronts/driver.h"

namespace gputm::tb {
namespace {

using tm::LdsError;
using tm::LdsOp;
using tm::TxMode;
using tm::TxOutcome;

// Bit i is work-item i: the paper prints work-item 0 first.
constexpr LaneMask kAll = 0b1111, kIf = 0b0011, kElse = 0b1100, kOnly2 = 0b0100, kOnly3 = 0b1000;

/// Lanes aborted by another system: their writes are undone, and others can take their words; the commit
/// restarts them.
TEST(LdsMasks, WithdrawnLanesAreRestored) {
  Ports<Vunit> lds;
  ASSERT_EQ(lds.unit().allocate(0, 0, 32, true), LdsError::kNone);
  lds.access(2, LdsOp::kStore, kAll, {0, 1, 2, 3}, 7);
  lds.begin(0, kAll);
  EXPECT_EQ(lds.access(0, LdsOp::kStore, kAll, {0, 1, 2, 3}, 9).tcm, 0u);
  const tm::LdsResponse withdrawn = lds.run({.wavefront = 0, .op = LdsOp::kWithdraw, .exec = kElse});
  EXPECT_EQ(withdrawn.error, LdsError::kNone);
  EXPECT_EQ(withdrawn.outcome, TxOutcome::kContinue);
  EXPECT_EQ(withdrawn.tcm, kElse);
  lds.begin(1, kIf);
  const tm::LdsResponse others = lds.access(1, LdsOp::kLoad, kIf, {2, 3});
  EXPECT_EQ(others.conflicts, 0u);
  EXPECT_EQ(others.data[0], 7u);
  EXPECT_EQ(others.data[1], 7u);
  EXPECT_EQ(lds.commit(1).outcome, TxOutcome::kExit);
  const tm::LdsResponse commit = lds.commit(0);
  EXPECT_EQ(commit.outcome, TxOutcome::kRestart);
  EXPECT_EQ(commit.exec, kElse);
  lds.settle();
  const tm::LdsResponse left = lds.access(2, LdsOp::kLoad, kAll, {0, 1, 2, 3});
  for (unsigned lane = 0; lane < 4; ++lane) EXPECT_EQ(left.data[lane], lane < 2 ? 9u : 7u) << lane;
  EXPECT_EQ(left.races, 0u);
  EXPECT_EQ(lds.run({.wavefront = 2, .op = LdsOp::kWithdraw, .exec = kAll}).error, LdsError::kCommitOutside);
}

TEST(LdsMasks, TableOneOfThePaper) {
  Ports<Vunit> lds;
  ASSERT_EQ(lds.unit().allocate(0, 0, 32, true), LdsError::kNone);
  // The else branch: work-items 2 and 3 take words of two banks in opposite order, so that both conflict.
  const auto else_branch = [&] {
    EXPECT_EQ(lds.access(0, LdsOp::kStore, kElse, {0, 1}).tcm & kElse, 0u);
    return lds.access(0, LdsOp::kStore, kElse, {1, 0}).tcm;
  };
  tm::LdsResponse line = lds.begin(0, kAll);  // line 2
  EXPECT_EQ(line.exec, kAll);
  EXPECT_EQ(line.tcm, 0u);
  EXPECT_EQ(line.mode, TxMode::kTransaction);
  EXPECT_EQ(lds.access(0, LdsOp::kStore, kIf, {2, 3}).conflicts, 0u);
  EXPECT_EQ(else_branch(), kElse);  // line 13
  line = lds.commit(0);             // line 16: EXEC = TCM
  EXPECT_EQ(line.outcome, TxOutcome::kRestart);
  EXPECT_EQ(line.exec, kElse);

  line = lds.begin(0, kElse);
  EXPECT_EQ(line.exec, kElse);
  EXPECT_EQ(line.tcm, 0u);
  EXPECT_EQ(line.mode, TxMode::kTransaction);
  EXPECT_EQ(else_branch(), kElse);
  line = lds.commit(0);
  EXPECT_EQ(line.outcome, TxOutcome::kRestart);
  EXPECT_EQ(line.exec, kElse);

  line = lds.begin(0, kElse);  // TCM has not changed: one work-item runs
  EXPECT_EQ(line.exec, kElse);
  EXPECT_EQ(line.tcm, kOnly3);
  EXPECT_EQ(line.mode, TxMode::kWavefrontSerial);
  EXPECT_EQ(lds.access(0, LdsOp::kStore, kElse, {0, 1}).conflicts, 0u);
  EXPECT_EQ(lds.access(0, LdsOp::kStore, kElse, {1, 0}).tcm, kOnly3);
  line = lds.commit(0);
  EXPECT_EQ(line.outcome, TxOutcome::kRestart);
  EXPECT_EQ(line.exec, kOnly3);

  line = lds.begin(0, kOnly3);
  EXPECT_EQ(line.exec, kOnly3);
  EXPECT_EQ(line.tcm, 0u);
  EXPECT_EQ(line.mode, TxMode::kTransaction);
  EXPECT_EQ(lds.access(0, LdsOp::kStore, kOnly3, {1}).conflicts, 0u);
  line = lds.commit(0);
  EXPECT_EQ(line.outcome, TxOutcome::kExit);
  // The table's last row still has the attempt's EXEC; the exit then restores the first begin's.
  EXPECT_EQ(line.exec, kAll);
  EXPECT_EQ(line.mode, TxMode::kNone);
}

TEST(LdsMasks, AConflictRestoresInAllBanks) {
  Ports<Vunit> lds;
  lds.unit().allocate(0, 0, 32, true);
  lds.access(0, LdsOp::kStore, 0xff, {0, 1, 2, 3, 4, 5, 6, 7}, 7);
  lds.begin(0, 1);
  lds.begin(1, 1);
  lds.access(1, LdsOp::kStore, 1, {3}, 9);
  for (unsigned word = 0; word < 3; ++word) lds.access(0, LdsOp::kStore, 1, {word}, 8);
  EXPECT_EQ(lds.access(0, LdsOp::kLoad, 1, {3}).tcm, 1u);
  for (unsigned word = 0; word < 3; ++word) EXPECT_EQ(lds.access(1, LdsOp::kLoad, 1, {word}).data[0], 7u);
  EXPECT_EQ(lds.commit(1).outcome, TxOutcome::kExit);
  EXPECT_EQ(lds.commit(0).outcome, TxOutcome::kRestart);
}

TEST(LdsMasks, ABeginInsideATransactionIsFlattened) {
  Ports<Vunit> lds;
  lds.unit().allocate(0, 0, 32, true);
  lds.begin(0, 3);
  EXPECT_EQ(lds.begin(0, 1).outcome, TxOutcome::kContinue);
  lds.access(0, LdsOp::kStore, 1, {0}, 5);
  EXPECT_EQ(lds.commit(0).outcome, TxOutcome::kContinue);
  EXPECT_EQ(lds.access(1, LdsOp::kLoad, 1, {0}).races, 1u) << "the outer transaction still owns the word";
  EXPECT_EQ(lds.commit(0).outcome, TxOutcome::kExit);
}

// Two wavefronts that conflict in lockstep reach work-group serialization, where one aborts the other.
TEST(LdsMasks, WorkGroupSerializationAbortsTheOthers) {
  Ports<Vunit> lds;
  lds.unit().allocate(0, 0, 32, true);
  lds.begin(1, 1);
  lds.access(1, LdsOp::kStore, 1, {0}, 1);
  for (const TxMode mode : {TxMode::kTransaction, TxMode::kTransaction, TxMode::kWavefrontSerial}) {
    EXPECT_EQ(lds.begin(0, 1).mode, mode);
    EXPECT_EQ(lds.access(0, LdsOp::kLoad, 1, {0}).conflicts, 1u);
    EXPECT_EQ(lds.commit(0).outcome, TxOutcome::kRestart);
  }
  EXPECT_EQ(lds.begin(0, 1).mode, TxMode::kWorkGroupSerial);
  EXPECT_EQ(lds.access(0, LdsOp::kLoad, 1, {0}).data[0], 0u) << "restored";
  EXPECT_EQ(lds.access(1, LdsOp::kLoad, 1, {1}).tcm, 1u) << "aborted from outside";
  EXPECT_EQ(lds.commit(1).outcome, TxOutcome::kRestart);
  // Its begin waits until the other wavefront has committed.
  lds.unit().request({.wavefront = 1, .op = LdsOp::kBegin, .exec = 1});
  lds.settle();
  EXPECT_EQ(lds.unit().response(), nullptr);
  lds.unit().request({.wavefront = 0, .op = LdsOp::kCommit});
  lds.settle();
  ASSERT_NE(lds.unit().response(), nullptr);
  EXPECT_EQ(lds.unit().response()->outcome, TxOutcome::kExit);
  lds.unit().pop_response();
  lds.settle();
  ASSERT_NE(lds.unit().response(), nullptr);
  EXPECT_EQ(lds.unit().response()->mode, TxMode::kTransaction)
      << "an abort from outside is no failed attempt";
}

/// Wavefront 2 commits while the banks are busy, begins again, and is aborted before its first access, and so
/// before the banks have released the commit's rows; they are released nonetheless.
template <typename Model>
void expect_release_of_the_attempt_before() {
  Ports<Model> lds;
  lds.unit().allocate(0, 0, 32, true);
  lds.begin(1, 1);
  for (unsigned row = 0; row < 20; ++row) lds.access(1, LdsOp::kStore, 1, {4 * row}, row);
  for (unsigned attempt = 0; attempt < 3; ++attempt) {
    lds.begin(0, 1);
    EXPECT_EQ(lds.access(0, LdsOp::kLoad, 1, {0}).conflicts, 1u);
    EXPECT_EQ(lds.commit(0).outcome, TxOutcome::kRestart);
  }
  lds.begin(2, 0b11);
  EXPECT_EQ(lds.access(2, LdsOp::kStore, 0b11, {1, 0}, 9).conflicts, 0b10u);
  EXPECT_EQ(lds.commit(1).outcome, TxOutcome::kExit);
  EXPECT_EQ(lds.commit(2).outcome, TxOutcome::kRestart);
  lds.begin(2, 0b10);
  EXPECT_EQ(lds.begin(0, 1).mode, TxMode::kWorkGroupSerial);
  const tm::LdsResponse aborted = lds.commit(2);
  EXPECT_TRUE(aborted.aborted);
  EXPECT_EQ(aborted.outcome, TxOutcome::kRestart);
  EXPECT_EQ(lds.commit(0).outcome, TxOutcome::kExit);
  const tm::LdsResponse left = lds.access(3, LdsOp::kLoad, 1, {1});
  EXPECT_EQ(left.races, 0u);
  EXPECT_EQ(left.data[0], 9u);
  EXPECT_FALSE(lds.unit().release_is_due());
}

TEST(LdsMasks, AnAbortBehindAReleaseOnItsWay) {
  expect_release_of_the_attempt_before<Vunit>();
  expect_release_of_the_attempt_before<Vunit_staged>();
}

// Passes accepted before a commit find its rows owned, though the commit is answered before them.
template <typename Model>
void expect_release_behind_older_passes() {
  Ports<Model> lds;
  lds.unit().allocate(0, 0, 32, true);
  lds.begin(0, 0xff);
  lds.begin(1, 1);
  EXPECT_EQ(lds.access(1, LdsOp::kStore, 1, {28}, 9).conflicts, 0u);
  tm::LdsRequest load{.wavefront = 0, .op = LdsOp::kLoad, .exec = 0xff};
  for (unsigned lane = 0; lane < 8; ++lane)
    load.address[lane] = 4 * 4 * lane;  // eight passes, the last to 28
  lds.unit().request(load);
  lds.unit().tick();
  ASSERT_TRUE(lds.unit().can_request()) << "the load is accepted at once";
  EXPECT_EQ(lds.commit(1).outcome, TxOutcome::kExit);
  lds.settle();
  ASSERT_NE(lds.unit().response(), nullptr);
  EXPECT_EQ(lds.unit().response()->true_conflicts, 0x80u);
  lds.unit().pop_response();
  EXPECT_FALSE(lds.unit().release_is_due()) << "it does not wait for another commit";
  EXPECT_EQ(lds.access(2, LdsOp::kLoad, 1, {28}).data[0], 9u);
}

TEST(LdsCycles, AReleaseGoesBehindOlderPasses) {
  expect_release_behind_older_passes<Vunit>();
  expect_release_behind_older_passes<Vunit_staged>();
}

/// Lanes 0 of the first `wavefronts` take two words; odd wavefronts in the other order.
wavefronts::RunCounts fight(unsigned wavefronts, unsigned lanes, unsigned instruction_cycles) {
  enum : std::uint8_t { kItem, kFirst, kSecond, kTakesPart, kValue };
  using wavefronts::Opcode;
  wavefronts::ProgramBuilder b;
  b.work_item(kItem);
  b.alui(Opcode::kShiftRight, kValue, kItem, 3);  // wavefront number
  b.alui(Opcode::kLess, kTakesPart, kValue, wavefronts);
  b.if_nonzero(kTakesPart);
  b.alui(Opcode::kAnd, kTakesPart, kItem, 7);
  b.alui(Opcode::kLess, kTakesPart, kTakesPart, lanes);
  b.if_nonzero(kTakesPart);
  b.alu(Opcode::kAdd, kFirst, kItem, kValue);
  b.alui(Opcode::kAnd, kFirst, kFirst, 1);
  b.alui(Opcode::kShiftLeft, kFirst, kFirst, 2);
  b.alui(Opcode::kXor, kSecond, kFirst, 4);
  b.begin();
  for (const std::uint8_t address : {kFirst, kSecond}) {
    b.load(kValue, address, 0);
    b.alui(Opcode::kAdd, kValue, kValue, 1);
    b.store(address, 0, kValue);
  }
  b.commit();
  b.end_if();
  b.end_if();
  wavefronts::Program program;
  program.code = b.finish();
  CheckedLds<Vunit> unit(small_unit({}), nullptr);
  unit.allocate(0, 0, 32, true);
  wavefronts::Driver driver(unit, 0, program,
                            {.instruction_cycles = instruction_cycles, .stuck_cycles = 20000});
  driver.write_memory({0, 0});
  driver.run();
  EXPECT_EQ(driver.read_memory(2), (std::vector<Word>{wavefronts * lanes, wavefronts * lanes}));
  EXPECT_EQ(driver.verdict(), "pass");
  EXPECT_EQ(unit.failure(), std::nullopt);
  return driver.counts();
}

TEST(LdsLiveLock, WithinAWavefront) {
  const wavefronts::RunCounts counts = fight(1, 2, 1);
  EXPECT_EQ(counts.lane_commits, 2u);
  EXPECT_EQ(counts.wavefront_serializations, 1u);
  EXPECT_EQ(counts.work_group_serializations, 0u);
}

TEST(LdsLiveLock, BetweenWavefronts) {
  std::uint64_t serialized = 0;
  for (unsigned instruction_cycles = 0; instruction_cycles < 6; ++instruction_cycles) {
    const wavefronts::RunCounts counts = fight(2, 1, instruction_cycles);
    EXPECT_EQ(counts.lane_commits, 2u);
    serialized += counts.work_group_serializations;
  }
  EXPECT_GT(serialized, 0u);
}

TEST(LdsLiveLock, WavefrontsAskForTheWorkGroupAtOnce) {
  for (const unsigned wavefronts : {2u, 4u}) {
    std::uint64_t serialized = 0;
    for (unsigned instruction_cycles = 0; instruction_cycles < 6; ++instruction_cycles) {
      const wavefronts::RunCounts counts = fight(wavefronts, 8, instruction_cycles);
      EXPECT_EQ(counts.lane_commits, wavefronts * 8);
      serialized += counts.work_group_serializations;
    }
    EXPECT_GT(serialized, 6u) << wavefronts;
  }
}

TEST(LdsRefusals, AreClearAndHaveNoEffect) {
  Ports<Vunit_groups> lds({.exact = true}, 2);
  auto& unit = lds.unit();
  EXPECT_EQ(unit.allocate(0, 0, 33, true), LdsError::kTooLarge)
      << "a transactional work-group has half of the rows";
  EXPECT_EQ(unit.allocate(0, 1, 32, true), LdsError::kTooLarge);
  EXPECT_EQ(unit.allocate(0, 0, 65, false), LdsError::kTooLarge);
  EXPECT_EQ(unit.allocate(0, 0, 16, true), LdsError::kNone);
  EXPECT_EQ(unit.allocate(1, 16, 8, false), LdsError::kNone);
  EXPECT_EQ(lds.begin(2, 1).error, LdsError::kPlainGroup);
  EXPECT_EQ(lds.commit(0).error, LdsError::kCommitOutside);
  EXPECT_EQ(lds.access(0, LdsOp::kStore, 1, {64}).error, LdsError::kOutOfRange);
  EXPECT_EQ(lds.access(2, LdsOp::kStore, 1, {32}).error, LdsError::kOutOfRange);
  EXPECT_EQ(lds.access(2, LdsOp::kStore, 1, {31}, 3).error, LdsError::kNone);
  EXPECT_EQ(lds.run({.wavefront = 0, .op = LdsOp::kBarrier, .exec = 1}).error, LdsError::kNone);
  EXPECT_EQ(lds.begin(0, 1).error, LdsError::kNone);
  EXPECT_EQ(lds.run({.wavefront = 0, .op = LdsOp::kBarrier, .exec = 1}).error,
            LdsError::kBarrierInTransaction);
  tm::LdsRequest unaligned{.wavefront = 0, .op = LdsOp::kStore, .exec = 1};
  unaligned.address[0] = 2;
  EXPECT_EQ(lds.run(unaligned).error, LdsError::kUnaligned);
  EXPECT_EQ(lds.access(0, LdsOp::kLoad, 1, {0}).tcm, 0u);
}

TEST(LdsRefusals, AddressesFarBeyondTheAllocation) {
  Ports<Vunit> lds;
  lds.unit().allocate(0, 0, 32, true);
  lds.access(0, LdsOp::kStore, 1, {0}, 5);
  // Every power of two in the 16 address bits above the allocation's 512 bytes, and the last word
  for (unsigned address = 512; address < 65536; address *= 2) {
    EXPECT_EQ(lds.access(0, LdsOp::kStore, 1, {address / 4}, 6).error, LdsError::kOutOfRange) << address;
  }
  EXPECT_EQ(lds.access(0, LdsOp::kStore, 1, {0xfffc / 4}, 6).error, LdsError::kOutOfRange);
  EXPECT_EQ(lds.access(0, LdsOp::kLoad, 1, {0}).data[0], 5u);
}

void nest_too_deep(Requests& lds) {
  EXPECT_EQ(lds.begin(0, 1).outcome, TxOutcome::kEnter);
  lds.access(0, LdsOp::kStore, 1, {0}, 5);
  for (unsigned i = 0; i < tm::kMaxNestedBegins; ++i) ASSERT_EQ(lds.begin(0, 1).error, LdsError::kNone) << i;
  EXPECT_EQ(lds.begin(0, 1).error, LdsError::kTooDeep);
  for (unsigned i = 0; i < tm::kMaxNestedBegins; ++i) {
    ASSERT_EQ(lds.commit(0).outcome, TxOutcome::kContinue) << i;
  }
  EXPECT_EQ(lds.commit(0).outcome, TxOutcome::kExit);
  EXPECT_EQ(lds.begin(0, 1).outcome, TxOutcome::kEnter);
}

TEST(LdsRefusals, TooManyBeginsInsideATransaction) {
  Ports<Vunit> lds;
  lds.unit().allocate(0, 0, 32, true);
  nest_too_deep(lds);
}

TEST(LdsRefusals, TooManyBeginsInsideATransactionOfTheIdealMemory) {
  const LdsUnderTest test = small_unit({});
  engines::localtm::IdealLds unit(test.sizes, test.options);
  unit.allocate(0, 0, 32, true);
  Requests lds(unit);
  nest_too_deep(lds);
}

TEST(LdsRefusals, HaveNoOutcome) {
  Ports<Vunit_groups> lds({.exact = true}, 2);
  lds.unit().allocate(0, 0, 16, true);
  lds.begin(0, 1);
  EXPECT_EQ(lds.commit(0).outcome, TxOutcome::kExit);
  tm::LdsResponse refused = lds.commit(0);
  EXPECT_EQ(refused.error, LdsError::kCommitOutside);
  EXPECT_EQ(refused.outcome, TxOutcome::kContinue);
  lds.unit().allocate(0, 0, 16, false);
  refused = lds.begin(0, 1);
  EXPECT_EQ(refused.error, LdsError::kPlainGroup);
  EXPECT_EQ(refused.outcome, TxOutcome::kContinue);
}

TEST(LdsAllocation, WhileAnotherWorkGroupRuns) {
  Ports<Vunit_groups> lds({.exact = true}, 2);
  lds.unit().allocate(0, 0, 16, true);
  lds.begin(0, 1);
  tm::LdsRequest store{.wavefront = 0, .op = LdsOp::kStore, .exec = 1};
  store.data[0] = 7;
  lds.unit().request(store);
  lds.unit().tick();
  EXPECT_EQ(lds.unit().allocate(1, 16, 16, true), LdsError::kNone);
  lds.settle();
  ASSERT_NE(lds.unit().response(), nullptr);
  lds.unit().pop_response();
  EXPECT_EQ(lds.commit(0).outcome, TxOutcome::kExit);
  EXPECT_EQ(lds.unit().failure(), std::nullopt);
}

TEST(LdsAllocation, IsNoMatterOfTransactionsUnderWay) {
  Ports<Vunit_groups> lds({.exact = true}, 2);
  lds.unit().allocate(0, 0, 16, true);
  lds.begin(1, 1);
  lds.unit().allocate(0, 4, 8, true);
  EXPECT_THROW(lds.unit().tick(), Error) << "an assertion must fail";
}

TEST(LdsRefusals, LanesInTcmMayHaveAnyAddress) {
  Ports<Vunit> lds;
  lds.unit().allocate(0, 0, 8, true);
  lds.begin(0, 3);
  EXPECT_EQ(lds.access(0, LdsOp::kStore, 3, {0, 0}).tcm, 2u);
  EXPECT_EQ(lds.access(0, LdsOp::kStore, 3, {1, 5000}).error, LdsError::kNone);
}

TEST(LdsCycles, Pipelined) { check_latencies<Vunit, false>(); }

/// Answers to back-to-back requests of a wavefront behind its stores, and their cycles.
std::vector<std::pair<tm::LdsResponse, Cycle>> pipelined(CheckedLds<Vunit>& unit,
                                                         const std::vector<tm::LdsRequest>& requests) {
  std::vector<std::pair<tm::LdsResponse, Cycle>> answers;
  const Cycle start = unit.ticks();
  for (std::size_t sent = 0; answers.size() < requests.size() && unit.ticks() < start + 1000;) {
    if (sent < requests.size() && unit.can_request()) unit.request(requests[sent++]);
    unit.tick();
    for (; unit.response() != nullptr; unit.pop_response())
      answers.emplace_back(*unit.response(), unit.ticks() - start);
  }
  return answers;
}

tm::LdsRequest four_passes(LdsOp op, Word data = 0) {
  tm::LdsRequest request{.op = op, .exec = 0xf};
  for (unsigned lane = 0; lane < 4; ++lane) {
    request.address[lane] = 16 * lane;
    request.data[lane] = data + lane;
  }
  return request;
}

TEST(LdsPostedStores, TheNextAccessFollowsTheirLastPass) {
  Ports<Vunit> lds;
  lds.unit().allocate(0, 0, 32, true);
  const auto answers = pipelined(lds.unit(), {four_passes(LdsOp::kStore, 10), four_passes(LdsOp::kStore, 20),
                                              four_passes(LdsOp::kAdd, 5)});
  ASSERT_EQ(answers.size(), 3u);
  EXPECT_EQ(answers[0].second, 3u + 4);
  EXPECT_EQ(answers[1].second, 3u + 8);
  EXPECT_EQ(answers[2].second, 3u + 12);
  for (unsigned lane = 0; lane < 4; ++lane) EXPECT_EQ(answers[2].first.data[lane], 20 + lane);
  EXPECT_EQ(lds.unit().failure(), std::nullopt);
}

TEST(LdsPostedStores, TellTheirOwnRaces) {
  Ports<Vunit> lds;
  lds.unit().allocate(0, 0, 32, true);
  lds.begin(1, 1);
  lds.access(1, LdsOp::kStore, 1, {4});  // lane 1's word
  tm::LdsRequest load{.op = LdsOp::kLoad, .exec = 1};
  const auto answers = pipelined(lds.unit(), {four_passes(LdsOp::kStore), four_passes(LdsOp::kStore), load});
  ASSERT_EQ(answers.size(), 3u);
  EXPECT_EQ(answers[0].first.races, 2u);
  EXPECT_EQ(answers[1].first.races, 2u);
  EXPECT_EQ(answers[2].first.races, 0u);
  EXPECT_EQ(lds.commit(1).outcome, TxOutcome::kExit);
}

TEST(LdsPostedStores, AreCompleteBeforeATransaction) {
  Ports<Vunit> lds;
  lds.unit().allocate(0, 0, 32, true);
  EXPECT_THROW(
      pipelined(lds.unit(), {four_passes(LdsOp::kStore), {.wavefront = 0, .op = LdsOp::kBegin, .exec = 1}}),
      Error)
      << "an assertion must fail";
}

// Lanes of a wavefront with the same word, outside of transactions and inside; two parts of four lanes, four
// banks.
TEST(LdsEqualAddresses, PlainAccessesShareAPass) {
  Ports<Vunit> lds;
  lds.unit().allocate(0, 0, 32, true);
  constexpr unsigned kOnePass = 4;
  const auto passes = [&](LdsOp op, LaneMask exec, const std::vector<unsigned>& words, Word data = 0) {
    lds.access(0, op, exec, words, data);
    return lds.cycles() - kOnePass + 1;
  };
  EXPECT_EQ(passes(LdsOp::kStore, 0xff, {5, 5, 5, 5, 5, 5, 5, 5}, 7), 2u) << "one for each part";
  EXPECT_EQ(lds.access(0, LdsOp::kLoad, 1, {5}).data[0], 7u);
  EXPECT_EQ(passes(LdsOp::kLoad, 0xff, {5, 5, 5, 5, 5, 5, 5, 5}), 1u);
  EXPECT_EQ(passes(LdsOp::kLoad, 0b11010010, {5, 5, 5, 5}), 1u) << "of both parts, in different columns";
  EXPECT_EQ(passes(LdsOp::kLoad, 0xff, {0, 0, 1, 1, 2, 2, 3, 3}), 2u);
  EXPECT_EQ(passes(LdsOp::kLoad, 0xff, {0, 1, 2, 3, 0, 1, 2, 3}), 1u);
  EXPECT_EQ(passes(LdsOp::kLoad, 0xff, {0, 4, 0, 4, 0, 4, 0, 4}), 2u) << "two words of a bank";
  EXPECT_EQ(passes(LdsOp::kLoad, 0xff, {0, 4, 8, 12, 0, 4, 8, 12}), 4u);
  EXPECT_EQ(passes(LdsOp::kAdd, 0xff, {5, 5, 5, 5, 5, 5, 5, 5}, 1), 8u) << "each finds another value";
  EXPECT_EQ(lds.access(0, LdsOp::kLoad, 1, {5}).data[0], 15u);
}

TEST(LdsEqualAddresses, TheHighestLanesStoreStays) {
  Ports<Vunit> lds;
  lds.unit().allocate(0, 0, 32, true);
  for (const LaneMask exec : {0xffu, 0x7bu, 0x0fu, 0x31u, 0x10u}) {
    tm::LdsRequest request{.op = LdsOp::kStore, .exec = exec};
    for (unsigned lane = 0; lane < 8; ++lane) {
      request.address[lane] = 4 * (lane & 1);  // two words
      request.data[lane] = 100 + lane;
    }
    lds.run(request);
    const tm::LdsResponse words = lds.access(0, LdsOp::kLoad, 0b11, {0, 1});
    for (unsigned word = 0; word < 2; ++word) {
      const LaneMask those = exec & (word == 0 ? 0x55 : 0xaa);
      if (those == 0) continue;
      EXPECT_EQ(words.data[word], 100 + std::bit_width(those) - 1) << exec;
    }
  }
}

TEST(LdsEqualAddresses, LanesOfTransactionsAreOwnersEach) {
  Ports<Vunit> lds;
  lds.unit().allocate(0, 0, 32, true);
  lds.begin(0, 0xff);
  EXPECT_EQ(lds.access(0, LdsOp::kLoad, 0xff, {5, 5, 5, 5, 5, 5, 5, 5}).conflicts, 0xfeu);
  lds.commit(0);
}

// Plain loads, stores and atomics of full wavefronts: one pass per cycle.
TEST(LdsCycles, PlainAccessesPassAtFullRate) {
  Ports<Vunit> lds;
  auto& unit = lds.unit();
  unit.allocate(0, 0, 64, false);
  constexpr unsigned kRequests = 400;
  unsigned sent = 0, answered = 0;
  LaneMask waiting = 0;
  const Cycle start = unit.ticks();
  while (answered < kRequests) {
    const unsigned wavefront = sent % 4;
    if (unit.can_request() && sent < kRequests && !((waiting >> wavefront) & 1)) {
      tm::LdsRequest request{.wavefront = wavefront, .op = static_cast<LdsOp>(sent % 4), .exec = 0xff};
      for (unsigned lane = 0; lane < 8; ++lane) request.address[lane] = 4 * (lane + 8 * (sent % 30));
      unit.request(request);
      waiting |= LaneMask{1} << wavefront;
      ++sent;
    }
    unit.tick();
    if (unit.response() != nullptr) {
      waiting &= ~(LaneMask{1} << unit.response()->wavefront);
      unit.pop_response();
      ++answered;
    }
  }
  EXPECT_LE(unit.ticks() - start, kRequests * 2 + 8) << "two passes each";
}

}  // namespace
}  // namespace gputm::tb
