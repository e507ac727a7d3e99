// lds_tx_unit with parity and with SECDED: without wrong bits it is the model, and reports nothing. A wrong
// bit is corrected and reported with its memory and row; after one that is not corrected no answer leaves,
// and no store is complete.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "Vunit_parity.h"
#include "Vunit_parity___024root.h"
#include "Vunit_secded.h"
#include "Vunit_secded___024root.h"
#include "requests.h"

namespace gputm::tb {
namespace {

using engines::localtm::VerilatedLdsUnit;

constexpr unsigned kBank = 2;           // bank of the words
constexpr unsigned kWordsMemory = 16;   // of that bank: eight memories a bank (localtm_pkg)
constexpr unsigned kAnswersMemory = 7;  // words of answers
constexpr unsigned kNever = 200;        // cycles after which an answer is not coming
constexpr unsigned kWatchdogCycles = 500;
constexpr unsigned kWordBits = 39;

/// memory_report_o
struct Report {
  explicit Report(std::uint64_t bits)
      : uncorrectable(bits & 0xff),
        corrected(bits >> 8 & 0xff),
        row(bits >> 16 & 0xffff),
        memory(bits >> 32 & 0xff),
        fatal(bits >> 40 & 1),
        valid(bits >> 41 & 1) {}
  std::uint64_t uncorrectable, corrected, row, memory, fatal, valid;
};

/// Words of the bank that transactions can use, and those of answers to lane 0
template <typename Root>
auto& words(Root& root) {
  return root
      .lds_tx_unit__DOT__gen_banks__BRA__2__KET____DOT__u_bank__DOT__u_bank__DOT__gen_halves__DOT__u_data__DOT__gen_forward__DOT__u_ram__DOT__u_ram__DOT__mem;
}
template <typename Root>
auto& answers(Root& root) {
  return root
      .lds_tx_unit__DOT__u_answers__DOT__gen_results__BRA__0__KET____DOT__u_result__DOT__u_file__DOT__mem;
}

template <typename Model>
class ProtectedLdsTxUnit : public ::testing::Test, public Requests {
 protected:
  using Unit = VerilatedLdsUnit<Model>;
  ProtectedLdsTxUnit() : Requests(unit_) { unit_.allocate(0, 0, 28, true); }
  ~ProtectedLdsTxUnit() override { EXPECT_FALSE(unit_.assertion_failed()); }

  Unit& unit() { return unit_; }
  Report report() { return Report(unit_.model().memory_report_o); }
  void nothing_is_reported() { EXPECT_EQ(unit_.model().memory_report_o, 0u); }
  /// Turns as many bits as are not corrected.
  template <typename Word>
  static void lose(Word& word, Rng& rng) {
    const unsigned first = static_cast<unsigned>(below(rng, 32));
    word ^= Word{1} << first;
    if constexpr (std::is_same_v<Model, Vunit_secded>)
      word ^= Word{1} << (first + 1 + static_cast<unsigned>(below(rng, 31))) % 32;
  }
  /// An access of lane 0 to a row of the bank
  static tm::LdsRequest one(unsigned wavefront, tm::LdsOp op, unsigned row, Word data = 0) {
    tm::LdsRequest request{.wavefront = wavefront, .op = op, .exec = 1};
    request.address[0] = 4 * (4 * row + kBank);
    request.data[0] = data;
    return request;
  }
  /// Cycles in which no answer comes, nor the end of a store
  void no_answer_comes() {
    for (unsigned cycle = 0; cycle < kNever; ++cycle) {
      unit_.tick();
      ASSERT_EQ(unit_.response(), nullptr);
    }
  }
  void lost(unsigned memory, unsigned row) {
    const Report report = this->report();
    EXPECT_EQ(report.valid, 1u);
    EXPECT_EQ(report.fatal, 1u);
    EXPECT_EQ(report.memory, memory);
    EXPECT_EQ(report.row, row);
    EXPECT_GE(report.uncorrectable, 1u);
  }

