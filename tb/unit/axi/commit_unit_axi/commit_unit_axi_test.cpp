// commit_unit_axi in the environment of the commit unit's own tests, with its cores, vendor and histories,
// and any memory that follows AXI. Checked is what AXI may break: an outcome based on an older value, writes
// out of order, a retirement before the writes are visible.
#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "Vcommit_unit_axi.h"
#include "common/reset_in_traffic.h"
#include "common/stalls.h"
#include "unit/axi/common/axi_memory.h"
#include "unit/kilo/commit_unit/environment.h"
#include "unit/kilo/common/bits.h"
#include "unit/kilo/common/checked.h"

namespace gputm::tb {
namespace {

constexpr unsigned kWords = 8;        ///< words that transactions of the histories use
constexpr std::uint64_t kReset = 64;  ///< upper bound of the cycles that initialise the ring of eight

/// A beat of the fill and control streams: word, byte address or skips, id, kind, last.
template <typename Port>
void drive_beat(Port& port, std::uint64_t payload, unsigned id, unsigned kind, bool last) {
  set_bits(port, 0, 64, payload);
  set_bits(port, 64, 16, id);
  set_bits(port, 80, 2, kind);
  set_bits(port, 82, 1, last);
  set_bits(port, 83, 45, 0);
}
std::uint64_t payload_of(Address address, Word data) { return std::uint64_t{address} << 32 | data; }

class UnitOnBuses final : public tm::CommitUnit {
 public:
  UnitOnBuses(tm::CommitId first_id, std::uint64_t words, Rng& rng)
      : words_(words), memory_(bench_.dut(), rng, AxiBus{}), replies_(rng) {
    auto& dut = bench_.dut();
    dut.first_id_i = first_id;
    dut.s_axis_fill_tvalid = dut.s_axis_control_tvalid = dut.m_axis_reply_tready = 0;
    bench_.reset();
    for (std::uint64_t i = 0; i < kReset; ++i) {
      memory_.drive_inputs();
      bench_.settle();
      bench_.step();
    }
    retired_ = first_id;
  }

  bool can_fill() const override { return fills_.size() < 4; }
  void fill(const tm::FillWord& beat) override { fills_.push_back(beat); }
  bool can_control() const override { return controls_.size() < 4; }
  void control(const tm::ControlWord& beat) override { controls_.push_back(beat); }
  std::optional<tm::ReplyWord> reply() const override { return reply_; }
  void pop_reply() override { reply_.reset(); }
  bool busy() const override {
    return busy_ || reply_ || !fills_.empty() || !controls_.empty() || !memory_.empty() || !reads_.empty();
  }
  /// Ids whose writes memory has performed: retired ids for the environment's checks.
  tm::CommitId retired() const override { return retired_; }
  std::string describe() const override { return bench_.failure().value_or(memory_.failure()); }

  void tick(tm::WordPort& port) override {
    auto& dut = bench_.dut();
    dut.s_axis_fill_tvalid = !fills_.empty();
    if (!fills_.empty()) {
      const tm::FillWord& beat = fills_.front();
      const bool skip = beat.kind == tm::FillWord::Kind::kSkip;
      drive_beat(dut.s_axis_fill_tdata, skip ? beat.skips : payload_of(beat.address, beat.data), beat.id,
                 static_cast<unsigned>(beat.kind), beat.last);
    }
    dut.s_axis_control_tvalid = !controls_.empty();
    if (!controls_.empty()) {
      const tm::ControlWord& beat = controls_.front();
      drive_beat(dut.s_axis_control_tdata, payload_of(beat.address, beat.data), beat.id,
                 static_cast<unsigned>(beat.kind), beat.last);
    }
    dut.m_axis_reply_tready = !reply_ && replies_.go();
    memory_.drive_inputs();
    bench_.settle();
    memory_.sample();
    if (dut.s_axis_fill_tvalid && dut.s_axis_fill_tready) {
      if (fills_.front().kind != tm::FillWord::Kind::kSkip) untold_.insert(fills_.front().id);
      fills_.pop_front();
    }
    if (dut.s_axis_control_tvalid && dut.s_axis_control_tready) controls_.pop_front();
    if (dut.m_axis_reply_tvalid && dut.m_axis_reply_tready) {
      reply_ = tm::ReplyWord{static_cast<tm::ReplyWord::Kind>(dut.m_axis_reply_tdata >> 16 & 7),
                             static_cast<tm::CommitId>(dut.m_axis_reply_tdata & 0xffff)};
      if (reply_->kind == tm::ReplyWord::Kind::kRetired) untold_.erase(reply_->id);
      bench_.require(dut.m_axis_reply_tdata >> 19 == 0 && dut.m_axis_reply_tlast, "a reply with other bits");
    }
    perform(port);
    if (dut.busy_o) bench_.step();  // the clock may be stopped while the unit is not busy
    busy_ = dut.busy_o;
    follow_retirement();
  }

