// Runs a kernel on the host: a fiber for each thread, in order of their ids.
#pragma once

#include <cstdint>
#include <functional>

namespace gputm::tb {

void run_on_host(std::uint32_t blocks, std::uint32_t threads, const std::function<void()>& kernel);

}  // namespace gputm::tb
