// FIFO of fixed capacity in one flat array: storage of all modelled hardware queues.
#pragma once

#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gputm {

/// Never allocates after construction. Pushing when full and reading when empty are errors of the caller
/// (asserted)
template <typename T>
class RingQueue {
 public:
  explicit RingQueue(std::size_t capacity)
      : capacity_(static_cast<std::uint32_t>(capacity)),
        mask_(static_cast<std::uint32_t>(std::bit_ceil(capacity) - 1)),
        items_(std::bit_ceil(capacity)) {}

  bool empty() const { return size_ == 0; }
  bool full() const { return size_ == capacity_; }
  std::size_t size() const { return size_; }
  std::size_t capacity() const { return capacity_; }

  T& front() {
    assert(!empty());
    return items_[head_];
  }
  const T& front() const {
    assert(!empty());
    return items_[head_];
  }
  void push(const T& item) {
    assert(!full());
    items_[(head_ + size_) & mask_] = item;
    ++size_;
  }
  void pop() {
    assert(!empty());
    head_ = (head_ + 1) & mask_;
    --size_;
  }

 private:
  std::uint32_t capacity_;
  std::uint32_t mask_;
  std::uint32_t head_ = 0;
  std::uint32_t size_ = 0;
  std::vector<T> items_;
};

}  // namespace gputm
