// Files that a workload reads and writes, `gputm run WORKLOAD --<option> FILE`.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "sim/app/command.h"

namespace gputm::tb {
namespace {

using nlohmann::json;

// The bright part of the user's image is cut out.
TEST(WorkloadFiles, CutsAnImage) {
  const std::filesystem::path image = temporary("image.pgm"), cut = temporary("cut.pgm");
  std::string expected = "P5\n40 12\n255\n";
  std::ofstream file(image);
  file << "P2 40 12 99\n";
  for (int y = 0; y < 12; ++y) {
    for (int x = 0; x < 40; ++x) {
      const bool object = x > 9 && x < 25 && y > 3 && y < 9;
      file << (object ? 70 + (x + y) % 5 : 20 + (x * y) % 7) << ' ';
      expected += static_cast<char>(object ? 255 : 0);
    }
  }
  file.close();
  const Outcome outcome = gputm("run cc --tm kilo --image " + image.string() + " --cut " + cut.string());
  EXPECT_EQ(outcome.code, 0) << outcome.output;
  EXPECT_EQ(read(cut), expected);
}

TEST(WorkloadFiles, CountsBasketsOfAFile) {
  const std::filesystem::path baskets = temporary("baskets.dat"), result = temporary("baskets.json");
  std::ofstream(baskets) << "1 2 3\n1 2 3 4\n1 2 9\n";
  const Outcome outcome = gputm("run ap --tm ideal --set workload.support=2 --baskets " + baskets.string() +
                                " --json " + result.string());
  EXPECT_EQ(outcome.code, 0) << outcome.output;
  const json document = json::parse(read(result));
  EXPECT_EQ(document["config"]["workload"]["baskets"], 3);
  // 1 2 3 in two of them; 1 2 4 and the others have a pair that occurs once.
  EXPECT_EQ(document["tx"]["commits"], 2);
}

TEST(WorkloadFiles, ErrorsNameOptionAndFile) {
  const std::filesystem::path bad = temporary("bad.pgm");
  std::ofstream(bad) << "P5 2 2 255 ";
  expect_error("run atm --image x", 2, "--image: atm has no such file; of the workloads have: cc");
  expect_error("run cc --image /nowhere", 2, "--image: cannot read /nowhere");
  expect_error("run cc --image " + bad.string(), 2, bad.string() + ": the image ends after 0 of 4 pixels");
  expect_error("run cc --set workload.width=9 --image x", 2, "workload.width: --image has it");
  expect_error("run cc --cut /nowhere/x", 2, "cannot write /nowhere/x");
  expect_error("run cc --json x --cut x", 2, "name the same file, x");
}

}  // namespace
}  // namespace gputm::tb
