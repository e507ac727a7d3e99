// Entries of commit units, tracked by the units' pointers.
#include "gpu/commit_entries.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace gputm::gpu {
namespace {

/// All calls of a sink, as text.
class Told final : public CommitEntrySink {
 public:
  void passed(const CommitEntry& entry, CommitStage stage, Cycle from, Cycle to) override {
    text += std::to_string(entry.partition) + ":" + std::to_string(entry.id) + " " +
            kCommitStageNames[static_cast<std::size_t>(stage)] + " " + std::to_string(from) + "-" +
            std::to_string(to) + "\n";
  }
  void retired(const CommitEntry& entry, Cycle now) override {
    text += std::to_string(entry.partition) + ":" + std::to_string(entry.id) + " retired " +
            std::to_string(now) + "\n";
  }
  std::string take() { return std::exchange(text, {}); }
  std::string text;
};

class Entries : public ::testing::Test {
 protected:
  void pointers(Cycle now, tm::CommitPointers where, unsigned partition = 0) {
    now_ = now;
    entries_.pointers(partition, where);
  }
  Cycle now_ = 0;
  Told told_;
  CommitEntries entries_{now_, {&told_}};
};

TEST_F(Entries, PassTheStagesOneAfterAnother) {
  pointers(1, {5, 5, 5, 5, 5, 5, 5});
  now_ = 10;
  entries_.log_begins(0, 5);
  now_ = 11;
  entries_.log_begins(0, 5);  // its second word
  pointers(20, {6, 5, 5, 5, 5, 5, 5});
  EXPECT_EQ(told_.take(), "0:5 fill 10-20\n");
  pointers(23, {6, 6, 5, 5, 5, 5, 5});
  pointers(30, {6, 6, 6, 6, 5, 5, 5});
  EXPECT_EQ(told_.take(), "0:5 hazard detection 20-23\n0:5 validation wait 23-30\n0:5 revalidation 30-30\n");
  pointers(31, {6, 6, 6, 6, 6, 5, 5});
  pointers(50, {6, 6, 6, 6, 6, 6, 5});
  pointers(52, {6, 6, 6, 6, 6, 6, 6});
  EXPECT_EQ(told_.take(),
            "0:5 local outcome 30-31\n0:5 final outcome wait 31-50\n0:5 commit 50-52\n0:5 retired 52\n");
}

// Ids without a log are passed silently, also where ids wrap.
TEST_F(Entries, OfIdsWithoutALogAreNone) {
  const auto all = [](tm::CommitId id) { return tm::CommitPointers{id, id, id, id, id, id, id}; };
  pointers(1, all(0xfffe));
  now_ = 2;
  entries_.log_begins(0, 1);
  pointers(3, all(1));
  EXPECT_EQ(told_.take(), "");
  pointers(4, all(2));
  EXPECT_THAT(told_.take(), ::testing::EndsWith("0:1 retired 4\n"));
}

TEST_F(Entries, OfPartitionsAreApart) {
  pointers(1, {}, 0);
  pointers(1, {}, 3);
  entries_.log_begins(0, 0);
  entries_.log_begins(3, 0);
  pointers(9, {1, 0, 0, 0, 0, 0, 0}, 3);
  EXPECT_EQ(told_.take(), "3:0 fill 1-9\n");
}

}  // namespace
}  // namespace gputm::gpu
