// The checker of local memories: the errors that it must find, each as a sequence of requests and answers,
// and sequences that it must accept.
#include "engines/localtm/lds_checker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace gputm::engines::localtm {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using tm::LdsOp;

/// Two wavefronts of two lanes, in one work-group; accesses are by lane 0 unless noted.
class Story : private LdsChecker::Observer {
 public:
  std::vector<std::string> found;
  std::vector<Word> stores;  ///< stores that changed a word
  unsigned leavers = 0;      ///< conflicts with owners whose attempts had ended

  void begin(unsigned wavefront, tm::TxMode mode = tm::TxMode::kTransaction) {
    tm::LdsResponse response;
    response.wavefront = wavefront;
    response.exec = 1;
    response.outcome = tm::TxOutcome::kEnter;
    response.mode = mode;
    checker_.asked(request(wavefront, LdsOp::kBegin, 0, 0), false);
    checker_.answered(response);
  }
  void commit(unsigned wavefront, bool restarts = false) {
    checker_.asked(request(wavefront, LdsOp::kCommit, 0, 0), false);
    answer_commit(wavefront, restarts);
  }
  void ask(unsigned wavefront, LdsOp op, Address address, Word data, bool transactional) {
    checker_.asked(request(wavefront, op, address, data), transactional);
  }
  void answer(unsigned wavefront, Word data, LaneMask tcm = 0, LaneMask races = 0) {
    tm::LdsResponse response;
    response.wavefront = wavefront;
    response.data[0] = data;
    response.tcm = tcm;
    response.races = races;
    checker_.answered(response);
  }
  void answer_commit(unsigned wavefront, bool restarts = false) {
    tm::LdsResponse response;
    response.wavefront = wavefront;
    response.exec = 1;
    response.outcome = restarts ? tm::TxOutcome::kRestart : tm::TxOutcome::kExit;
    checker_.answered(response);
  }
  void conflict(unsigned wavefront, Address address) {
    ask(wavefront, LdsOp::kLoad, address, 0, true);
    tm::LdsResponse response;
    response.wavefront = wavefront;
    response.tcm = response.conflicts = response.true_conflicts = 1;
    checker_.answered(response);
  }
  /// Lanes 0 and 1 of wavefront 0 own a word each, and conflict with each other in one access.
  void lose_to_each_other() {
    tm::LdsResponse response;
    response.exec = 3;
    response.outcome = tm::TxOutcome::kEnter;
    checker_.answered(response);
    tm::LdsRequest own = request(0, LdsOp::kLoad, 4, 0);
    own.exec = 3;
    own.address[1] = 8;
    checker_.asked(own, true);
    checker_.answered({});
    std::swap(own.address[0], own.address[1]);
    checker_.asked(own, true);
    response = {};
    response.tcm = response.conflicts = response.true_conflicts = 3;
    checker_.answered(response);
  }
  void load(unsigned wavefront, Address address, Word value, LaneMask tcm = 0) {
    ask(wavefront, LdsOp::kLoad, address, 0, true);
    answer(wavefront, value, tcm);
  }
  void store(unsigned wavefront, Address address, Word value) {
    ask(wavefront, LdsOp::kStore, address, value, true);
    answer(wavefront, 0);
  }
  void plain(unsigned wavefront, LdsOp op, Address address, Word data, Word answered, LaneMask races = 0) {
    ask(wavefront, op, address, data, false);
    answer(wavefront, answered, 0, races);
  }

 private:
  static tm::LdsRequest request(unsigned wavefront, LdsOp op, Address address, Word data) {
    tm::LdsRequest r;
    r.wavefront = wavefront;
    r.op = op;
    r.exec = 1;
    r.address[0] = address;
    r.data[0] = data;
    return r;
  }
  void changed(Address, Word value, unsigned, unsigned, bool plain) override {
    if (plain) stores.push_back(value);
  }
  void violation(unsigned wavefront, unsigned lane, const std::string& what) override {
    found.push_back(std::to_string(wavefront) + "." + std::to_string(lane) + " " + what);
  }
  void met_leavers(LaneMask lanes) override { leavers += lane_count(lanes); }

  LdsChecker checker_{{.lanes = 2, .pass_lanes = 2, .banks = 2, .wavefronts = 2, .work_groups = 1, .rows = 8},
                      *this};
};

TEST(LdsChecker, CommittedAndOwnValuesPass) {
  Story s;
  s.plain(0, LdsOp::kStore, 4, 7, 0);
  s.begin(0);
  s.load(0, 4, 7);
  s.store(0, 4, 8);
  s.load(0, 4, 8);
  s.commit(0);
  s.begin(1);
  s.load(1, 4, 8);
  s.commit(1);
  s.plain(1, LdsOp::kAdd, 4, 2, 8);
  s.plain(0, LdsOp::kLoad, 4, 0, 10);
  EXPECT_THAT(s.found, IsEmpty());
  EXPECT_THAT(s.stores, ElementsAre(7U, 10U));
}

TEST(LdsChecker, ConflictsWithOwnersThatRunAreToldFromOthers) {
  Story s;
  s.begin(0);
  s.store(0, 4, 8);
  s.begin(1);
  s.conflict(1, 4);
  s.commit(1, true);
  EXPECT_EQ(s.leavers, 0U);
  s.commit(0);
  s.begin(1);
  s.conflict(1, 4);  // its release is in progress
  EXPECT_EQ(s.leavers, 1U);
  EXPECT_THAT(s.found, IsEmpty());
}