  std::optional<std::string> failure() const {
    if (!memory_.failure().empty()) return memory_.failure();
    return bench_.failure();
  }
  AxiMemory<Vcommit_unit_axi>& memory() { return memory_; }
  bool error() { return bench_.dut().error_o; }
  std::uint64_t error_info() { return bench_.dut().error_info_o; }
  /// What the unit reports is the first error of the memory.
  bool reports_first_error() {
    const auto& failures = memory_.failures();
    if (failures.empty()) return !error();
    const AxiFailure& first = failures.front();
    return error() && error_info() == (std::uint64_t{first.write} << 48 | std::uint64_t{first.resp} << 46 |
                                       std::uint64_t{first.tag} << 30 | first.word);
  }

 private:
  bool known(std::uint64_t word) {
    bench_.require(word < words_, "a word that no transaction has");
    return word < words_;
  }
  void perform(tm::WordPort& port) {
    if (port.can_write()) {
      if (const auto write = memory_.write_next(); write && known(write->word)) {
        port.write(static_cast<Address>(write->word * 4), write->data);
      }
    }
    if (port.can_read()) {
      if (auto read = memory_.read_any(); read && known(read->word)) {
        read->data = port.read(static_cast<Address>(read->word * 4), memory_.tag_of(*read));
        reads_.push_back(*read);
      }
    }
    // The slice reports when the answer to a read leaves it.
    if (const auto tag = port.response()) {
      for (std::size_t i = 0; i < reads_.size(); ++i) {
        if (memory_.tag_of(reads_[i]) != *tag) continue;
        memory_.answer(reads_[i]);
        reads_.erase(reads_.begin() + static_cast<std::ptrdiff_t>(i));
        break;
      }
    }
  }
  // The unit's own pointer runs ahead of memory: an id with a log is retired when its core has been told.
  void follow_retirement() {
    const auto pointer = static_cast<tm::CommitId>(bench_.dut().retire_id_o);
    while (retired_ != pointer && !untold_.contains(retired_)) ++retired_;
  }

