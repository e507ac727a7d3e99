// Queue without allocations in the steady state.
#pragma once

#include <cstddef>
#include <vector>

namespace gputm {

/// FIFO queue on a ring that grows to its maximum length and is never reallocated afterwards
template <typename T>
class GrowingQueue {
 public:
  bool empty() const { return count_ == 0; }
  std::size_t size() const { return count_; }
  T& front() { return items_[head_]; }
  const T& front() const { return items_[head_]; }
  void push(const T& item) {
    if (count_ == items_.size()) grow();
    items_[(head_ + count_) & (items_.size() - 1)] = item;
    ++count_;
  }
  void pop() {
    head_ = (head_ + 1) & (items_.size() - 1);
    --count_;
  }

 private:
  void grow() {
    std::vector<T> larger(items_.empty() ? 16 : items_.size() * 2);
    for (std::size_t i = 0; i < count_; ++i) larger[i] = items_[(head_ + i) & (items_.size() - 1)];
    items_.swap(larger);
    head_ = 0;
  }
  std::vector<T> items_;
  std::size_t head_ = 0;
  std::size_t count_ = 0;
};

}  // namespace gputm
