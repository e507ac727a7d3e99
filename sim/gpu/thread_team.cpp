#include "gpu/thread_team.h"

#include <thread>

namespace gputm::gpu {

void ThreadTeam::use(unsigned members) {
  if (members == this->members()) return;
  others_.clear();
  const bool enough_processors = members <= std::thread::hardware_concurrency();
  for (unsigned member = 1; member < members; ++member)
    others_.push_back(std::make_unique<SecondThread>([this, member] { work_(member); }, enough_processors));
}

}  // namespace gputm::gpu