  std::uint64_t words_;
  Checked<Vcommit_unit_axi> bench_;
  AxiMemory<Vcommit_unit_axi> memory_;
  StallStream replies_;
  std::deque<tm::FillWord> fills_;
  std::deque<tm::ControlWord> controls_;
  std::optional<tm::ReplyWord> reply_;
  std::vector<AxiMemory<Vcommit_unit_axi>::Read> reads_;  ///< sampled, without an answer
  std::set<tm::CommitId> untold_;                         ///< ids with a log here, not reported as retired
  bool busy_ = true;
  tm::CommitId retired_ = 0;
};

Scenario scenario_of(std::uint64_t seed) {
  Scenario scenario;
  scenario.seed = seed;
  scenario.attempts = 1500;
  scenario.capacity = 8;  // ring entries
  scenario.vendor_ring = 64;
  scenario.lanes = 2;
  scenario.addresses = kWords;
  scenario.max_delay = 40;
  scenario.overflow_expected = true;  // four buffers for eight entries
  scenario.first_id = 0xFF00;
  return scenario;
}

/// A run in the environment of the commit unit's tests; adds its counts to `sum`. One transfer in
/// `fail_period` fails.
std::optional<std::string> run_histories(Scenario scenario, Report& sum, AxiManner manner = AxiManner::kAny,
                                         unsigned fail_period = 0) {
  Rng rng(scenario.seed);
  auto unit = std::make_unique<UnitOnBuses>(scenario.first_id, scenario.addresses, rng);
  UnitOnBuses& dut = *unit;
  dut.memory().be(manner);
  dut.memory().fail_one_in(fail_period);
  std::vector<std::unique_ptr<tm::CommitUnit>> units;
  units.push_back(std::move(unit));
  Environment environment(scenario, std::move(units));
  const Report report = environment.run();
  sum.cycles += report.cycles;
  sum.commits += report.commits;
  sum.aborts += report.aborts;
  sum.resent_read_logs += report.resent_read_logs;
  if (!report.violation.empty()) return report.violation;
  if (dut.error() != (fail_period != 0)) return "an error of the bus, or none";
  if (!dut.reports_first_error()) return "the report is not of the first error";
  return dut.failure();
}

TEST(CommitUnitAxi, RunsHistories) {
  const std::uint64_t seed = seeded_rng(116)();
  Report sum;
  for (std::uint64_t run = 0; run < run_length(3); ++run) {
    Scenario scenario = scenario_of(seed + run);
    scenario.run_percent = run % 2 == 0 ? 100 : 60;
    ASSERT_EQ(run_histories(scenario, sum), std::nullopt) << "run " << run;
  }
  EXPECT_GT(sum.commits, 500u);
  EXPECT_GT(sum.aborts, 500u);
  EXPECT_GT(sum.resent_read_logs, 20u);
}

TEST(CommitUnitAxi, RunsHistoriesWithLongLogs) {
  Scenario scenario = scenario_of(seeded_rng(117)());
  scenario.long_log_percent = 30;
  Report sum;
  ASSERT_EQ(run_histories(scenario, sum), std::nullopt);
  EXPECT_GT(sum.resent_read_logs, 20u);
}

TEST(CommitUnitAxi, RunsHistoriesOnBadDays) {
  const std::uint64_t seed = seeded_rng(119)();
  Report sum;
  for (const AxiManner manner :
       {AxiManner::kAddressNeedsData, AxiManner::kDataFirst, AxiManner::kAddressFirst,
        AxiManner::kWritesFirst, AxiManner::kYoungestFirst, AxiManner::kLongStalls}) {
    Scenario scenario = scenario_of(seed + static_cast<unsigned>(manner));
    scenario.attempts = 400;
    ASSERT_EQ(run_histories(scenario, sum, manner), std::nullopt) << "manner " << static_cast<int>(manner);
  }
  EXPECT_GT(sum.commits, 500u);
}

// Reads and writes fail now and then: no transaction passes by a failed read, all retire, and each write
// comes once, in its order.
TEST(CommitUnitAxi, RunsHistoriesWithErrors) {
  const std::uint64_t seed = seeded_rng(120)();
  Report sum;
  for (std::uint64_t run = 0; run < run_length(3); ++run) {
    Scenario scenario = scenario_of(seed + run);
    scenario.reads_fail = true;
    ASSERT_EQ(run_histories(scenario, sum, AxiManner::kAny, 10), std::nullopt) << "run " << run;
  }
  EXPECT_GT(sum.commits, 300u);
  EXPECT_GT(sum.aborts, 500u);
}

TEST(CommitUnitAxi, BeginsAnewAfterAReset) {
  check_resets_in_traffic<Vcommit_unit_axi>(121, 1500, [](Rng& rng) {
    Scenario scenario = scenario_of(rng());
    scenario.attempts = 120;
    Report sum;
    return run_histories(scenario, sum);
  });
}

/// Words without timing.
class Words final : public tm::WordPort {
 public:
  bool can_read() const override { return true; }
  Word read(Address address, std::uint32_t tag) override {
    tags_.push_back(tag);
    return words_[address];
  }
  std::optional<std::uint32_t> response() override {
    if (tags_.empty()) return std::nullopt;
    const std::uint32_t tag = tags_.front();
    tags_.pop_front();
    return tag;
  }
  bool can_write() const override { return true; }
  void write(Address address, Word value) override { words_[address] = value; }
  Word operator[](Address address) { return words_[address]; }

 private:
  std::map<Address, Word> words_;
  std::deque<std::uint32_t> tags_;
};

class CommitUnitAxiOrder : public ::testing::Test {
 protected:
  using Fill = tm::FillWord::Kind;
  using Reply = tm::ReplyWord::Kind;
  CommitUnitAxiOrder() : rng_(seeded_rng(118)), unit_(7, 64, rng_) { unit_.memory().be_quick(); }

  /// The replies of `cycles` cycles.
  std::vector<std::pair<Reply, tm::CommitId>> run(unsigned cycles) {
    std::vector<std::pair<Reply, tm::CommitId>> replies;
    for (unsigned i = 0; i < cycles; ++i) {
      unit_.tick(words_);
      if (const auto reply = unit_.reply()) {
        replies.emplace_back(reply->kind, reply->id);
        unit_.pop_reply();
      }
    }
    EXPECT_EQ(unit_.failure(), std::nullopt);
    return replies;
  }
  using Replies = std::vector<std::pair<Reply, tm::CommitId>>;

