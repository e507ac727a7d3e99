// Where a command's results go.
#pragma once

#include <fstream>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace gputm::app {

/// A file that a command writes; none when the name is empty. It is NAME.tmp until it is finished, so that
/// NAME stays what it was when a run fails; NAME.tmp then stays if something has been written, as the history
/// of a stuck run. Devices and pipes are written at once. Throws UsageError when it cannot be written.
class OutputFile {
 public:
  explicit OutputFile(std::string name);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Null when there is no file.
  std::ostream* stream() { return name_.empty() ? nullptr : &file_; }
  /// Gives the file its name. False when not everything could be written.
  [[nodiscard]] bool finish();
  const std::string& name() const { return name_; }

 private:
  std::string name_;
  std::string final_;    ///< what `written_` is renamed to; empty: nothing
  std::string written_;  ///< what is open
  std::ofstream file_;
};

/// A file that a command writes, and the option that names it.
struct OutputName {
  std::string option;
  std::string file;
};

/// Everything that a command writes: what people read, to standard output; --json (a file; "-", standard
/// output instead of what people read; or nothing) and --history.
class Outputs {
 public:
  /// Opens the files before a run, so that a name that cannot be written is found out before a long one.
  /// `trace`: a file that the run itself will write; only looked at. `others`: more that the command writes,
  /// to be compared. Throws UsageError, also for two names of one file.
  explicit Outputs(const std::string& json, const std::string& history = {}, const std::string& trace = {},
                   const std::vector<OutputName>& others = {});

  /// Null when there is none.
  std::ostream* history() { return history_.stream(); }
  /// The text for people, unless standard output belongs to the JSON.
  void text(const std::string& text);
  /// What a kernel prints: to standard output, or to standard error if that belongs to the JSON.
  void printed(std::string_view text);
  /// Writes the files first and then the text, which may have a reader who goes away. Throws UsageError at
  /// the end, so that a full disk costs a file and not the result of the run.
  void finish(const nlohmann::ordered_json& result, const std::string& text = {});

 private:
  bool to_stdout_;
  OutputFile json_;
  OutputFile history_;
};

}  // namespace gputm::app
