#include <filesystem>
#include <iostream>

#include "app/commands.h"
#include "app/output_file.h"
#include "app/profile/profile_page.h"
#include "app/profile/profile_text.h"

namespace gputm::app {

int report_command(const ReportOptions& options) {
  const ProfiledRun run = read_profiled_run(options.file);
  if (options.html.empty()) {
    std::cout << profile_text(run);
    return kExitPass;
  }
  std::error_code error;
  if (std::filesystem::equivalent(options.file, options.html, error))
    throw UsageError("--html: " + options.html + " is the file of the profile");
  OutputFile page(options.html);
  *page.stream() << profile_page(run);
  if (!page.finish()) throw UsageError(page.problem());
  return kExitPass;
}

}  // namespace gputm::app