  Rng rng_;
  UnitOnBuses unit_;
  Words words_;
};

// The write of id 7 has taken effect, but memory has not answered it: 7 is not reported as retired. 8 reads
// another word, whose value is not that of its log, and fails meanwhile; 9 reads 7's word, and waits.
TEST_F(CommitUnitAxiOrder, ARetirementWaitsForMemory) {
  unit_.memory().hold_answers(true);
  unit_.fill({.kind = Fill::kWrite, .last = true, .id = 7, .address = 0x40, .data = 5});
  EXPECT_EQ(run(400), (Replies{{Reply::kPass, 7}}));
  unit_.control({.kind = tm::ControlWord::Kind::kFinalPass, .id = 7});
  EXPECT_EQ(run(400), Replies{});
  EXPECT_EQ(words_[0x40], 5u);
  unit_.fill({.kind = Fill::kRead, .last = true, .id = 8, .address = 0x80, .data = 1});
  EXPECT_EQ(run(400), (Replies{{Reply::kFail, 8}})) << "other replies overtake it";
  unit_.fill({.kind = Fill::kRead, .last = true, .id = 9, .address = 0x40, .data = 5});
  EXPECT_EQ(run(400), Replies{}) << "the read waits for the write's answer";
  unit_.memory().hold_answers(false);
  const Replies replies = run(400);
  ASSERT_EQ(replies.size(), 2u);
  EXPECT_EQ(replies[0], (std::pair{Reply::kRetired, tm::CommitId{7}}));
  EXPECT_EQ(replies[1], (std::pair{Reply::kPass, tm::CommitId{9}}));
}

// A read that fails fails its transaction, although the data beside the error are those of its log.
TEST_F(CommitUnitAxiOrder, AFailedReadFailsItsTransaction) {
  for (const unsigned resp : {2u, 3u}) {
    const auto id = static_cast<tm::CommitId>(7 + 2 * (resp - 2));
    unit_.memory().answer_with(false, resp);
    unit_.fill({.kind = Fill::kRead, .last = true, .id = id, .address = 0x40, .data = 0});
    EXPECT_EQ(run(400), (Replies{{Reply::kFail, id}}));
    unit_.control({.kind = tm::ControlWord::Kind::kFinalFail, .id = id});
    EXPECT_EQ(run(400), (Replies{{Reply::kRetired, id}}));
    EXPECT_TRUE(unit_.reports_first_error());
    unit_.memory().answer_with(false, 0);
    const auto next = static_cast<tm::CommitId>(id + 1);
    unit_.fill({.kind = Fill::kRead, .last = true, .id = next, .address = 0x40, .data = 0});
    EXPECT_EQ(run(400), (Replies{{Reply::kPass, next}})) << "the next one is not concerned";
    unit_.control({.kind = tm::ControlWord::Kind::kFinalPass, .id = next});
    EXPECT_EQ(run(400), (Replies{{Reply::kRetired, next}}));
    EXPECT_FALSE(unit_.busy());
  }
  EXPECT_EQ(unit_.memory().failures().size(), 2u);
}

// A write that fails is not sent again, and its transaction retires: nothing waits for ever.
TEST_F(CommitUnitAxiOrder, AFailedWriteIsReported) {
  unit_.memory().answer_with(true, 2);
  unit_.fill({.kind = Fill::kWrite, .last = true, .id = 7, .address = 0x40, .data = 5});
  EXPECT_EQ(run(400), (Replies{{Reply::kPass, 7}}));
  EXPECT_FALSE(unit_.error());
  unit_.control({.kind = tm::ControlWord::Kind::kFinalPass, .id = 7});
  EXPECT_EQ(run(400), (Replies{{Reply::kRetired, 7}}));
  EXPECT_TRUE(unit_.error());
  EXPECT_EQ(unit_.error_info(), std::uint64_t{1} << 48 | std::uint64_t{2} << 46 | 0x40 / 4);
  EXPECT_EQ(unit_.memory().failures().size(), 1u) << "sent once";
  EXPECT_FALSE(unit_.busy());
}

}  // namespace
}  // namespace gputm::tb
