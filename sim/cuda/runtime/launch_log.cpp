#include "cuda/runtime/launch_log.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include "cuda/runtime/runtime.h"
#include "launch/result_document.h"

namespace gputm::cuda {

LaunchLog::LaunchLog() {
  const char* const name = std::getenv("GPUTM_JSON");
  if (name == nullptr || *name == '\0') return;
  // The program may change its folder.
  file_ = std::filesystem::absolute(name);
}

bool LaunchLog::profile() const {
  const char* const wanted = std::getenv("GPUTM_PROFILE");
  if (wanted == nullptr || *wanted == '\0') return false;
  if (file_.empty()) throw Error("GPUTM_PROFILE needs GPUTM_JSON");
  return true;
}

void LaunchLog::add(const launch::Record& record) {
  if (file_.empty()) return;
  if (sum_) {
    sum_->add(record);
  } else {
    sum_ = record;
  }
}

void LaunchLog::write() const {
  if (!sum_) return;
  const launch::Fields what = {{"program", program_invocation_short_name}};
  const std::filesystem::path unfinished = file_.string() + ".tmp";
  errno = 0;
  std::ofstream out(unfinished);
  out << launch::result_document(*sum_, what, "off").dump(2) << '\n';
  out.close();
  if (!out || std::rename(unfinished.c_str(), file_.c_str()) != 0)
    report("GPUTM_JSON: cannot write " + file_.string() + ": " + std::strerror(errno));
}

}  // namespace gputm::cuda
