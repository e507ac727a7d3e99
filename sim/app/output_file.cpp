#include "app/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>
#include <system_error>
#include <utility>

#include "app/command_line/options.h"

namespace gputm::app {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void cannot_write(const std::string& name, int error) {
  throw UsageError(with_reason("cannot write " + name, error));
}

/// Files with temporary names NAME.tmp
struct Unfinished {
  std::mutex mutex;
  std::set<std::string> files;
};
Unfinished unfinished;

void forget(const std::string& file) {
  const std::scoped_lock lock(unfinished.mutex);
  unfinished.files.erase(file);
}

void remove_if_empty(const std::string& file) {
  struct stat status = {};
  if (!file.empty() && stat(file.c_str(), &status) == 0 && status.st_size == 0) unlink(file.c_str());
}

/// Unnamed file, deleted when its descriptor is closed; -1: none.
int unnamed_file() {
  std::error_code error;
  const fs::path folder = fs::temp_directory_path(error);
  return error ? -1 : ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
}

/// Whether several outputs may share the file: devices and pipes; /dev/null twice is not one file written
/// twice.
bool is_shared(const std::string& name) {
  std::error_code error;
  return fs::is_character_file(name, error) && name != "/dev/stdout";
}

bool same_file(const std::string& a, const std::string& b) {
  if (a.empty() || b.empty() || a == ".tmp" || b == ".tmp" || (is_shared(a) && is_shared(b))) return false;
  std::error_code error;
  if (fs::equivalent(a, b, error)) return true;
  return fs::weakly_canonical(fs::absolute(a, error), error) ==
         fs::weakly_canonical(fs::absolute(b, error), error);
}

/// File for --json, "" for standard output. Throws UsageError unless all outputs are different files.
std::string json_file(const std::string& json, const std::string& history, const std::string& trace,
                      std::vector<OutputName> outputs) {
  outputs.insert(
      outputs.begin(),
      {{"--json", json == "-" ? "/dev/stdout" : json}, {"--history", history}, {"--trace", trace}});
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (same_file(outputs[i].file, outputs[j].file) ||
          same_file(outputs[i].file + ".tmp", outputs[j].file) ||
          same_file(outputs[i].file, outputs[j].file + ".tmp")) {
        throw UsageError(outputs[j].option + " and " + outputs[i].option + " name the same file, " +
                         outputs[i].file);
      }
    }
  }
  return json == "-" ? "" : json;
}

/// Does not change the file.
void check_writable(const std::string& name) {
  if (name.empty()) return;
  std::error_code error;
  const fs::file_status status = fs::status(name, error);
  if (fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status)) return;
  const int descriptor = ::open(name.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (descriptor < 0) cannot_write(name, errno);
  close(descriptor);
  if (!fs::exists(status)) fs::remove(name, error);
}

}  // namespace

void require_written(std::initializer_list<std::string> problems) {
  for (const std::string& problem : problems)
    if (!problem.empty()) throw UsageError(problem);
}

std::string with_reason(const std::string& what, int error) {
  return what + (error == 0 ? "" : std::string(": ") + std::strerror(error));
}

OutputFile::OutputFile(std::string name) : name_(std::move(name)) {
  if (name_.empty()) return;
  struct stat status = {};
  const bool exists = stat(name_.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) cannot_write(name_, EISDIR);
  if (name_.starts_with("/dev/") || (exists && !S_ISREG(status.st_mode))) {
    file_.open(::open(name_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
    if (file_.descriptor() < 0) cannot_write(name_, errno);
    return;
  }
  if (exists && access(name_.c_str(), W_OK) != 0) cannot_write(name_, errno);
  std::error_code error;
  final_ = fs::is_symlink(name_, error) ? fs::weakly_canonical(name_, error).string() : name_;
  in_place_ = exists && (status.st_nlink > 1 || status.st_uid != geteuid());
  open_temporary(exists, status.st_mode & 07777);
}

void OutputFile::open_temporary(bool existed, unsigned mode) {
  temporary_ = final_ + ".tmp";
  int descriptor = ::open(temporary_.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0) {
    const int error = errno;
    temporary_.clear();
    if (existed) descriptor = unnamed_file();
    if (descriptor < 0) {
      final_.clear();
      cannot_write(name_, error);
    }
    in_place_ = true;
  } else if (existed && !in_place_) {
    fchmod(descriptor, mode);
  }
  file_.open(descriptor);
  const std::scoped_lock lock(unfinished.mutex);
  unfinished.files.insert(temporary_);
}

OutputFile::~OutputFile() {
  if (final_.empty()) return;
  file_.close();
  forget(temporary_);
  remove_if_empty(temporary_);
}

bool OutputFile::fail(int error) {
  problem_ = with_reason("cannot write " + name_, error);
  return false;
}

/// Copies the new contents over an existing file, which keeps its old end until all of them are written.
bool OutputFile::copy_in_place() {
  const int target = ::open(final_.c_str(), O_WRONLY | O_CLOEXEC);
  if (target < 0) return fail(errno);
  int error = 0;
  off_t done = 0;
  std::array<char, 1 << 16> bytes;
  for (ssize_t count = 1; error == 0 && count != 0; done += count) {
    count = pread(file_.descriptor(), bytes.data(), bytes.size(), done);
    if (count < 0) error = errno;
    if (count > 0) error = write_all(target, bytes.data(), static_cast<std::size_t>(count));
    if (error != 0) break;
  }
  if (error == 0 && ftruncate(target, done) != 0) error = errno;
  if (::close(target) != 0 && error == 0) error = errno;
  if (error == 0) {
    if (!temporary_.empty()) unlink(temporary_.c_str());
    return true;
  }
  fail(error);
  if (!temporary_.empty()) problem_ += "; " + temporary_ + " has what it was to hold";
  return false;
}

bool OutputFile::finish() {
  if (name_.empty()) return true;
  if (const int error = file_.finish(); error != 0) {
    if (!temporary_.empty()) unlink(temporary_.c_str());
    return fail(error);
  }
  if (final_.empty()) return true;
  forget(temporary_);
  const bool renamed = !in_place_ && rename(temporary_.c_str(), final_.c_str()) == 0;
  const int error = errno;
  // A separately mounted file, as in containers, cannot be replaced.
  const bool done = renamed || (in_place_ || error == EBUSY ? copy_in_place() : fail(error));
  final_.clear();
  file_.close();
  return done;
}

void OutputFile::remove_empty() {
  const std::scoped_lock lock(unfinished.mutex);
  for (const std::string& file : unfinished.files) remove_if_empty(file);
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

namespace {

/// File names need not be UTF-8.
std::string json_text(const nlohmann::ordered_json& document) {
  return document.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace

std::string Outputs::finish(const nlohmann::ordered_json& result, const std::string& text) {
  const std::string json = json_text(result);
  if (json_.stream() != nullptr) *json_.stream() << json << '\n';
  const bool json_written = json_.finish(), history_written = history_.finish();
  this->text(text);
  if (to_stdout_) std::cout << json << '\n' << std::flush;
  if (!json_written) return json_.problem();
  return history_written ? "" : history_.problem();
}

void Outputs::stuck(const nlohmann::ordered_json& report) {
  const std::string json = json_text(report);
  if (json_.stream() != nullptr) *json_.stream() << json << '\n';
  require_written({json_.finish() ? "" : json_.problem()});
  if (to_stdout_) std::cout << json << '\n' << std::flush;
}

}  // namespace gputm::app
