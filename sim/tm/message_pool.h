// Pool of messages between cores and commit units; packets carry only a handle.
#pragma once

#include <cstdint>
#include <vector>

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

/// Recycles messages: no allocation in the steady state.
class MessagePool {
 public:
  std::uint32_t allocate() {
    const std::uint32_t handle = messages_.allocate();
    messages_[handle].clear();
    return handle;
  }
  void release(std::uint32_t handle) { messages_.release(handle); }
  Message& operator[](std::uint32_t handle) { return messages_[handle]; }

 private:
  memory::Pool<Message> messages_;
};

}  // namespace gputm::tm
