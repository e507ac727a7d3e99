// EAPG at a partition: a written word is announced from its log's arrival until the transaction has failed or
// retired, to each port of cores.
#include "engines/eapg/announcing_unit.h"

#include <gtest/gtest.h>

#include <map>
#include <memory>

#include "common/no_memory.h"
#include "sim/engines/puppet_unit.h"

namespace gputm::engines::eapg {
namespace {

using Reply = tm::ReplyWord::Kind;

MachineConfig machine() {
  MachineConfig config;
  config.core.count = 7;
  config.interconnect.concentration = 3;
  return config;
}

class Announced : public ::testing::Test {
 protected:
  static constexpr unsigned kRows = 16;
  static constexpr Address kWord = 0x1234'0010, kSame = kWord, kOther = 0x4321'0044;

  void log(tm::FillWord::Kind kind, tm::CommitId id, Address word) {
    unit_.fill({.kind = kind, .last = true, .id = id, .address = word});
  }
  void write(tm::CommitId id, Address word) { log(tm::FillWord::Kind::kWrite, id, word); }
  void reply(Reply kind, tm::CommitId id) {
    puppet_->say({kind, id});
    unit_.pop_reply();
  }
  void final_fail(tm::CommitId id) {
    unit_.control({.kind = tm::ControlWord::Kind::kFinalFail, .last = true, .id = id});
  }
  /// Sends all announcements; whether the cores then have the word announced.
  bool announced(Address word) {
    for (unsigned i = 0; i < 10; ++i) unit_.tick(memory_);
    while (announcer_.packet() != nullptr) {
      for (const unsigned core : {0U, 3U, 6U}) {
        const memory::Packet* const packet = announcer_.packet();
        EXPECT_NE(packet, nullptr);
        if (packet == nullptr) return false;
        EXPECT_EQ(packet->core, core);
        EXPECT_EQ(packet->flits, 1u);
        announcer_.received(*packet, [&](Announcement row) { rows_[row.row] = row.words; });
        announcer_.pop();
      }
    }
    EXPECT_TRUE(announcer_.idle());
    const Place place = place_of(word, kRows);
    return (rows_[place.row] >> place.word & 1) != 0;
  }

  Announcer announcer_{machine(), 0, kRows, 0};
  tb::PuppetUnit* puppet_ = nullptr;
  AnnouncingUnit unit_{make_puppet(), announcer_};
  tb::NoMemory memory_;

 private:
  std::unique_ptr<tm::CommitUnit> make_puppet() {
    auto puppet = std::make_unique<tb::PuppetUnit>();
    puppet_ = puppet.get();
    return puppet;
  }
  std::map<unsigned, std::uint32_t> rows_;  ///< as a core has them
};

TEST_F(Announced, UntilItsTransactionHasRetired) {
  EXPECT_FALSE(announced(kWord));
  write(5, kWord);
  EXPECT_TRUE(announced(kWord));
  EXPECT_FALSE(announced(kOther));
  reply(Reply::kPass, 5);
  EXPECT_TRUE(announced(kWord));
  reply(Reply::kRetired, 5);
  EXPECT_FALSE(announced(kWord));
}

TEST_F(Announced, UntilItsTransactionHasFailedHere) {
  write(5, kWord);
  EXPECT_TRUE(announced(kWord));
  reply(Reply::kFail, 5);
  EXPECT_FALSE(announced(kWord));
}

TEST_F(Announced, UntilItsTransactionHasFailedElsewhere) {
  write(5, kWord);
  EXPECT_TRUE(announced(kWord));
  reply(Reply::kPass, 5);
  final_fail(5);
  EXPECT_FALSE(announced(kWord));
}

TEST_F(Announced, AsLongAsOneTransactionWritesIt) {
  write(5, kWord);
  write(6, kSame);
  reply(Reply::kFail, 5);
  final_fail(5);
  reply(Reply::kRetired, 5);
  EXPECT_TRUE(announced(kWord));
  reply(Reply::kRetired, 6);
  EXPECT_FALSE(announced(kWord));
}

TEST_F(Announced, OnlyIfItIsWritten) {
  log(tm::FillWord::Kind::kRead, 5, kWord);
  EXPECT_FALSE(announced(kWord));
}

// A word that is written and released between two broadcasts is not worth one.
TEST_F(Announced, OnlyIfThereIsAChange) {
  write(5, kWord);
  reply(Reply::kFail, 5);
  EXPECT_FALSE(announced(kWord));
  EXPECT_EQ(announcer_.counters().packets, 0u);
}

}  // namespace
}  // namespace gputm::engines::eapg
