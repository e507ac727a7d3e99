// Where a command's results go.
#pragma once

#include <initializer_list>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "app/descriptor_stream.h"

namespace gputm::app {

/// A file that a command writes; none when the name is empty. It is NAME.tmp until it is finished, so that
/// NAME stays what it was when a run fails; NAME.tmp then stays if something has been written, as the history
/// of a stuck run. A file that is there keeps its mode; one with other names (hard links) or of another
/// owner, or in a folder that takes no new file, gets its contents in place. Devices and pipes are written at
/// once.
class OutputFile {
 public:
  /// Throws UsageError when it cannot be written.
  explicit OutputFile(std::string name);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Null when there is no file.
  std::ostream* stream() { return name_.empty() ? nullptr : &file_; }
  /// Gives the file its name. False when not everything could be written; problem() then says why.
  [[nodiscard]] bool finish();
  /// "cannot write NAME: No space left on device"
  const std::string& problem() const { return problem_; }
  /// Removes what files that are not finished have as NAME.tmp and nothing in it, for a process that ends
  /// now.
  static void remove_empty();

 private:
  void open_temporary(bool existed, unsigned mode);
  bool fail(int error);
  bool copy_in_place();

  std::string name_;
  std::string final_;      ///< the file that gets the contents at the end; empty: it has them
  std::string temporary_;  ///< what is open until then; empty: a file without a name
  bool in_place_ = false;  ///< the contents are copied into the file that is there
  DescriptorStream file_;
  std::string problem_;
};

/// Throws UsageError unless all have been written: the first of what was returned instead of "".
void require_written(std::initializer_list<std::string> problems);

/// "X: No such file or directory", for an errno.
std::string with_reason(const std::string& what, int error);

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
  /// Writes the files first and then the text, which may have a reader who goes away. Returns what could not
  /// be written and why, "" if nothing, so that a full disk costs a file and not the other results.
  [[nodiscard]] std::string finish(const nlohmann::ordered_json& result, const std::string& text = {});
  /// Writes the JSON alone, of a run that was given up: its error is thrown on.
  void stuck(const nlohmann::ordered_json& report);

 private:
  bool to_stdout_;
  OutputFile json_;
  OutputFile history_;
};

}  // namespace gputm::app
