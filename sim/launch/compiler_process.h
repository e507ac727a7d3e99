// Runs of compilers, and the folder of their temporary files.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace gputm::launch {

/// Temporary folder of this object, deleted with it
class TemporaryFolder {
 public:
  TemporaryFolder();  ///< Throws Error.
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

struct CompilerRun {
  std::vector<std::string> command;
  std::string packages;               ///< of Debian, which have the compiler
  std::filesystem::path output;       ///< file for its messages; empty: standard error
  const std::function<bool()>& stop;  ///< polled continuously; true ends the compiler
};

/// Runs the compiler to its end, with its temporary files in `folder`. Returns its exit code. Throws Error if
/// there is none, and Stopped (base/child_process.h).
int run_compiler(const CompilerRun& run, const TemporaryFolder& folder);

/// As above, and prints the messages on standard error, one line each, without those that `hidden` says.
int run_and_show(const CompilerRun& run, const TemporaryFolder& folder,
                 const std::function<bool(std::string_view line)>& hidden);

}  // namespace gputm::launch
