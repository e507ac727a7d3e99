// Where a command's results go: opened before a run, so that a name that cannot be written is found out
// before a long one.
#pragma once

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

namespace gputm::app {

/// A file that a command writes; none when the name is empty. Throws UsageError when it cannot be written.
class OutputFile {
 public:
  explicit OutputFile(std::string name);

  /// Null when there is no file.
  std::ostream* stream() { return name_.empty() ? nullptr : &file_; }
  /// Everything is on its way to the disk, or UsageError.
  void finish();

 private:
  std::string name_;
  std::ofstream file_;
};

/// What --json says: a file; "-", standard output instead of what people read; or nothing.
class ResultOutput {
 public:
  explicit ResultOutput(const std::string& json)
      : to_stdout_(json == "-"), file_(to_stdout_ ? std::string() : json) {}

  /// The text for people, unless standard output belongs to the JSON.
  void text(const std::string& text);
  void json(const nlohmann::ordered_json& result);

 private:
  bool to_stdout_;
  OutputFile file_;
};

}  // namespace gputm::app
