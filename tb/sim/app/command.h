// Common part of the tests of the gputm command from outside. GPUTM_COMMAND is its path.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace gputm::tb {

struct Outcome {
  int code;
  std::string output;  ///< standard output and standard error
};

inline Outcome gputm(const std::string& arguments) {
  FILE* pipe = popen((std::string(GPUTM_COMMAND) + " " + arguments + " 2>&1").c_str(), "r");
  Outcome outcome{-1, ""};
  std::array<char, 4096> buffer;
  while (const std::size_t bytes = fread(buffer.data(), 1, buffer.size(), pipe)) {
    outcome.output.append(buffer.data(), bytes);
  }
  outcome.code = WEXITSTATUS(pclose(pipe));
  return outcome;
}

inline std::string read(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// A folder of this process, deleted at its end.
class Folder {
 public:
  Folder() { std::filesystem::create_directory(path_); }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_ =
      std::filesystem::path(::testing::TempDir()) / ("gputm_test_command_" + std::to_string(getpid()));
};

/// A file that goes with the process.
inline std::filesystem::path temporary(const std::string& name) {
  static const Folder folder;
  return folder.path() / name;
}

inline void expect_error(const std::string& arguments, int code, const std::string& text) {
  const Outcome outcome = gputm(arguments);
  EXPECT_EQ(outcome.code, code) << arguments;
  EXPECT_THAT(outcome.output, ::testing::StartsWith("gputm: "));
  EXPECT_THAT(outcome.output, ::testing::HasSubstr(text));
  EXPECT_EQ(std::ranges::count(outcome.output, '\n'), 1) << outcome.output;
}

}  // namespace gputm::tb
