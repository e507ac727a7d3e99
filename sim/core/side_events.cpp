#include "core/side_events.h"

namespace gputm::core {

void SideEvents::take_all() {
  while (!events_.empty()) {
    const Reported next = events_.front();
    events_.pop();
    taker_.take(next.event, next.now);
  }
}

}  // namespace gputm::core
