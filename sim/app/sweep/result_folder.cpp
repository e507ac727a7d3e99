#include "app/sweep/result_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <system_error>

#include "app/output_file.h"
#include "base/version.h"
#include "engines/installation.h"
#include "launch/revision.h"

namespace gputm::app {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

/// File names need not be UTF-8.
constexpr auto kReplace = ordered_json::error_handler_t::replace;

/// Writes atomically: the file has its old or its new contents at all times.
void write_whole(const fs::path& file, const std::string& text) {
  std::string name = (file.parent_path() / ("." + file.filename().string() + ".XXXXXX")).string();
  const int descriptor = mkstemp(name.data());
  if (descriptor < 0) throw Error(with_reason("cannot write in " + file.parent_path().string(), errno));
  fchmod(descriptor, 0644);
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t bytes = write(descriptor, text.data() + done, text.size() - done);
    if (bytes <= 0) break;
    done += static_cast<std::size_t>(bytes);
  }
  const bool whole = done == text.size() && fsync(descriptor) == 0;
  const bool renamed = whole && rename(name.c_str(), file.c_str()) == 0;
  const int error = errno;
  close(descriptor);
  if (renamed) return;
  unlink(name.c_str());
  throw Error(with_reason("cannot write " + file.string(), error));
}

std::string read(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

/// Parsed document, or a discarded value.
ordered_json parsed(const std::string& text) { return ordered_json::parse(text, nullptr, false); }

/// Build time of the command and of the units that it loads.
fs::file_time_type build_time(const fs::path& command) {
  std::error_code error;
  fs::file_time_type latest = fs::last_write_time(command, error);
  for (const auto& unit : fs::directory_iterator(engines::library_folder(), error)) {
    const auto time = unit.last_write_time(error);
    if (!error && unit.path().extension() == ".so") latest = std::max(latest, time);
  }
  return latest;
}

/// Whether a revision identifies one state of the sources.
bool is_exact(std::string_view revision) { return revision != "unknown" && !revision.ends_with("-dirty"); }

/// First line of a run's output, without the command's name.
std::string first_line(const std::string& text) {
  std::string line = text.substr(0, text.find('\n'));
  if (line.starts_with("gputm: ")) line.erase(0, 7);
  return line;
}

/// Failed check of a run; "" if both passed.
std::string reason_of(const ordered_json& result) {
  const auto& check = result.at("check");
  for (const char* name : {"result", "history"}) {
    const auto text = check.at(name).get<std::string>();
    if (text != "pass" && text != "off") return std::string(name) + ": " + text;
  }
  return "";
}

}  // namespace

ResultFolder::Lock::~Lock() {
  if (descriptor_ >= 0) close(descriptor_);
}

bool ResultFolder::Lock::take(const fs::path& file) {
  descriptor_ = open(file.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0644);
  if (descriptor_ < 0) throw Error(with_reason("cannot write " + file.string(), errno));
  return flock(descriptor_, LOCK_EX | LOCK_NB) == 0;
}

ResultFolder::ResultFolder(fs::path folder, fs::path command, Keep keep, FailedCheck failed_check)
    : folder_(std::move(folder)), command_(std::move(command)), keep_(keep), failed_check_(failed_check) {
  std::error_code error;
  fs::create_directories(failed(), error);
  if (error || !fs::is_directory(failed()))
    throw Error(with_reason("cannot make the folder " + failed().string(), error ? error.value() : ENOTDIR));
}

void ResultFolder::lock() {
  if (!lock_.take(folder_ / ".lock"))
    throw Error(folder_.string() + ": another gputm sweep is at work there");
  // Remainder of a killed run.
  std::error_code error;
  for (const fs::path& place : {folder_, failed()}) {
    for (const auto& file : fs::directory_iterator(place, error)) {
      const std::string name = file.path().filename().string();
      const auto age = fs::file_time_type::clock::now() - file.last_write_time(error);
      if (name.starts_with('.') && name != ".lock" && age > std::chrono::minutes(1)) fs::remove(file, error);
    }
  }
}

std::optional<double> ResultFolder::seconds_of(const SweepPoint& point) const {
  if (keep_ == Keep::kNone) return std::nullopt;
  const fs::path file = folder_ / (point.id + ".json");
  std::error_code error;
  if (!fs::is_regular_file(file, error)) return std::nullopt;
  try {
    const ordered_json result = parsed(read(file));
    if (result.at("sweep").at("definition") != point.definition()) return std::nullopt;
    if (keep_ == Keep::kCurrent) {
      const auto revision = result.at("gputm").at("revision").get<std::string>();
      if (revision != launch::source_revision()) return std::nullopt;
      if (!is_exact(revision) && fs::last_write_time(file) < build_time(command_)) return std::nullopt;
    }
    return result.at("host").at("seconds").get<double>();
  } catch (const ordered_json::exception&) {  // damaged, or written by another program
    return std::nullopt;
  }
}

std::string ResultFolder::take(const SweepPoint& point, const ProcessEnd& end) {
  ordered_json result = parsed(end.output);
  const bool ran = (end.code == 0 || end.code == 1) && result.is_object() && result.contains("check");
  if (ran) result["sweep"] = point.description();
  const std::string text = ran ? result.dump(2, ' ', false, kReplace) + "\n" : "";
  const fs::path error_file = failed() / (point.id + ".txt"), damaged = failed() / (point.id + ".json");
  std::error_code error;
  if (ran && (end.code == 0 || failed_check_ == FailedCheck::kResult)) {
    write_whole(folder_ / (point.id + ".json"), text);
    fs::remove(error_file, error);
    fs::remove(damaged, error);
    return "";
  }
  std::string why = ran ? reason_of(result) : end.reason;
  if (const std::string said = first_line(end.errors); !said.empty()) why += ": " + said;
  fs::remove(folder_ / (point.id + ".json"), error);  // result of another revision or definition
  if (ran) {
    write_whole(damaged, text);
  } else {
    fs::remove(damaged, error);
  }
  write_whole(error_file, point.definition() + "\n" + why + "\n" + end.errors);
  return why;
}

void ResultFolder::describe(const SweepFile& sweep, const std::string& size,
                            const std::vector<SweepPoint>& points) {
  ordered_json list = ordered_json::array();
  for (const SweepPoint& point : points) list.push_back(point.description());
  const ordered_json document = {{"sweep", sweep.name()},
                                 {"description", sweep.description},
                                 {"size", size},
                                 {"gputm", {{"version", kVersion}, {"revision", launch::source_revision()}}},
                                 {"points", list}};
  for (const auto& [name, text] : {std::pair{"sweep.toml", sweep.text},
                                   std::pair{"points.json", document.dump(1, ' ', false, kReplace) + "\n"}}) {
    if (read(folder_ / name) != text) write_whole(folder_ / name, text);
  }
}

}  // namespace gputm::app
