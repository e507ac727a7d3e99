// One test for each fact of KILO TM's commit unit (MICRO 2011 paper, sections 4.5 - 4.5.3; IEEE Micro 2012,
// "Correctness Discussion").
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <map>
#include <vector>

#include "unit/kilo/commit_unit/units.h"

namespace gputm::tb {
namespace {

using tm::CommitId;
using Reply = tm::ReplyWord::Kind;

constexpr Address kA = 0x100, kB = 0x200, kC = 0x300;

class ManualSlice final : public tm::WordPort {
 public:
  bool can_read() const override { return !stall_reads; }
  Word read(Address address, std::uint32_t tag) override {
    reads.push_back(address);
    flights_.push_back({now_ + 5, tag});
    return memory[address];
  }
  std::optional<std::uint32_t> response() override {
    ++now_;
    if (hold_responses || flights_.empty() || flights_.front().first > now_) return std::nullopt;
    const std::uint32_t tag = flights_.front().second;
    flights_.pop_front();
    return tag;
  }
  bool can_write() const override { return !stall_writes; }
  void write(Address address, Word value) override {
    memory[address] = value;
    writes.push_back({address, value});
  }

  std::map<Address, Word> memory;
  std::vector<Address> reads;
  std::vector<std::pair<Address, Word>> writes;
  bool stall_reads = false, stall_writes = false, hold_responses = false;

 private:
  std::uint64_t now_ = 0;
  std::deque<std::pair<std::uint64_t, std::uint32_t>> flights_;
};

struct Log {
  std::vector<std::pair<Address, Word>> reads, writes;
};

class CommitUnitDirected : public testing::Test {
 protected:
  void tick(unsigned cycles = 150) {
    for (; cycles != 0; --cycles) {
      dut->tick(slice);
      if (const auto reply = dut->reply()) {
        replies.push_back(*reply);
        dut->pop_reply();
      }
    }
  }
  void fill(const tm::FillWord& beat) {
    for (unsigned i = 0; i < 500 && !dut->can_fill(); ++i) tick(1);
    ASSERT_TRUE(dut->can_fill());
    dut->fill(beat);
  }
  void control(const tm::ControlWord& beat) {
    for (unsigned i = 0; i < 500 && !dut->can_control(); ++i) tick(1);
    ASSERT_TRUE(dut->can_control());
    dut->control(beat);
  }
  void word(tm::FillWord::Kind kind, CommitId id, std::pair<Address, Word> entry, bool last) {
    fill({.kind = kind, .last = last, .id = id, .address = entry.first, .data = entry.second});
  }
  /// Sends the whole log of `id`.
  void send(CommitId id, const Log& log) {
    const std::size_t count = log.reads.size() + log.writes.size();
    std::size_t sent = 0;
    for (const auto& read : log.reads) word(tm::FillWord::Kind::kRead, id, read, ++sent == count);
    for (const auto& write : log.writes) word(tm::FillWord::Kind::kWrite, id, write, ++sent == count);
  }
  void skip(CommitId first, LaneMask mask) {
    fill({.kind = tm::FillWord::Kind::kSkip, .id = first, .skips = mask});
  }
  void final(CommitId id, bool pass) {
    control({.kind = pass ? tm::ControlWord::Kind::kFinalPass : tm::ControlWord::Kind::kFinalFail, .id = id});
  }
  void resend(CommitId id, const std::vector<std::pair<Address, Word>>& log) {
    for (std::size_t i = 0; i < log.size(); ++i) {
      control({.kind = tm::ControlWord::Kind::kResend,
               .last = i + 1 == log.size(),
               .id = id,
               .address = log[i].first,
               .data = log[i].second});
    }
  }
  unsigned count(Reply kind, CommitId id) const {
    return static_cast<unsigned>(
        std::count_if(replies.begin(), replies.end(),
                      [&](const tm::ReplyWord& reply) { return reply.kind == kind && reply.id == id; }));
  }
  bool got(Reply kind, CommitId id) const { return count(kind, id) == 1; }
  unsigned reads_of(Address address) const {
    return static_cast<unsigned>(std::count(slice.reads.begin(), slice.reads.end(), address));
  }

