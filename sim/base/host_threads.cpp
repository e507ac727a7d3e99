#include "base/host_threads.h"

#include <algorithm>
#include <thread>

namespace gputm {

unsigned host_threads(std::uint32_t wish) {
  return wish != 0 ? wish : std::clamp(std::thread::hardware_concurrency(), 1U, 2U);
}

}  // namespace gputm
