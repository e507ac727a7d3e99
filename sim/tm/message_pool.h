// Pool of messages between cores and commit units; packets carry only a handle.
#pragma once

#include <atomic>
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

/// Recycles messages: no allocation in the steady state. Several threads may allocate and release at the same
/// time; nothing may depend on the handles that they get.
class MessagePool {
 public:
  std::uint32_t allocate() {
    const std::uint32_t handle = locked([this] { return messages_.allocate(); });
    messages_[handle].clear();
    return handle;
  }
  void release(std::uint32_t handle) {
    locked([&] {
      messages_.release(handle);
      return handle;
    });
  }
  Message& operator[](std::uint32_t handle) { return messages_[handle]; }

 private:
  template <typename Change>
  std::uint32_t locked(Change change) {
    while (changes_.test_and_set(std::memory_order_acquire)) {
    }
    const std::uint32_t handle = change();
    changes_.clear(std::memory_order_release);
    return handle;
  }

  memory::Pool<Message> messages_;
  std::atomic_flag changes_;
};

}  // namespace gputm::tm
