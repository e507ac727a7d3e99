// Opacity of attempts under each system: those that check values at the end let attempts go on with values of
// several states, which the check finds; those that check each access do not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "app/runner.h"

namespace gputm {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;
using Settings = std::vector<std::string>;

/// A contended run; each transaction reads several words that others write together.
app::RunReport contend(const std::string& system, const std::string& workload, Settings settings,
                       bool check_opacity) {
  app::RunOptions options;
  options.workload = workload;
  options.system = system;
  options.machine.config = "gtx480";
  options.machine.settings = std::move(settings);
  options.check_opacity = check_opacity;
  return app::run_workload(options);
}

const Settings kAtm = {"core.count=4", "workload.blocks=12", "workload.threads=96", "workload.accounts=20",
                       "workload.transfers=2500"};
const Settings kQueue = {"core.count=4", "workload.blocks=4"};
const Settings kList = {"core.count=4", "tx.log_entries=1024"};

void expect_opaque(const app::RunReport& report) {
  EXPECT_EQ(report.check, "pass");
  EXPECT_EQ(report.result.history, "pass");
  EXPECT_GT(report.result.transactions.aborts, 50U) << "few attempts have aborted";
}

class Opaque : public ::testing::TestWithParam<const char*> {};

TEST_P(Opaque, AttemptsReadOneState) {
  const std::string system = GetParam();
  const bool always = system == "getm";
  expect_opaque(contend(system, "atm", kAtm, !always));
  expect_opaque(contend(system, "queue", kQueue, !always));
  expect_opaque(contend(system, "list-mix", kList, !always));
}

INSTANTIATE_TEST_SUITE_P(Systems, Opaque, ::testing::Values("getm"));

class Lazy : public ::testing::TestWithParam<const char*> {};

TEST_P(Lazy, AttemptsReadSeveralStates) {
  const app::RunReport report = contend(GetParam(), "list-mix", kList, true);
  EXPECT_EQ(report.check, "pass");
  EXPECT_THAT(report.result.history, StartsWith("opacity: "));
  EXPECT_THAT(report.result.history, HasSubstr(" aborted attempts have read no single state; the first: "));
  // Without the option the same run passes.
  EXPECT_EQ(contend(GetParam(), "list-mix", kList, false).result.history, "pass");
}

INSTANTIATE_TEST_SUITE_P(Systems, Lazy, ::testing::Values("ideal", "kilo", "warptm"));

TEST(Opacity, OneTransactionAtATimeIsOpaque) {
  EXPECT_EQ(contend("serial", "atm", kAtm, true).result.history, "pass");
}

TEST(Opacity, RefusedWhereThereIsNoSerialOrderOfStates) {
  EXPECT_THROW(contend("snapshot", "atm", kAtm, true), Error);
  EXPECT_THROW(contend("lock", "atm", kAtm, true), Error);
}

}  // namespace
}  // namespace gputm
