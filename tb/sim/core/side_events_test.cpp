// Events of sides reach the core in the order of time, and never in the middle of a call of a side.
#include "core/side_events.h"

#include <gmock/gmock.h>

#include <functional>
#include <string>
#include <vector>

namespace gputm::core {
namespace {

using ::testing::ElementsAre;

class SideEventsTest : public ::testing::Test, private SideEvents::Taker {
 protected:
  void report(unsigned warp) { events_.report(tm::Continued{WarpId(warp)}, warp); }

  SideEvents events_{*this};
  std::vector<std::string> log_;
  std::function<void(unsigned warp)> effect_ = [](unsigned) {};  ///< of taking an event

 private:
  void take(const tm::Event& event, Cycle now) override {
    const unsigned warp = std::get<tm::Continued>(event).warp;
    EXPECT_EQ(now, warp);
    log_.push_back("take " + std::to_string(warp));
    effect_(warp);
    log_.push_back("taken " + std::to_string(warp));
  }
};

TEST_F(SideEventsTest, AreTakenInOrderWhenTheCallHasReturned) {
  events_.during([&] {
    report(1);
    report(2);
    log_.emplace_back("returns");
  });
  EXPECT_THAT(log_, ElementsAre("returns", "take 1", "taken 1", "take 2", "taken 2"));
}

TEST_F(SideEventsTest, OfACallThatAnEventBringsAboutComeAfterThoseReportedBefore) {
  effect_ = [&](unsigned warp) {
    if (warp == 1) events_.during([&] { report(3); });
  };
  events_.during([&] {
    report(1);
    report(2);
  });
  EXPECT_THAT(log_, ElementsAre("take 1", "taken 1", "take 2", "taken 2", "take 3", "taken 3"));
}

TEST_F(SideEventsTest, OfASideThatTheCoreHasNotCalledAreTakenAtOnce) {
  report(1);
  log_.emplace_back("goes on");
  EXPECT_THAT(log_, ElementsAre("take 1", "taken 1", "goes on"));
  events_.during([&] { report(2); });
  report(3);
  EXPECT_THAT(log_, ElementsAre("take 1", "taken 1", "goes on", "take 2", "taken 2", "take 3", "taken 3"));
}

TEST_F(SideEventsTest, OfANestedCallWaitForTheOutermost) {
  events_.during([&] {
    events_.during([&] { report(1); });
    log_.emplace_back("returns");
  });
  EXPECT_THAT(log_, ElementsAre("returns", "take 1", "taken 1"));
}

}  // namespace
}  // namespace gputm::core
