// Which sources this was built from.
#pragma once

#include <string_view>

namespace gputm::launch {

/// What `git describe` said when it was built; "unknown" outside of a repository.
std::string_view source_revision();

}  // namespace gputm::launch