  ManualSlice slice;
  std::unique_ptr<tm::CommitUnit> dut = make_finite_unit(0);
  std::vector<tm::ReplyWord> replies;
};

TEST_F(CommitUnitDirected, EqualValuesPassAndRetireAfterTheFinalOutcome) {
  slice.memory[kA] = 7;
  send(0, {.reads = {{kA, 7}}, .writes = {{kB, 9}}});
  tick();
  EXPECT_TRUE(got(Reply::kPass, 0));
  EXPECT_FALSE(got(Reply::kRetired, 0));
  EXPECT_TRUE(slice.writes.empty()) << "written before the final outcome";
  EXPECT_EQ(dut->retired(), 0);
  final(0, true);
  tick();
  EXPECT_TRUE(got(Reply::kRetired, 0));
  EXPECT_EQ(dut->retired(), 1);
  EXPECT_EQ(slice.memory[kB], 9u);
  EXPECT_FALSE(dut->busy());
}

TEST_F(CommitUnitDirected, ADifferentValueFailsAndWritesNothing) {
  send(0, {.reads = {{kA, 1}, {kB, 0}}, .writes = {{kC, 9}}});
  tick();
  EXPECT_TRUE(got(Reply::kFail, 0));
  final(0, false);
  tick();
  EXPECT_TRUE(got(Reply::kRetired, 0));
  EXPECT_TRUE(slice.writes.empty());
}

TEST_F(CommitUnitDirected, AFailElsewhereDiscardsTheWrites) {
  send(0, {.reads = {}, .writes = {{kC, 9}}});
  tick();
  EXPECT_TRUE(got(Reply::kPass, 0));
  final(0, false);
  tick();
  EXPECT_TRUE(got(Reply::kRetired, 0));
  EXPECT_TRUE(slice.writes.empty());
}

TEST_F(CommitUnitDirected, SkippedIdsPassWithoutRepliesOrFinalOutcomes) {
  skip(0, 0b1011);
  skip(32, ~LaneMask{0} >> 32);
  tick();
  EXPECT_EQ(dut->retired(), 2) << "id 2 was neither skipped nor sent";
  skip(3, 0x1FFFFFFE);
  send(2, {.reads = {{kA, 0}}, .writes = {}});
  tick();
  EXPECT_TRUE(got(Reply::kPass, 2));
  final(2, true);
  tick();
  EXPECT_EQ(dut->retired(), 64);
  EXPECT_EQ(replies.size(), 2u);
}

// A core that takes no replies keeps ids 1 to 4 from their outcomes. Then the outcome pointer passes the
// skipped ids in more cycles than the clock runs on for, and nothing else moves meanwhile: commits wait for
// id 0.
TEST_F(CommitUnitDirected, TheClockRunsWhileOutcomesOfSkippedIdsPass) {
  const auto without_replies = [&] {
    for (int i = 0; i < 200; ++i) dut->tick(slice);
  };
  send(0, {.reads = {}, .writes = {{kA, 5}}});
  tick();
  EXPECT_TRUE(got(Reply::kPass, 0));
  for (const CommitId id : std::vector<CommitId>{1, 2, 3, 4}) send(id, {.reads = {}, .writes = {{kB, id}}});
  without_replies();
  skip(5, (LaneMask{1} << 60) - 1);
  send(65, {.reads = {}, .writes = {{kC, 9}}});
  without_replies();
  tick();
  for (const CommitId id : std::vector<CommitId>{1, 2, 3, 4, 65}) EXPECT_TRUE(got(Reply::kPass, id)) << id;
}

// Id 1 delays the revalidation of younger ids until its writer has retired, and their outcomes while memory
// does not answer.
TEST_F(CommitUnitDirected, TheClockRunsWhileSkippedIdsPassRevalidation) {
  send(0, {.reads = {}, .writes = {{kA, 5}}});
  send(1, {.reads = {{kA, 0}}, .writes = {}});
  skip(2, (LaneMask{1} << 60) - 1);
  tick(400);
  EXPECT_EQ(dut->pointers().revalidate, 1);
  slice.hold_responses = true;
  final(0, true);
  tick(400);
  EXPECT_EQ(dut->retired(), 1);
  EXPECT_EQ(dut->pointers().revalidate, 62);
  EXPECT_EQ(dut->pointers().outcome, 1);
  slice.hold_responses = false;
  tick();
  EXPECT_TRUE(got(Reply::kFail, 1));
}

TEST_F(CommitUnitDirected, LogsArriveInAnyOrderAndMixed) {
  word(tm::FillWord::Kind::kRead, 2, {kA, 0}, false);
  word(tm::FillWord::Kind::kRead, 1, {kB, 0}, false);
  word(tm::FillWord::Kind::kWrite, 2, {kC, 22}, true);
  word(tm::FillWord::Kind::kWrite, 1, {kC, 11}, true);
  tick();
  EXPECT_TRUE(replies.empty()) << "outcomes come in commit-id order";
  send(0, {.reads = {}, .writes = {{kC, 1}}});
  tick();
  for (const CommitId id : std::vector<CommitId>{2, 0, 1}) final(id, true);
  tick();
  const std::vector<std::pair<Address, Word>> expected = {{kC, 1}, {kC, 11}, {kC, 22}};
  EXPECT_EQ(slice.writes, expected);
  EXPECT_EQ(dut->retired(), 3);
}

TEST_F(CommitUnitDirected, AHazardWaitsForTheWriterAndReadsAgain) {
  send(0, {.reads = {}, .writes = {{kA, 5}}});
  send(1, {.reads = {{kA, 0}, {kB, 0}}, .writes = {}});
  tick();
  EXPECT_FALSE(got(Reply::kPass, 1)) << "the passed speculative validation counts for nothing";
  EXPECT_EQ(slice.reads.size(), 2u);
  final(0, true);
  tick();
  EXPECT_EQ(slice.reads.size(), 4u) << "the whole read set is revalidated";
  EXPECT_TRUE(got(Reply::kFail, 1));
}

TEST_F(CommitUnitDirected, AHazardWithAWriterThatFailedPasses) {
  send(0, {.reads = {}, .writes = {{kA, 5}}});
  send(1, {.reads = {{kA, 0}}, .writes = {}});
  tick();
  final(0, false);
  tick();
  EXPECT_TRUE(got(Reply::kPass, 1));
}

TEST_F(CommitUnitDirected, AHazardWithTheSameValuePasses) {
  send(0, {.reads = {}, .writes = {{kA, 5}}});
  send(1, {.reads = {}, .writes = {{kA, 0}}});
  send(2, {.reads = {{kA, 0}}, .writes = {}});  // A changes and returns to its old value
  tick();
  final(1, true);
  final(0, true);
  tick();
  EXPECT_TRUE(got(Reply::kPass, 2));
  EXPECT_EQ(reads_of(kA), 2u);
}

// Id 1 waits for id 0, whose word it has read; id 2 has read another word.
TEST_F(CommitUnitDirected, ATransactionWithoutAHazardWaitsForOlderOutcomesOrNot) {
  for (const bool early : {false, true}) {
    slice = ManualSlice();
    replies.clear();
    dut = early ? make_tiny_early_unit(0) : make_tiny_unit(0);
    send(0, {.reads = {}, .writes = {{kA, 5}}});
    send(1, {.reads = {{kA, 0}}, .writes = {}});
    send(2, {.reads = {{kB, 0}}, .writes = {{kC, 9}}});
    tick();
    EXPECT_FALSE(got(Reply::kPass, 1) || got(Reply::kFail, 1));
    EXPECT_EQ(got(Reply::kPass, 2), early);
    if (early) {
      final(2, true);
      tick();
      EXPECT_TRUE(slice.writes.empty()) << "writes are published in commit-id order all the same";
    }
    final(0, true);
    tick();
    EXPECT_TRUE(got(Reply::kFail, 1)) << "id 0 has written the word";
    final(1, false);
    if (!early) final(2, true);
    tick();
    EXPECT_EQ(dut->retired(), 3);
    EXPECT_EQ(slice.memory[kC], 9u);
    EXPECT_TRUE(got(Reply::kPass, 2)) << "once";
  }
}

TEST_F(CommitUnitDirected, RevalidationWaitsForTheYoungestWriter) {
  send(0, {.reads = {}, .writes = {{kA, 5}}});
  send(1, {.reads = {}, .writes = {{kB, 5}}});
  send(2, {.reads = {{kB, 0}, {kA, 0}}, .writes = {}});
  tick();
  final(0, true);
  tick();
  EXPECT_EQ(dut->retired(), 1);
  EXPECT_EQ(slice.reads.size(), 2u);
  final(1, true);
  tick();
  EXPECT_EQ(slice.reads.size(), 4u);
  EXPECT_TRUE(got(Reply::kFail, 2));
}

TEST_F(CommitUnitDirected, AWriterThatRetiredBeforeTheFirstWordIsNoHazard) {
  send(0, {.reads = {}, .writes = {{kA, 5}}});
  tick();
  final(0, true);
  tick();
  send(1, {.reads = {{kA, 5}}, .writes = {}});
  tick();
  EXPECT_TRUE(got(Reply::kPass, 1));
  EXPECT_EQ(reads_of(kA), 1u);
}

// RCID is taken with the first word: a writer that retires between that and hazard detection is still a
// hazard.
TEST_F(CommitUnitDirected, AWriterThatRetiredAfterTheFirstWordIsAHazard) {
  send(0, {.reads = {}, .writes = {{kA, 5}}});
  word(tm::FillWord::Kind::kRead, 1, {kA, 0}, false);
  tick();
  final(0, true);
  tick();
  EXPECT_EQ(dut->retired(), 1);
  word(tm::FillWord::Kind::kRead, 1, {kB, 0}, true);
  tick();
  EXPECT_EQ(reads_of(kA), 2u);
  EXPECT_TRUE(got(Reply::kFail, 1));
}

TEST_F(CommitUnitDirected, OwnWritesAreNoHazard) {
  send(0, {.reads = {{kA, 0}}, .writes = {{kA, 1}}});
  tick();
  EXPECT_TRUE(got(Reply::kPass, 0));
  EXPECT_EQ(slice.reads.size(), 1u);
}

TEST_F(CommitUnitDirected, AFailedTransactionIsNotInserted) {
  send(0, {.reads = {{kB, 1}}, .writes = {}});  // fails, and stalls the ring
  word(tm::FillWord::Kind::kRead, 1, {kB, 1}, false);
  tick();
  word(tm::FillWord::Kind::kWrite, 1, {kA, 5}, true);
  send(2, {.reads = {{kA, 0}}, .writes = {}});
  tick();
  EXPECT_TRUE(got(Reply::kFail, 1));
  EXPECT_TRUE(got(Reply::kPass, 2));
  EXPECT_EQ(reads_of(kA), 1u);
}

TEST_F(CommitUnitDirected, RetirementWaitsForTheWritesToBeOrdered) {
  slice.stall_writes = true;
  send(0, {.reads = {}, .writes = {{kA, 5}, {kB, 6}}});
  tick();
  final(0, true);
  tick();
  EXPECT_EQ(dut->retired(), 0);
  EXPECT_FALSE(got(Reply::kRetired, 0));
  slice.stall_writes = false;
  tick();
  EXPECT_EQ(dut->retired(), 1);
  EXPECT_TRUE(got(Reply::kRetired, 0));
}

TEST_F(CommitUnitDirected, OverflownReadLogsAreAskedForTwice) {
  Log reader;
  for (Word i = 0; i < 9; ++i) reader.reads.push_back({kA + 4 * i, 0});
  send(0, {.reads = {}, .writes = {{kA, 5}}});
  send(1, reader);
  tick();
  EXPECT_EQ(slice.reads.size(), 9u) << "speculative validation goes on past the buffer";
  EXPECT_EQ(count(Reply::kResendReads, 1), 1u) << "for hazard detection";
  resend(1, reader.reads);
  final(0, false);
  tick();
  EXPECT_EQ(count(Reply::kResendReads, 1), 2u) << "for revalidation";
  resend(1, reader.reads);
  tick();
  EXPECT_EQ(slice.reads.size(), 18u);
  EXPECT_TRUE(got(Reply::kPass, 1));
}

TEST_F(CommitUnitDirected, OverflownWriteLogsAreAskedForTwice) {
  Log writer;
  for (Word i = 0; i < 9; ++i) writer.writes.push_back({kA + 4 * i, i});
  send(0, writer);
  send(1, {.reads = {{kA + 32, 8}}, .writes = {}});  // the ninth word
  tick();
  EXPECT_EQ(count(Reply::kResendWrites, 0), 1u) << "for the last writer history";
  resend(0, writer.writes);
  tick();
  final(0, true);
  tick();
  EXPECT_EQ(count(Reply::kResendWrites, 0), 2u) << "for commit";
  EXPECT_TRUE(slice.writes.empty());
  resend(0, writer.writes);
  tick();
  EXPECT_EQ(slice.writes, writer.writes);
  EXPECT_EQ(count(Reply::kFail, 1), 1u) << "it failed at first sight";
}

TEST_F(CommitUnitDirected, EightWordsFitTheBuffers) {
  Log log;
  for (Word i = 0; i < 8; ++i) {
    log.reads.push_back({kA + 4 * i, 0});
    log.writes.push_back({kA + 4 * i, i});
  }
  send(0, log);
  tick();
  final(0, true);
  tick();
  EXPECT_EQ(slice.writes, log.writes);
  EXPECT_EQ(replies.size(), 2u);
}

TEST_F(CommitUnitDirected, FinalOutcomesPassFillsThatAreStalled) {
  send(0, {.reads = {}, .writes = {{kA, 5}}});
  tick();
  slice.stall_reads = true;
  CommitId id = 1;
  for (; dut->can_fill(); ++id) {
    word(tm::FillWord::Kind::kRead, id, {kB, 0}, true);
    tick(20);
  }
  EXPECT_FALSE(dut->can_fill());
  final(0, true);
  tick();
  EXPECT_TRUE(got(Reply::kRetired, 0));
  slice.stall_reads = false;
  tick();
  EXPECT_TRUE(got(Reply::kPass, 1));
}

TEST_F(CommitUnitDirected, OutcomesWaitForOutstandingReads) {
  slice.hold_responses = true;
  send(0, {.reads = {{kA, 0}}, .writes = {}});
  tick();
  EXPECT_TRUE(replies.empty());
  EXPECT_TRUE(dut->busy());
  slice.hold_responses = false;
  tick();
  EXPECT_TRUE(got(Reply::kPass, 0));
}

TEST_F(CommitUnitDirected, IdsWrap) {
  dut = make_finite_unit(0xFFFE);
  for (const CommitId id : std::vector<CommitId>{0xFFFE, 0xFFFF, 0x0000, 0x0001})
    send(id, {.reads = {{kB, 0}}, .writes = {{kA, id}}});
  tick();
  for (const CommitId id : std::vector<CommitId>{0x0001, 0x0000, 0xFFFF, 0xFFFE}) final(id, true);
  tick();
  EXPECT_EQ(dut->retired(), 2);
  EXPECT_EQ(slice.memory[kA], 1u);
}

}  // namespace
}  // namespace gputm::tb
