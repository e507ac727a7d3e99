// Queue of non-transactional writes, and of attempts without an order of their own, that wait for their place
// in the serial order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/types.h"

namespace gputm::tm {

struct PlainWrite {
  std::uint64_t position = 0;  ///< first order that observes the write
  Address address = 0;
  Word value = 0;
  std::uint32_t thread = 0;
  bool attempt = false;  ///< represents the next of the waiting attempts
};

/// FIFO; positions never decrease. Storage is reused: no allocation in the steady state.
class PlainWriteQueue {
 public:
  bool empty() const { return head_ == writes_.size(); }
  const PlainWrite& front() const { return writes_[head_]; }
  void push(const PlainWrite& write) { writes_.push_back(write); }
  void pop() {
    ++head_;
    if (head_ * 2 < writes_.size()) return;
    // Moves the waiting half to the front, so that a queue that never drains does not grow.
    writes_.erase(writes_.begin(), writes_.begin() + static_cast<std::ptrdiff_t>(head_));
    head_ = 0;
  }
  /// Oldest waiting write to `address` by a thread other than `thread`, or null.
  const PlainWrite* find_other(Address address, std::uint32_t thread) const {
    for (std::size_t i = head_; i < writes_.size(); ++i) {
      if (!writes_[i].attempt && writes_[i].address == address && writes_[i].thread != thread)
        return &writes_[i];
    }
    return nullptr;
  }

 private:
  std::vector<PlainWrite> writes_;
  std::size_t head_ = 0;
};

}  // namespace gputm::tm