 private:
  Unit unit_{small_unit({}).sizes};
};

using Models = ::testing::Types<Vunit_parity, Vunit_secded>;
TYPED_TEST_SUITE(ProtectedLdsTxUnit, Models);

TYPED_TEST(ProtectedLdsTxUnit, IsTheModelAndReportsNothing) {
  for (std::uint64_t i = 0; i < run_length(40); ++i) {
    Rng rng = seeded_rng(i);
    CheckedLds<TypeParam> unit(small_unit({}), &rng);
    const RandomRun result = random_run(unit, rng);
    ASSERT_EQ(result.verdict, "pass") << "run " << i;
    EXPECT_EQ(unit.failure(), std::nullopt);
    EXPECT_EQ(result.counts.lane_commits, result.expected_commits);
    EXPECT_EQ(unit.rtl().model().memory_report_o, 0u);
    EXPECT_FALSE(unit.rtl().assertion_failed());
  }
}

TYPED_TEST(ProtectedLdsTxUnit, NoAnswerLeavesAfterALostWord) {
  Rng rng = seeded_rng(51);
  for (unsigned row = 0; row < 28; ++row) {
    this->unit().reset();
    this->unit().allocate(0, 0, 28, true);
    this->run(this->one(0, tm::LdsOp::kStore, row, 100 + row));
    EXPECT_EQ(this->run(this->one(0, tm::LdsOp::kLoad, row)).data[0], 100 + row);
    const bool transaction = one_in(rng, 2);
    if (transaction) {
      this->begin(1, 1);
      this->run(this->one(1, tm::LdsOp::kLoad, (row + 1) % 28));
    }
    // An answer of before is on offer.
    const bool waiting = one_in(rng, 2);
    if (waiting) {
      this->unit().hold(false, true);
      this->unit().request({.wavefront = 2, .op = tm::LdsOp::kBarrier, .exec = 1});
      for (unsigned cycle = 0; cycle < 10; ++cycle) this->unit().tick();
      EXPECT_EQ(this->unit().model().rsp_valid_o, 1);
    }
    this->nothing_is_reported();
    this->lose(words(*this->unit().model().rootp)[row], rng);
    this->unit().request(this->one(3, tm::LdsOp::kLoad, row));
    for (unsigned cycle = 0; cycle < 10; ++cycle) this->unit().tick();
    this->lost(kWordsMemory, row);
    if (waiting) {
      this->unit().hold(false, false);
      this->unit().tick();
      ASSERT_NE(this->unit().response(), nullptr);
      EXPECT_EQ(this->unit().response()->wavefront, 2u);
      this->unit().pop_response();
    }
    this->no_answer_comes();
    // Neither does the transaction commit, nor is a store complete.
    if (transaction) {
      this->unit().request({.wavefront = 1, .op = tm::LdsOp::kCommit});
      this->no_answer_comes();
    }
    this->unit().request(this->one(0, tm::LdsOp::kStore, (row + 1) % 28, 1));
    this->no_answer_comes();
    EXPECT_TRUE(this->unit().busy());
  }
}

// A load of eight words of one bank takes eight passes; the first one's word waits for the others.
TYPED_TEST(ProtectedLdsTxUnit, AnAnswerWithALostWordIsNotOffered) {
  Rng rng = seeded_rng(52);
  for (unsigned wavefront = 0; wavefront < 4; ++wavefront) {
    this->unit().reset();
    this->unit().allocate(0, 0, 28, true);
    const std::vector<unsigned> rows{0, 4, 8, 12, 16, 20, 24, 28};
    this->access(wavefront, tm::LdsOp::kStore, 0xff, rows, 9);
    this->access(wavefront, tm::LdsOp::kLoad, 0xff, rows);
    this->nothing_is_reported();
    tm::LdsRequest load{.wavefront = wavefront, .op = tm::LdsOp::kLoad, .exec = 0xff};
    for (unsigned lane = 0; lane < 8; ++lane) load.address[lane] = 4 * rows[lane];
    this->unit().request(load);
    for (unsigned cycle = 0; cycle < 6; ++cycle) this->unit().tick();
    ASSERT_EQ(this->unit().response(), nullptr);
    this->lose(answers(*this->unit().model().rootp)[wavefront], rng);
    this->no_answer_comes();
    this->lost(kAnswersMemory, wavefront);
  }
}

TYPED_TEST(ProtectedLdsTxUnit, SaysThatItIsStuck) {
  Rng rng = seeded_rng(53);
  this->run(this->one(0, tm::LdsOp::kStore, 3, 7));
  // Nothing is stuck that has nothing to do.
  for (unsigned cycle = 0; cycle < 2 * kWatchdogCycles; ++cycle) this->unit().tick();
  EXPECT_EQ(this->unit().model().stuck_o, 0);
  this->lose(words(*this->unit().model().rootp)[3], rng);
  this->unit().request(this->one(0, tm::LdsOp::kLoad, 3));
  unsigned cycles = 0;
  while (this->unit().model().stuck_o == 0 && cycles < 2 * kWatchdogCycles) {
    this->unit().tick();
    ++cycles;
  }
  EXPECT_GE(cycles, kWatchdogCycles);
  EXPECT_LE(cycles, kWatchdogCycles + 10);
  this->unit().reset();
  EXPECT_EQ(this->unit().model().stuck_o, 0);
  this->nothing_is_reported();
}

using SecdedLdsTxUnit = ProtectedLdsTxUnit<Vunit_secded>;

TEST_F(SecdedLdsTxUnit, CorrectsAnyBitOfAWord) {
  for (unsigned bit = 0; bit < kWordBits; ++bit) {
    unit().reset();
    unit().allocate(0, 0, 28, true);
    const unsigned row = bit % 28;
    run(one(0, tm::LdsOp::kStore, row, 0x5a5a5a00 + bit));
    settle();
    words(*unit().model().rootp)[row] ^= QData{1} << bit;
    EXPECT_EQ(run(one(1, tm::LdsOp::kLoad, row)).data[0], 0x5a5a5a00 + bit);
    settle();
    EXPECT_EQ(report().valid, 1u);
    EXPECT_EQ(report().fatal, 0u);
    EXPECT_EQ(report().memory, kWordsMemory);
    EXPECT_EQ(report().row, row);
    EXPECT_EQ(report().corrected, 1u);
    EXPECT_EQ(report().uncorrectable, 0u);
    // A word's bytes are written on top of a corrected word.
    tm::LdsRequest byte = one(2, tm::LdsOp::kStoreByte, row, 0x77);
    run(byte);
    EXPECT_EQ(run(one(1, tm::LdsOp::kLoad, row)).data[0], ((0x5a5a5a00 + bit) & 0xffffff00) + 0x77);
    settle();
    EXPECT_EQ(report().corrected, 2u) << "the store has written the word anew";
  }
}

}  // namespace
}  // namespace gputm::tb
