// Folder of what gputm builds once and keeps.
#pragma once

#include <filesystem>
#include <string_view>

namespace gputm {

/// GPUTM_CACHE, else gputm/ in XDG_CACHE_HOME or ~/.cache; made if it is not there. `contents`: what it is
/// for, in messages. Throws Error if it cannot be made or written.
std::filesystem::path cache_folder(std::string_view contents);

}  // namespace gputm
