#include "launch/compiler_process.h"

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include "base/child_process.h"

namespace gputm::launch {
namespace {

namespace fs = std::filesystem;

/// Command in shell syntax.
std::string shell_text(const std::vector<std::string>& command) {
  std::string text;
  for (const std::string& word : command) {
    const bool plain = word.find_first_of(" \t\n\"'\\$`&;()<>|*?") == std::string::npos;
    std::string quoted = word;
    for (std::size_t at = 0; (at = quoted.find('\'', at)) != std::string::npos; at += 4)
      quoted.replace(at, 1, "'\\''");
    text += (text.empty() ? "" : " ") + (plain ? word : "'" + quoted + "'");
  }
  return text;
}

}  // namespace

TemporaryFolder::TemporaryFolder() {
  const char* const chosen = std::getenv("TMPDIR");
  const fs::path parent = chosen != nullptr && *chosen != '\0' ? chosen : "/tmp";
  std::string name = (parent / "gputm-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) {
    throw Error("cannot make a temporary folder in " + parent.string() +
                " (TMPDIR): " + std::strerror(errno));
  }
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code error;
  fs::remove_all(path_, error);
}

int run_compiler(const CompilerRun& run, const TemporaryFolder& folder) {
  spdlog::debug("{}", shell_text(run.command));
  try {
    return run_child({.command = run.command,
                      .environment = {{"TMPDIR", folder.path().string()}},
                      .output = run.output.string(),
                      .stop = run.stop});
  } catch (const Stopped&) {
    throw;
  } catch (const Error& error) {
    throw Error(std::string(error.what()) + " (Debian: apt install " + run.packages + ")");
  }
}

int run_and_show(const CompilerRun& run, const TemporaryFolder& folder,
                 const std::function<bool(std::string_view line)>& hidden) {
  const int code = run_compiler(run, folder);
  std::ifstream stream(run.output);
  for (std::string line; std::getline(stream, line);) {
    const bool is_count = line.find(" generated when compiling for ") != std::string::npos ||
                          line.ends_with(" error generated.") || line.ends_with(" errors generated.");
    if (is_count || line.starts_with("In file included from ") || hidden(line)) continue;
    fmt::print(stderr, "{}\n", line);
  }
  return code;
}

}  // namespace gputm::launch
