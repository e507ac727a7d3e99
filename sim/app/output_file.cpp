#include "app/output_file.h"

#include <iostream>
#include <utility>

#include "app/command_line/options.h"

namespace gputm::app {

OutputFile::OutputFile(std::string name) : name_(std::move(name)) {
  if (name_.empty()) return;
  file_.open(name_);
  if (!file_) throw UsageError("cannot write " + name_);
}

void OutputFile::finish() {
  if (!name_.empty() && !file_.flush()) throw UsageError("cannot write " + name_);
}

void ResultOutput::text(const std::string& text) {
  if (!to_stdout_) std::cout << text << std::flush;
}

void ResultOutput::json(const nlohmann::ordered_json& result) {
  std::ostream* stream = to_stdout_ ? &std::cout : file_.stream();
  if (stream == nullptr) return;
  *stream << result.dump(2) << '\n' << std::flush;
  file_.finish();
}

}  // namespace gputm::app
