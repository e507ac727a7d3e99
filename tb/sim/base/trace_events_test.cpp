// The writer of trace events: its output is JSON, within the window, and within the length limit.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "base/trace_events.h"

namespace gputm {
namespace {

using nlohmann::json;
using Part = TraceEvents::Part;

/// The events that `record` writes.
template <typename Record>
json events(const RecordingLimits& limits, Record record) {
  std::ostringstream file;
  TraceEvents events(file, limits);
  record(events);
  events.finish();
  return json::parse(file.str()).at("traceEvents");
}

TEST(TraceEvents, NamesEachTrackOnce) {
  const json written = events({}, [](TraceEvents& e) {
    for (int i = 0; i < 3; ++i) e.name({2, 5}, "core 2", "warp 5");
  });
  ASSERT_EQ(written.size(), 2u);
  EXPECT_EQ(written[0], json::parse(R"({"ph":"M","name":"process_name","pid":2,"args":{"name":"core 2"}})"));
  EXPECT_EQ(written[1],
            json::parse(R"({"ph":"M","name":"thread_name","pid":2,"tid":5,"args":{"name":"warp 5"}})"));
}

TEST(TraceEvents, CutsSlicesAtTheWindow) {
  const json written = events({.start = 10, .end = 20}, [](TraceEvents& e) {
    e.slice({1, 2}, "before", 0, 10);
    e.slice({1, 2}, "into", 5, 12);
    e.slice({1, 2}, "empty", 12, 12);
    e.slice({1, 2}, "out", 15, 99, "\"lanes\":3");
    e.slice({1, 2}, "after", 20, 30);
  });
  ASSERT_EQ(written.size(), 2u);
  EXPECT_EQ(written[0], json::parse(R"({"ph":"X","name":"into","pid":1,"tid":2,"ts":10,"dur":2,"args":{}})"));
  EXPECT_EQ(written[1],
            json::parse(R"({"ph":"X","name":"out","pid":1,"tid":2,"ts":15,"dur":5,"args":{"lanes":3}})"));
}

TEST(TraceEvents, NestsPartsInTheWhole) {
  const Part parts[] = {{"early", 2, 8}, {"nothing", 8, 8}, {"late", 8, 14}};
  const json written = events({.start = 4}, [&](TraceEvents& e) {
    e.nested_slices(7, 3, {"id 3", 2, 15}, parts);
  });
  std::string order;
  for (const json& event : written) {
    EXPECT_EQ(event.at("pid"), 7);
    EXPECT_EQ(event.at("id"), 3);
    order += event.at("ph").get<std::string>() + " " + event.at("name").get<std::string>() + " " +
             event.at("ts").dump() + "; ";
  }
  EXPECT_EQ(order, "b id 3 4; b early 4; e early 8; b late 8; e late 14; e id 3 15; ");
}

TEST(TraceEvents, ArrowsHaveBothEnds) {
  const json written = events({.start = 10}, [](TraceEvents& e) {
    e.arrow({0, 1}, 9, {0, 2}, 12, "from before the window");
    e.arrow({0, 1}, 11, {0, 2}, 12, "lost to");
  });
  ASSERT_EQ(written.size(), 2u);
  EXPECT_EQ(written[0].at("ph"), "s");
  EXPECT_EQ(written[1].at("ph"), "f");
  EXPECT_EQ(written[0].at("id"), written[1].at("id"));
}

TEST(TraceEvents, EndsWhereItIsLongEnough) {
  bool truncated = false;
  const json written = events({.bytes = 1000}, [&](TraceEvents& e) {
    for (Cycle i = 0; i < 1000; ++i) e.slice({0, 0}, "slice", i, i + 1);
    truncated = e.truncated();
  });
  EXPECT_TRUE(truncated);
  EXPECT_LT(written.size(), 20u);
  EXPECT_GT(written.size(), 5u);
}

}  // namespace
}  // namespace gputm