TEST(LdsChecker, LanesThatLoseToEachOtherHaveNotLeftBefore) {
  Story s;
  s.lose_to_each_other();
  EXPECT_EQ(s.leavers, 0U);
  EXPECT_THAT(s.found, IsEmpty());
}

TEST(LdsChecker, BytesAndHalfwordsChangeTheirPartOfAWord) {
  Story s;
  s.plain(0, LdsOp::kStore, 4, 0x11223344, 0);
  s.plain(0, LdsOp::kStoreByte, 5, 0xaabb, 0);
  s.begin(0);
  s.ask(0, LdsOp::kStoreHalf, 6, 0xccdd, true);
  s.answer(0, 0x1122bb44);
  s.load(0, 4, 0xccddbb44);
  s.commit(0);
  s.plain(1, LdsOp::kLoad, 4, 0, 0xccddbb44);
  EXPECT_THAT(s.found, IsEmpty());
  EXPECT_THAT(s.stores, ElementsAre(0x11223344U, 0x1122bb44U));
  s.begin(1);
  s.ask(1, LdsOp::kStoreByte, 4, 1, true);
  s.answer(1, 0xccddbb40);
  EXPECT_THAT(s.found, ElementsAre(HasSubstr("1.0 read 0xccddbb40 at local byte 0x4, expected 0xccddbb44")));
}

TEST(LdsChecker, ValuesThatNobodyCommittedAreFound) {
  Story s;
  s.begin(0);
  s.store(0, 4, 8);
  s.begin(1);
  s.load(1, 4, 8);
  EXPECT_THAT(s.found, ElementsAre(HasSubstr("1.0 read 0x8 at local byte 0x4, expected 0x0")));
}

TEST(LdsChecker, StoresOfAbortedAttemptsMustBeUndone) {
  Story s;
  s.begin(0);
  s.store(0, 4, 8);
  s.load(0, 8, 0, 1);  // conflicts
  s.plain(1, LdsOp::kLoad, 4, 0, 8);
  EXPECT_THAT(s.found, ElementsAre(HasSubstr("1.0 read outside of transactions 0x8 at local byte 0x4")));
}

TEST(LdsChecker, OwnWritesAreSeen) {
  Story s;
  s.begin(0);
  s.store(0, 4, 8);
  s.load(0, 4, 0);
  EXPECT_THAT(s.found, ElementsAre(HasSubstr("0.0 read 0x0 at local byte 0x4, where it wrote 0x8")));
}

TEST(LdsChecker, WhatAnAttemptHasReadStays) {
  for (const bool aborts : {false, true}) {
    Story s;
    s.begin(0);
    s.load(0, 4, 0);
    s.begin(1);
    s.store(1, 4, 8);
    s.commit(1);
    if (aborts) {
      s.load(0, 8, 0, 1);
    } else {
      s.commit(0);
    }
    EXPECT_THAT(s.found, ElementsAre(HasSubstr("0.0 in an attempt that ends has read 0x0 at local byte 0x4")))
        << aborts;
  }
}

TEST(LdsChecker, AttemptsEndWhenAnotherHasTheWorkGroupToItself) {
  Story s;
  s.begin(0);
  s.load(0, 4, 0);
  s.begin(1, tm::TxMode::kWorkGroupSerial);
  s.store(1, 4, 8);
  s.commit(1);
  s.commit(0, true);
  EXPECT_THAT(s.found, IsEmpty());
}

TEST(LdsChecker, RestartedLanesLeaveNothing) {
  Story s;
  s.begin(0);
  s.store(0, 4, 8);
  s.commit(0, true);
  s.plain(1, LdsOp::kLoad, 4, 0, 0);
  EXPECT_THAT(s.found, IsEmpty());
}

TEST(LdsChecker, PlainStoresToOwnedRowsAreRaces) {
  Story s;
  s.plain(0, LdsOp::kLoad, 4, 0, 77, 1);  // may see anything
  EXPECT_THAT(s.found, IsEmpty());
  s.plain(0, LdsOp::kStore, 4, 1, 0, 1);
  EXPECT_THAT(s.found, ElementsAre(HasSubstr("0.0 race: stores to local byte 0x4")));
}

TEST(LdsChecker, AnswersMayOvertakeEachOther) {
  Story s;
  s.ask(0, LdsOp::kAdd, 4, 1, false);
  s.ask(1, LdsOp::kAdd, 4, 1, false);
  s.answer(1, 1);
  s.answer(0, 0);
  s.plain(0, LdsOp::kLoad, 4, 0, 2);
  EXPECT_THAT(s.found, IsEmpty());
}

TEST(LdsChecker, ACommitMayComeBetweenThePassesOfAnAccess) {
  Story s;
  s.begin(0);
  s.store(0, 4, 8);
  s.ask(1, LdsOp::kLoad, 4, 0, false);
  s.commit(0);
  s.answer(1, 8);
  EXPECT_THAT(s.found, IsEmpty());
}

}  // namespace
}  // namespace gputm::engines::localtm
