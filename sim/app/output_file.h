// Outputs of a command: files and text.
#pragma once

#include <initializer_list>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "app/descriptor_stream.h"

namespace gputm::app {

/// Output file of a command; none if the name is empty. It is named NAME.tmp until it is finished, so that
/// NAME is unchanged when a run fails; NAME.tmp then remains if something has been written, such as the
/// history of a stuck run. An existing file keeps its mode. A file with other names (hard links) or another
/// owner, or in a folder that is not writable, is overwritten in place. Devices and pipes are written
/// directly.
class OutputFile {
 public:
  /// Throws UsageError if it cannot be written.
  explicit OutputFile(std::string name);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Null if there is no file.
  std::ostream* stream() { return name_.empty() ? nullptr : &file_; }
  /// Renames the file to its final name. Returns false if not everything could be written; problem() then has
  /// the reason.
  [[nodiscard]] bool finish();
  /// "cannot write NAME: No space left on device"
  const std::string& problem() const { return problem_; }
  /// Removes empty NAME.tmp files of unfinished outputs, for a process that ends now.
  static void remove_empty();

 private:
  void open_temporary(bool existed, unsigned mode);
  bool fail(int error);
  bool copy_in_place();

  std::string name_;
  std::string final_;      ///< file that gets the contents at the end; empty: written directly
  std::string temporary_;  ///< name of the open file until then; empty: a file without a name
  bool in_place_ = false;  ///< the contents are copied into the existing file
  DescriptorStream file_;
  std::string problem_;
};

/// Throws UsageError with the first non-empty problem, if there is one.
void require_written(std::initializer_list<std::string> problems);

/// "X: No such file or directory", with the text of an errno.
std::string with_reason(const std::string& what, int error);

/// Output file of a command, and the option that names it
struct OutputName {
  std::string option;
  std::string file;
};

/// All outputs of a command: text to standard output; --json (a file; "-", standard output instead of the
/// text; or nothing) and --history
class Outputs {
 public:
  /// Opens the files before a run, so that a name that cannot be written is detected before a long run.
  /// `trace`: a file that the run itself writes; only checked. `others`: further outputs of the command, to
  /// be compared. Throws UsageError, also for two names of one file.
  explicit Outputs(const std::string& json, const std::string& history = {}, const std::string& trace = {},
                   const std::vector<OutputName>& others = {});

  /// Null if there is none.
  std::ostream* history() { return history_.stream(); }
  /// Sets the text, shown unless standard output is used for the JSON.
  void text(const std::string& text);
  /// Output of a kernel: to standard output, or to standard error if standard output is used for the JSON.
  void printed(std::string_view text);
  /// Writes the files first and then the text, since a reader of the text may disconnect. Returns the failed
  /// writes with reasons, "" if none, so that a full disk costs one file and not the other results.
  [[nodiscard]] std::string finish(const nlohmann::ordered_json& result, const std::string& text = {});
  /// Writes only the JSON, for a run that was given up; the caller rethrows the error.
  void stuck(const nlohmann::ordered_json& report);

 private:
  bool to_stdout_;
  OutputFile json_;
  OutputFile history_;
};

}  // namespace gputm::app
