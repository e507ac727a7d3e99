#include "engines/getm/access_unit.h"

#include <utility>

namespace gputm::engines::getm {

void AccessUnit::tick() {
  ++now_;
  if (!check_.busy()) {
    if (outcomes_.size() >= config_.queue + config_.latency) return;
    if (check_.woken()) {
      check_.begin_woken();
    } else if (!queue_.empty()) {
      check_.begin(std::move(queue_.front()));
      queue_.pop_front();
    } else {
      return;
    }
  }
  if (const auto outcome = check_.check_part()) outcomes_.push_back({now_ + config_.latency, *outcome});
}

}  // namespace gputm::engines::getm
