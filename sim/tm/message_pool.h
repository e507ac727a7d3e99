// Pool of messages between cores and commit units; packets carry only a handle.
#pragma once

#include <cstdint>
#include <mutex>
#include <vector>

#include "base/spin_lock.h"
#include "memory/access.h"
#include "tm/commit_messages.h"

namespace gputm::tm {

/// Batch of beats that travels as one packet; owned by a MessagePool.
struct Message {
  std::vector<FillWord> fills;
  std::vector<CommitId> positions;  ///< of the logs in `fills`, if their IDs are the partition's own
  std::vector<ControlWord> controls;
  std::vector<ReplyWord> replies;
  void clear() {
    fills.clear();
    positions.clear();
    controls.clear();
    replies.clear();
  }
};

/// Recycles messages: no allocation in the steady state. Several threads may allocate and release at the same
/// time; nothing may depend on the handles that they get.
class MessagePool {
 public:
  std::uint32_t allocate() {
    const std::uint32_t handle = allocate_one();
    messages_[handle].clear();
    return handle;
  }
  void release(std::uint32_t handle) {
    const std::scoped_lock lock(changes_);
    messages_.release(handle);
  }
  Message& operator[](std::uint32_t handle) { return messages_[handle]; }

 private:
  std::uint32_t allocate_one() {
    const std::scoped_lock lock(changes_);
    return messages_.allocate();
  }

  memory::Pool<Message> messages_;
  SpinLock changes_;
};

}  // namespace gputm::tm
