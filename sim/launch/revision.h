// Source revision of this build.
#pragma once

#include <string_view>

namespace gputm::launch {

/// Output of `git describe` at build time; "unknown" outside of a repository.
std::string_view source_revision();

}  // namespace gputm::launch
