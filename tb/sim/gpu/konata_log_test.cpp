// The Kanata format, version 4, as Konata describes it.
#include "gpu/konata_log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace gputm::gpu {
namespace {

void pass_all(KonataLog& log, const CommitEntry& entry, Cycle fill_ends) {
  log.passed(entry, CommitStage::kFill, entry.began, fill_ends);
  log.passed(entry, CommitStage::kHazardDetection, fill_ends, fill_ends + 3);
  log.passed(entry, CommitStage::kValidationWait, fill_ends + 3, fill_ends + 3);
  log.retired(entry, fill_ends + 4);
}

TEST(KonataLog, WritesEntriesInOrderOfTime) {
  std::ostringstream file;
  KonataLog log(file, 2, {});
  pass_all(log, {.partition = 2, .id = 7, .number = 0, .began = 100}, 110);
  pass_all(log, {.partition = 1, .id = 7, .number = 1, .began = 101}, 110);  // another unit's
  pass_all(log, {.partition = 2, .id = 8, .number = 2, .began = 105}, 110);
  log.finish();
  EXPECT_EQ(file.str(),
            "Kanata\t0004\n"
            "C=\t100\n"
            "I\t0\t7\t2\nL\t0\t0\tcommit id 7\nS\t0\t0\tFi\n"
            "C\t5\n"
            "I\t2\t8\t2\nL\t2\t0\tcommit id 8\nS\t2\t0\tFi\n"
            "C\t5\n"
            "E\t0\t0\tFi\nS\t0\t0\tHz\nE\t2\t0\tFi\nS\t2\t0\tHz\n"
            "C\t3\n"
            "E\t0\t0\tHz\nE\t2\t0\tHz\n"
            "C\t1\n"
            "R\t0\t0\t0\nR\t2\t1\t0\n");
}

TEST(KonataLog, HasTheEntriesThatBeginInTheWindow) {
  std::ostringstream file;
  KonataLog log(file, 0, {.start = 10, .end = 20});
  for (const Cycle began : {5, 10, 19, 20})
    pass_all(log, {.partition = 0, .id = 0, .number = began, .began = began}, began + 30);
  log.finish();
  EXPECT_THAT(file.str(), ::testing::HasSubstr("I\t10\t"));
  EXPECT_THAT(file.str(), ::testing::HasSubstr("R\t19\t"));
  EXPECT_THAT(file.str(), ::testing::Not(::testing::HasSubstr("I\t5\t")));
  EXPECT_THAT(file.str(), ::testing::Not(::testing::HasSubstr("I\t20\t")));
}

}  // namespace
}  // namespace gputm::gpu
