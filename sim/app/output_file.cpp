#include "app/output_file.h"

#include <unistd.h>

#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "app/command_line/options.h"

namespace gputm::app {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void cannot_write(const std::string& name) { throw UsageError("cannot write " + name); }

/// Devices and pipes take what several write; /dev/null twice is not one file that is written twice.
bool is_shared(const std::string& name) {
  std::error_code error;
  return fs::is_character_file(name, error) && name != "/dev/stdout";
}

bool same_file(const std::string& a, const std::string& b) {
  if (a.empty() || b.empty() || (is_shared(a) && is_shared(b))) return false;
  std::error_code error;
  if (fs::equivalent(a, b, error)) return true;
  return fs::weakly_canonical(fs::absolute(a, error), error) ==
         fs::weakly_canonical(fs::absolute(b, error), error);
}

/// The file of --json, "" for standard output. Throws UsageError unless all outputs are different files.
std::string json_file(const std::string& json, const std::string& history, const std::string& trace,
                      std::vector<OutputName> outputs) {
  outputs.insert(
      outputs.begin(),
      {{"--json", json == "-" ? "/dev/stdout" : json}, {"--history", history}, {"--trace", trace}});
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (same_file(outputs[i].file, outputs[j].file)) {
        throw UsageError(outputs[j].option + " and " + outputs[i].option + " name the same file, " +
                         outputs[i].file);
      }
    }
  }
  return json == "-" ? "" : json;
}

/// Leaves the file as it is.
void check_writable(const std::string& name) {
  if (name.empty()) return;
  std::error_code error;
  const bool existed = fs::exists(name, error);
  if (!std::ofstream(name, std::ios::app)) cannot_write(name);
  if (!existed) fs::remove(name, error);
}

}  // namespace

OutputFile::OutputFile(std::string name) : name_(std::move(name)) {
  if (name_.empty()) return;
  std::error_code error;
  const fs::file_status status = fs::status(name_, error);
  written_ = name_;
  if (!name_.starts_with("/dev/") && (!fs::exists(status) || fs::is_regular_file(status))) {
    if (fs::exists(status) && access(name_.c_str(), W_OK) != 0) cannot_write(name_);
    final_ = fs::is_symlink(name_, error) ? fs::weakly_canonical(name_, error).string() : name_;
    written_ = final_ + ".tmp";
  }
  file_.open(written_);
  if (!file_) cannot_write(name_);
}

OutputFile::~OutputFile() {
  if (final_.empty()) return;
  std::error_code error;
  file_.close();
  if (fs::file_size(written_, error) == 0) fs::remove(written_, error);
}

bool OutputFile::finish() {
  if (name_.empty()) return true;
  file_.close();
  if (!file_) return false;
  if (final_.empty()) return true;
  std::error_code error;
  fs::rename(written_, std::exchange(final_, {}), error);
  return !error;
}

Outputs::Outputs(const std::string& json, const std::string& history, const std::string& trace,
                 const std::vector<OutputName>& others)
    : to_stdout_(json == "-"), json_(json_file(json, history, trace, others)), history_(history) {
  check_writable(trace);
}

void Outputs::text(const std::string& text) {
  if (!to_stdout_) std::cout << text << std::flush;
}

void Outputs::printed(std::string_view text) { (to_stdout_ ? std::cerr : std::cout) << text << std::flush; }

void Outputs::finish(const nlohmann::ordered_json& result, const std::string& text) {
  if (json_.stream() != nullptr) *json_.stream() << result.dump(2) << '\n';
  const bool json_written = json_.finish(), history_written = history_.finish();
  this->text(text);
  if (to_stdout_) std::cout << result.dump(2) << '\n' << std::flush;
  if (!json_written) cannot_write(json_.name());
  if (!history_written) cannot_write(history_.name());
}

}  // namespace gputm::app
